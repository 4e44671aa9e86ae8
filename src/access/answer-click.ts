import { questionTimeMs } from '../core/question-time.ts'
import { answerWithin } from '../core/with-timeout.ts'
import type { Views } from '../slack/api/slack-views.ts'
import { modal } from '../slack/blocks/form-fields.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { OpenView, RequestOrigin } from '../slack/inbound/listeners.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { replyPrivately } from '../slack/outbox/private-reply.ts'
import { type AccessText, accessTextIn } from './text/access-text.ts'

/** The minimum time for a modal to open, even if the questions before it took all their time. */
const PUSH_LEAST_MS = 500

/** A click or shortcut, and where to answer it. */
export interface AnswerableClick extends RequestOrigin {
  triggerId: string
  responseUrl?: string
  message?: { channel: string; threadTs?: string; isBroadcast?: true }
  view?: OpenView
}

/** Frozen: open modals carry it. The modal has nothing to submit. */
export const ANSWER_MODAL_ID = 'access.answer'

export const answerModal = ({ answerTitle, close }: AccessText, { blocks }: Message) =>
  modal({ callbackId: ANSWER_MODAL_ID, title: answerTitle, close, blocks })

/**
 * Answers a click from its listener where the person looks: below the clicked message, or in a small modal if there is none, as on Home, or if both
 * the channel and a thread show it. Answers privately instead if Slack does not open the modal in time, or if it would replace a form.
 */
export async function answerClick(
  { outbox, views, languages }: { outbox: Outbox; views: Views; languages: Languages },
  click: AnswerableClick,
  {
    opId,
    message,
    inModal = !click.message || click.message.isBroadcast === true,
  }: { opId: string; message: Message; inModal?: boolean },
): Promise<void> {
  const { team, user, responseUrl, message: { channel, threadTs } = {} } = click
  if (inModal) {
    const text = accessTextIn(await languages.ofPerson(team, user))
    // Keeps text typed in the form below.
    const keepsUnder = Object.keys(click.view?.values ?? {}).length > 0
    const pushed = views.push(click, answerModal(text, message), { keepsUnder }).then(() => true)
    if (await answerWithin(Math.max(PUSH_LEAST_MS, questionTimeMs()), pushed)) return
  }
  await replyPrivately(outbox, { team, user, channel, threadTs, responseUrl, opId }, message)
}

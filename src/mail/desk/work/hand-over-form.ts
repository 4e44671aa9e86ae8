import { withinDeadline } from '../../../core/question-time.ts'
import {
  actionsBlock,
  button,
  contextBlock,
  plainText,
  quoteBlock,
  section,
} from '../../../slack/blocks/block-builders.ts'
import { inputBlock, modal, textInput } from '../../../slack/blocks/form-fields.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { findTakerProblem } from './taker-problem.ts'
import type { ThreadAct } from './thread-act-task.ts'

/** Block and action ids of the fields; frozen. */
export const handOverFields = { person: 'person', note: 'note' } as const

export const HAND_OVER_NOTE_CHARS = 500
/** The colleagues with a button of their own. */
const MAX_COLLEAGUES = 4

/** Somebody with a button of their own. */
export interface Colleague {
  user: string
  name: string
}

/** The last people who owned mail of the inbox, without this person and those who can't take this email. Nobody, if Slack is slow. */
export async function findColleagues(
  scope: DeskScope,
  text: MailText,
  { user, thread }: { user: string; thread: MailThread },
): Promise<Colleague[]> {
  const others = (await scope.records.recentOwners.list(thread.inboxId)).filter(
    (one) => one !== user && one !== thread.owner?.user,
  )
  const found = others.map(async (one): Promise<Colleague[]> => {
    const isTaker = (await findTakerProblem(scope, one, thread)) === undefined
    return isTaker ? [{ user: one, name: await readPlainName(text, scope.people, scope.team, one) }] : []
  })
  return ((await withinDeadline(Promise.all(found))) ?? []).flat().slice(0, MAX_COLLEAGUES)
}

/** Builds the form for the new owner; `problem` is what prevented the last click. The note comes first, because a colleague's button assigns the mail. */
export const buildMailHandOverModal = (
  { work: { forms: words } }: MailText,
  state: { about?: string },
  colleagues: Colleague[],
  problem?: string,
): View =>
  modal({
    callbackId: mailCallbackIds.handOver,
    title: words.handOverTitle,
    submit: words.handOver,
    close: words.cancel,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...contextBlock(state.about !== undefined && plainText(state.about)),
      inputBlock(
        { blockId: handOverFields.note, label: words.note, hint: words.noteHint, optional: true },
        textInput({ actionId: handOverFields.note, multiline: true, maxLength: HAND_OVER_NOTE_CHARS, focus: true }),
      ),
      ...buildColleagueButtons(words.person, colleagues),
      ...contextBlock(problem !== undefined && plainText(problem)),
      inputBlock(
        {
          blockId: handOverFields.person,
          label: colleagues.length > 0 ? words.otherPerson : words.person,
          hint: words.personHint,
        },
        { type: 'users_select', action_id: handOverFields.person },
      ),
    ],
  })

const buildColleagueButtons = (label: string, colleagues: Colleague[]): MessageBlock[] =>
  colleagues.length === 0
    ? []
    : [
        section(`*${label}*`),
        ...actionsBlock(
          ...colleagues.map(({ user, name }, index) =>
            button({ actionId: `${mailActionIds.assignTo}:${index}`, text: name, value: user }),
          ),
        ),
      ]

/** Shows the result of a click in its form, with the note if there is one: nobody else has read it. Returns false without a form, or if it was closed. */
export async function showInHandOverForm(
  { team, languages, views }: DeskScope,
  { user, form, note }: Pick<ThreadAct, 'user' | 'form' | 'note'>,
  { blocks }: Message,
): Promise<boolean> {
  if (form === undefined) return false
  const text = mailTextIn(await languages.ofPerson(team, user))
  const result = modal({
    callbackId: mailCallbackIds.mail,
    title: text.work.forms.handOverTitle,
    close: text.forms.close,
    privateMetadata: '',
    blocks: [...blocks, ...(note === undefined ? [] : [quoteBlock(note)])],
  })
  return (await views.update(team, form, result)) !== undefined
}

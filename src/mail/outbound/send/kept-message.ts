import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { actionsBlock, quoteBlock, section } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { describeRequest } from '../../cards/replies/describe-request.ts'
import { mayReadSubject } from '../../notify/identify-reply.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { editAfterFailure } from '../../records/reply-actions.ts'
import type { Refusal, Reply } from '../../records/replies/reply.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { findSendingCause } from '../lost-version.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Enough for most of a reply; the form behind the button has the rest. */
const KEPT_CHARS = 2500
/** Enough to recognize a text. */
const FIRST_CHARS = 150

/** A refused reply, which was stored, and the other reply that came first. */
interface KeptReply {
  id: string
  reply: Reply & { refusal: Refusal }
  first: Reply | undefined
}

/** Returns its text to the writer of a refused reply, with the reason and a button to send it. `opId` is frozen: the message is edited later. */
export async function postKept(scope: OutboundScope, opId: string, { id, reply, first }: KeptReply): Promise<void> {
  const { team, outbox, languages } = scope
  const text = mailTextIn(await languages.ofPerson(team, reply.user))
  const sentence =
    reply.refusal === 'overtaken'
      ? await describeOvertaken(scope, text, first)
      : explainRefusal(text, reply.refusal, first)
  const edit = actionsBlock(buildActionButton(text, editAfterFailure, id))
  const message = await buildKept(scope, text, { reply, sentence, below: edit })
  // Recorded first: the message must lose its button once another version replaces the reply.
  await scope.replyStore.replies.update(id, (now) => (now && !now.alerts ? { ...now, alerts: [opId] } : undefined))
  await outbox.postDirect({ team, user: reply.user, opId, message })
}

/** Takes the button from the message that returned a refused reply, once a newer version replaces it. */
export async function closeKept(scope: OutboundScope, reply: Reply): Promise<void> {
  const { team, outbox, languages, replyStore } = scope
  const { user, refusal, alerts = [], again } = reply
  const newer = refusal && again !== undefined ? await replyStore.findReply(again) : undefined
  if (!newer) return
  const text = mailTextIn(await languages.ofPerson(team, user))
  const name = await readPlainName(text, scope.people, team, newer.by ?? newer.user)
  const message = await buildKept(scope, text, { reply, sentence: text.replyCard.newVersion({ name }), below: [] })
  for (const opId of alerts) await outbox.replace({ team, opId, edit: again, message })
}

async function buildKept(
  scope: OutboundScope,
  text: MailText,
  { reply, sentence, below }: { reply: Reply; sentence: string; below: MessageBlock[] },
): Promise<Message> {
  const { refusal, thread } = reply
  const { text: plain, blocks } = plainTextMessage(sentence)
  const message = { text: plain, blocks: [...blocks, ...quoteText(reply.text), ...below] }
  // Permission for the form's mail was not checked: its subject and place stay hidden.
  if (refusal === 'notAllowed' || refusal === 'secondVersion') return message
  if (!(await mayReadSubject(scope, reply.user, reply))) return message
  const about = section(await describeRequest(scope, text, reply, { isOwn: true }))
  return withThreadLink(scope, text, thread, { text: plain, blocks: [about, ...message.blocks] })
}

/** Quotes the text that a person wrote, shortened; nothing if it is empty. */
export const quoteText = (text: string): MessageBlock[] => (text === '' ? [] : [quoteBlock(truncate(text, KEPT_CHARS))])

/** Names the act that came before this version, with its person: the replaced reply was approved, edited or sent. */
async function describeOvertaken(
  { people, team }: OutboundScope,
  text: MailText,
  old: Reply | undefined,
): Promise<string> {
  const { why, by } = findOvertaker(old)
  return text.approval.overtaken({ why, by: by === undefined ? '' : await readPlainName(text, people, team, by) })
}

function findOvertaker(old: Reply | undefined): {
  why: 'approved' | 'edited' | 'sent' | 'onTime' | 'other'
  by?: string
} {
  const { verdict, by, at } = old?.approval?.decided ?? {}
  if (!old || by === undefined || at === undefined) return { why: 'other' }
  if (verdict === 'edited') return { why: verdict, by }
  return verdict === 'approved' && old.again === undefined ? findSendingCause(old) : { why: 'other' }
}

function explainRefusal(text: MailText, refusal: Exclude<Refusal, 'overtaken'>, first: Reply | undefined): string {
  switch (refusal) {
    case 'secondVersion':
      return text.compose.secondVersion({
        first: truncate(sanitizeLine(first?.text ?? ''), FIRST_CHARS) || text.noText,
      })
    case 'changedLater':
      return text.preview.changedLater
    case 'tooLate':
      return text.schedule.tooLate
    case 'noChannel':
      return text.compose.noChannel
    case 'notAllowed':
    default:
      return text.replyCard.kept
  }
}

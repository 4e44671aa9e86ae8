import { runInOwnTurns } from '../../../core/own-turn.ts'
import {
  type EarlierText,
  type EarlierTexts,
  prepareEarlierTexts,
} from '../../../mail-content/reading/quotations/repeated-text.ts'
import { splitNewText } from '../../../mail-content/reading/quotations/quoted-text.ts'
import { toPlainText } from '../../../mail-content/reading/rich-text.ts'
import { isSameAddress } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { findReading } from '../../records/mail/mail-reading.ts'
import type { ReplyContent } from '../../records/replies/reply.ts'
import { joinBodies } from '../../records/replies/reply-content.ts'
import type { InboundScope } from '../inbound-scope.ts'

/** An answer quotes the newest texts; older ones stand below them. */
const MAX_MAILS = 4
const MAX_REPLIES = 4
const MAX_CHARS = 30_000

/** The texts of its thread that a mail may quote: of the newest mails there, and of the newest replies that were sent. */
export async function readEarlierTexts(
  { mailStore, replyStore }: InboundScope,
  { key, thread, from }: { key: string; thread: string; from: string },
): Promise<EarlierTexts | undefined> {
  const record = await mailStore.findThread(thread)
  if (!record) return undefined
  const keys = record.mails.filter((one) => one !== key).slice(-MAX_MAILS)
  const ids = record.replies.slice(-MAX_REPLIES).map(({ id }) => id)
  const [mails, replies] = await Promise.all([
    Promise.all(keys.map(async (one) => (await mailStore.mails.get(one))?.value)),
    Promise.all(ids.map((id) => replyStore.findReply(id))),
  ])
  const sent = replies.filter((reply) => reply?.sentId !== undefined)
  return runInOwnTurns(prepareEarlierTexts(readTexts(mails, sent, from)))
}

/** Reads each text only when it is asked for. */
function* readTexts(
  mails: (Mail | undefined)[],
  replies: (ReplyContent | undefined)[],
  from: string,
): Generator<EarlierText> {
  for (const mail of mails) if (mail) yield readTextOfMail(mail, from)
  for (const reply of replies) if (reply) yield readTextOfReply(reply)
}

function readTextOfMail(mail: Mail, from: string): EarlierText {
  const text = mail.text?.slice(0, MAX_CHARS)
  const isOwn = isSameAddress(mail.from.address, from)
  if (text === undefined) {
    const newText = toPlainText(findReading(mail)?.newContent ?? { type: 'rich_text', elements: [] })
    return { text: newText, answerable: isOwn ? '' : newText }
  }
  if (isOwn) return { text, answerable: '' }
  const { subject } = mail
  return { text, answerable: splitNewText(text, { subject, senderName: mail.from.name }).newText }
}

const readTextOfReply = (reply: ReplyContent): EarlierText => ({
  text: joinBodies(reply).text.slice(0, MAX_CHARS),
  answerable: reply.text.slice(0, MAX_CHARS),
})

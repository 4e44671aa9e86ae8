import { dateOf, dayKey } from '../text/format-time.ts'
import type { Message } from '../model/control-types.ts'

export interface Row {
  message: Message
  /** The author's name and picture are shown: another author, minutes have passed, or a card that stands for itself. */
  head: boolean
  /** The first message of its day. */
  day: boolean
  index: number
}

const TOGETHER_S = 300
const authorOf = (message: Message): string =>
  `${message.ephemeral_for ? 'e' : ''}${message.bot_id ?? message.user ?? ''}${message.username ?? ''}`

/** In a thread the first reply stands apart from the message that it answers. */
export function rows(messages: Message[], inThread = false): Row[] {
  let before: Message | undefined
  return messages.map((message, index) => {
    const day = !before || dayKey(dateOf(before.ts)) !== dayKey(dateOf(message.ts))
    const near = before !== undefined && Number.parseFloat(message.ts) - Number.parseFloat(before.ts) < TOGETHER_S
    const card = message.bot_id !== undefined && (message.blocks?.length ?? 0) > 1
    const head = day || card || (inThread && index === 1) || !near || !before || authorOf(before) !== authorOf(message)
    before = message
    return { message, head, day, index }
  })
}

/** A first guess of a row's height, until it has been on screen. */
export function guess({ message, head, day }: Row): number {
  const lines = message.blocks?.length
    ? 0
    : message.text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 90)), 0)
  return (
    (head ? 36 : 8) +
    (day ? 40 : 0) +
    lines * 22 +
    (message.blocks?.length ?? 0) * 44 +
    (message.reply_count ? 32 : 0) +
    (message.reactions?.length ? 32 : 0)
  )
}

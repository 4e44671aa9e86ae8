import { readMessageDate, formatDayKey } from '../text/format-time.ts'
import type { Message } from '../slack-types/message-types.ts'

/** The number of messages that are rendered or replaced by an empty box together. */
export const CHUNK_SIZE = 40

export interface ListRow {
  message: Message
  /** Shows the author's name and picture: the author changed, minutes have passed, or this message or the one before is a card. */
  head: boolean
  /** The first message of its day. */
  day: boolean
  index: number
}

const GROUP_SECONDS = 300
const buildAuthorKey = (message: Message): string =>
  `${message.ephemeral_for ? 'e' : ''}${message.bot_id ?? message.user ?? ''}${message.username ?? ''}`

/** Whether a message of an app stands for itself: the next one shows its author again. */
const isCard = (message: Message): boolean => message.bot_id !== undefined && (message.blocks?.length ?? 0) > 1

/** Groups messages of one author. In a thread, the first reply always shows its author. */
export function groupMessages(messages: Message[], inThread = false): ListRow[] {
  let before: Message | undefined
  return messages.map((message, index) => {
    const day = !before || formatDayKey(readMessageDate(before.ts)) !== formatDayKey(readMessageDate(message.ts))
    const near = before !== undefined && Number.parseFloat(message.ts) - Number.parseFloat(before.ts) < GROUP_SECONDS
    const broadcast = message.subtype === 'thread_broadcast' && !inThread
    const head =
      day ||
      isCard(message) ||
      broadcast ||
      (inThread && index === 1) ||
      !near ||
      !before ||
      isCard(before) ||
      buildAuthorKey(before) !== buildAuthorKey(message)
    before = message
    return { message, head, day, index }
  })
}

/** Estimates a row's height until it has been on screen. */
export function estimateHeight({ message, head, day }: ListRow): number {
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

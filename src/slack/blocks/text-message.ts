import { plainText, richText, section } from './block-builders.ts'
import { escapeMrkdwn, splitDates, userMention } from './mrkdwn.ts'
import type { Message, MessageBlock } from './slack-message.ts'

/** A message of one paragraph in our own words, with Slack's markup, and the blocks after it. */
export const textMessage = (text: string, more: MessageBlock[] = []): Message => ({
  text,
  blocks: [section(text), ...more],
})

/** A message with one paragraph of literal text: nothing in it can mention, link or format. */
export const plainTextMessage = (text: string): Message => ({
  text: escapeMrkdwn(text),
  blocks: [section(plainText(text))],
})

/** A message that notifies one person; `text` is shown as plain text, except for times (`formatMoment`). */
export function mentionMessage(user: string, text: string, more: MessageBlock[] = []): Message {
  const parts = splitDates(text)
  const escaped = parts.map((part) => (typeof part === 'string' ? escapeMrkdwn(part) : part.token))
  return {
    text: `${userMention(user)}${escaped.join('')}`,
    blocks: [
      richText([
        {
          type: 'rich_text_section',
          elements: [
            { type: 'user', user_id: user },
            ...parts.map((part) =>
              typeof part === 'string'
                ? { type: 'text' as const, text: part }
                : { type: 'date' as const, timestamp: part.timestamp, format: part.format, fallback: part.fallback },
            ),
          ],
        },
      ]),
      ...more,
    ],
  }
}

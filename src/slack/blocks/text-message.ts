import { plainText, section } from './block-builders.ts'
import { escapeMrkdwn } from './mrkdwn.ts'
import type { Message, MessageBlock } from './slack-message.ts'

/** A message of one paragraph in our own words, with Slack's markup, and what follows it. */
export const textMessage = (text: string, more: MessageBlock[] = []): Message => ({
  text,
  blocks: [section(text), ...more],
})

/** A message of one paragraph that is shown exactly as it is: nothing in it can mention, link or format. */
export const plainTextMessage = (text: string): Message => ({
  text: escapeMrkdwn(text),
  blocks: [section(plainText(text))],
})

import { plainTextMessage } from '../slack/blocks/text-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { replyPrivately } from '../slack/outbox/private-reply.ts'

/** What a person pressed, and where: a button, a menu or a shortcut. */
export interface Pressed {
  team: string
  user: string
  eventId: string
  triggerId: string
  responseUrl?: string
  message?: { channel: string; threadTs?: string }
}

export type Refuse = (pressed: Pressed, text: string) => Promise<void>
export type Tell = (
  to: { team: string; user: string; opId: string; channel: string; threadTs?: string },
  text: string,
) => Promise<void>

/** Private words to one person, where they pressed; as a direct message where that is nowhere. */
export function notes(outbox: Outbox): { refuse: Refuse; tell: Tell } {
  return {
    refuse: ({ team, user, eventId, responseUrl, message }, text) =>
      replyPrivately(
        outbox,
        { team, user, responseUrl, ...message, opId: `mail.note:${eventId}` },
        plainTextMessage(text),
      ),
    tell: (to, text) => replyPrivately(outbox, to, plainTextMessage(text)),
  }
}

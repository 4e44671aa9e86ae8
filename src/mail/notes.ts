import { plain, section } from '../slack/blocks/block-builders.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { escape } from '../slack/blocks/mrkdwn.ts'

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

const message = (text: string): Message => ({ text: escape(text), blocks: [section(plain(text))] })

/** Private words to one person, where they pressed; as a direct message where that is nowhere. */
export function notes(outbox: Outbox): { refuse: Refuse; tell: Tell } {
  return {
    refuse: async ({ team, user, eventId, responseUrl, message: place }, text) => {
      const opId = `mail.note:${eventId}`
      if (!place) return outbox.direct({ team, user, opId, message: message(text) })
      const { channel, threadTs } = place
      return outbox.note({ team, user, opId, channel, threadTs, responseUrl, message: message(text) })
    },
    tell: ({ channel, ...to }, text) =>
      channel === ''
        ? outbox.direct({ ...to, message: message(text) })
        : outbox.note({ ...to, channel, message: message(text) }),
  }
}

import { textMessage } from '../slack/blocks/text-message.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { People } from '../slack/directory/people.ts'
import { replyPrivately, type Requester } from '../slack/outbox/private-reply.ts'
import { jobText } from './text/en.ts'

export type Asker = Requester

export interface Gate {
  /** Whether this person may start and steer jobs; if not, they are told, privately. */
  lets: (asker: Asker) => Promise<boolean>
  /** Something for this person's eyes only. */
  tell: (asker: Asker, text: string | Message) => Promise<void>
}

/** Full members of the workspace act; guests, bots and people from other organizations do not. */
export function gate(deps: { people: People; outbox: Outbox }): Gate {
  const { people, outbox } = deps

  const tell = (asker: Asker, text: string | Message): Promise<void> =>
    replyPrivately(
      outbox,
      { ...asker, opId: `${asker.opId}:told` },
      typeof text === 'string' ? textMessage(text) : text,
    )

  return {
    tell,
    async lets(asker) {
      const person = await people.person(asker.team, asker.user)
      if (person.isMember) return true
      await tell(asker, jobText.membersOnly)
      return false
    },
  }
}

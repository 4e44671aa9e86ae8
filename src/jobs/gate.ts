import { section } from '../slack/blocks/block-builders.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { People } from '../slack/directory/people.ts'
import { jobText } from './text/en.ts'

/** Who asks for something, and where a private answer reaches them. */
export interface Asker {
  team: string
  user: string
  channel?: string | undefined
  threadTs?: string | undefined
  responseUrl?: string | undefined
  /** Names the answer: said once. */
  opId: string
}

export interface Gate {
  /** Whether this person may start and steer jobs; if not, they are told, privately. */
  lets: (asker: Asker) => Promise<boolean>
  /** Something for this person's eyes only. */
  tell: (asker: Asker, text: string | Message) => Promise<void>
}

export const message = (text: string): Message => ({ text, blocks: [section(text)] })

/** Full members of the workspace act; guests, bots and people from other organizations do not. */
export function gate(deps: { people: People; outbox: Outbox }): Gate {
  const { people, outbox } = deps

  async function tell(asker: Asker, text: string | Message): Promise<void> {
    const { team, user, channel, threadTs, responseUrl, opId } = asker
    const said = typeof text === 'string' ? message(text) : text
    const id = `${opId}:told`
    if (channel === undefined) return outbox.direct({ team, user, opId: id, message: said })
    return outbox.note({ team, channel, user, opId: id, message: said, threadTs, responseUrl })
  }

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

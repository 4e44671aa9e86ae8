import type { TaskFailure } from '../../queue/queue.ts'
import { errorReference } from '../../queue/task-kinds.ts'
import { section } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { AdminAlerts } from './admin-alerts.ts'
import { readEventIds } from '../webhook/webhook-event.ts'
import type { Placement } from '../thread/post-mail.ts'
import { mailTexts } from '../text/en.ts'
import type { MailStore } from '../model/mail-store.ts'
import { threadKey } from '../model/mail-thread.ts'
import type { ReplyStore } from '../model/reply-store.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'

interface Writer {
  user: string
  thread: string
}

export interface DeathDeps {
  outbox: Outbox
  bag: MailStore
  outgoing: ReplyStore
  fingerprint: KeyedHash
  alarms: AdminAlerts
  placement: () => Placement
  /** Said aloud to the writer, in the thread of the mail that was answered. */
  call: (team: string, writer: Writer, opId: string, message: Message) => Promise<void>
}

/** What died of mail is told where the mail stands, or, where it stands nowhere, to whoever sets the routes. */
export function mailDeaths({ outbox, bag, outgoing, fingerprint, alarms, placement, call }: DeathDeps) {
  const opId = (death: TaskFailure) => `mail.died:${death.id}`

  async function inThread(team: string, thread: string | undefined, death: TaskFailure): Promise<void> {
    const under = thread === undefined ? undefined : await placement().under(team, thread)
    const text = mailTexts.lost(errorReference(death.id))
    if (under) return outbox.post({ team, opId: opId(death), message: { text, blocks: [section(text)] }, ...under })
    return alarms.lost(team, opId(death), errorReference(death.id))
  }

  const toWriter = (team: string, writer: Writer, death: TaskFailure): Promise<void> =>
    call(team, writer, opId(death), mentionMessage(writer.user, mailTexts.loud.died(errorReference(death.id))))

  return {
    event: ({ team, event }: { team: string; event: unknown }, death: TaskFailure): Promise<void> => {
      const { inboxId, threadId } = readEventIds(event)?.about ?? {}
      return inThread(team, inboxId && threadId && threadKey(fingerprint, inboxId, threadId), death)
    },
    thread: ({ team, thread }: { team: string; thread: string }, death: TaskFailure): Promise<void> =>
      inThread(team, thread, death),
    mail: async ({ team, mail }: { team: string; mail: string }, death: TaskFailure): Promise<void> =>
      inThread(team, (await bag.mails(team).get(mail))?.value.thread, death),
    reply: ({ team, user, thread }: Writer & { team: string }, death: TaskFailure): Promise<void> =>
      toWriter(team, { user, thread }, death),
    /** A reply that stopped by itself has told its writer so. */
    send: async ({ team, reply }: { team: string; reply: string }, death: TaskFailure): Promise<void | false> => {
      const letter = (await outgoing.replies(team).get(reply))?.value
      if (!letter) return false
      if (letter.state === 'held' || letter.state === 'sending') await toWriter(team, letter, death)
      return undefined
    },
  }
}

export type MailDeaths = ReturnType<typeof mailDeaths>

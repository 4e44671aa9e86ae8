import type { SandboxClient } from '../tools/sandbox-client.ts'
import type { Named } from '../sandbox/control-types.ts'
import { recordHistory, type History } from './history.ts'
import type { ShownMail } from './sent-content.ts'

/** How a mail is sent. */
export type SendKind = 'reply' | 'reply-all' | 'forward' | 'new'

/** An operation and its outcome, as far as the person or service behind it could see. */
export interface Operation {
  kind: 'job' | 'follow-up' | 'mail' | 'reply'
  /** Only for a reply; an answer if absent. */
  sends?: SendKind
  /** A word that only this operation uses, by which its results are recognized. */
  marker: string
  /** Whether the app confirmed it. False if it refused or did not answer; undefined for an event, whose outcome is in the history. */
  accepted: boolean | undefined
  /** Key of its event: `<channel>:<ts>`, or the mailbox's event id. */
  event?: string
  /** The marker of the job that it follows up, or of the first mail in its thread. */
  parent?: string
  /** Undo was clicked, or tried: the job may be shown as not started. */
  isUndone?: boolean
  /** The channel in which its card must be. */
  channel?: string
  /** The Slack thread (`<channel>:<ts>`) in which a reply was written. */
  thread?: string
  /** The mailbox's thread of a mail. */
  mailThread?: string
  /** The content of a reply's form when it was submitted, and the person who submitted it. */
  entered?: ShownMail
  writer?: string
  /** The marker of the first version of a reply that was edited, or declined and rewritten. */
  root?: string
  /** Approval was switched on before its form was opened. */
  needsApproval?: boolean
}

/** A decision about a mail, made in the window that showed it. */
export interface Decision {
  marker: string
  by: string
  verdict: 'approved' | 'declined'
  shown: ShownMail
  /** Its writer was notified. Otherwise somebody else's decision may have been faster, or the app may not have received this one. */
  isCertain?: boolean
}

/** A mail thread that can be continued: the marker of its first mail, and its last mail. */
export interface MailThread {
  marker: string
  threadId: string
  messageId: string
}

export interface Fixture {
  sandbox: SandboxClient
  history: History
  bot: string
  inbox: string
  people: [string, ...string[]]
  admin: string
  /** Where jobs are started. */
  channels: [string, ...string[]]
  /** Where mail is shown. */
  mailChannel: string
  /** People approve mail, and some leaves at a time that they chose. */
  hasDecisions?: true
  /** Whether mail needs an approval before it is sent. */
  needsApproval?: boolean
  operations: Operation[]
  decisions: Decision[]
  /** How many new versions of mails people have begun to write. */
  versions: number
  /** Scheduled mails: those stopped by an incoming mail, those given another time, and how often one was sent immediately. */
  stopped: Set<string>
  retimed: Set<string>
  sentNow: number
  mailThreads: MailThread[]
}

const PEOPLE = ['maria', 'tom', 'aiko']
const CHANNELS = ['docs', 'general', 'quarantine', 'leads']
const MAIL_CHANNEL = 'support'

/** Looks up the people, channels and mailbox of a sandbox and starts recording its history. */
export async function openFixture(
  sandbox: SandboxClient,
  inbox: string,
  { hasDecisions = false }: { hasDecisions?: boolean } = {},
): Promise<Fixture> {
  const findIds = (list: Named[], names: string[]): [string, ...string[]] => {
    const [first, ...rest] = names.map((name) => {
      const found = list.find((one) => one.name === name)
      if (!found) throw new Error(`the sandbox has no ${name}`)
      return found.id
    })
    if (first === undefined) throw new Error('no names were given')
    return [first, ...rest]
  }
  const users = await sandbox.slack.users()
  const channels = await sandbox.slack.channels()
  const { bot_user: bot } = await sandbox.slack.app()
  return {
    sandbox,
    history: recordHistory(sandbox),
    bot,
    inbox,
    people: findIds(users, hasDecisions ? [...PEOPLE, 'li'] : PEOPLE),
    admin: findIds(users, ['aiko'])[0],
    ...(hasDecisions && { hasDecisions }),
    channels: findIds(channels, CHANNELS),
    mailChannel: findIds(channels, [MAIL_CHANNEL])[0],
    operations: [],
    decisions: [],
    versions: 0,
    stopped: new Set(),
    retimed: new Set(),
    sentNow: 0,
    mailThreads: [],
  }
}

import { requestJson, type SandboxClient } from '../tools/sandbox-client.ts'
import type { Named } from '../sandbox/control-types.ts'
import { recordHistory, type History } from './history.ts'
import { typeUntilConfirmed } from './admin-commands.ts'
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
  /** The inbox that a mail reached, or that a reply is sent from. */
  inbox?: string
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
  inbox: string
  marker: string
  threadId: string
  messageId: string
}

/** An inbox, the channel that its mail goes to, and whether its outgoing mail needs an approval. */
export interface FixtureInbox {
  id: string
  channel: string
  needsApproval: boolean
}

export interface Fixture {
  sandbox: SandboxClient
  history: History
  bot: string
  /** Two of one account, which also write to each other. */
  inboxes: [FixtureInbox, FixtureInbox]
  people: [string, ...string[]]
  admin: string
  /** Where jobs are started. */
  channels: [string, ...string[]]
  operations: Operation[]
  decisions: Decision[]
  /** How many new versions of mails people have begun to write. */
  versions: number
  /** Scheduled mails: those stopped by an incoming mail, those given another time, and how often one was sent immediately. */
  stopped: Set<string>
  retimed: Set<string>
  sentNow: number
  /** How often a person looks whether a form has opened before they press again. */
  formPolls: number
  mailThreads: MailThread[]
}

/** While calls fail, many a form never opens. */
const FORM_POLLS = 12
/** Without faults, a form opens, however busy the machine. */
export const PATIENT_FORM_POLLS = 80

const PEOPLE = ['maria', 'tom', 'aiko', 'li']
const CHANNELS = ['docs', 'general', 'quarantine', 'leads']
/** The channels of the mail of the two inboxes. */
const MAIL_CHANNELS = ['support', 'quarantine']
/** Sorted after the first one, which stays the inbox of new mail. */
const SECOND_INBOX = 'warehouse'

/** Creates an inbox at the simulated mailbox; returns its id. */
async function createInbox(
  { MAIL_API_URL: url, MAIL_API_KEY: key }: Record<string, string>,
  name: string,
): Promise<string> {
  const request = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: { username: name } }
  return (await requestJson<{ inbox_id: string }>(`${url}/v0/inboxes`, request)).body.inbox_id
}

/** Looks up the people, channels and mailbox of a sandbox, creates a second inbox in it, and starts recording its history. */
export async function openFixture(sandbox: SandboxClient, env: Record<string, string>): Promise<Fixture> {
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
  const [first, second = first] = findIds(channels, MAIL_CHANNELS)
  const people = findIds(users, PEOPLE)
  // Everybody works everywhere.
  for (const user of people)
    for (const channel of channels.filter(
      ({ name, members = [] }) => CHANNELS.includes(name) && !members.includes(user),
    ))
      await sandbox.slack.changeWorkspace('invite', { user, channel: channel.id })
  return {
    sandbox,
    history: recordHistory(sandbox),
    bot,
    inboxes: [
      { id: env['SANDBOX_INBOX'] ?? '', channel: first, needsApproval: false },
      { id: await createInbox(env, SECOND_INBOX), channel: second, needsApproval: false },
    ],
    people,
    admin: findIds(users, ['aiko'])[0],
    channels: findIds(channels, CHANNELS),
    operations: [],
    decisions: [],
    versions: 0,
    stopped: new Set(),
    retimed: new Set(),
    sentNow: 0,
    formPolls: FORM_POLLS,
    mailThreads: [],
  }
}

/** Gives the second inbox its channel; the first one has the default channel. */
export async function routeSecondInbox({ sandbox, admin, inboxes: [, { id, channel }] }: Fixture): Promise<void> {
  const command = { user: admin, channel, command: '/mail', text: `route ${id} <#${channel}>` }
  await typeUntilConfirmed(sandbox, command, `Email for ${id} now goes to`)
}

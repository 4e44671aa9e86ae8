import type { AccessPolicy } from '../access/access-policy.ts'
import type { Authorizer } from '../access/authorize.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { MailboxClient } from '../clients/mailbox/mailbox-client.ts'
import { type Clock, isRecent } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Queue } from '../queue/queue.ts'
import type { SlackFile } from '../slack/api/slack-files.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Conversations } from '../slack/directory/conversations.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { Installations } from '../slack/directory/installations.ts'
import type { People } from '../slack/directory/people.ts'
import type { SearchDirectory } from '../slack/directory/search-directory.ts'
import type { ListThreadFiles } from '../slack/directory/thread-files.ts'
import type { UserGroups } from '../slack/directory/user-groups.ts'
import type { FindWorkspaceAdmins } from '../slack/directory/workspace-admins.ts'
import type { Command } from '../slack/inbound/listeners.ts'
import type { Cards } from '../slack/outbox/cards.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { FileSender } from '../slack/outbox/send-file.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { JobsForMail, OpenSettings } from '../slice.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { type BounceRates, createBounceRates } from './records/replies/bounce-rate.ts'
import { type ContactStore, createContactStore } from './senders/contacts.ts'
import { createKnownDomains, type KnownDomains } from './senders/known-domains.ts'
import { createImportTable, type ImportTable } from './records/mail/mail-import.ts'
import { createMailRoutes, type MailRoutes } from './records/routing/mail-routes.ts'
import { createMailStore, type MailStore } from './records/mail/mail-store.ts'
import { createReplyStore, type ReplyStore } from './records/replies/reply-store.ts'
import { createWorkIndex, type WorkIndex } from './records/mail/work-lists.ts'

/** A mailbox that did not answer is asked again after this time. */
export const SILENCE_MS = 60_000

/** The operator's configuration of mail. */
export interface MailConfig {
  /** Secrets that are always accepted, in addition to those of the app's own webhook. */
  webhookSecrets: string[]
  /** The app's own https address; without it an operator registers the webhook by hand. */
  publicUrl: string | undefined
  defaultChannel: string | undefined
  /** How long a reply is held before it leaves, unless an inbox has its own setting. */
  undoMs: number
  adminUsers: string[]
}

/** What the app provides to the slice. */
export interface MailOptions {
  store: Store
  queue: Queue
  clock: Clock
  log: Log
  keyedHash: KeyedHash
  outbox: Outbox
  cards: Cards
  views: Views
  people: People
  groups: UserGroups
  findWorkspaceAdmins: FindWorkspaceAdmins
  searchDirectory: SearchDirectory
  languages: Languages
  conversations: Pick<Conversations, 'permalink'>
  installations: Installations
  access: AccessPolicy
  authorizer: Authorizer
  audit: AuditLog
  mailbox: MailboxClient
  /** The bytes of a file that a person attached; throws `UnreadableFile` when it can no longer be read. */
  readFile: (team: string, id: string) => Promise<SlackFile>
  /** The files that people posted in a Slack thread, the newest first. */
  listThreadFiles: ListThreadFiles
  /** False only if Slack says that the file is gone or that the app may no longer read it. */
  isFileThere: (team: string, id: string) => Promise<boolean>
  sendFile: FileSender
  settings: SettingsStore
  /** Opens the settings, for `/mail settings` and from a card that one of them explains. */
  openSettings: OpenSettings
  config: MailConfig
  /** Docs jobs that are started from a mail; undefined while no agent is connected. */
  jobs: JobsForMail | undefined
  /** Opens the audit for `/mail audit`. */
  openAudit(this: void, command: Command): Promise<Message | undefined>
  /** Refreshes Home for these people. */
  refreshHome(this: void, team: string, users: string[]): Promise<void>
  /** Shows one person on Home the answer to what they did there. */
  showOnHome(this: void, team: string, user: string, message: Message): Promise<void>
}

/** What every feature of this slice may use; each wing adds what only its features use. Built once, in dependency order; nothing in it is set later. */
export interface MailServices {
  readonly queue: Queue
  readonly clock: Clock
  readonly log: Log
  readonly keyedHash: KeyedHash
  readonly outbox: Outbox
  readonly cards: Cards
  readonly views: Views
  readonly people: People
  readonly groups: UserGroups
  readonly findWorkspaceAdmins: FindWorkspaceAdmins
  readonly searchDirectory: SearchDirectory
  readonly languages: Languages
  readonly conversations: Pick<Conversations, 'permalink'>
  readonly installations: Pick<Installations, 'lastKnown'>
  readonly access: AccessPolicy
  readonly authorizer: Authorizer
  readonly audit: AuditLog
  readonly mailbox: MailboxClient
  readonly readFile: MailOptions['readFile']
  readonly listThreadFiles: ListThreadFiles
  readonly isFileThere: MailOptions['isFileThere']
  readonly sendFile: FileSender
  readonly settings: SettingsStore
  readonly openSettings: OpenSettings
  readonly config: MailConfig
  readonly jobs: JobsForMail | undefined
  readonly openAudit: MailOptions['openAudit']
  readonly refreshHome: MailOptions['refreshHome']
  readonly showOnHome: MailOptions['showOnHome']
  readonly mailStore: MailStore
  readonly replyStore: ReplyStore
  readonly contacts: ContactStore
  readonly knownDomains: KnownDomains
  readonly imports: ImportTable
  readonly routes: MailRoutes
  readonly bounceRates: BounceRates
  readonly workIndex: WorkIndex
  /** The mail address of an inbox: its id, if that is one; undefined if the mailbox gives none. */
  readonly findInboxAddress: (inboxId: string) => Promise<string | undefined>
  /** The one installation is the workspace whose mailbox this is. */
  readonly findHomeTeam: () => Promise<string>
}

/** Builds the services in dependency order. */
export function createMailServices(options: MailOptions): MailServices {
  const { store, keyedHash, config, mailbox, installations } = options
  const replyStore = createReplyStore(store, keyedHash)
  return {
    queue: options.queue,
    clock: options.clock,
    log: options.log,
    keyedHash,
    outbox: options.outbox,
    cards: options.cards,
    views: options.views,
    people: options.people,
    groups: options.groups,
    findWorkspaceAdmins: options.findWorkspaceAdmins,
    searchDirectory: options.searchDirectory,
    languages: options.languages,
    conversations: options.conversations,
    installations,
    access: options.access,
    authorizer: options.authorizer,
    audit: options.audit,
    mailbox,
    readFile: options.readFile,
    listThreadFiles: options.listThreadFiles,
    isFileThere: options.isFileThere,
    sendFile: options.sendFile,
    settings: options.settings,
    openSettings: options.openSettings,
    config,
    jobs: options.jobs,
    openAudit: options.openAudit,
    refreshHome: options.refreshHome,
    showOnHome: options.showOnHome,
    mailStore: createMailStore(store),
    replyStore,
    contacts: createContactStore(store, keyedHash),
    knownDomains: createKnownDomains(store, keyedHash, options.clock),
    imports: createImportTable(store),
    routes: createMailRoutes(store, { defaultChannel: config.defaultChannel, holdMs: config.undoMs }),
    bounceRates: createBounceRates(store, keyedHash),
    workIndex: createWorkIndex(store),
    findInboxAddress: createInboxAddressLookup(mailbox, options.clock),
    findHomeTeam: async () => (await installations.forTeam(undefined)).teamId,
  }
}

/** Asks once per inbox and process; a mailbox that does not answer, once a minute, so that it holds up few mails. */
function createInboxAddressLookup({ inboxes }: MailboxClient, clock: Clock): MailServices['findInboxAddress'] {
  const answers = new Map<string, { at: number; address: Promise<string | undefined> }>()
  return async (inboxId) => {
    if (inboxId.includes('@')) return inboxId
    const last = answers.get(inboxId)
    const known = last && (await last.address)
    if (known !== undefined || (last && isRecent(clock, last.at, clock.scaled(SILENCE_MS)))) return known
    const address = inboxes.get(inboxId).then(
      (inbox) => inbox?.email,
      () => undefined,
    )
    answers.set(inboxId, { at: clock.now(), address })
    return address
  }
}

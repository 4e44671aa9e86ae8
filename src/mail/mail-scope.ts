import type { MailboxClient } from '../clients/mailbox/mailbox-client.ts'
import { type Clock, isRecent } from '../core/clock.ts'
import type { JobsForMail, WorkspacePages } from '../slice.ts'
import { createFormSubmissions, type FormSubmissions } from '../store/form-submissions.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { Connections, SharedServices, WorkspaceScope } from '../workspace-scope.ts'
import { createImportTable, type ImportTable } from './records/mail/mail-import.ts'
import { createMailStore, type MailStore } from './records/mail/mail-store.ts'
import { createWorkIndex, type WorkIndex } from './records/mail/work-lists.ts'
import { type BounceRates, createBounceRates } from './records/replies/bounce-rate.ts'
import { createReplyStore, type ReplyStore } from './records/replies/reply-store.ts'
import { createMailRoutes, type MailRoutes } from './records/routing/mail-routes.ts'
import { type ContactStore, createContactStore } from './senders/contacts.ts'
import { createRecentOwners, type RecentOwners } from './records/mail/recent-owners.ts'
import { type Correspondents, createCorrespondents } from './senders/correspondents.ts'
import { createKnownDomains, type KnownDomains } from './senders/known-domains.ts'

/** The time after which a mailbox that did not answer is asked again. */
export const SILENCE_MS = 60_000

/** The operator's configuration of mail. */
export interface MailConfig {
  /** Secrets that are always accepted, in addition to those of the app's own webhook. */
  webhookSecrets: string[]
  /** The app's own https address; without it, an operator registers the webhook by hand. */
  publicUrl: string | undefined
  /** The workspace named in the address of deliveries; undefined for the home workspace, whose address has never named one. */
  deliveryTeam?: string | undefined
  defaultChannel: string | undefined
  /** How long a reply is held before it is sent, in milliseconds, unless an inbox has its own setting. */
  undoMs: number
  /** How long a mail thread is kept after its last mail, in milliseconds; undefined to keep all. */
  retentionMs?: number | undefined
}

/** The mailbox of one workspace, with the operator's configuration for it. */
export interface MailConnection {
  mailbox: MailboxClient
  config: MailConfig
}

/** Dependencies that the app provides to the slice. */
export interface MailOptions {
  platform: { services: SharedServices; store: Store; rateLimits: RateLimits }
  pages: WorkspacePages
  connections: Connections<MailConnection>
  /** Whether the app registers a webhook in any workspace. If not, the start asks Slack nothing. */
  registersWebhooks: boolean
  /** The docs jobs of a workspace; undefined while no agent is connected there. */
  findJobs(this: void, team: string): Promise<JobsForMail | undefined>
}

/** The parts of other slices that mail uses. */
export interface OtherSlices extends WorkspacePages {
  /** Docs jobs that are started from a mail; undefined while no agent is connected. */
  readonly jobs: JobsForMail | undefined
}

/** Records that several wings use, besides the mails, the replies and the routes. */
export interface MailRecords {
  readonly contacts: ContactStore
  readonly knownDomains: KnownDomains
  readonly correspondents: Correspondents
  readonly recentOwners: RecentOwners
  readonly imports: ImportTable
  readonly bounceRates: BounceRates
  readonly workIndex: WorkIndex
  readonly formSubmissions: FormSubmissions
  /** The mail address of an inbox: its id, if that is an address; undefined if the mailbox returns none. */
  readonly findInboxAddress: (inboxId: string) => Promise<string | undefined>
}

/** The scope of one workspace for all features of this slice; each wing adds members for its own features. */
export interface MailScope extends WorkspaceScope {
  readonly slices: OtherSlices
  readonly mailbox: MailboxClient
  readonly mailStore: MailStore
  readonly replyStore: ReplyStore
  readonly routes: MailRoutes
  readonly records: MailRecords
}

/** Builds the scope of one workspace, in dependency order. */
export function createMailScope(
  { services, store, slices }: { services: SharedServices; store: Store; slices: OtherSlices },
  { mailbox, config }: MailConnection,
  team: string,
): MailScope {
  const { keyedHash, clock } = services
  const { defaultChannel, undoMs: defaultHoldMs } = config
  const own = { store, team }
  return {
    ...services,
    team,
    slices,
    mailbox,
    mailStore: createMailStore(own),
    replyStore: createReplyStore(own, keyedHash),
    routes: createMailRoutes(own, { defaultChannel, defaultHoldMs }),
    records: {
      contacts: createContactStore(own, keyedHash, services),
      knownDomains: createKnownDomains(own, keyedHash, services),
      correspondents: createCorrespondents(own, keyedHash),
      recentOwners: createRecentOwners(own, keyedHash),
      imports: createImportTable(own),
      bounceRates: createBounceRates(own),
      workIndex: createWorkIndex(own),
      formSubmissions: createFormSubmissions(store, `${team}/mail.submissions`),
      findInboxAddress: createInboxAddressLookup(mailbox, clock),
    },
  }
}

/** Asks once per inbox and process. A mailbox that does not answer is asked once a minute, and delays little mail. */
function createInboxAddressLookup({ inboxes }: MailboxClient, clock: Clock): MailRecords['findInboxAddress'] {
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

import { type Address, domainOf } from '../records/address.ts'
import { isImitation, type Mail } from '../records/mail/mail.ts'
import type { RoutingSettings } from '../records/routing/routing-settings.ts'
import type { ContactStore } from './contacts.ts'
import type { KnownDomains } from './known-domains.ts'
import type { MailStore } from '../records/mail/mail-store.ts'
import { findClaims, findNamedDomain } from './claimed-name.ts'
import { findClaimedRole, findNameKey, findRoleKey, hostOf, withoutRoles, writtenKey } from './known-names.ts'
import { type NameFit, skeletonOf } from '../../core/name-shape.ts'
import { parseDomain } from './domain-names.ts'
import { findLookAlike } from './look-alike.ts'

/** Whether a name reads as that of a full member of a workspace. */
export type IsMemberName = (team: string, name: string, fit: NameFit) => Promise<boolean>

/** The scope of known senders and domains. */
export interface SenderScope {
  readonly team: string
  readonly slack: { readonly isMemberName: IsMemberName }
  readonly records: { readonly contacts: ContactStore; readonly knownDomains: KnownDomains }
  readonly mailStore: MailStore
}

/** The history of a mail's sender. */
export interface SenderHistory {
  isFirstContact: boolean
  /** The domains of all inboxes. */
  own: string[]
  /** The domains that are already in the thread. */
  thread: string[]
  /** Domains that the inbox has exchanged mail with, and that this sender may imitate. */
  past: string[]
  /** Domains whose names the sender's name may begin with. */
  brands: string[]
  /** Where the person or role with this sender's name writes from; a domain, or an address. */
  namesakes: string[]
  /** Whether the sender has the name of a colleague, and the inbox has not written to that name there. */
  hasMemberName: boolean
}

const MAX_LABELS = 6

/** The domains of every inbox that mail has come for or that has a route. */
export function listOwnDomains({ rules, seen }: RoutingSettings, own: string | undefined): string[] {
  const inboxes = [...(own === undefined ? [] : [own]), ...rules.map(({ inboxId }) => inboxId), ...seen]
  return [...new Set(inboxes.filter((inbox) => inbox.includes('@')).map(domainOf))]
}

/** Finds the domains that the inbox has exchanged mail with, and that the sender may imitate. */
async function findPastDomains(
  { records: { knownDomains } }: SenderScope,
  { inboxId, from }: Pick<Mail, 'inboxId' | 'from'>,
): Promise<string[]> {
  const domain = parseDomain(domainOf(from.address))
  if (!domain || (await knownDomains.isKnown(inboxId, domain.registered))) return []
  const labels = domain.host.split('.').slice(0, MAX_LABELS)
  const beginnings = labels.map((_, at) => labels.slice(0, at + 1).join('.')).slice(1, -1)
  const candidates = [...beginnings, domain.name.replaceAll('-', '.'), findNamedDomain(from)]
  const exact = await Promise.all(
    candidates.map(async (one) => (one && (await knownDomains.isKnown(inboxId, one)) ? [one] : [])),
  )
  return [...exact.flat(), ...(await knownDomains.findSimilar(inboxId, skeletonOf(domain.name)))]
}

type NameHistory = Pick<SenderHistory, 'brands' | 'namesakes' | 'hasMemberName'>

const none: string[] = []
const noNames: NameHistory = { brands: [], namesakes: [], hasMemberName: false }

/** Finds who else has the sender's name. A domain that was seen before does not end this check, because a stranger may write twice. */
async function findNamesakes(
  { team, slack, records: { knownDomains } }: SenderScope,
  { inboxId, from }: Pick<Mail, 'inboxId' | 'from'>,
  own: string[],
): Promise<NameHistory> {
  const host = hostOf(from.address)
  if (host === undefined || !from.name || own.some((one) => parseDomain(one)?.registered === host)) return noNames
  const role = findClaimedRole(from)
  const key = findNameKey(from.name)
  const [people, roles, brands] = await Promise.all([
    key === undefined ? none : knownDomains.findByName(inboxId, key),
    role ? knownDomains.findByName(inboxId, role.key) : none,
    knownDomains.findByShape(inboxId, findClaims(from).map(skeletonOf)),
  ])
  if (people.includes(host)) return { ...noNames, brands }
  return {
    brands,
    namesakes: [...people, ...roles.filter((one) => role?.fits(one))].filter((one) => one !== host),
    hasMemberName:
      (await slack.isMemberName(team, from.name, 'whole')) ||
      // “Acme Support Team” has no name of a member, though one may be called “Support Team”.
      (await slack.isMemberName(team, withoutRoles(from.name), 'part')),
  }
}

const hasSameName = (one: Address, other: Address): boolean =>
  skeletonOf(one.name ?? '') === skeletonOf(other.name ?? '')

/** Reads the history of a mail's sender. A trusted mail makes its people known contacts. */
export async function readSenderHistory(
  scope: SenderScope,
  { key, mail }: { key: string; mail: Mail },
  settings: RoutingSettings,
): Promise<SenderHistory> {
  const { mailStore } = scope
  const { contacts } = scope.records
  const isTrusted = mail.restriction === undefined
  const first = isTrusted ? await contacts.recordMail(key, mail) : await contacts.findFirstMail(mail)
  const isFirstMail = first === undefined || first === key
  // The first answer of a person that the inbox wrote to is no first contact.
  const isFirstContact = isFirstMail && !(await isWrittenTo(scope, mail))
  const own = listOwnDomains(settings, mail.own)
  const before = isFirstMail ? undefined : await mailStore.findMail(first)
  // A sender who wrote before and imitated nobody is known; our own domains are compared with every sender, and so is another name.
  if (before && !isImitation(before)) {
    const names = hasSameName(before.from, mail.from) ? noNames : await findNamesakes(scope, mail, own)
    return { isFirstContact, own, thread: [], past: [], ...names }
  }
  const thread = await mailStore.findThread(mail.thread)
  const earlier = await mailStore.findMail(thread?.mails.find((other) => other !== key))
  const others = earlier && !isImitation(earlier) ? [earlier.from, ...earlier.to, ...earlier.cc] : []
  return {
    isFirstContact,
    own,
    thread: others.map(({ address }) => domainOf(address)),
    past: await findPastDomains(scope, mail),
    ...(await findNamesakes(scope, mail, own)),
  }
}

/** Records the sender's domain for the inbox of a mail, unless the mail is restricted or imitates someone. */
export async function recordSender(scope: SenderScope, mail: Mail, settings: RoutingSettings): Promise<void> {
  if (mail.restriction !== undefined || isImitation(mail)) return
  await recordDomains(scope, { mail, people: [mail.from], isStranger: true }, settings)
  await recordNames(scope, mail)
}

const isWrittenTo = async (
  { records: { knownDomains } }: { records: Pick<SenderScope['records'], 'knownDomains'> },
  { inboxId, from }: Pick<Mail, 'inboxId' | 'from'>,
): Promise<boolean> => (await knownDomains.findByName(inboxId, writtenKey(from.address))).length > 0

/** Records the name of a sender that the inbox has written to, and the role of any sender whose domain is known. */
async function recordNames(
  { records: { knownDomains } }: SenderScope,
  { inboxId, from }: Pick<Mail, 'inboxId' | 'from'>,
): Promise<void> {
  const host = hostOf(from.address)
  if (host === undefined) return
  const key = findNameKey(from.name ?? '')
  if (key !== undefined && (await isWrittenTo({ records: { knownDomains } }, { inboxId, from })))
    await knownDomains.recordName(inboxId, key, host)
  const role = findRoleKey(from.address)
  if (role !== undefined && (await knownDomains.isKnown(inboxId, host)))
    await knownDomains.recordName(inboxId, role, host)
}

/** Records the domains of these people for the inbox of a mail, except one that imitates another. `isStranger`: only the mail itself makes them known. */
export async function recordDomains(
  { records: { knownDomains } }: SenderScope,
  {
    mail: { inboxId, own },
    people,
    isStranger = false,
  }: { mail: Pick<Mail, 'inboxId' | 'own'>; people: Address[]; isStranger?: boolean },
  settings: RoutingSettings,
): Promise<void> {
  const ours = listOwnDomains(settings, own)
  const domains = new Map(
    people.flatMap(({ address }) => {
      const domain = parseDomain(domainOf(address))
      return domain ? [[domain.registered, domain] as const] : []
    }),
  )
  for (const [domain, { name }] of domains)
    await knownDomains.record(inboxId, {
      domain,
      shape: skeletonOf(name),
      isStranger,
      resembles: (similar) =>
        findLookAlike(domain, ours, 'near') !== undefined || findLookAlike(domain, similar, 'past') !== undefined,
    })
}

import { type Address, domainOf } from '../records/address.ts'
import { isImitation, type Mail } from '../records/mail/mail.ts'
import type { RoutingSettings } from '../records/routing/routing-settings.ts'
import type { ContactStore } from './contacts.ts'
import type { KnownDomains } from './known-domains.ts'
import type { MailStore } from '../records/mail/mail-store.ts'
import { findClaims, findNamedDomain } from './claimed-name.ts'
import { parseDomain, skeletonOf } from './domain-names.ts'
import { findLookAlike } from './look-alike.ts'

/** The scope of known senders and domains. */
export interface SenderScope {
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
  return [
    ...exact.flat(),
    ...(await knownDomains.findSimilar(inboxId, skeletonOf(domain.name))),
    ...(await knownDomains.findByShape(inboxId, findClaims(from).map(skeletonOf))),
  ]
}

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
  const isFirstContact = first === undefined || first === key
  const own = listOwnDomains(settings, mail.own)
  const before = isFirstContact ? undefined : await mailStore.findMail(first)
  // A sender who wrote before and imitated nobody is known; our own domains are compared with every sender.
  if (before && !isImitation(before)) return { isFirstContact, own, thread: [], past: [] }
  const thread = await mailStore.findThread(mail.thread)
  const earlier = await mailStore.findMail(thread?.mails.find((other) => other !== key))
  const others = earlier && !isImitation(earlier) ? [earlier.from, ...earlier.to, ...earlier.cc] : []
  return {
    isFirstContact,
    own,
    thread: others.map(({ address }) => domainOf(address)),
    past: await findPastDomains(scope, mail),
  }
}

/** Records the sender's domain for the inbox of a mail, unless the mail is restricted or imitates someone. */
export async function recordSender(scope: SenderScope, mail: Mail, settings: RoutingSettings): Promise<void> {
  if (mail.restriction !== undefined || isImitation(mail)) return
  await recordDomains(scope, { mail, people: [mail.from], isStranger: true }, settings)
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

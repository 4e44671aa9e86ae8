import { type Address, domainOf } from '../model/address.ts'
import type { Mail } from '../model/mail.ts'
import type { Reply } from '../model/reply.ts'
import type { MailServices } from '../services.ts'
import { listOwnDomains } from '../trust/sender-history.ts'
import type { MailText } from '../text/mail-text.ts'

const MANY_RECIPIENTS = 10
const NAMED_MAX = 5
/** Mail programs refuse them, or warn about them. */
const RISKY_FILE = /\.(exe|com|bat|cmd|scr|msi|jar|js|vbs|ps1|hta|lnk|iso|img|apk|app|dmg|docm|xlsm|pptm|html?|svg)$/i

const everyone = ({ to, cc, bcc }: Reply): Address[] => [...to, ...cc, ...bcc]

/** The domains that take part in a mail already. */
const domainsOf = ({ from, to, cc, replyTo }: Mail): string[] =>
  [from, ...to, ...cc, ...replyTo].map(({ address }) => domainOf(address))

/** What an approver should notice about a mail before it leaves, in words. */
export async function findUnusual(
  services: MailServices,
  { approval: { unusual: say } }: MailText,
  team: string,
  reply: Reply,
): Promise<string[]> {
  const { contacts, mailStore, routes } = services
  const { inboxId, replyTo = [], kind, subject, files, mailFiles = [], headers = {}, links = [] } = reply
  const people = everyone(reply)
  const mail = await mailStore.findMail(team, reply.mail)
  const own = listOwnDomains(await routes.read(team), mail?.own)
  const strangers = await contacts.findNewRecipients(team, inboxId, people)
  const known = new Set([...own, ...(mail ? domainsOf(mail) : [])])
  const domains = [...new Set(people.map(({ address }) => domainOf(address)))].filter((domain) => !known.has(domain))
  const elsewhere = replyTo.map(({ address }) => address).filter((address) => !own.includes(domainOf(address)))
  const risky = [...files, ...mailFiles, ...links].map(({ name }) => name).filter((name) => RISKY_FILE.test(name))
  const isOutside = people.some(({ address }) => !own.includes(domainOf(address)))
  const isNewer = mail !== undefined && (await mailStore.findThread(team, mail.thread))?.mails.at(-1) !== reply.mail
  return [
    people.length > MANY_RECIPIENTS && say.manyRecipients(people.length),
    mail !== undefined && domains.length > 0 && say.newDomains(domains.slice(0, NAMED_MAX)),
    strangers.length > 0 && say.newAddresses(strangers.slice(0, NAMED_MAX), strangers.length - NAMED_MAX),
    elsewhere.length > 0 && say.replyTo(elsewhere),
    kind === 'forward' && isOutside && say.forward,
    kind !== 'new' &&
      subject !== undefined &&
      mail !== undefined &&
      !isSameSubject(subject, mail.subject) &&
      say.subject,
    risky.length > 0 && say.riskyFiles(risky),
    links.length > 0 && say.elsewhere(links.map(({ url }) => hostOf(url))),
    Object.keys(headers).length > 0 && say.headers(Object.keys(headers)),
    kind === undefined && isNewer && say.lateMail,
  ].filter((line) => line !== false)
}

const withoutPrefixes = (subject: string): string =>
  subject
    .replace(/^(\s*(re|fwd?|aw|wg|sv|tr)\s*:)+/i, '')
    .trim()
    .toLowerCase()

const isSameSubject = (one: string, other: string): boolean => withoutPrefixes(one) === withoutPrefixes(other)

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

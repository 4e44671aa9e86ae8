import { type Address, domainOf } from '../../../records/address.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import type { ReadMail } from '../../../records/mail/mail-reading.ts'
import { describeNewest } from '../../newer-mails.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { nameWithMore } from '../../../text/name-people.ts'
import { removeSubjectPrefixes } from '../../compose/fields/subject-field.ts'
import { isOftenRefused } from '../../files/file-types.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { Suppressed } from '../../suppression/find-suppressed.ts'
import { listOwnDomains } from '../../../senders/sender-history.ts'
import type { MailText } from '../../../text/mail-text.ts'

const MANY_RECIPIENTS = 10
const NAMED_MAX = 5

const everyone = ({ to, cc, bcc }: Reply): Address[] => [...to, ...cc, ...bcc]

/** The domains already involved in a mail. */
const domainsOf = ({ from, to, cc, replyTo }: Mail): string[] =>
  [from, ...to, ...cc, ...replyTo].map(({ address }) => domainOf(address))

/** Lists facts about a mail that an approver should notice before it is sent, as sentences; `readers` are those about its readers. */
export async function findUnusual(
  scope: OutboundScope,
  text: MailText,
  {
    reply,
    suppressed,
    newest,
    readers = [],
  }: { reply: Reply; suppressed: Suppressed[]; newest?: ReadMail | undefined; readers?: string[] },
): Promise<string[]> {
  const {
    mailStore,
    routes,
    records: { contacts },
  } = scope
  const { unusual: words } = text.approval
  const { list } = text.formats
  const { inboxId, replyTo = [], kind, files, mailFiles = [], headers = {}, links = [] } = reply
  const people = everyone(reply)
  const mail = await mailStore.findMail(reply.mail)
  const own = listOwnDomains(await routes.read(), mail?.own)
  const strangers = await contacts.findNewRecipients(inboxId, people)
  const known = new Set([...own, ...(mail ? domainsOf(mail) : [])])
  const domains = [...new Set(people.map(({ address }) => domainOf(address)))].filter((domain) => !known.has(domain))
  const elsewhere = replyTo.map(({ address }) => address).filter((address) => !own.includes(domainOf(address)))
  const refused = [...files, ...mailFiles, ...links].map(({ name }) => name).filter(isOftenRefused)
  const isOutside = people.some(({ address }) => !own.includes(domainOf(address)))
  const thread = kind === undefined && mail ? await mailStore.findThread(mail.thread) : undefined
  return [
    // Above the lists of addresses and names, which are long and get truncated: an approval records that this was seen.
    newest
      ? describeNewest(text, newest)
      : thread !== undefined && thread.mails.at(-1) !== reply.mail && words.laterMail,
    ...readers,
    people.length > MANY_RECIPIENTS && words.manyRecipients({ people: people.length }),
    suppressed.length > 0 && words.suppressed({ addresses: list(suppressed.map(({ address }) => address)) }),
    kind !== 'new' && domains.length > 0 && words.newDomains({ domains: list(domains.slice(0, NAMED_MAX)) }),
    strangers.length > 0 &&
      words.newAddresses({
        addresses: nameWithMore(text, strangers.slice(0, NAMED_MAX), strangers.length - NAMED_MAX),
      }),
    elsewhere.length > 0 && words.replyTo({ addresses: list(elsewhere) }),
    kind === 'forward' && isOutside && words.forward,
    isOtherSubject(reply, mail) && words.subject,
    refused.length > 0 && words.refusedFiles({ files: list(refused) }),
    links.length > 0 && words.elsewhere({ sites: list(links.map(({ url }) => hostOf(url))) }),
    Object.keys(headers).length > 0 && words.headers({ headers: list(Object.keys(headers)) }),
  ].filter((line) => line !== false)
}

function isOtherSubject({ kind, subject }: Reply, mail: Mail | undefined): boolean {
  if (kind === 'new' || subject === undefined || !mail) return false
  const [written, original] = [subject, mail.subject].map((one) => removeSubjectPrefixes(one).toLowerCase())
  return written !== original
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

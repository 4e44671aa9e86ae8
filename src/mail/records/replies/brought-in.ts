import { isAutomatic, type Mail } from '../mail/mail.ts'
import type { MailStore } from '../mail/mail-store.ts'
import { type BroughtIn, findBroughtBy, type MailThread } from '../mail/mail-thread.ts'
import { answersNobody, mayHaveLeft, type Reply } from './reply.ts'
import type { ReplyStore } from './reply-store.ts'

/** Enough to know the people of a thread before a reply brought others in. */
const MAX_READ = 20

interface Stores {
  mailStore: Pick<MailStore, 'mails'>
  replyStore: Pick<ReplyStore, 'findReply'>
}

/** The people of a thread, by their addresses in lower case, and its mails. */
interface ThreadPeople {
  /** The people brought in by us alone, or named first by one of them: no customer had named them before. */
  brought: Map<string, BroughtIn>
  /** The customer, and everyone named by the customer or by the beginning of the thread. */
  customers: Set<string>
  /** The newest mails, by the ids in their headers: how their sender was brought in; undefined for mail of customers. */
  senders: Map<string, BroughtIn | undefined>
}

const isSent = (reply: Reply): boolean => reply.state === 'sent' || mayHaveLeft(reply)

async function readReplies({ replyStore }: Stores, { replies }: MailThread): Promise<Reply[]> {
  const stored = await Promise.all(replies.map(({ id }) => replyStore.findReply(id)))
  return stored.filter((reply) => reply !== undefined)
}

const readAddress = ({ address }: { address: string }): string => address.toLowerCase()

/** The people that a reply may bring in, and those that it addresses like the customer. */
function listPeople(reply: Reply): { by: BroughtIn; brought: string[]; addressed: string[] } {
  const { kind, to, cc, bcc } = reply
  const [main, copied] = [to.map(readAddress), [...cc, ...bcc].map(readAddress)]
  if (answersNobody(reply)) return { by: 'forward', brought: [...main, ...copied], addressed: [] }
  if (kind !== undefined) return { by: 'copy', brought: [], addressed: [...main, ...copied] }
  return { by: 'copy', brought: copied, addressed: main }
}

const listCorrespondents = ({ from, replyTo, to, cc }: Mail): string[] =>
  [from, ...replyTo, ...to, ...cc].map(readAddress).filter(Boolean)

/** Reads the first mails of the thread's other side, those that these replies answer, and its newest. */
async function readCustomersMails({ mailStore }: Stores, thread: MailThread, replies: Reply[]) {
  const keys = thread.mails.filter((key) => findBroughtBy(thread, key) === undefined)
  const answered = replies.map(({ mail }) => mail).filter((key) => keys.includes(key))
  const chosen = [...new Set([...keys.slice(0, 1), ...answered, ...keys.slice(-MAX_READ)])]
  const read = await Promise.all(chosen.map(async (key) => ({ key, mail: (await mailStore.mails.get(key))?.value })))
  return read.flatMap(({ key, mail }) =>
    mail && !(isAutomatic(mail) && mail.reply === undefined) ? [{ key, mail }] : [],
  )
}

/** Finds the people that our own mail brought into a thread: the first mail that names a person decides. `written` are the replies of the thread. */
async function findThreadPeople(stores: Stores, thread: MailThread, written: Reply[]): Promise<ThreadPeople> {
  const replies = written.filter(isSent).toSorted((one, other) => one.at - other.at)
  const brought = new Map<string, { by: BroughtIn; reply: Reply }>()
  const customers = new Set<string>()
  for (const reply of replies) {
    const people = listPeople(reply)
    for (const one of people.addressed) if (!brought.has(one)) customers.add(one)
    for (const one of people.brought)
      if (!brought.has(one) && !customers.has(one)) brought.set(one, { by: people.by, reply })
  }
  if (brought.size === 0) return { brought: new Map(), customers, senders: new Map() }
  const mails = await readCustomersMails(stores, thread, replies)
  const asides = await readAsides(stores, thread)
  const isKnownBefore = (address: string, reply: Reply): boolean =>
    mails.some(
      ({ key, mail }) => (mail.at <= reply.at || key === reply.mail) && listCorrespondents(mail).includes(address),
    )
  const left = [...brought].filter(([address, { reply }]) => !isKnownBefore(address, reply))
  const names = new Map(left.map(([address, { by }]) => [address, by] as const))
  for (const { mail } of mails) for (const one of listCorrespondents(mail)) if (!names.has(one)) customers.add(one)
  for (const mail of asides)
    for (const one of listCorrespondents(mail)) if (!names.has(one) && !customers.has(one)) names.set(one, 'named')
  const senders = [
    ...mails.map(({ mail }) => ({ mail, by: undefined })),
    ...asides.map((mail) => ({ mail, by: 'named' as const })),
  ]
  return {
    brought: names,
    customers,
    senders: new Map(senders.map(({ mail, by }) => [readId(mail.messageId), by])),
  }
}

/** Reads the newest mails of people brought in by us alone. */
async function readAsides({ mailStore }: Stores, { asides = [] }: MailThread): Promise<Mail[]> {
  const read = await Promise.all(asides.slice(-MAX_READ).map(({ mail }) => mailStore.mails.get(mail)))
  return read.flatMap((found) => (found ? [found.value] : []))
}

/** The message ids in a header, without the brackets around them. */
const readIds = (value: string): string[] => value.split(/[\s<>]+/).filter(Boolean)

const readId = (value = ''): string => readIds(value)[0] ?? ''

const readHeader = ({ headers }: Pick<Mail, 'headers'>, wanted: string): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === wanted ? readIds(value) : []))

/** Whether a mail names this reply in its headers as the one that it answers. */
export const namesReply = (mail: Pick<Mail, 'headers'>, { sentId }: Pick<Reply, 'sentId'>): boolean =>
  sentId !== undefined && readHeader(mail, 'in-reply-to').includes(readId(sentId))

/**
 * Finds out whether a mail comes from a person brought in by us alone: the customer's mail before it is still the one to answer. For an unknown sender,
 * and one named only by a person brought in, the newest known id in the headers decides: that of our forward, or of a mail from either side. Undefined
 * if not.
 */
export async function findBroughtIn(stores: Stores, thread: MailThread, mail: Mail): Promise<BroughtIn | undefined> {
  if (thread.replies.length === 0 || isAutomatic(mail)) return undefined
  const replies = await readReplies(stores, thread)
  const { brought, customers, senders } = await findThreadPeople(stores, thread, replies)
  const address = readAddress(mail.from)
  const by = brought.get(address)
  if (brought.size === 0 || customers.has(address)) return undefined
  if (by !== undefined && by !== 'named') return by
  for (const reply of replies) senders.set(readId(reply.sentId), answersNobody(reply) ? 'forward' : undefined)
  const named = [...readHeader(mail, 'references'), ...readHeader(mail, 'in-reply-to')]
  const newest = named.findLast((id) => senders.has(id))
  return newest === undefined ? by : senders.get(newest)
}

/** Whether a reply goes only to people brought in by us alone, so it answers nothing that the customer wrote. */
export async function isOnlyAside(
  stores: Stores,
  thread: MailThread,
  { kind, mail, to, cc, bcc }: Pick<Reply, 'mail' | 'to' | 'cc' | 'bcc'> & Pick<Partial<Reply>, 'kind'>,
): Promise<boolean> {
  if (kind !== undefined || thread.replies.length === 0) return false
  const { brought, customers } = await findThreadPeople(stores, thread, await readReplies(stores, thread))
  const isAnswer = findBroughtBy(thread, mail) !== undefined
  const people = [...to, ...cc, ...bcc].map(readAddress)
  const isBrought = (address: string): boolean => brought.has(address) || (isAnswer && !customers.has(address))
  return people.length > 0 && people.every(isBrought)
}

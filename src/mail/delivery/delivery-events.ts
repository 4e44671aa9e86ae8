import type { MailEvent } from '../../clients/mailbox/event-schemas.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { readAddresses } from '../model/address.ts'
import { type Reply } from '../model/reply.ts'
import {
  ALL_RECIPIENTS,
  type DeliveryReport,
  isTemporaryBounce,
  deriveDeliveryStatus,
} from '../model/delivery-status.ts'
import type { ReplyStore } from '../model/reply-store.ts'

/** What the writer is told aloud; everything else only changes the reply's own message. */
export type WriterAlert =
  | { about: 'bounced'; reply: string; letter: Reply; bounced: DeliveryReport['bounced'] }
  | { about: 'complained'; reply: string; letter: Reply; addresses: string[] }
  | { about: 'rejected'; reply: string; letter: Reply; reason: string }

export interface DeliveryDeps {
  outgoing: ReplyStore
  fingerprint: KeyedHash
  changed: (team: string, reply: string) => Promise<void>
  /** `occasion` is the same for the same news, whenever and however often it is told. */
  tell: (team: string, occasion: string, loud: WriterAlert) => Promise<void>
  /** A mail from this inbox left (once per mail), or came back for good. */
  count: (team: string, inboxId: string, what: 'sent' | 'bounced', mail: string) => Promise<void>
}

/** Takes the events about mails that left, in any order, also before the send itself has been answered. */
export function delivery({ outgoing, fingerprint, changed, tell, count }: DeliveryDeps) {
  async function settle(team: string, reply: string, known: DeliveryReport): Promise<void> {
    const letter = (await outgoing.replies(team).get(reply))?.value
    if (!letter) return
    await changed(team, reply)
    const { bounced, complained, state: standing } = deriveDeliveryStatus(letter, known)
    const occasion = (about: string, addresses: string[]) =>
      `${reply}:${about}:${fingerprint(...addresses.map((address) => address.toLowerCase()).sort())}`
    if (standing.is === 'rejected')
      await tell(team, occasion('rejected', []), { about: 'rejected', reply, letter, reason: standing.reason })
    // What one event brought is told in one message; the moment tells the events apart.
    for (const group of Map.groupBy(bounced, (one) => one.at).values()) {
      const addresses = group.map((one) => one.address)
      await tell(team, occasion('bounced', addresses), { about: 'bounced', reply, letter, bounced: group })
    }
    for (const { address } of complained)
      await tell(team, occasion('complained', [address]), { about: 'complained', reply, letter, addresses: [address] })
  }

  return {
    /** The send has been answered: from now on the events under this id belong to the reply. */
    link: async (team: string, reply: string, letter: Reply, messageId: string): Promise<void> => {
      const known = await outgoing.learn(team, letter.inboxId, messageId, (facts) => ({ ...facts, reply }))
      await count(team, letter.inboxId, 'sent', fingerprint('mail', letter.inboxId, messageId))
      await settle(team, reply, known)
    },

    take: async (team: string, event: MailEvent, about: { inboxId: string; messageId: string }): Promise<void> => {
      const add = addition(event)
      if (!add) return
      const { inboxId, messageId } = about
      const known = await outgoing.learn(team, inboxId, messageId, add)
      const mail = fingerprint('mail', inboxId, messageId)
      if (event.send) await count(team, inboxId, 'sent', mail)
      if (event.bounce && !isTemporaryBounce(event.bounce.type ?? '')) await count(team, inboxId, 'bounced', mail)
      if (known.reply !== undefined) await settle(team, known.reply, known)
    },
  }
}

const moment = (timestamp: string | undefined): number => {
  const at = Date.parse(timestamp ?? '')
  return Number.isFinite(at) ? at : Date.now()
}

/** Each fact stands for itself, so that their order does not matter; the same fact twice is one. */
function addition({
  send,
  delivery: arrived,
  bounce,
  complaint,
  reject,
}: MailEvent): ((known: DeliveryReport) => DeliveryReport) | undefined {
  if (send) return (known) => ({ ...known, sentAt: known.sentAt ?? moment(send.timestamp) })
  if (arrived) {
    const at = moment(arrived.timestamp)
    const more = everyone(arrived.recipients).map(({ address }) => ({ address, at }))
    return (known) => ({ ...known, delivered: merged(known.delivered, more) })
  }
  if (bounce) {
    const { type = 'Permanent', sub_type: subType = 'General' } = bounce
    const at = moment(bounce.timestamp)
    const more = everyone(bounce.recipients).map(({ address, status }) => ({
      address,
      at,
      type,
      subType,
      ...(status && { status }),
    }))
    return (known) => ({ ...known, bounced: merged(known.bounced, more, (one) => one.type) })
  }
  if (complaint) {
    const at = moment(complaint.timestamp)
    const more = everyone(complaint.recipients).map(({ address }) => ({ address, at }))
    return (known) => ({ ...known, complained: merged(known.complained, more) })
  }
  if (reject) {
    const rejected = { reason: reject.reason ?? '', at: moment(reject.timestamp) }
    return (known) => ({ ...known, rejected: known.rejected ?? rejected })
  }
  return undefined
}

/** Some services name recipients as they were written: `Name <address>`. */
const everyone = (recipients: { address: string; status?: string }[]): { address: string; status?: string }[] =>
  recipients.length > 0
    ? recipients.map((one) => ({ ...one, address: readAddresses(one.address)[0]?.address ?? one.address }))
    : [{ address: ALL_RECIPIENTS }]

function merged<T extends { address: string; at: number }>(
  known: T[],
  more: T[],
  kind: (one: T) => string = () => '',
): T[] {
  const same = (one: T, other: T) =>
    one.address.toLowerCase() === other.address.toLowerCase() && kind(one) === kind(other)
  return [...known, ...more.filter((one) => !known.some((other) => same(one, other)))]
}

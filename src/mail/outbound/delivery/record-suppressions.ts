import { ALL_RECIPIENTS, type DeliveryReport, isTemporaryBounce } from '../../records/replies/delivery-status.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { type SuppressionFact, toCause } from '../suppression/suppression.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** A sent mail, and the key of its mail thread. */
interface SentMail {
  inboxId: string
  thread: string
  messageId: string
}

/**
 * Records the facts of an event about each address that it names. Facts about all recipients are applied once the reply is known: by then they are in
 * the report (`recordAllSuppressed`).
 */
export async function recordSuppressions(
  scope: OutboundScope,
  mail: SentMail,
  facts: DeliveryReport,
  replyId: string | undefined,
): Promise<void> {
  const isForAll = listFacts(mail, facts).some(({ address }) => address === ALL_RECIPIENTS)
  const reply = isForAll && replyId !== undefined ? await scope.replyStore.findReply(replyId) : undefined
  for (const { address, fact } of listFacts(mail, facts))
    for (const one of address === ALL_RECIPIENTS ? listAddresses(reply) : [address])
      await scope.outbound.suppressions.record(one, fact)
}

/** Applies a report's facts about all recipients once its reply is known. */
export async function recordAllSuppressed(
  scope: OutboundScope,
  mail: SentMail,
  { report, reply }: { report: DeliveryReport; reply: Reply },
): Promise<void> {
  for (const { address, fact } of listFacts(mail, report))
    if (address === ALL_RECIPIENTS)
      for (const one of listAddresses(reply)) await scope.outbound.suppressions.record(one, fact)
}

const listAddresses = (reply: Reply | undefined): string[] =>
  reply ? [...reply.to, ...reply.cc, ...reply.bcc].map(({ address }) => address) : []

/** Temporary bounces don't count: the mailbox keeps trying. */
function listFacts(
  mail: SentMail,
  { delivered, bounced, complained }: DeliveryReport,
): { address: string; fact: SuppressionFact }[] {
  const { inboxId, thread, messageId } = mail
  const about = { inboxId, thread, messageId }
  return [
    ...delivered.map(({ address, at }) => ({ address, fact: { delivered: { at, messageId } } })),
    ...bounced.flatMap(({ address, at, ...cause }) =>
      isTemporaryBounce(cause.type) ? [] : [{ address, fact: { bounced: { at, ...about, ...toCause(cause) } } }],
    ),
    ...complained.map(({ address, at }) => ({ address, fact: { complained: { at, ...about } } })),
  ]
}

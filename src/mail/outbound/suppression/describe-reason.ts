import { isolateDirection } from '../../../core/isolate-direction.ts'
import { contextBlock } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { describeBounce } from '../../records/replies/delivery-status.ts'
import { explainBounce } from '../../text/delivery-sentences.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { Suppressed, SuppressedBecause } from './find-suppressed.ts'
import type { BounceCause } from './suppression.ts'

const BOUNCE_CHARS = 80
const DOMAIN_CHARS = 100
const ADDRESS_CHARS = 100
/** Keeps a form short. */
const MAX_NAMED = 8

/** The cause of a bounce in words; the classification of the service if it gave no status. */
const describeCause = (text: MailText, bounce: BounceCause): string =>
  bounce.status ? explainBounce(text, bounce.status) : describeBounce(bounce)

/** Describes a reason not to write to an address, and its time, in mrkdwn. */
export function describeReason(text: MailText, { reason, at, bounce, domain }: SuppressedBecause): string {
  const { suppression: words } = text
  const kind = bounce ? escapeMrkdwn(isolateDirection(truncate(describeCause(text, bounce), BOUNCE_CHARS))) : ''
  const what = kind ? `${words.reasons[reason]} (${kind})` : words.reasons[reason]
  const whom =
    domain === undefined
      ? ''
      : words.everyoneAt({ domain: escapeMrkdwn(isolateDirection(truncate(domain, DOMAIN_CHARS))) })
  return [what, whom, at !== undefined && formatMoment(at)].filter(Boolean).join(' · ')
}

/** A line for each address that should not be written to, with times and reasons. */
export function describeSuppressed(text: MailText, suppressed: readonly Suppressed[]): MessageBlock[] {
  const words = text.suppression
  const lines = suppressed.slice(0, MAX_NAMED).map(({ address, because }) => {
    return words.line({
      address: escapeMrkdwn(isolateDirection(truncate(address, ADDRESS_CHARS))),
      reasons: because.map((one) => describeReason(text, one)).join('; '),
    })
  })
  const count = suppressed.length - lines.length
  return [...lines, ...(count > 0 ? [text.replyCard.moreAddresses({ count })] : [])].flatMap((line) =>
    contextBlock(line),
  )
}

import { isolateDirection } from '../../../core/isolate-direction.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { displayAddress, domainOf } from '../../records/address.ts'
import type { Badge, Mail } from '../../records/mail/mail.ts'
import type { MailText } from '../../text/mail-text.ts'

const MAX_DOMAINS = 10
const MAX_OTHERS = 5

type Reason = (text: MailText['trust'], mail: Mail) => string

const reasonOf: Record<Badge, Reason> = {
  spam: ({ reasons }) => reasons.spam,
  blocked: ({ reasons }) => reasons.blocked,
  unauthenticated: ({ reasons }) => reasons.unauthenticated,
  external: ({ reasons }, { from, own, inboxId }) =>
    reasons.external(isolateDirection(from.address), domainOf(own ?? inboxId)),
  first_contact: ({ reasons }, { from }) => reasons.first_contact(isolateDirection(from.address)),
  reply_to_differs: ({ reasons }, { from, replyTo }) =>
    reasons.reply_to_differs(
      isolateDirection(from.address),
      replyTo.slice(0, MAX_OTHERS).map(({ address }) => isolateDirection(address)),
    ),
  look_alike: ({ reasons }, { from, looksLike = '', likeness = 'letters' }) => {
    const known: Partial<Record<string, (domain: string, known: string) => string>> = reasons.look_alike
    return (known[likeness] ?? reasons.look_alike.other)(domainOf(from.address), looksLike)
  },
  claimed_name: ({ reasons }, { from, claims = '' }) =>
    reasons.claimed_name(isolateDirection(from.name ?? ''), claims, isolateDirection(from.address)),
}

/** What each badge of a mail means, and what was compared with what; as markup. Badges of a later version are left out. */
export function explainBadges(text: MailText, mail: Mail, own: string[]): string[] {
  const { badges, trust } = text
  const known: Partial<Record<string, Reason>> = reasonOf
  const lines = mail.badges.flatMap((badge) => {
    const reason = known[badge]
    return reason ? [`*${badges[badge]}:* ${escapeMrkdwn(reason(trust, mail))}`] : []
  })
  const domains = own.slice(0, MAX_DOMAINS)
  const more = own.length - domains.length
  return [
    escapeMrkdwn(displayAddress(mail.from)),
    ...(lines.length > 0 ? lines : [trust.noBadges]),
    escapeMrkdwn(trust.compared(more > 0 ? [...domains, trust.moreDomains(more)] : domains)),
  ]
}

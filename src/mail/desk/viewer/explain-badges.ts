import { isolateDirection } from '../../../core/isolate-direction.ts'
import { escapeMrkdwn, keepLiteral } from '../../../slack/blocks/mrkdwn.ts'
import { displayAddress, domainOf } from '../../records/address.ts'
import type { Badge, Mail } from '../../records/mail/mail.ts'
import type { MailText } from '../../text/mail-text.ts'

const MAX_DOMAINS = 10
const MAX_OTHERS = 5

type Reason = (text: MailText, mail: Mail) => string

const reasonOf: Record<Badge, Reason> = {
  spam: ({ trust: { reasons } }) => reasons.spam,
  blocked: ({ trust: { reasons } }) => reasons.blocked,
  unauthenticated: ({ trust: { reasons } }) => reasons.unauthenticated,
  external: ({ trust: { reasons } }, { from, own, inboxId }) =>
    reasons.external({ from: isolateDirection(from.address), domain: domainOf(own ?? inboxId) }),
  first_contact: ({ trust: { reasons } }, { from }) => reasons.first_contact({ from: isolateDirection(from.address) }),
  reply_to_differs: ({ trust: { reasons }, formats }, { from, replyTo }) => {
    const others = replyTo.slice(0, MAX_OTHERS).map(({ address }) => isolateDirection(address))
    return reasons.reply_to_differs({ from: isolateDirection(from.address), addresses: formats.list(others, 'comma') })
  },
  look_alike: ({ trust: { reasons } }, { from, looksLike: known = '', likeness = 'letters' }) => {
    const sentences: Partial<Record<string, (values: { domain: string; known: string }) => string>> = reasons.look_alike
    return (sentences[likeness] ?? reasons.look_alike.other)({ domain: domainOf(from.address), known })
  },
  claimed_name: ({ trust: { reasons } }, { from, claims = '', claimsMember = false }) =>
    reasons.claimed_name({
      isMember: claimsMember,
      name: isolateDirection(from.name ?? ''),
      known: claims,
      from: isolateDirection(from.address),
    }),
}

function describeCompared({ trust, formats }: MailText, own: string[]): string {
  if (own.length === 0) return trust.compared
  const domains = own.slice(0, MAX_DOMAINS)
  const more = own.length - domains.length
  const named = more > 0 ? [...domains, trust.moreDomains({ count: more })] : domains
  return trust.comparedWithOwn({ domains: formats.list(named, 'comma') })
}

/** Explains each badge of a mail, and the names that were compared, in mrkdwn. Leaves out badges of a later version. */
export function explainBadges(text: MailText, mail: Mail, own: string[]): string[] {
  const { badges, trust } = text
  const known: Partial<Record<string, Reason>> = reasonOf
  const lines = mail.badges.flatMap((badge) => {
    const reason = known[badge]
    return reason ? [`*${badges[badge]}:* ${keepLiteral(escapeMrkdwn(reason(text, mail)))}`] : []
  })
  return [
    keepLiteral(escapeMrkdwn(displayAddress(mail.from))),
    ...(lines.length > 0 ? lines : [trust.noBadges]),
    escapeMrkdwn(describeCompared(text, own)),
  ]
}

import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { MailEvent } from '../../../clients/mailbox/event-schemas.ts'
import { contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { VerifiedDomain } from './event-records.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'

const SHOWN_ON_HOME = 5

/** Shows newly verified domains on the admins' Home for a week. */
export const domainsOnHomeFeature: ScopedFeature<InboundScope> = {
  homeSections: [
    {
      isOverview: true,
      title: (language) => mailTextIn(language).alerts.domainsTitle,
      blocks: buildDomains,
    },
  ],
}

/** Notifies the admins that the mailbox has verified a domain. */
export async function noticeDomain(
  scope: InboundScope,
  { event_id: eventId }: MailEvent,
  { domain, domain_id: id, status }: NonNullable<MailEvent['domain']>,
): Promise<void> {
  const {
    team,
    inbound: { verifiedDomains },
    keyedHash,
    clock,
    access,
    slices: { refreshHome },
  } = scope
  const found = { domain: domain ?? id ?? '', status: status ?? 'verified', at: clock.now() }
  await verifiedDomains.update(keyedHash('domain', found.domain), () => found)
  await refreshHome(team, await access.listAppointedAdmins(team))
  await alertAdmins(scope, `mail.domain:${keyedHash('event', eventId)}`, (text) =>
    textMessage(describeDomain(text, found)),
  )
}

const describeDomain = ({ alerts }: MailText, { domain, status }: VerifiedDomain): string =>
  alerts.domain({ domain: escapeMrkdwn(domain), status: escapeMrkdwn(status) })

async function buildDomains(scope: InboundScope, user: string): Promise<MessageBlock[]> {
  const { rows } = await scope.inbound.verifiedDomains.list({ limit: SHOWN_ON_HOME })
  if (rows.length === 0) return []
  const { isAllowed } = await scope.access.decide({ team: scope.team, user, action: 'mail.administer' })
  if (!isAllowed) return []
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  return rows.flatMap(({ value }) => [section(describeDomain(text, value)), ...contextBlock(formatMoment(value.at))])
}

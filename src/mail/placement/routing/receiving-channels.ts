import type { RoutedMail } from '../../records/routing/mail-rule.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { findOwnInboxes } from './mail-settings.ts'

/** A mail before it is sent, as the workspace's other inboxes would receive it. */
export interface OutgoingMail extends Pick<RoutedMail, 'inboxId' | 'from' | 'to' | 'cc' | 'subject'> {
  bcc: RoutedMail['to']
}

/** The channel in which another inbox would post a mail. */
export interface ReceivingChannel {
  inbox: string
  channel: string
}

/**
 * Finds the other inboxes of the workspace among the recipients of a mail, and the channel in which each would post it by the present rules and
 * routes. An inbox is left out if no channel would show the mail openly.
 */
export async function findReceivingChannels(
  scope: PlacementScope,
  { bcc, ...mail }: OutgoingMail,
): Promise<ReceivingChannel[]> {
  const addresses = [...mail.to, ...mail.cc, ...bcc].map(({ address }) => address)
  const inboxes = await findOwnInboxes(scope, addresses, mail.from.address)
  const others = inboxes.filter((inbox) => inbox !== mail.inboxId)
  const routes = await Promise.all(others.map((inboxId) => scope.routes.findRoute({ ...mail, inboxId })))
  return others.flatMap((inbox, index) => {
    const route = routes[index]
    return route && !route.isQuarantined ? [{ inbox, channel: route.channel }] : []
  })
}

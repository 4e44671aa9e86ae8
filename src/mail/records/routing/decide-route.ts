import type { RoutingSettings } from './routing-settings.ts'
import { isSameInbox, type MailRule, markRule, matchesConditions, type RoutedMail } from './mail-rule.ts'
import type { RouteReason } from '../mail/mail-thread.ts'

/** The channel of a mail, the reason, and the other effects of its rule. */
export interface MailRoute {
  channel: string
  why: RouteReason
  /** A person or a user group, as access names them. */
  assign?: string
  isMuted?: boolean
  isQuarantined?: boolean
}

/** The first rule that a mail fits. */
export const findRule = ({ mailRules }: RoutingSettings, mail: RoutedMail): MailRule | undefined =>
  mailRules.find(({ when }) => matchesConditions(when, mail))

function findInboxRoute(
  { rules }: RoutingSettings,
  defaultChannel: string | undefined,
  { inboxId }: RoutedMail,
): MailRoute | undefined {
  const route = rules.find((one) => isSameInbox(one.inboxId, inboxId))
  if (route) return { channel: route.channel, why: { rule: 'inbox', by: route.by, at: route.at } }
  return defaultChannel ? { channel: defaultChannel, why: { rule: 'default' } } : undefined
}

/** Returns the first match of the rules in their order, the inbox's own route and the default channel; undefined if none has a channel. */
export function decideRoute(
  settings: RoutingSettings,
  defaultChannel: string | undefined,
  mail: RoutedMail,
): MailRoute | undefined {
  const rule = findRule(settings, mail)
  const other = findInboxRoute(settings, defaultChannel, mail)
  if (!rule) return other
  const channel = rule.channel ?? other?.channel
  if (channel === undefined) return undefined
  const { by, at } = rule.changed ?? rule
  return {
    channel,
    why: { rule: 'rule', by, at, mark: markRule(rule), ...(rule.channel === undefined && { isElsewhere: true }) },
    ...(rule.assign !== undefined && { assign: rule.assign }),
    ...(rule.isMuted && { isMuted: true }),
    ...(rule.isQuarantined && { isQuarantined: true }),
  }
}

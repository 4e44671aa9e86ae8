import { hasUnknownFields } from '../../../store/unknown-fields.ts'
import type { RoutingSettings } from './routing-settings.ts'
import {
  isSameInbox,
  type MailRule,
  markRule,
  matchesAddress,
  matchesConditions,
  type RoutedMail,
} from './mail-rule.ts'
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

/** Whether a rule takes all mail that is sent to an inbox: it asks for nothing but the inbox, or for a recipient that its address fits. */
function takesAllOf({ when }: MailRule, inbox: string): boolean {
  const { inboxes: _, recipients, ...others } = when
  return (
    Object.values(others).every((values) => values === undefined) &&
    (recipients?.some((recipient) => matchesAddress(recipient, inbox)) ?? true)
  )
}

const mayTakeFrom = ({ when }: MailRule, inbox: string): boolean =>
  !hasUnknownFields(when) && (when.inboxes?.some((one) => isSameInbox(one, inbox)) ?? true)

/**
 * The channels that show the mail of an inbox, whose readers may write from it: that of the first rule that takes all of its mail, or else its own
 * route or the default channel. Without one, the channels of the rules that may take some of its mail. Empty if no channel shows any.
 */
export function listInboxChannels(
  { rules, mailRules }: RoutingSettings,
  defaultChannel: string | undefined,
  inbox: string,
): string[] {
  const able = mailRules.filter((rule) => mayTakeFrom(rule, inbox))
  const last = able.findIndex((rule) => takesAllOf(rule, inbox))
  const whole = able[last]
  // Restricted mail is not shown openly in the channel of its rule.
  const ruled = whole && !whole.isQuarantined ? whole.channel : undefined
  const channel = ruled ?? (rules.find(({ inboxId }) => isSameInbox(inboxId, inbox))?.channel || defaultChannel)
  if (channel) return [channel]
  const tried = last === -1 ? able : able.slice(0, last)
  return [...new Set(tried.flatMap((rule) => (rule.isQuarantined ? [] : (rule.channel ?? []))))]
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

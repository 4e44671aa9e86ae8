import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import type { Mail } from './mail.ts'
import type { RouteReason } from './mail-thread.ts'

const routeSchema = z.object({
  inboxId: z.string(),
  channel: z.string(),
  by: z.string(),
  at: z.number(),
})
/** Stored once per team. */
export const routingSettingsSchema = z.object({
  rules: z.array(routeSchema),
  /** Where restricted mail goes. */
  quarantine: routeSchema.omit({ inboxId: true }).optional(),
  /** How long a reply is held before it leaves, by inbox. */
  holds: z.array(z.object({ inboxId: z.string(), holdMs: z.number(), by: z.string(), at: z.number() })),
  /** Every inbox that mail has come for, newest first. */
  seen: z.array(z.string()),
})
/** Everything that admins have set about one team's mail. */
export type RoutingSettings = z.infer<typeof routingSettingsSchema>
/** The mail of one inbox belongs into one channel. */
export type InboxRoute = z.infer<typeof routeSchema>

/** What decides where a mail goes. */
export type RoutedMail = Pick<Mail, 'inboxId' | 'from' | 'to' | 'cc' | 'subject' | 'labels' | 'kinds'>

/** Where a mail goes and why. */
export interface MailRoute {
  channel: string
  why: RouteReason
}

const MAX_SEEN = 200
const empty: RoutingSettings = { rules: [], holds: [], seen: [] }
export const isSameInbox = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const withRoute = (settings: RoutingSettings, route: InboxRoute): RoutingSettings => ({
  ...settings,
  rules: [
    ...(route.channel === '' ? [] : [route]),
    ...settings.rules.filter(({ inboxId }) => !isSameInbox(inboxId, route.inboxId)),
  ],
})
function withQuarantine(
  settings: RoutingSettings,
  quarantine: Omit<InboxRoute, 'inboxId'> | undefined,
): RoutingSettings {
  const { quarantine: _, ...others } = settings
  return { ...others, ...(quarantine && quarantine.channel !== '' && { quarantine }) }
}
const withHold = (settings: RoutingSettings, hold: RoutingSettings['holds'][number]): RoutingSettings => ({
  ...settings,
  holds: [hold, ...settings.holds.filter(({ inboxId }) => !isSameInbox(inboxId, hold.inboxId))],
})

const findHoldMs = ({ holds }: RoutingSettings, inbox: string): number | undefined =>
  holds.find(({ inboxId }) => isSameInbox(inboxId, inbox))?.holdMs

/** Which channel gets the mail of which inbox. One record: it is small, read for each mail and changed by hand. */
export function createMailRoutes(store: Store, options: { defaultChannel: string | undefined; holdMs: number }) {
  const records = (team: string) =>
    createTable(store, { partition: `${team}/mail.routes`, schema: routingSettingsSchema })
  const read = async (team: string): Promise<RoutingSettings> => (await records(team).get('rules'))?.value ?? empty
  const change = (team: string, edit: (settings: RoutingSettings) => RoutingSettings | undefined) =>
    records(team).update('rules', (settings) => edit(settings ?? empty))

  /** False, and nothing changed, if `readNow` finds something else than the person saw, unless it is what they want. */
  async function replace<T>(
    team: string,
    { before, value }: { before: T; value: T },
    readNow: (settings: RoutingSettings) => T,
    edit: (settings: RoutingSettings) => RoutingSettings,
  ): Promise<boolean> {
    let isReplaced = true
    await change(team, (settings) => {
      const now = readNow(settings)
      isReplaced = now === before || now === value
      return now === before && now !== value ? edit(settings) : undefined
    })
    return isReplaced
  }

  return {
    read,
    /** Changes one of them only while it is what somebody saw; an empty channel takes it away. */
    replaceRoute: (team: string, route: InboxRoute, before: string) =>
      replace(
        team,
        { before, value: route.channel },
        ({ rules }) => rules.find(({ inboxId }) => isSameInbox(inboxId, route.inboxId))?.channel ?? '',
        (settings) => withRoute(settings, route),
      ),
    replaceQuarantine: (team: string, quarantine: Omit<InboxRoute, 'inboxId'>, before: string) =>
      replace(
        team,
        { before, value: quarantine.channel },
        (settings) => settings.quarantine?.channel ?? '',
        (settings) => withQuarantine(settings, quarantine),
      ),
    replaceHold: (team: string, hold: RoutingSettings['holds'][number], before: number) =>
      replace(
        team,
        { before, value: hold.holdMs },
        (settings) => findHoldMs(settings, hold.inboxId) ?? options.holdMs,
        (settings) => withHold(settings, hold),
      ),
    defaultChannel: options.defaultChannel,

    /** First match wins: the inbox's own route, then the default channel; undefined when there is neither. */
    async findRoute(team: string, { inboxId }: RoutedMail): Promise<MailRoute | undefined> {
      const route = (await read(team)).rules.find((one) => isSameInbox(one.inboxId, inboxId))
      if (route) return { channel: route.channel, why: { rule: 'inbox', by: route.by, at: route.at } }
      return options.defaultChannel ? { channel: options.defaultChannel, why: { rule: 'default' } } : undefined
    },

    /** Without a quarantine channel, restricted mail stays collapsed in the inbox's channel. */
    findQuarantineChannel: async (team: string): Promise<{ channel: string } | undefined> =>
      (await read(team)).quarantine,

    setRoute: (team: string, route: InboxRoute) => change(team, (settings) => withRoute(settings, route)),
    removeRoute: (team: string, inbox: string) =>
      change(team, (settings) => ({
        ...settings,
        rules: settings.rules.filter(({ inboxId }) => !isSameInbox(inboxId, inbox)),
      })),
    setQuarantine: (team: string, quarantine: Omit<InboxRoute, 'inboxId'> | undefined) =>
      change(team, (settings) => withQuarantine(settings, quarantine)),

    /** How long a reply from this inbox is held before it leaves. */
    readHoldMs: async (team: string, inbox: string): Promise<number> =>
      findHoldMs(await read(team), inbox) ?? options.holdMs,
    setHold: (team: string, hold: RoutingSettings['holds'][number]) =>
      change(team, (settings) => withHold(settings, hold)),

    /** Remembers that mail comes for this inbox. */
    recordInbox: async (team: string, inbox: string): Promise<void> => {
      const known = (await read(team)).seen
      if (known.includes(inbox)) return
      await change(team, (settings) =>
        settings.seen.includes(inbox) ? undefined : { ...settings, seen: [inbox, ...settings.seen].slice(0, MAX_SEEN) },
      )
    },
  }
}

export type MailRoutes = ReturnType<typeof createMailRoutes>

import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { decideRoute, listInboxChannels, type MailRoute } from './decide-route.ts'
import { isSameInbox, type RoutedMail } from './mail-rule.ts'
import { type InboxRoute, type RoutingSettings, routingSettingsSchema } from './routing-settings.ts'

const MAX_SEEN = 200
const empty: RoutingSettings = { rules: [], mailRules: [], holds: [], seen: [] }

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

/** `inboxes`: inboxes without a route of their own, whose mail went to `from` or nowhere. */
interface ChannelMove {
  from: string
  to: string
  inboxes: string[]
  by: string
  at: number
}

function withMovedChannel(settings: RoutingSettings, { from, to, inboxes, by, at }: ChannelMove): RoutingSettings {
  const { rules, mailRules, quarantine } = settings
  const isThere = ({ channel }: { channel?: string }) => channel === from
  const unrouted = inboxes.filter((inbox) => !rules.some(({ inboxId }) => isSameInbox(inboxId, inbox)))
  const moved = rules.map((route) => (isThere(route) ? { ...route, channel: to, by, at } : route))
  return {
    ...settings,
    rules: [...unrouted.map((inboxId) => ({ inboxId, channel: to, by, at })), ...moved],
    mailRules: mailRules.map((rule) =>
      isThere(rule) ? { ...rule, channel: to, changed: { by, at }, revision: rule.revision + 1 } : rule,
    ),
    ...(quarantine?.channel === from && { quarantine: { channel: to, by, at } }),
  }
}

const findHoldMs = ({ holds }: RoutingSettings, inbox: string): number | undefined =>
  holds.find(({ inboxId }) => isSameInbox(inboxId, inbox))?.holdMs

/** Every channel that mail goes to now. */
export function listRoutedChannels({ rules, mailRules }: RoutingSettings, defaultChannel?: string): string[] {
  const channels = [...[...rules, ...mailRules].map(({ channel }) => channel), defaultChannel]
  return [...new Set(channels.flatMap((channel) => channel || []))]
}

/** The routes from inboxes to channels. Kept in one record, which is small, read for each mail and changed by hand. */
export function createMailRoutes(
  { store, team }: WorkspaceStore,
  options: { defaultChannel: string | undefined; defaultHoldMs: number },
) {
  const records = createTable(store, { partition: `${team}/mail.routes`, schema: routingSettingsSchema })
  const read = async (): Promise<RoutingSettings> => (await records.get('rules'))?.value ?? empty
  const change = (edit: (settings: RoutingSettings) => RoutingSettings | undefined) =>
    records.update('rules', (settings) => edit(settings ?? empty))

  /** Returns false, and changes nothing, if `readNow` finds neither the value that the person saw nor the one that they want. */
  async function replace<T>(
    { before, value }: { before: T; value: T },
    readNow: (settings: RoutingSettings) => T,
    edit: (settings: RoutingSettings) => RoutingSettings,
  ): Promise<boolean> {
    let isReplaced = true
    await change((settings) => {
      const now = readNow(settings)
      isReplaced = now === before || now === value
      return now === before && now !== value ? edit(settings) : undefined
    })
    return isReplaced
  }

  return {
    read,
    /** Changes a route only if it is still the one that the person saw; an empty channel removes it. */
    replaceRoute: (route: InboxRoute, before: string) =>
      replace(
        { before, value: route.channel },
        ({ rules }) => rules.find(({ inboxId }) => isSameInbox(inboxId, route.inboxId))?.channel ?? '',
        (settings) => withRoute(settings, route),
      ),
    replaceQuarantine: (quarantine: Omit<InboxRoute, 'inboxId'>, before: string) =>
      replace(
        { before, value: quarantine.channel },
        (settings) => settings.quarantine?.channel ?? '',
        (settings) => withQuarantine(settings, quarantine),
      ),
    replaceHold: (hold: RoutingSettings['holds'][number], before: number) =>
      replace(
        { before, value: hold.holdMs },
        (settings) => findHoldMs(settings, hold.inboxId) ?? options.defaultHoldMs,
        (settings) => withHold(settings, hold),
      ),
    ...options,

    /** The route of a mail: by the rules, its inbox's own route or the default channel; undefined if none of them has a channel. */
    findRoute: async (mail: RoutedMail): Promise<MailRoute | undefined> =>
      decideRoute(await read(), options.defaultChannel, mail),

    /** The channels that show the mail of an inbox. Their readers may write from it; without any, only its admins may. */
    listInboxChannels: async (inbox: string): Promise<string[]> =>
      listInboxChannels(await read(), options.defaultChannel, inbox),

    /** Whether this is the only inbox that mail has come for or that has a route. */
    isOnlyInbox: async (inbox: string): Promise<boolean> => {
      const { rules, seen } = await read()
      return [...rules.map(({ inboxId }) => inboxId), ...seen].every((one) => isSameInbox(one, inbox))
    },

    /** Edits the settings in one step; `undefined` changes nothing. */
    change,

    /** Without a quarantine channel, restricted mail stays collapsed in the inbox's channel. */
    findQuarantineChannel: async (): Promise<{ channel: string } | undefined> => (await read()).quarantine,

    /** Redirects everything from one channel to another, and also the mail of these inboxes, unless they have a route of their own. */
    moveChannel: (move: ChannelMove) => change((settings) => withMovedChannel(settings, move)),

    setRoute: (route: InboxRoute) => change((settings) => withRoute(settings, route)),
    removeRoute: (inbox: string) =>
      change((settings) => ({
        ...settings,
        rules: settings.rules.filter(({ inboxId }) => !isSameInbox(inboxId, inbox)),
      })),
    setQuarantine: (quarantine: Omit<InboxRoute, 'inboxId'> | undefined) =>
      change((settings) => withQuarantine(settings, quarantine)),

    /** How long a reply from this inbox is held before it is sent, in milliseconds. */
    readHoldMs: async (inbox: string): Promise<number> => findHoldMs(await read(), inbox) ?? options.defaultHoldMs,
    setHold: (hold: RoutingSettings['holds'][number]) => change((settings) => withHold(settings, hold)),

    /** Records that mail comes for this inbox, unless `settings` lists it. */
    recordInbox: async (inbox: string, settings: RoutingSettings): Promise<void> => {
      if (settings.seen.includes(inbox)) return
      await change((now) =>
        now.seen.includes(inbox) ? undefined : { ...now, seen: [inbox, ...now.seen].slice(0, MAX_SEEN) },
      )
    },
  }
}

export type MailRoutes = ReturnType<typeof createMailRoutes>

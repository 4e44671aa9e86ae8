import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import type { RouteReason } from './mail-thread.ts'

const rule = z.object({
  inboxId: z.string(),
  channel: z.string(),
  by: z.string(),
  at: z.number(),
})
const schema = z.object({
  rules: z.array(rule),
  /** Where restricted mail goes. */
  quarantine: rule.omit({ inboxId: true }).optional(),
  /** How long a reply waits before it leaves, by inbox. */
  holds: z.array(z.object({ inboxId: z.string(), holdMs: z.number(), by: z.string(), at: z.number() })),
  /** Every inbox that mail came for, newest first. */
  seen: z.array(z.string()),
})
export type RoutingSettings = z.infer<typeof schema>
export type RouteRule = z.infer<typeof rule>

const MAX_SEEN = 200
const empty: RoutingSettings = { rules: [], holds: [], seen: [] }
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Which channel gets the mail of which inbox. One record: it is small, read for each mail and written by hand. */
export function createMailRoutes(store: Store, options: { defaultChannel: string | undefined; holdMs: number }) {
  const rows = (team: string) => createTable(store, { partition: `${team}/mail.routes`, schema })
  const read = async (team: string): Promise<RoutingSettings> => (await rows(team).get('rules'))?.value ?? empty
  const change = (team: string, edit: (rules: RoutingSettings) => RoutingSettings | undefined) =>
    rows(team).update('rules', (rules) => edit(rules ?? empty))

  return {
    read,
    defaultChannel: options.defaultChannel,

    /** First match wins: the inbox's own rule, then the default channel; undefined when there is neither. */
    async channelFor(team: string, inboxId: string): Promise<{ channel: string; why: RouteReason } | undefined> {
      const found = (await read(team)).rules.find((entry) => isSame(entry.inboxId, inboxId))
      if (found) return { channel: found.channel, why: { rule: 'inbox', by: found.by, at: found.at } }
      return options.defaultChannel ? { channel: options.defaultChannel, why: { rule: 'default' } } : undefined
    },

    /** Without a channel of its own, restricted mail stays folded in the inbox's channel. */
    quarantine: async (team: string): Promise<{ channel: string } | undefined> => (await read(team)).quarantine,

    set: (team: string, made: RouteRule) =>
      change(team, (rules) => ({
        ...rules,
        rules: [made, ...rules.rules.filter(({ inboxId }) => !isSame(inboxId, made.inboxId))],
      })),
    remove: (team: string, inbox: string) =>
      change(team, (rules) => ({ ...rules, rules: rules.rules.filter(({ inboxId }) => !isSame(inboxId, inbox)) })),
    setQuarantine: (team: string, made: Omit<RouteRule, 'inboxId'> | undefined) =>
      change(team, (rules) => {
        const { quarantine: _, ...others } = rules
        return { ...others, ...(made && { quarantine: made }) }
      }),

    holdMs: async (team: string, inbox: string): Promise<number> => {
      const found = (await read(team)).holds.find(({ inboxId }) => isSame(inboxId, inbox))
      return found?.holdMs ?? options.holdMs
    },
    setHold: (team: string, made: RoutingSettings['holds'][number]) =>
      change(team, (rules) => ({
        ...rules,
        holds: [made, ...rules.holds.filter(({ inboxId }) => !isSame(inboxId, made.inboxId))],
      })),

    /** Remembers that mail comes for this inbox. */
    see: async (team: string, inbox: string): Promise<void> => {
      const known = (await read(team)).seen
      if (known.includes(inbox)) return
      await change(team, (rules) =>
        rules.seen.includes(inbox) ? undefined : { ...rules, seen: [inbox, ...rules.seen].slice(0, MAX_SEEN) },
      )
    },
  }
}

export type MailRoutes = ReturnType<typeof createMailRoutes>

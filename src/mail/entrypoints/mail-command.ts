import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { section } from '../../slack/blocks/block-builders.ts'
import type { Action, Command } from '../../slack/inbound/listeners.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { People } from '../../slack/directory/people.ts'
import { channelMention, truncate, dateToken, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { type MailCommand, parseMailCommand } from './command-grammar.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import { type BounceRate, computeBounceShare } from '../model/bounce-rate.ts'
import type { WebhookRecord } from '../webhook/webhook-registration.ts'
import type { MailRoutes } from '../model/mail-routes.ts'
import { commandTexts as say, metricsTexts } from '../text/en-admin.ts'
import type { MailStore } from '../model/mail-store.ts'

/** A setting that an admin changed. Frozen. */
const settingTask = taskKind(
  'mail.setting',
  z.object({
    team: z.string(),
    user: z.string(),
    at: z.number(),
    change: z.discriminatedUnion('do', [
      z.object({ do: z.literal('route'), inboxId: z.string(), channel: z.string() }),
      z.object({ do: z.literal('quarantine'), channel: z.string() }),
      z.object({ do: z.literal('hold'), inboxId: z.string(), seconds: z.number() }),
      /** Only what waits is shown again. */
      z.object({ do: z.literal('place') }),
    ]),
  }),
)

export interface CommandDeps {
  bag: MailStore
  routes: MailRoutes
  permission: AccessPolicy
  people: People
  queue: Queue
  clock: Clock
  registered: (team: string) => Promise<WebhookRecord | undefined>
  ready: (team: string) => Promise<boolean>
  rates: (team: string) => Promise<BounceRate[]>
  placeWaiting: (team: string, round: number) => Promise<void>
  count: (command: Command, days: number) => Promise<void>
}

const SHOWN = 25
const OFF = 'off'

/** `/mail`: help, status, inboxes, metrics, and the settings that admins change. */
export function commanding(deps: CommandDeps) {
  const { bag, routes, permission, people, queue, clock } = deps

  async function status(team: string): Promise<string> {
    const [own, isReady, unplaced, unheld, rates, stats, rules] = await Promise.all([
      deps.registered(team),
      deps.ready(team),
      Array.fromAsync(bag.unplaced(team).all()),
      Array.fromAsync(bag.unheld(team).all()),
      deps.rates(team),
      queue.stats(),
      routes.read(team),
    ])
    const waiting = unplaced.length + unheld.length
    const bouncing = rates.filter(({ level }) => level !== 'calm')
    return [
      isReady ? say.reached : say.notReached,
      own &&
        say.webhook(
          dateToken(own.checkedAt, '{date_short_pretty} {time}'),
          own.fault ? escapeMrkdwn(own.fault) : undefined,
        ),
      ...(own?.missing ?? []).map(({ event, permission: name }) =>
        say.missing(escapeMrkdwn(event), escapeMrkdwn(name)),
      ),
      say.inboxCount(rules.seen.length),
      waiting > 0 && say.waiting(waiting),
      ...bouncing.map((rate) => say.bouncing(escapeMrkdwn(rate.inboxId), (computeBounceShare(rate) * 100).toFixed(1))),
      stats.dead > 0 && say.dead(stats.dead),
    ]
      .filter((line) => typeof line === 'string')
      .join('\n')
  }

  async function inboxes(team: string): Promise<string> {
    const rules = await routes.read(team)
    const all = [...new Set([...rules.rules.map(({ inboxId }) => inboxId), ...rules.seen])]
    const ruleOf = (inbox: string) => rules.rules.find((rule) => rule.inboxId.toLowerCase() === inbox.toLowerCase())
    const lines = all.slice(0, SHOWN).map((inbox) => {
      const channel = ruleOf(inbox)?.channel ?? routes.defaultChannel
      const holdMs = rules.holds.find((hold) => hold.inboxId.toLowerCase() === inbox.toLowerCase())?.holdMs
      return say.inbox(escapeMrkdwn(truncate(inbox, 200)), channel && channelMention(channel), holdMs)
    })
    return [
      ...(lines.length > 0 ? lines : [say.noInboxes]),
      all.length > SHOWN && say.moreInboxes(all.length - SHOWN),
      routes.defaultChannel ? say.otherwise(channelMention(routes.defaultChannel)) : say.noDefault,
      rules.quarantine && say.quarantined(channelMention(rules.quarantine.channel)),
    ]
      .filter((line) => typeof line === 'string')
      .join('\n')
  }

  /** Why mail must not or cannot go there; or what to know when it does. */
  async function lookAt(team: string, channel: string): Promise<{ refusal: string } | { warning?: string }> {
    const name = channelMention(channel)
    try {
      const facts = await people.channel(team, channel)
      if (facts.isShared) return { refusal: say.shared(name) }
      if (facts.isArchived) return { refusal: say.archived(name) }
      if (!facts.isMember) return { refusal: say.notMember(name) }
      return facts.isPrivate ? {} : { warning: say.public(name) }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return { refusal: error.details.outcome === 'refused' ? say.notMember(name) : say.slackSilent }
    }
  }

  async function set(
    command: Command,
    order: Extract<MailCommand, { do: 'route' | 'quarantine' | 'hold' }>,
  ): Promise<string> {
    const { team, user } = command
    const isAdmin = await permission.mayAdministerSoon(team, user)
    if (isAdmin === undefined) return say.slackSilent
    if (!isAdmin) return say.adminsOnly
    const channel = order.do === 'hold' || order.channel === OFF ? undefined : order.channel
    const found = channel === undefined ? {} : await lookAt(team, channel)
    if ('refusal' in found) return found.refusal
    await queue.send(settingTask.of({ team, user, at: clock.now(), change: order }), {
      id: `mail.setting:${team}:${command.eventId}`,
      lane: `mail.setting:${team}`,
    })
    return [answer(order), found.warning].filter((line) => line !== undefined).join('\n')
  }

  function answer(order: Extract<MailCommand, { do: 'route' | 'quarantine' | 'hold' }>): string {
    switch (order.do) {
      case 'route': {
        const inbox = escapeMrkdwn(order.inboxId)
        const home = routes.defaultChannel && channelMention(routes.defaultChannel)
        return order.channel === OFF ? say.unrouted(inbox, home) : say.routed(inbox, channelMention(order.channel))
      }
      case 'quarantine':
        return order.channel === OFF ? say.noQuarantine : say.quarantined(channelMention(order.channel))
      case 'hold':
        return say.held(escapeMrkdwn(order.inboxId), order.seconds)
    }
  }

  async function listen(command: Command): Promise<string> {
    const { team, user } = command
    const order = parseMailCommand(command.text)
    switch (order.do) {
      case 'help':
        return say.help
      case 'unclear':
        return `${say.unclear(escapeMrkdwn(truncate(order.word, 100)))}\n${say.help}`
      case 'route':
      case 'quarantine':
      case 'hold':
        return set(command, order)
      case 'metrics':
      case 'status':
      case 'inboxes':
      case 'routes': {
        const mayRead = await permission.mayActSoon(team, user)
        if (!mayRead) return mayRead === undefined ? say.notKnownYet : say.membersOnly
        if (order.do === 'metrics') {
          await deps.count(command, order.days)
          return metricsTexts.asked(order.days)
        }
        return order.do === 'status' ? status(team) : inboxes(team)
      }
    }
  }

  return {
    listen: async (command: Command): Promise<Message> => {
      const text = await listen(command)
      return { text, blocks: [section(text)] }
    },

    /** The button under an alarm: the app has been invited, or a route set. */
    place: async ({ team, user, eventId }: Action): Promise<void> => {
      await queue.send(settingTask.of({ team, user, at: clock.now(), change: { do: 'place' } }), {
        id: `mail.setting:${team}:${eventId}`,
        lane: `mail.setting:${team}`,
      })
    },

    task: settingTask.handler(async ({ team, user, at, change }) => {
      // Showing again what waits changes no setting.
      const isAllowed = change.do === 'place' ? permission.mayAct : permission.mayAdminister
      if (!(await isAllowed(team, user))) return
      switch (change.do) {
        case 'route':
          if (change.channel === OFF) await routes.remove(team, change.inboxId)
          else await routes.set(team, { inboxId: change.inboxId, channel: change.channel, by: user, at })
          break
        case 'quarantine':
          await routes.setQuarantine(
            team,
            change.channel === OFF ? undefined : { channel: change.channel, by: user, at },
          )
          break
        case 'hold':
          await routes.setHold(team, { inboxId: change.inboxId, holdMs: change.seconds * 1000, by: user, at })
          break
        case 'place':
      }
      await deps.placeWaiting(team, at)
    }),
  }
}

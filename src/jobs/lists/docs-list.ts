import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import type { Action, Command, Listeners, Shortcut } from '../../slack/inbound/listeners.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { truncate, dateToken, escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import type { Conversations } from '../../slack/directory/conversations.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import type { Gate } from '../gate.ts'
import { callbackIds, actionIds } from '../action-ids.ts'
import { limitQuotes, type Quote } from '../model/job-prompt.ts'
import type { JobForm } from '../form/job-form.ts'
import { jobText } from '../text/en.ts'

const TTL_MS = 90 * 24 * 3_600_000
const MOST = 40

const itemSchema = z.object({
  /** The click that put it here. */
  by: z.string().optional(),
  channel: z.string(),
  ts: z.string(),
  name: z.string(),
  atMs: z.number(),
  text: z.string(),
  permalink: z.string().optional(),
})
type Item = z.infer<typeof itemSchema>

const schema = z.object({
  team: z.string(),
  user: z.string(),
  eventId: z.string(),
  channel: z.string(),
  ts: z.string(),
  author: z.string().optional(),
  text: z.string(),
  responseUrl: z.string().optional(),
})
const kind = taskKind('jobs.collect', schema)

/** Messages put aside over days, then one job from them all. */
export interface DocsList {
  tasks: TaskHandler[]
  listen: (slack: Listeners) => void
  open: (command: Command) => Promise<void>
  /** A job was started with these: they leave the list, what was put aside meanwhile stays. */
  removeUsed: (team: string, user: string, quotes: Quote[]) => Promise<void>
}

export function createDocsList(deps: {
  store: Store
  queue: Queue
  views: Views
  gate: Gate
  conversations: Conversations
  startForm: Pick<JobForm, 'open'>
  decode: (team: string, text: string) => Promise<string>
}): DocsList {
  const { store, queue, views, gate, startForm, decode } = deps
  const rows = (team: string, user: string) =>
    createTable<Item>(store, { partition: `${team}/jobs-list-${user}`, schema: itemSchema, ttlMs: TTL_MS })

  async function items(team: string, user: string): Promise<{ id: string; value: Item }[]> {
    const { rows: found } = await rows(team, user).list({ limit: MOST })
    return found.toReversed()
  }

  async function collect(data: z.infer<typeof schema>): Promise<void> {
    const { team, user, channel, ts, text, author } = data
    const asker = { team, user, channel, opId: `jobs.collect:${data.eventId}`, responseUrl: data.responseUrl }
    if (!(await gate.lets(asker))) return
    const permalink = await deps.conversations.permalink(team, channel, ts)
    const item: Item = {
      by: data.eventId,
      channel,
      ts,
      name: (author && (await deps.conversations.personName(team, author))) || jobText.someone,
      atMs: timestampToMs(ts),
      text: (await decode(team, text)).trim(),
      ...(permalink && { permalink }),
    }
    const known = await rows(team, user).get(`${ts}:${channel}`)
    // A repeat of the same click says the same as before.
    if (known && known.value.by !== data.eventId) return gate.tell(asker, jobText.collectedAlready)
    await rows(team, user).update(`${ts}:${channel}`, (found) => (found ? undefined : item))
    await gate.tell(asker, jobText.collected((await items(team, user)).length))
  }

  async function listView(team: string, user: string): Promise<View> {
    const found = await items(team, user)
    return modal({
      callbackId: callbackIds.collected,
      title: jobText.collect.title,
      close: jobText.form.close,
      blocks:
        found.length === 0
          ? [section(jobText.collect.empty)]
          : [
              ...found.flatMap(({ id, value }) => [
                section(
                  escapeMrkdwn(truncate(value.text, 300)) || ' ',
                  button({ actionId: actionIds.uncollect, text: jobText.collect.remove, value: id }),
                ),
                ...contextBlock(
                  [
                    escapeMrkdwn(value.name),
                    dateToken(value.atMs, '{date_short_pretty} {time}'),
                    value.permalink && mrkdwnLink(value.permalink, jobText.form.see),
                  ]
                    .filter(Boolean)
                    .join(' · '),
                ),
              ]),
              ...actionsBlock(
                button({ actionId: actionIds.startCollected, text: jobText.collect.start, style: 'primary' }),
              ),
            ],
    })
  }

  async function startFrom(action: Action): Promise<void> {
    const { team, user } = action
    const found = await items(team, user)
    const { quotes, older } = limitQuotes(
      found.map(({ value: { name, atMs, ts, text, channel } }) => ({ name, atMs, ts, text, channel, by: user })),
    )
    await startForm.open(action, {
      door: 'list',
      text: jobText.collect.instruction,
      channel: found.at(-1)?.value.channel,
      quotes,
      used: { messages: quotes.length, older, files: 0, images: 0 },
      collected: true,
    })
  }

  return {
    tasks: [kind.handler(collect)],
    open: async ({ team, user, triggerId }) => void (await views.open(team, triggerId, await listView(team, user))),
    async removeUsed(team, user, quotes) {
      const gone = (await items(team, user)).filter(({ value }) => quotes.some(({ ts }) => ts === value.ts))
      for (const { id } of gone) {
        const row = await rows(team, user).get(id)
        if (row) await rows(team, user).delete(id, row.version)
      }
    },
    listen(slack) {
      slack.shortcut(callbackIds.collect, async ({ team, user, eventId, message, responseUrl }: Shortcut) => {
        if (!message) return
        const { channel, ts, text, user: author } = message
        const data = {
          team,
          user,
          eventId,
          channel,
          ts,
          text,
          ...(author && { author }),
          ...(responseUrl && { responseUrl }),
        }
        await queue.send(kind.of(data), { id: `jobs.collect:${team}:${eventId}` })
      })
      slack.action(actionIds.uncollect, async ({ team, user, value = '', view }) => {
        const row = await rows(team, user).get(value)
        if (row) await rows(team, user).delete(value, row.version)
        if (view) await views.update(team, view.id, await listView(team, user))
      })
      slack.action(actionIds.startCollected, startFrom)
    },
  }
}

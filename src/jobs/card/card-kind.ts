import type { CardKind } from '../../slack/outbox/cards.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import { actions, button, section } from '../../slack/blocks/block-builders.ts'
import { type Around, card } from './job-card.ts'
import { CARD, type Desk, headCopy, MIRROR, type Project, without } from '../model/job-updates.ts'
import { ids } from '../action-ids.ts'
import { type Job, threadOf } from '../model/job.ts'
import type { Quota } from '../quota/agent-quota.ts'
import type { JobSettings } from '../job-settings.ts'
import type { Twin } from './status-line.ts'
import { words } from '../text/en.ts'

export interface Showing {
  kind: CardKind
  /** The place in the line and when room is expected. */
  room: (job: Job) => Promise<{ place: number; roomAt: number | undefined; limit: number }>
  /** What stands around a job's own record wherever it is shown. */
  around: (job: Job) => Promise<Around>
}

const LOOK_BACK = 10

/** How a job's card is rendered from its newest record, and what happens when it stands or is lost. */
export function showing(deps: {
  desk: Desk
  outbox: Outbox
  quota: Quota
  settings: JobSettings
  projects: Project[]
  permalink: (team: string, channel: string, ts: string) => Promise<string | undefined>
}): Showing {
  const { desk, outbox, quota, settings, projects } = deps
  const names = projects.map((project) => project.name)

  async function room(job: Job): Promise<{ place: number; roomAt: number | undefined; limit: number }> {
    if (job.state !== 'waiting') return { place: 1, roomAt: undefined, limit: 0 }
    const line = await quota.line(job.project).all()
    const place = Math.max(1, line.findIndex(({ team, id }) => team === job.team && id === job.id) + 1)
    const { roomAt, limit } = await quota.peek(job.project, 'create', place)
    return { place, roomAt, limit }
  }

  /** What this person used last, then what this channel used last (J13). */
  async function guesses(job: Job): Promise<string[]> {
    if (job.state !== 'picking') return []
    const lists = await Promise.all(
      [job.requester, job.channel].map((scope) => desk.of(job.team).list(scope, { limit: LOOK_BACK })),
    )
    const used = lists.flatMap(({ jobs }) => jobs.map((other) => other.project))
    return [...new Set([...used, ...names])].filter((name) => names.includes(name))
  }

  async function cardUrl({ team, channel, cardTs, lost }: Job): Promise<string | undefined> {
    return cardTs === undefined || lost ? undefined : deps.permalink(team, channel, cardTs)
  }

  async function next(job: Job): Promise<string | undefined> {
    const other = job.continued === undefined ? undefined : await desk.of(job.team).get(job.continued)
    return other && cardUrl(other)
  }

  /** The job that this one seems to repeat. */
  async function twin(job: Job): Promise<Twin | undefined> {
    const other = job.state === 'asking' && job.twin ? await desk.of(job.team).get(job.twin) : undefined
    if (!other) return undefined
    const isOfThread = job.threadTs !== undefined && other.threadTs === job.threadTs && other.channel === job.channel
    return { url: await cardUrl(other), isOfThread }
  }

  async function around(job: Job): Promise<Around> {
    const [{ followUp }, place, guessed, other, continuedUrl] = await Promise.all([
      settings.channel(job.team, job.channel),
      room(job),
      guesses(job),
      twin(job),
      next(job),
    ])
    return {
      rule: job.channel.startsWith('D') ? 'any' : followUp,
      ...place,
      projects: names,
      guesses: guessed,
      twin: other,
      continuedUrl,
    }
  }

  const isHead = (job: Job, copy: string | undefined): boolean =>
    copy === (job.head === undefined ? undefined : headCopy(job.head))

  return {
    room,
    around,
    kind: {
      kind: CARD,
      async render(team, id, copy) {
        const job = await desk.of(team).get(id)
        if (!job) return undefined
        const isMirror = copy?.startsWith(MIRROR) ?? false
        return card(job, { ...(await around(job)), ...(isMirror && { mirror: { url: await cardUrl(job) } }) })
      },
      async posted(team, id, place, copy) {
        const job = await desk
          .of(team)
          .update(id, (now) =>
            isHead(now, copy) && (now.cardTs !== place.ts || now.channel !== place.channel)
              ? { ...without(now, 'lost'), cardTs: place.ts, channel: place.channel }
              : undefined,
          )
        // The job that it goes on from leads here.
        const before = job?.from === undefined ? undefined : await desk.of(team).get(job.from)
        if (before) await desk.refresh(before)
      },
      /** The job goes on without its card; the one who asked is told where to mend it, and hears the end by direct message. */
      async lost(team, id, { code, channel, copy }) {
        const job = await desk
          .of(team)
          .update(id, (now) => (isHead(now, copy) && now.lost !== code ? { ...now, lost: code } : undefined))
        if (!job || !isHead(job, copy)) return
        const isOutside = code === 'not_in_channel' || code === 'channel_not_found'
        const text = job.isGroup ? words.notInGroup : isOutside ? words.postHere(channel) : words.cannotPost(channel)
        const again = button({ actionId: ids.postHere, text: words.buttons.postHere, value: id, style: 'primary' })
        const here = button({ actionId: ids.showDirect, text: words.buttons.showDirect, value: id })
        await outbox.direct({
          team,
          user: job.requester,
          opId: `jobs.lost:${id}:${job.head ?? 0}:${threadOf(job) ?? ''}`,
          message: {
            text,
            blocks: [section(text), ...actions(!job.isGroup && again, here)],
          },
        })
      },
    },
  }
}

import type { CardKind } from '../../slack/outbox/cards.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import { actionsBlock, button, section } from '../../slack/blocks/block-builders.ts'
import { type CardContext, renderJobCard } from './job-card.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { headCopyName } from '../updates/card-ref.ts'
import { MIRROR_PREFIX } from '../updates/card-ref.ts'
import { JOB_CARD } from '../updates/card-ref.ts'
import { type Project } from '../model/projects.ts'
import { actionIds } from '../action-ids.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import type { AgentQuota } from '../quota/agent-quota.ts'
import type { JobSettings } from '../job-settings.ts'
import type { Duplicate } from './status-line.ts'
import { jobText } from '../text/en.ts'

export interface JobCardKind {
  kind: CardKind
  /** The place in the line and when room is expected. */
  readLinePosition: (job: Job) => Promise<{ place: number; roomAt: number | undefined; limit: number }>
  /** What stands around a job's own record wherever it is shown. */
  readContext: (job: Job) => Promise<CardContext>
}

const LOOK_BACK = 10

/** How a job's card is rendered from its newest record, and what happens when it stands or is lost. */
export function createCardKind(deps: {
  desk: JobUpdates
  outbox: Outbox
  quota: AgentQuota
  settings: JobSettings
  projects: Project[]
  permalink: (team: string, channel: string, ts: string) => Promise<string | undefined>
}): JobCardKind {
  const { desk, outbox, quota, settings, projects } = deps
  const names = projects.map((project) => project.name)

  async function room(job: Job): Promise<{ place: number; roomAt: number | undefined; limit: number }> {
    if (job.state !== 'waiting') return { place: 1, roomAt: undefined, limit: 0 }
    const line = await quota.waitingLine(job.project).all()
    const place = Math.max(1, line.findIndex(({ team, id }) => team === job.team && id === job.id) + 1)
    const { roomAt, limit } = await quota.peek(job.project, 'create', place)
    return { place, roomAt, limit }
  }

  /** What this person used last, then what this channel used last. */
  async function guesses(job: Job): Promise<string[]> {
    if (job.state !== 'picking') return []
    const lists = await Promise.all(
      [job.requester, job.channel].map((scope) => desk.storeOf(job.team).list(scope, { limit: LOOK_BACK })),
    )
    const used = lists.flatMap(({ jobs }) => jobs.map((other) => other.project))
    return [...new Set([...used, ...names])].filter((name) => names.includes(name))
  }

  async function cardUrl({ team, channel, cardTs, lost }: Job): Promise<string | undefined> {
    return cardTs === undefined || lost ? undefined : deps.permalink(team, channel, cardTs)
  }

  async function next(job: Job): Promise<string | undefined> {
    const other = job.continued === undefined ? undefined : await desk.storeOf(job.team).get(job.continued)
    return other && cardUrl(other)
  }

  /** The job that this one seems to repeat. */
  async function twin(job: Job): Promise<Duplicate | undefined> {
    const other = job.state === 'asking' && job.twin ? await desk.storeOf(job.team).get(job.twin) : undefined
    if (!other) return undefined
    const isOfThread = job.threadTs !== undefined && other.threadTs === job.threadTs && other.channel === job.channel
    return { url: await cardUrl(other), isOfThread }
  }

  async function around(job: Job): Promise<CardContext> {
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
    copy === (job.head === undefined ? undefined : headCopyName(job.head))

  return {
    readLinePosition: room,
    readContext: around,
    kind: {
      kind: JOB_CARD,
      async render(team, id, copy) {
        const job = await desk.storeOf(team).get(id)
        if (!job) return undefined
        const isMirror = copy?.startsWith(MIRROR_PREFIX) ?? false
        return renderJobCard(job, { ...(await around(job)), ...(isMirror && { mirror: { url: await cardUrl(job) } }) })
      },
      async onPosted(team, id, place, copy) {
        const job = await desk
          .storeOf(team)
          .update(id, (now) =>
            isHead(now, copy) && (now.cardTs !== place.ts || now.channel !== place.channel)
              ? { ...omitFields(now, 'lost'), cardTs: place.ts, channel: place.channel }
              : undefined,
          )
        // The job that it goes on from leads here.
        const before = job?.from === undefined ? undefined : await desk.storeOf(team).get(job.from)
        if (before) await desk.refresh(before)
      },
      /** The job goes on without its card; the one who asked is told where to mend it, and hears the end by direct message. */
      async onLost(team, id, { code, channel, copy }) {
        const job = await desk
          .storeOf(team)
          .update(id, (now) => (isHead(now, copy) && now.lost !== code ? { ...now, lost: code } : undefined))
        if (!job || !isHead(job, copy)) return
        const isOutside = code === 'not_in_channel' || code === 'channel_not_found'
        const text = job.isGroup
          ? jobText.notInGroup
          : isOutside
            ? jobText.postHere(channel)
            : jobText.cannotPost(channel)
        const again = button({
          actionId: actionIds.postHere,
          text: jobText.buttons.postHere,
          value: id,
          style: 'primary',
        })
        const here = button({ actionId: actionIds.showDirect, text: jobText.buttons.showDirect, value: id })
        await outbox.postDirect({
          team,
          user: job.requester,
          opId: `jobs.lost:${id}:${job.head ?? 0}:${threadTsOf(job) ?? ''}`,
          message: {
            text,
            blocks: [section(text), ...actionsBlock(!job.isGroup && again, here)],
          },
        })
      },
    },
  }
}

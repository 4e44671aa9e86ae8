import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { modal, staticSelect } from '../../slack/blocks/form-fields.ts'
import type { Action, Listeners } from '../../slack/inbound/listeners.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { channelMention, truncate, dateToken, escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import type { JobActionRequest } from '../actions/job-actions.ts'
import { type CardContext, renderJobCard } from '../card/job-card.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { parseFilter, LIST_FILTERS, matchesFilter, type ListFilter, NEEDS_DECISION } from './list-filter.ts'
import { callbackIds, actionIds } from '../action-ids.ts'
import { type Job } from '../model/job.ts'
import { shortName } from '../model/job-ids.ts'
import { stateEmoji, describeState } from '../card/status-line.ts'
import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { renderListMenu } from './list-menu.ts'
import { jobText } from '../text/en.ts'

const PAGE = 8
const BOARD = 10

/** Records read for one page at most, however few of them fit the filter. */
const SCAN = 200

/** A person waits for the list: a link that takes longer is left out. */
const LINK_MS = 700

/** At once, and when what follows from it (a start, an answer) is usually there. */
const FOLLOW_MS = [0, 3000]

export interface ListScope {
  team: string
  user: string
  channel: string
  filter: ListFilter
}

export interface JobList {
  tasks: TaskHandler[]
  listen: (slack: Listeners) => void
  view: (scope: ListScope, after?: string) => Promise<View>
  /** One job with every action that its card has, for wherever the card is not at hand. */
  renderDetails: (job: Job) => Promise<View>
  /** A form that shows jobs is shown anew after something was done from it. */
  refreshOpenView: (done: Pick<JobActionRequest, 'team' | 'user' | 'eventId' | 'view'>) => Promise<void>
  /** The newest jobs of one person as blocks, for Home. */
  board: (team: string, user: string) => Promise<MessageBlock[]>
  /** The jobs that wait for this person's word. */
  needs: (team: string, user: string) => Promise<MessageBlock[]>
  line: (job: Job) => Promise<string>
  /** One job as blocks, with its menu. */
  row: (job: Job) => Promise<MessageBlock[]>
}

const followSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  callbackId: z.string(),
  metadata: z.string(),
})
const followKind = taskKind('jobs.view', followSchema)

/** `/docs jobs`, and the same list in Home. */
export function createJobList(deps: {
  desk: JobUpdates
  queue: Queue
  views: Views
  around: (job: Job) => Promise<CardContext>
  decided: (job: Job) => Promise<{ place: number; roomAt: number | undefined }>
  permalink: (team: string, channel: string, ts: string) => Promise<string | undefined>
}): JobList {
  const { desk, queue, views, around, decided, permalink } = deps

  /** Whose list it is: a channel's, or one person's without what was handed to others. */
  async function page(at: Omit<ListScope, 'filter'>, fit: (job: Job) => boolean, limit: number, after?: string) {
    const { team, user, channel } = at
    const scope = channel === '' ? user : channel
    const jobs: Job[] = []
    let next = after
    for (let read = 0; read < SCAN;) {
      const found = await desk.storeOf(team).list(scope, { limit: PAGE * 2, ...(next && { after: next }) })
      read += PAGE * 2
      for (const job of found.jobs) {
        if (!fit(job) || (channel === '' && job.requester !== user)) continue
        jobs.push(job)
        if (jobs.length > limit) return { jobs: jobs.slice(0, limit), next: jobs.at(limit - 1)?.id }
      }
      next = found.next
      if (next === undefined) break
    }
    return { jobs, next }
  }

  /** Where the card stands; the title leads there. */
  async function cardUrl(job: Job): Promise<string | undefined> {
    return job.cardTs === undefined || job.lost
      ? undefined
      : withTimeout(LINK_MS, permalink(job.team, job.channel, job.cardTs))
  }

  async function parts(job: Job): Promise<{ what: string; where: string }> {
    const [url, room] = await Promise.all([cardUrl(job), decided(job)])
    const at = dateToken(job.askedAt, '{date_short_pretty} {time}')
    const title = truncate(job.title, 150).replaceAll('*', '∗')
    const where = /^[CG]/.test(job.channel) && !job.isGroup ? `${channelMention(job.channel)} · ` : ''
    const pr = parseWebUrl(job.prLink)
    const pullRequest = pr === undefined ? '' : ` · ${mrkdwnLink(pr, jobText.buttons.pullRequest)}`
    const project = job.project === '' ? '' : `${escapeMrkdwn(job.project)} · `
    const head = `${stateEmoji[job.state]} *${url === undefined ? escapeMrkdwn(title) : mrkdwnLink(url, title)}*`
    return {
      what: `${head}\n${describeState(omitFields(job, 'branch'), room)}${pullRequest}`,
      where: `${where}${project}${at} · \`${shortName(job.id)}\``,
    }
  }

  async function row(job: Job): Promise<MessageBlock[]> {
    const { what, where } = await parts(job)
    return [section(what, renderListMenu(job)), ...contextBlock(where)]
  }
  const rows = async (jobs: Job[]): Promise<MessageBlock[]> => (await Promise.all(jobs.map(row))).flat()

  function nothing(filter: ListFilter, { isFirst, isEnd }: { isFirst: boolean; isEnd: boolean }): string {
    if (!isEnd) return jobText.list.further
    return isFirst ? jobText.list.empty[filter] : jobText.list.end
  }

  async function view(scope: ListScope, after?: string): Promise<View> {
    const { filter, channel } = scope
    const at = { ...scope, channel: filter === 'channel' ? channel : '' }
    const { jobs, next } = await page(at, matchesFilter[filter], PAGE, after)
    const value = (id: string): string => [filter, channel, id].join(':')
    const choices = LIST_FILTERS.map((one) => ({ text: jobText.list.names[one], value: `${one}:${channel}` }))
    const offered = choices.filter((choice) => channel !== '' || choice.value !== 'channel:')
    const picker = staticSelect(actionIds.filter, offered, `${filter}:${channel}`)
    const empty = nothing(filter, { isFirst: after === undefined, isEnd: next === undefined })
    return modal({
      callbackId: callbackIds.list,
      title: jobText.list.title,
      close: jobText.form.close,
      privateMetadata: value(after ?? ''),
      blocks: [
        ...actionsBlock(
          picker.type === 'static_select' && picker,
          button({ actionId: actionIds.start, text: jobText.buttons.start }),
        ),
        ...contextBlock(jobText.list.filters[filter]),
        ...(jobs.length > 0 ? await rows(jobs) : [section(empty)]),
        ...actionsBlock(
          after !== undefined && button({ actionId: actionIds.newest, text: jobText.buttons.newest, value: value('') }),
          next !== undefined && button({ actionId: actionIds.older, text: jobText.buttons.older, value: value(next) }),
        ),
      ],
    })
  }

  const viewOf = (team: string, user: string, value: string): Promise<View> => {
    const [filter = 'mine', channel = '', after = ''] = value.split(':')
    return view({ team, user, channel, filter: parseFilter(filter) }, after || undefined)
  }

  async function whole(job: Job): Promise<View> {
    const url = await cardUrl(job)
    const { blocks } = renderJobCard(job, { ...(await around(job)), rule: 'none' })
    return modal({
      callbackId: callbackIds.one,
      title: jobText.list.one,
      close: jobText.form.close,
      privateMetadata: job.id,
      blocks: [...blocks, ...contextBlock(url && mrkdwnLink(url, jobText.list.card))],
    })
  }

  async function turned({ team, user, value = '', view: open }: Action): Promise<void> {
    if (open) await views.update(team, open.id, await viewOf(team, user, value), open.hash)
  }

  async function again({ team, user, viewId, callbackId, metadata }: z.infer<typeof followSchema>): Promise<void> {
    const job = callbackId === callbackIds.one ? await desk.storeOf(team).get(metadata) : undefined
    const next = job ? await whole(job) : callbackId === callbackIds.list && (await viewOf(team, user, metadata))
    if (next) await views.update(team, viewId, next)
  }

  return {
    tasks: [followKind.handler(again)],
    view,
    renderDetails: whole,
    line: async (job) => Object.values(await parts(job)).join('\n'),
    row,
    async refreshOpenView({ team, user, eventId, view: open }) {
      if (open?.callbackId !== callbackIds.list && open?.callbackId !== callbackIds.one) return
      const { id: viewId, callbackId, metadata } = open
      for (const delayMs of FOLLOW_MS)
        await queue.send(followKind.of({ team, user, viewId, callbackId, metadata }), {
          id: `jobs.view:${team}:${eventId}:${delayMs}`,
          delayMs,
        })
    },
    async needs(team, user) {
      const { jobs } = await page({ team, user, channel: '' }, (job) => NEEDS_DECISION.has(job.state), PAGE)
      return rows(jobs)
    },
    async board(team, user) {
      const at = { team, user, channel: '' }
      // What waits for a word stands above already.
      const { jobs, next } = await page(at, (job) => !NEEDS_DECISION.has(job.state), BOARD)
      if (jobs.length === 0)
        return (await page(at, matchesFilter.mine, 1)).jobs.length > 0 ? [] : [section(jobText.list.empty.mine)]
      return [
        ...(await rows(jobs)),
        ...actionsBlock(next !== undefined && button({ actionId: actionIds.all, text: jobText.list.all })),
      ]
    },
    listen(slack) {
      slack.action(actionIds.older, turned)
      slack.action(actionIds.newest, turned)
      slack.action(actionIds.filter, turned)
      slack.action(actionIds.all, async (action) => views.push(action, await viewOf(action.team, action.user, 'mine')))
    },
  }
}

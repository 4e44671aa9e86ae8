import type { Clock } from '../clock.ts'
import { actions, button, context, overflow, option, section } from '../slack/blocks.ts'
import { modal } from '../slack/form.ts'
import type { Action, Listeners } from '../slack/listeners.ts'
import type { MessageBlock, View } from '../slack/message.ts'
import { channelMention, cut, dateToken, escape, link } from '../slack/text.ts'
import type { Views } from '../slack/views.ts'
import type { Desk } from './desk.ts'
import type { Filter } from './grammar.ts'
import { callbacks, ids } from './ids.ts'
import { isLive, type Job, shortName } from './job.ts'
import type { Quota } from './quota.ts'
import { marks, stateLine, webAddress } from './state.ts'
import { words } from './words.ts'

const PAGE = 8
/** Records read for one page at most, however few of them fit the filter. */
const SCAN = 200

export interface Scope {
  team: string
  user: string
  channel: string
  filter: Filter
}

export interface Listing {
  listen: (slack: Listeners) => void
  view: (scope: Scope, after?: string) => Promise<View>
  /** The newest jobs of one person as blocks, for Home. */
  board: (team: string, user: string) => Promise<MessageBlock[]>
  /** The jobs that wait for this person's word. */
  needs: (team: string, user: string) => Promise<MessageBlock[]>
  line: (job: Job) => Promise<string>
}

const fits: Record<Filter, (job: Job) => boolean> = {
  mine: () => true,
  channel: () => true,
  active: (job) => isLive(job),
  finished: (job) => job.state === 'finished',
  failed: (job) => ['failed', 'refused', 'unknown', 'gone'].includes(job.state),
}

/** States in which a person decides what happens next. */
const WAITS: ReadonlySet<string> = new Set(['picking', 'asking', 'paused', 'unknown'])

const isFilter = (word: string): word is Filter => Object.hasOwn(fits, word)
const filterOf = (word: string): Filter => (isFilter(word) ? word : 'mine')

/** `/docs jobs`, and the same list in Home (J14). */
export function listing(deps: {
  desk: Desk
  views: Views
  quota: Quota
  clock: Clock
  decided: (job: Job) => Promise<{ place: number; roomAt: number | undefined }>
}): Listing {
  const { desk, views, decided } = deps

  async function page({ team, user, channel, filter }: Scope, limit: number, after?: string) {
    const scope = filter === 'channel' ? channel : user
    const jobs: Job[] = []
    let next = after
    for (let read = 0; read < SCAN;) {
      const found = await desk.of(team).list(scope, { limit: PAGE * 2, ...(next && { after: next }) })
      read += PAGE * 2
      for (const job of found.jobs) {
        if (!fits[filter](job)) continue
        jobs.push(job)
        if (jobs.length > limit) return { jobs: jobs.slice(0, limit), next: jobs.at(limit - 1)?.id }
      }
      next = found.next
      if (next === undefined) break
    }
    return { jobs, next }
  }

  async function line(job: Job): Promise<string> {
    const at = dateToken(job.askedAt, '{date_short_pretty} {time}')
    const title = escape(cut(job.title, 150))
    const where = /^[CG]/.test(job.channel) ? `${channelMention(job.channel)} · ` : ''
    const url = webAddress(job.prLink)
    const pullRequest = url === undefined ? '' : ` · ${link(url, words.buttons.pullRequest)}`
    return `${marks[job.state]} *${title.replaceAll('*', '∗')}*\n${stateLine(job, await decided(job))}${pullRequest}\n${where}${escape(job.project)} · ${at} · \`${shortName(job.id)}\``
  }

  /** The actions that make sense for one job without its card at hand. */
  function menu(job: Job) {
    const entry = (verb: string, text: string) => option(text, `${verb}:${job.id}`)
    const { buttons } = words
    const is = (...states: Job['state'][]): boolean => states.includes(job.state)
    const isSilent = job.silentSince !== undefined
    return overflow(ids.listed, [
      ...(is('held') && job.heldUntil !== undefined ? [entry('undo', buttons.undo)] : []),
      ...(is('waiting') || (is('creating') && isSilent) ? [entry('cancel', buttons.cancel)] : []),
      ...(is('asking') ? [entry('anyway', buttons.anyway)] : []),
      ...(is('asking', 'picking') ? [entry('drop', buttons.drop)] : []),
      ...(is('unknown') ? [entry('found', buttons.found)] : []),
      ...(is('failed', 'refused') ? [entry('retry', buttons.retry)] : []),
      ...(is('failed', 'refused', 'dropped') ? [entry('edit', buttons.edit)] : []),
      ...(is('archived', 'gone') ? [entry('continue', buttons.continue)] : []),
      ...(is('working') && isSilent ? [entry('check', buttons.check)] : []),
      ...(is('working', 'finished', 'failed') ? [entry('follow_up', buttons.followUp)] : []),
      ...(is('working') ? [entry('stop', buttons.stop), entry('unwatch', buttons.unwatch)] : []),
      ...(is('unwatched') ? [entry('watch', buttons.watch)] : []),
      entry('prompt', buttons.prompt),
    ])
  }

  const rows = async (jobs: Job[]): Promise<MessageBlock[]> =>
    Promise.all(jobs.map(async (job) => section(await line(job), menu(job))))

  async function view(scope: Scope, after?: string): Promise<View> {
    const { jobs, next } = await page(scope, PAGE, after)
    const value = (id: string): string => [scope.filter, scope.channel, id].join(':')
    return modal({
      callbackId: callbacks.list,
      title: words.list.title,
      close: words.form.close,
      blocks: [
        ...context(words.list.filters[scope.filter]),
        ...(jobs.length > 0 ? await rows(jobs) : [section(scope.filter === 'mine' ? words.noJobs : words.noneHere)]),
        ...actions(
          after !== undefined && button({ actionId: ids.newest, text: words.buttons.newest, value: value('') }),
          next !== undefined && button({ actionId: ids.older, text: words.buttons.older, value: value(next) }),
        ),
      ],
    })
  }

  async function turned({ team, user, value = '', view: open }: Action): Promise<void> {
    const [filter = 'mine', channel = '', after = ''] = value.split(':')
    if (!open) return
    const scope: Scope = { team, user, channel, filter: filterOf(filter) }
    await views.update(team, open.id, await view(scope, after || undefined), open.hash)
  }

  return {
    view,
    line,
    async needs(team, user) {
      const { jobs } = await desk.of(team).list('live', { limit: SCAN })
      return rows(jobs.filter((job) => job.requester === user && WAITS.has(job.state)).slice(0, PAGE))
    },
    async board(team, user) {
      const { jobs } = await page({ team, user, channel: '', filter: 'mine' }, 10)
      return jobs.length === 0 ? [section(words.noJobs)] : rows(jobs)
    },
    listen(slack) {
      slack.action(ids.older, turned)
      slack.action(ids.newest, turned)
    },
  }
}

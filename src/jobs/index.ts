import type { Agent } from '../clients/agent-client.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Queue } from '../queue/queue.ts'
import type { Slice } from '../slice.ts'
import type { SlackApi } from '../slack/api/web-api.ts'
import type { Cards } from '../slack/outbox/cards.ts'
import type { Action, Command } from '../slack/inbound/listeners.ts'
import type { Message, MessageBlock } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { People } from '../slack/directory/people.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Budgets } from '../store/rate-limits.ts'
import type { Fingerprint } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { acting, type Verb } from './actions/job-actions.ts'
import { announce } from './notify/notify-requester.ts'
import { changing } from './actions/edit-job.ts'
import { answers, commands } from './entrypoints/docs-command.ts'
import { collecting, type Collecting } from './lists/docs-list.ts'
import { context } from './conversation/thread-context.ts'
import { creation } from './run/create-job.ts'
import { desk, type Project } from './model/job-updates.ts'
import { drafts } from './model/form-draft.ts'
import { reactions } from './start/reaction-start.ts'
import { followUps } from './follow-up/send-follow-up.ts'
import { actOf, forms } from './actions/job-forms.ts'
import { gate } from './gate.ts'
import { hearing } from './entrypoints/incoming-message.ts'
import { ids } from './action-ids.ts'
import type { Job } from './model/job.ts'
import { listing } from './lists/job-list.ts'
import { native } from './notify/thread-status.ts'
import { placing } from './start/choose-channel.ts'
import { quota } from './quota/agent-quota.ts'
import type { JobSettings } from './job-settings.ts'
import { readers } from './conversation/quote-visibility.ts'
import { sharing } from './actions/share-job.ts'
import { showing } from './card/card-kind.ts'
import { startForms } from './form/job-form.ts'
import { starting } from './start/start-job.ts'
import { adoption } from './run/adopt-job.ts'
import { watching } from './run/poll-job.ts'
import { words } from './text/en.ts'

export interface JobsOptions {
  store: Store
  queue: Queue
  outbox: Outbox
  cards: Cards
  views: Views
  people: People
  api: SlackApi
  budgets: Budgets
  fingerprint: Fingerprint
  agent: Agent
  projects: Project[]
  dashboardUrl?: string | undefined
  clock: Clock
  log: Log
  settings: JobSettings
  /** Who mends what people cannot: told when a project's key is refused. */
  adminUsers: string[]
  /** The app's own user and bot in a team. */
  self(this: void, team: string): Promise<{ userId: string; botId: string }>
  /** Slack's text as plain words, people and channels by name. */
  decode(this: void, team: string, text: string): Promise<string>
  /** Opens the settings for `/docs settings`. */
  openSettings(this: void, command: Command): Promise<Message | string | void>
  /** Somebody's jobs changed: Home follows. */
  changed(this: void, team: string, users: string[]): Promise<void>
}

export interface Jobs extends Omit<Slice, 'start'> {
  /** What Home shows of jobs, in its order. */
  sections: { title: string; blocks: (team: string, user: string) => Promise<MessageBlock[]> }[]
  /** The button that opens the start form. */
  startAction: string
}

/** Agent jobs: started, watched and steered from Slack. */
export function jobs(options: JobsOptions): Jobs {
  const { store, outbox, people, projects, settings } = options
  const board = desk({ ...options, idle: (job) => status.end(job) })
  const door = gate({ people, outbox })
  const read = context(options)
  const told = announce({ outbox, desk: board, settings, permalink: read.permalink })
  const room = quota(options)
  const base = { ...options, desk: board, gate: door, quota: room, announce: told }
  const shown = showing({ ...base, permalink: read.permalink })
  const watcher = watching(base)
  const status = native(base)
  const watch = async (job: Job): Promise<void> => {
    await watcher.watch(job)
    await status.begin(job)
  }
  const follow = followUps({ ...base, watch })
  const create = creation({ ...base, watch })
  const start = starting({ ...base, context: read, elsewhere: (asker, draft) => place.ask(asker, draft) })
  const list = listing({ ...base, around: shown.around, decided: shown.room, permalink: read.permalink })
  const draftsOf = (team: string) => drafts(store, team)
  const changes = changing({ ...base, draftsOf })
  const acts = acting({
    ...base,
    starting: start,
    changes,
    share: sharing(base),
    follow: list.follow,
    followUps: follow,
    watch,
    leaveLine: create.leaveLine,
  })
  const adopt = adoption({ ...base, watch })
  const said = answers({ desk: board, quota: room, listing: list, projects })
  const startForm = startForms({
    ...base,
    context: read,
    draftsOf,
    start: start.start,
    act: acts.act,
    used: (team, user, quotes) => collect.used(team, user, quotes),
  })
  const collect: Collecting = collecting({ ...base, context: read, startForm })
  const emoji = reactions({ ...base, context: read, start: start.start })
  const place = placing({ ...base, draftsOf, startForm, start: start.start })
  const about = forms({
    ...base,
    changes,
    leaveLine: create.leaveLine,
    dashboardUrl: options.dashboardUrl,
    act: acts.act,
    adopt: adopt.adopt,
    startForm,
    whole: list.whole,
    isMember: read.isMember,
    readers: readers({ desk: board, mayRead: read.mayRead }),
  })
  const docs = commands({
    ...base,
    answers: said,
    listing: list,
    startForm,
    start: start.start,
    settings: options.openSettings,
    collected: collect.open,
  })
  const heard = hearing({ ...base, context: read, answers: said, followUps: follow, start: start.start })

  /** Buttons whose value is the job's id, and what they do to it. */
  const clicks: [string, Verb][] = [
    [ids.undo, 'undo'],
    [ids.cancel, 'cancel'],
    [ids.drop, 'drop'],
    [ids.anyway, 'anyway'],
    [ids.retry, 'retry'],
    [ids.watch, 'watch'],
    [ids.check, 'check'],
    [ids.postHere, 'post_here'],
    [ids.showDirect, 'show_direct'],
    [ids.tellAdmins, 'tell_admins'],
    [ids.untell, 'untell'],
    [ids.instead, 'instead'],
  ]
  /** Buttons and menus whose value is `<job id>:<what else>`. */
  const pairs: [string | RegExp, Verb][] = [
    [ids.pickOther, 'pick'],
    [new RegExp(`^${ids.pick.replace('.', '\\.')}:`), 'pick'],
    [ids.sendAgain, 'send_again'],
    [ids.dropFollowUp, 'drop_follow_up'],
  ]
  const split = (action: Action): [string, string] => {
    const [id = '', ...rest] = (action.value ?? '').split(':')
    return [id, rest.join(':')]
  }

  return {
    startAction: ids.start,
    sections: [
      { title: words.home.needs, blocks: list.needs },
      { title: words.home.mine, blocks: list.board },
      { title: words.home.quota, blocks: async () => (await said.quota()).blocks },
    ],
    cards: [shown.kind],
    tasks: [
      ...told.tasks,
      ...start.tasks,
      ...create.tasks,
      ...watcher.tasks,
      ...status.tasks,
      ...follow.tasks,
      ...acts.tasks,
      ...adopt.tasks,
      ...startForm.tasks,
      ...heard.tasks,
      ...collect.tasks,
      ...emoji.tasks,
      ...list.tasks,
    ],
    listen(slack) {
      docs.listen(slack)
      about.listen(slack)
      list.listen(slack)
      heard.listen(slack)
      collect.listen(slack)
      emoji.listen(slack)
      place.listen(slack)
      for (const [actionId, verb] of clicks)
        slack.action(actionId, (action) => acts.act(actOf(action, action.value ?? '', verb)))
      for (const [actionId, verb] of pairs)
        slack.action(actionId, (action) => {
          const [id, arg] = split(action)
          return acts.act(actOf(action, id, verb, arg))
        })
    },
  }
}

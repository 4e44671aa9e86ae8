import type { AgentClient } from '../clients/agent-client.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Queue } from '../queue/queue.ts'
import type { AccessPolicy } from '../access/access-policy.ts'
import { decodeMessage } from '../slack/directory/decode-message.ts'
import { createConversations } from '../slack/directory/conversations.ts'
import type { Installations } from '../slack/directory/installations.ts'
import type { Slice } from '../slice.ts'
import type { SlackApi } from '../slack/api/web-api.ts'
import type { Cards } from '../slack/outbox/cards.ts'
import type { Action, Command } from '../slack/inbound/listeners.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { People } from '../slack/directory/people.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { createJobActions, type JobVerb } from './actions/job-actions.ts'
import { createNotifier } from './notify/notify-requester.ts'
import { createJobEditing } from './actions/edit-job.ts'
import { createCommandReplies, createDocsCommand } from './entrypoints/docs-command.ts'
import { createDocsList, type DocsList } from './lists/docs-list.ts'
import { createThreadContext } from './conversation/thread-context.ts'
import { createJobCreation } from './run/create-job.ts'
import { createJobUpdates } from './updates/job-updates.ts'
import { type Project } from './model/projects.ts'
import { createDraftStore } from './model/form-draft.ts'
import { createReactionStart } from './start/reaction-start.ts'
import { createFollowUps } from './follow-up/send-follow-up.ts'
import { toActionRequest, createJobForms } from './actions/job-forms.ts'
import { gate } from './gate.ts'
import { createIncomingMessages } from './entrypoints/incoming-message.ts'
import { actionIds } from './action-ids.ts'
import type { Job } from './model/job.ts'
import { createJobList } from './lists/job-list.ts'
import { createThreadStatus } from './notify/thread-status.ts'
import { createChannelChoice } from './start/choose-channel.ts'
import { createAgentQuota } from './quota/agent-quota.ts'
import type { JobSettings } from './job-settings.ts'
import { createQuoteVisibility } from './conversation/quote-visibility.ts'
import { createJobSharing } from './actions/share-job.ts'
import { createCardKind } from './card/card-kind.ts'
import { createJobForm } from './form/job-form.ts'
import { createStarting } from './start/start-job.ts'
import { createAdoption } from './run/adopt-job.ts'
import { createPolling } from './run/poll-job.ts'
import { jobText } from './text/en.ts'

export interface JobsOptions {
  store: Store
  queue: Queue
  outbox: Outbox
  cards: Cards
  views: Views
  people: People
  api: SlackApi
  budgets: RateLimits
  fingerprint: KeyedHash
  agent: AgentClient
  projects: Project[]
  dashboardUrl?: string | undefined
  clock: Clock
  log: Log
  settings: JobSettings
  /** Who mends what people cannot: told when a project's key is refused. */
  adminUsers: string[]
  installations: Installations
  access: AccessPolicy
  /** Opens the settings for `/docs settings`. */
  openSettings(this: void, command: Command): Promise<Message | string | void>
  /** Refreshes Home for the people whose jobs changed. */
  refreshHome(this: void, team: string, users: string[]): Promise<void>
}

/** Agent jobs: started, watched and steered from Slack. */
export function createJobs(options: JobsOptions): Slice {
  const { store, outbox, people, projects, settings } = options
  const self = (team: string) => options.installations.forTeam(team)
  const decode = (team: string, text: string) => decodeMessage(people, team, text)
  const conversations = createConversations(options)
  const board = createJobUpdates({ ...options, changed: options.refreshHome, idle: (job) => status.end(job) })
  const door = gate({ people, outbox })
  const read = createThreadContext({ ...options, conversations, self, decode })
  const told = createNotifier({ outbox, desk: board, settings, permalink: conversations.permalink })
  const room = createAgentQuota(options)
  const base = { ...options, conversations, self, decode, desk: board, gate: door, quota: room, announce: told }
  const shown = createCardKind({ ...base, permalink: conversations.permalink })
  const watcher = createPolling(base)
  const status = createThreadStatus(base)
  const watch = async (job: Job): Promise<void> => {
    await watcher.watch(job)
    await status.begin(job)
  }
  const follow = createFollowUps({ ...base, watch })
  const create = createJobCreation({ ...base, watch })
  const start = createStarting({ ...base, context: read, elsewhere: (asker, draft) => place.ask(asker, draft) })
  const list = createJobList({
    ...base,
    around: shown.readContext,
    decided: shown.readLinePosition,
    permalink: conversations.permalink,
  })
  const draftsOf = (team: string) => createDraftStore(store, team)
  const changes = createJobEditing({ ...base, draftsOf })
  const acts = createJobActions({
    ...base,
    starting: start,
    changes,
    share: createJobSharing(base),
    follow: list.refreshOpenView,
    followUps: follow,
    watch,
    leaveLine: create.leaveLine,
  })
  const adopt = createAdoption({ ...base, watch })
  const said = createCommandReplies({ desk: board, quota: room, listing: list, projects })
  const startForm = createJobForm({
    ...base,
    context: read,
    draftsOf,
    start: start.start,
    act: acts.act,
    used: (team, user, quotes) => collect.removeUsed(team, user, quotes),
  })
  const collect: DocsList = createDocsList({ ...base, startForm })
  const emoji = createReactionStart({ ...base, context: read, start: start.start })
  const place = createChannelChoice({ ...base, draftsOf, startForm, start: start.start })
  const about = createJobForms({
    ...base,
    changes,
    leaveLine: create.leaveLine,
    dashboardUrl: options.dashboardUrl,
    act: acts.act,
    adopt: adopt.adopt,
    startForm,
    whole: list.renderDetails,
    isMember: conversations.hasApp,
    readers: createQuoteVisibility({ desk: board, mayRead: conversations.mayRead }),
  })
  const docs = createDocsCommand({
    ...base,
    answers: said,
    listing: list,
    startForm,
    start: start.start,
    settings: options.openSettings,
    collected: collect.open,
  })
  const heard = createIncomingMessages({ ...base, context: read, answers: said, followUps: follow, start: start.start })

  /** Buttons whose value is the job's id, and what they do to it. */
  const clicks: [string, JobVerb][] = [
    [actionIds.undo, 'undo'],
    [actionIds.cancel, 'cancel'],
    [actionIds.drop, 'drop'],
    [actionIds.anyway, 'anyway'],
    [actionIds.retry, 'retry'],
    [actionIds.watch, 'watch'],
    [actionIds.check, 'check'],
    [actionIds.postHere, 'post_here'],
    [actionIds.showDirect, 'show_direct'],
    [actionIds.tellAdmins, 'tell_admins'],
    [actionIds.untell, 'untell'],
    [actionIds.instead, 'instead'],
  ]
  /** Buttons and menus whose value is `<job id>:<what else>`. */
  const pairs: [string | RegExp, JobVerb][] = [
    [actionIds.pickOther, 'pick'],
    [new RegExp(`^${actionIds.pick.replace('.', '\\.')}:`), 'pick'],
    [actionIds.sendAgain, 'send_again'],
    [actionIds.dropFollowUp, 'drop_follow_up'],
  ]
  const split = (action: Action): [string, string] => {
    const [id = '', ...rest] = (action.value ?? '').split(':')
    return [id, rest.join(':')]
  }

  return {
    homeButtons: [{ actionId: actionIds.start, text: jobText.home.start, style: 'primary' }],
    homeSections: [
      { title: jobText.home.needs, blocks: list.needs },
      { title: jobText.home.mine, blocks: list.board },
      { title: jobText.home.quota, blocks: async () => (await said.quota()).blocks },
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
        slack.action(actionId, (action) => acts.act(toActionRequest(action, action.value ?? '', verb)))
      for (const [actionId, verb] of pairs)
        slack.action(actionId, (action) => {
          const [id, arg] = split(action)
          return acts.act(toActionRequest(action, id, verb, arg))
        })
    },
  }
}

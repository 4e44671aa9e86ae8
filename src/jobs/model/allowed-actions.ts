import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import {
  canPause,
  canRestart,
  isAccessRefused,
  isFollowed,
  isKnownState,
  isLive,
  type Job,
  type JobState,
} from './job.ts'
import type { Condition, JobAction } from './job-action.ts'

const is =
  (...states: JobState[]): Condition =>
  ({ state }) =>
    states.includes(state)
const isSilent: Condition = (job) => job.silentSince !== undefined
const isTextRefused: Condition = (job) => job.state === 'refused' && job.trouble?.code === 'validation_error'
const isHeldWithUndo: Condition = (job) => job.state === 'held' && job.heldUntil !== undefined
const mayLeaveLine: Condition = (job) => job.state === 'waiting' || (job.state === 'creating' && isSilent(job))
const mayChange: Condition = (job) => canPause(job) || job.state === 'paused'
/** An end is to come: of the job, or of the follow-up that is about to be sent. */
const mayEndAgain: Condition = (job) => job.state === 'working' || (isFollowed(job) && job.gathering !== undefined)
const isContinued: Condition = (job) => is('archived', 'gone')(job) && job.continued !== undefined
const canContinue: Condition = (job) => is('archived', 'gone')(job) && !isContinued(job)
const always: Condition = () => true
const none = () => ''
const primary = () => 'primary' as const
const primaryIf = (condition: Condition) => (job: Job) => (condition(job) ? 'primary' : undefined)

/** Every action, in the order in which cards and menus show them. */
export const jobActions = {
  found: {
    id: 'jobs.found',
    label: ({ buttons }) => buttons.found,
    opens: 'found',
    isAllowed: is('unknown'),
    onCard: is('unknown'),
    style: primary,
    inList: is('unknown'),
  },
  check: {
    id: 'jobs.check',
    label: ({ buttons }) => buttons.check,
    task: 'check',
    isAllowed: (job) => job.state === 'working' && job.remoteId !== undefined,
    onCard: (job) => job.state === 'working' && isSilent(job),
    style: primary,
    inList: (job) => job.state === 'working' && isSilent(job),
  },
  tell_admins: {
    id: 'jobs.tell_admins',
    label: ({ buttons }) => buttons.tellAdmins,
    task: 'tell_admins',
    onCard: (job) => isAccessRefused(job) && (job.state === 'refused' || (job.state === 'working' && isSilent(job))),
    style: primaryIf(is('refused')),
  },
  retry: {
    id: 'jobs.retry',
    label: ({ buttons }) => buttons.retry,
    task: 'retry',
    isAllowed: (job) => canRestart(job) && job.state !== 'paused',
    onCard: is('failed', 'refused'),
    onEnd: is('failed'),
    style: primaryIf((job) => job.state === 'failed' || !(isTextRefused(job) || isAccessRefused(job))),
    inList: is('failed', 'refused'),
  },
  edit: {
    id: 'jobs.edit',
    label: ({ buttons }) => buttons.edit,
    opens: 'edit',
    task: 'edit',
    isAllowed: canRestart,
    onCard: is('failed', 'refused', 'dropped'),
    style: primaryIf(isTextRefused),
    order: (job) => (isTextRefused(job) ? -1 : 0),
    inList: is('failed', 'refused', 'dropped'),
  },
  continue: {
    id: 'jobs.continue',
    label: ({ buttons }) => buttons.continue,
    opens: 'continue',
    onCard: canContinue,
    onEnd: canContinue,
    style: primary,
    inList: canContinue,
  },
  watch: {
    id: 'jobs.watch',
    label: ({ buttons }) => buttons.watch,
    task: 'watch',
    isAllowed: (job) => job.state === 'unwatched' && job.remoteId !== undefined,
    onCard: is('unwatched'),
    style: primary,
    inList: is('unwatched'),
  },
  pull_request: {
    id: 'jobs.pull_request',
    label: ({ buttons }) => buttons.pullRequest,
    url: (job) => parseWebUrl(job.prLink),
    onCard: (job) =>
      parseWebUrl(job.prLink) !== undefined &&
      (is('finished', 'failed', 'archived', 'gone', 'unwatched')(job) || (job.state === 'working' && !isSilent(job))),
    onEnd: (job) => job.state === 'finished' && parseWebUrl(job.prLink) !== undefined,
    style: primaryIf((job) => is('finished', 'working')(job) || isContinued(job)),
  },
  follow_up: {
    id: 'jobs.follow_up',
    label: ({ buttons }) => buttons.followUp,
    opens: 'follow_up',
    task: 'say',
    onCard: (job) => job.state === 'finished' || (job.state === 'working' && !(isSilent(job) && isAccessRefused(job))),
    style: primaryIf((job) => !job.prLink && !(job.state === 'working' && isSilent(job))),
    inList: isFollowed,
  },
  undo: {
    id: 'jobs.undo',
    label: ({ buttons }) => buttons.undo,
    task: 'undo',
    isAllowed: is('held', 'paused'),
    onCard: isHeldWithUndo,
    style: primary,
    inList: isHeldWithUndo,
  },
  cancel: {
    id: 'jobs.cancel',
    label: ({ buttons }) => buttons.cancel,
    task: 'cancel',
    // The button stays while one more create is tried; by then it is too late.
    isAllowed: (job) => mayLeaveLine(job) && (job.state === 'waiting' || job.attempted === undefined),
    onCard: mayLeaveLine,
    inList: mayLeaveLine,
  },
  instead: {
    id: 'jobs.instead',
    label: ({ buttons }) => buttons.instead,
    task: 'instead',
    isAllowed: is('asking'),
    onCard: is('asking'),
    style: primary,
  },
  anyway: {
    id: 'jobs.anyway',
    label: ({ buttons }, job) => (job.state === 'paused' ? buttons.startNow : buttons.anyway),
    task: 'anyway',
    isAllowed: is('asking', 'paused', 'unknown'),
    onCard: is('asking', 'paused', 'unknown'),
    style: primaryIf(is('paused')),
    confirm: (text, job) => (job.state === 'unknown' ? text.confirmAnyway : undefined),
    inList: is('asking', 'paused'),
  },
  /** One button for each likely project; they are told apart by a number behind the id. */
  pick: { id: 'jobs.pick', label: none, task: 'pick', value: 'job:argument', isAllowed: is('picking') },
  /** The menu of the other projects. */
  pick_other: { id: 'jobs.pick_other', label: none, task: 'pick', value: 'job:argument' },
  trim: {
    id: 'jobs.trim',
    label: ({ buttons }) => buttons.trim,
    opens: 'before_start',
    isAllowed: mayChange,
    onCard: (job) => mayChange(job) && (job.used?.messages ?? 0) > 0,
    order: (job) => (canPause(job) ? 1 : 0),
  },
  /** Opens the same form as `trim`, after the same check: two names for what people look for. */
  project: {
    id: 'jobs.project',
    label: ({ buttons }) => buttons.project,
    opens: 'before_start',
    onCard: (job, projects) => mayChange(job) && projects > 1,
    order: (job) => (canPause(job) ? 1 : 0),
  },
  /** Sent when the form of `trim` and `project` is closed: the card offers the start again. */
  put_back: { label: none, task: 'put_back', isAllowed: is('paused') },
  drop: {
    id: 'jobs.drop',
    label: ({ buttons }) => buttons.drop,
    task: 'drop',
    isAllowed: is('picking', 'asking', 'paused', 'unknown'),
    onCard: is('picking', 'asking', 'paused', 'unknown'),
    confirm: (text, job) => (job.state === 'unknown' ? text.confirmDrop : undefined),
    inList: is('picking', 'asking', 'paused'),
  },
  stop: {
    label: ({ buttons }) => buttons.stop,
    task: 'stop',
    isAllowed: is('working'),
    inMenu: is('working'),
    inList: (job) => job.state === 'working' && !isSilent(job),
  },
  unwatch: {
    label: ({ buttons }) => buttons.unwatch,
    task: 'unwatch',
    isAllowed: is('working'),
    inMenu: is('working'),
    inList: (job) => job.state === 'working' && !isSilent(job),
  },
  prompt: {
    id: 'jobs.prompt',
    label: ({ buttons }) => buttons.prompt,
    opens: 'prompt',
    onCard: (job) => isKnownState(job) && job.state !== 'picking' && job.state !== 'asking',
    inList: always,
  },
  tell: { label: ({ buttons }) => buttons.tellMe, task: 'tell', isAllowed: mayEndAgain, inMenu: mayEndAgain },
  mirror: { label: ({ buttons }) => buttons.mirror, opens: 'mirror', task: 'mirror', inMenu: isFollowed },
  hand: { label: ({ buttons }) => buttons.handOver, opens: 'hand', task: 'hand', inMenu: isFollowed },
  /** The job with every action that its card has. */
  more: { label: ({ list }) => list.more, opens: 'details', inList: always },

  // In other messages about the job
  untell: { id: 'jobs.untell', label: ({ buttons }) => buttons.unsubscribe, task: 'untell' },
  post_here: {
    id: 'jobs.post_here',
    label: ({ buttons }) => buttons.postHere,
    task: 'post_here',
    isAllowed: (job) => Boolean(job.lost),
    style: primary,
  },
  show_direct: {
    id: 'jobs.show_direct',
    label: ({ buttons }) => buttons.showDirect,
    task: 'show_direct',
    isAllowed: (job) => Boolean(job.lost),
  },
  elsewhere: {
    id: 'jobs.elsewhere',
    label: ({ buttons }) => buttons.elsewhere,
    opens: 'other_project',
    inPrompt: (job, projects) => projects > 1 && job.remoteId !== undefined,
  },
  send_again: {
    id: 'jobs.send_again',
    label: ({ buttons }) => buttons.sendAgain,
    task: 'send_again',
    value: 'job:argument',
    confirm: (text) => text.confirmSendAgain,
  },
  /** In the hint below a reply that does not go to the agent by itself; the argument is its timestamp. */
  send_reply: {
    id: 'jobs.send_reply',
    label: ({ hint }) => hint.send,
    task: 'send_reply',
    value: 'job:argument',
    isAllowed: (job) => isFollowed(job) || (isLive(job) && job.state !== 'unknown'),
    style: primary,
  },
  drop_follow_up: {
    id: 'jobs.drop_follow_up',
    label: ({ buttons }) => buttons.drop,
    task: 'drop_follow_up',
    value: 'job:argument',
  },
} as const satisfies Record<string, JobAction>

export type JobActionName = keyof typeof jobActions

type TaskOf<Action> = Action extends { task: infer Verb } ? Verb : never

/** The verb of a task that changes a job. */
export type JobVerb = TaskOf<(typeof jobActions)[JobActionName]>

/** The table as a list, for code that does not depend on single actions. */
export const jobActionList: [name: JobActionName, action: JobAction][] = (
  Object.keys(jobActions) as JobActionName[]
).map((name) => [name, jobActions[name]])

export const findJobAction = (name: string): JobAction | undefined => jobActionList.find(([one]) => one === name)?.[1]

/** Every verb of a task. */
export const jobVerbs = [...new Set(jobActionList.flatMap(([, { task }]) => task ?? []))] as [JobVerb, ...JobVerb[]]

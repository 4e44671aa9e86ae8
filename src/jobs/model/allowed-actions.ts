import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { canPause, canRestart, isAccessRefused, isFollowed, isKnownState, type Job, type JobState } from './job.ts'
import type { Condition, JobAction } from './job-action.ts'
import { jobMailActions } from './mail-actions.ts'
import { messageActions } from './message-actions.ts'
import { outageActions } from './outage-actions.ts'

const is =
  (...states: JobState[]): Condition =>
  ({ state }) =>
    states.includes(state)
const isSilent: Condition = (job) => job.silentSince !== undefined
const isTextRefused: Condition = (job) => job.state === 'refused' && job.trouble?.code === 'validation_error'
const isHeldWithUndo: Condition = (job) => job.state === 'held' && job.heldUntil !== undefined
const mayLeaveLine: Condition = (job) => job.state === 'waiting' || (job.state === 'creating' && isSilent(job))
/** Whether a person other than `user` has the form open that changes the job before it starts. */
const isEditedByOther = ({ state, pausedBy }: Job, user?: string): boolean =>
  state === 'paused' && pausedBy !== undefined && pausedBy !== user
const mayChange: Condition = (job) => canPause(job) || job.state === 'paused'
/** Whether an end is still to come: of the job, or of the follow-up that is about to be sent. */
const mayEndAgain: Condition = (job) => job.state === 'working' || (isFollowed(job) && job.gathering !== undefined)
const isContinued: Condition = (job) => is('archived', 'gone')(job) && job.continued !== undefined
const canContinue: Condition = (job) => is('archived', 'gone', 'failed')(job) && job.continued === undefined
const isStopRequested: Condition = (job) => job.stopAsked === true
const isRunOver = is('finished', 'failed')
/** To restart a job that the agent doesn't have is to start it. */
const needsToRestart = ({ remoteId }: Job) => (remoteId === undefined ? 'jobs.start' : 'jobs.steer')
const always: Condition = () => true
const none = () => ''
const primary = () => 'primary' as const
const primaryIf = (condition: Condition) => (job: Job) => (condition(job) ? 'primary' : undefined)

/** Every action, in the order in which cards and menus show them. */
export const jobActions = {
  found: {
    id: 'jobs.found',
    label: ({ buttons }) => buttons.found,
    needs: 'jobs.steer',
    opens: 'found',
    isAllowed: is('unknown'),
    onCard: is('unknown'),
    style: primary,
    inList: is('unknown'),
  },
  ...outageActions,
  retry: {
    id: 'jobs.retry',
    label: ({ buttons }) => buttons.retry,
    needs: needsToRestart,
    task: 'retry',
    isAllowed: (job) => canRestart(job) && job.state !== 'paused',
    onCard: is('failed', 'refused'),
    onEnd: is('failed'),
    style: primaryIf((job) => job.state === 'failed' || !(isTextRefused(job) || isAccessRefused(job))),
    inList: is('failed', 'refused'),
  },
  edit: {
    id: 'jobs.edit',
    label: ({ buttons }, job) => (job.state === 'dropped' ? buttons.editAndStart : buttons.edit),
    needs: needsToRestart,
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
    needs: 'jobs.start',
    opens: 'continue',
    onCard: canContinue,
    onEnd: canContinue,
    style: primaryIf(is('archived', 'gone')),
    inList: canContinue,
  },
  watch: {
    id: 'jobs.watch',
    label: ({ buttons }) => buttons.watch,
    needs: 'jobs.steer',
    task: 'watch',
    isAllowed: (job) => job.state === 'unwatched' && job.remoteId !== undefined,
    onCard: is('unwatched'),
    onEnd: is('unwatched'),
    style: primary,
    inList: is('unwatched'),
  },
  pull_request: {
    id: 'jobs.pull_request',
    label: ({ buttons }) => buttons.pullRequest,
    needs: 'read',
    url: (job) => parseWebUrl(job.prLink),
    onCard: (job) =>
      parseWebUrl(job.prLink) !== undefined &&
      is('finished', 'failed', 'archived', 'gone', 'unwatched', 'working')(job),
    onEnd: (job) => job.state === 'finished' && parseWebUrl(job.prLink) !== undefined,
    style: primaryIf((job) => (is('finished', 'working')(job) && !isSilent(job)) || isContinued(job)),
  },
  ...jobMailActions,
  follow_up: {
    id: 'jobs.follow_up',
    label: ({ buttons }) => buttons.followUp,
    needs: 'jobs.steer',
    opens: 'follow_up',
    task: 'say',
    onCard: (job) => job.state === 'finished' || (job.state === 'working' && !(isSilent(job) && isAccessRefused(job))),
    style: primaryIf((job) => !job.prLink && !(job.state === 'working' && isSilent(job))),
    // The menu of a failed job is full.
    inList: (job) => isFollowed(job) && job.state !== 'failed',
  },
  undo: {
    id: 'jobs.undo',
    label: ({ buttons }) => buttons.undo,
    needs: 'jobs.steer',
    task: 'undo',
    isAllowed: is('held', 'paused'),
    onCard: isHeldWithUndo,
    inList: isHeldWithUndo,
  },
  cancel: {
    id: 'jobs.cancel',
    label: ({ buttons }) => buttons.cancel,
    needs: 'jobs.steer',
    task: 'cancel',
    // The button stays while one more create request is tried; a click is then too late.
    isAllowed: (job) => mayLeaveLine(job) && (job.state === 'waiting' || job.attempted === undefined),
    onCard: mayLeaveLine,
    inList: mayLeaveLine,
  },
  instead: {
    id: 'jobs.instead',
    label: ({ buttons }) => buttons.instead,
    needs: 'jobs.steer',
    task: 'instead',
    isAllowed: is('asking'),
    onCard: is('asking'),
    style: primary,
  },
  anyway: {
    id: 'jobs.anyway',
    label: ({ buttons }, job) => (job.state === 'paused' ? buttons.startNow : buttons.anyway),
    needs: 'jobs.start',
    task: 'anyway',
    isAllowed: is('asking', 'paused', 'unknown'),
    onCard: is('asking', 'paused', 'unknown'),
    style: primaryIf(is('paused')),
    asks: {
      id: 'jobs.ask_anyway',
      isNeeded: (job, user) => job.state === 'unknown' || isEditedByOther(job, user),
      words: ({ confirmAnyway, confirmStartNow }, { state }, editor = '') =>
        state === 'paused' ? { ...confirmStartNow, text: confirmStartNow.text({ by: editor }) } : confirmAnyway,
    },
    // A menu asks nothing.
    inList: (job) => is('asking', 'paused')(job) && !isEditedByOther(job),
  },
  /** A button for each likely project, with a number appended to the id. */
  pick: {
    id: 'jobs.pick',
    label: none,
    task: 'pick',
    value: 'job:argument',
    isAllowed: is('picking'),
    needs: 'jobs.start',
  },
  /** The menu of the other projects. */
  pick_other: { id: 'jobs.pick_other', label: none, task: 'pick', value: 'job:argument', needs: 'jobs.start' },
  trim: {
    id: 'jobs.trim',
    label: ({ buttons }) => buttons.trim,
    needs: 'jobs.steer',
    opens: 'before_start',
    isAllowed: mayChange,
    onCard: (job) => mayChange(job) && (job.used?.messages ?? 0) > 0,
    order: (job) => (canPause(job) ? 1 : 0),
  },
  /** Opens the same form as `trim`, after the same check, under another name. */
  project: {
    id: 'jobs.project',
    label: ({ buttons }) => buttons.project,
    needs: 'jobs.steer',
    opens: 'before_start',
    onCard: (job, projects) => mayChange(job) && projects > 1,
    order: (job) => (canPause(job) ? 1 : 0),
  },
  /** Sent when the form of `trim` and `project` is closed: the card then offers the start again. */
  put_back: { label: none, task: 'put_back', isAllowed: is('paused'), needs: 'jobs.steer' },
  drop: {
    id: 'jobs.drop',
    label: ({ buttons }) => buttons.drop,
    needs: 'jobs.steer',
    task: 'drop',
    isAllowed: is('picking', 'asking', 'paused', 'unknown'),
    onCard: is('picking', 'asking', 'paused', 'unknown'),
    asks: { id: 'jobs.ask_drop', isNeeded: is('unknown'), words: ({ confirmDrop }) => confirmDrop },
    inList: is('picking', 'asking', 'paused'),
  },
  stop: {
    label: ({ buttons }) => buttons.stop,
    needs: 'jobs.steer',
    task: 'stop',
    isAllowed: is('working'),
    // The menu has room for one of the two ways to end the work.
    inMenu: (job) => job.state === 'working' && !isSilent(job) && !isStopRequested(job),
    inList: (job) => job.state === 'working' && !isSilent(job),
  },
  unwatch: {
    label: ({ buttons }) => buttons.unwatch,
    needs: 'jobs.steer',
    task: 'unwatch',
    isAllowed: is('working'),
    inMenu: (job) => job.state === 'working' && (isSilent(job) || isStopRequested(job)),
    inList: (job) => job.state === 'working' && !isSilent(job),
  },
  prompt: {
    id: 'jobs.prompt',
    label: ({ buttons }) => buttons.prompt,
    needs: 'read',
    opens: 'prompt',
    inMenu: (job) => isKnownState(job) && job.state !== 'picking' && job.state !== 'asking',
    inList: always,
  },
  tell: {
    label: ({ buttons }) => buttons.tellMe,
    task: 'tell',
    isAllowed: mayEndAgain,
    inMenu: mayEndAgain,
    needs: 'read',
  },
  mirror: {
    label: ({ buttons }) => buttons.mirror,
    opens: 'mirror',
    task: 'mirror',
    inMenu: isFollowed,
    needs: 'jobs.steer',
  },
  hand: {
    label: ({ buttons }) => buttons.handOver,
    opens: 'hand',
    task: 'hand',
    inMenu: isFollowed,
    needs: 'jobs.steer',
  },
  /** Settings of the card's mentions and follow-ups; while the job runs, the menu is full. */
  settings: { label: (text) => text.buttons.settings, opens: 'settings', inMenu: isRunOver, needs: 'read' },
  /** Opens the job with all actions of its card. */
  more: { label: ({ list }) => list.more, opens: 'details', inList: always, needs: 'read' },

  ...messageActions,
} as const satisfies Record<string, JobAction>

export type JobActionName = keyof typeof jobActions

type TaskOf<Action> = Action extends { task: infer Verb } ? Verb : never

/** The verb of a task that changes a job. */
export type JobVerb = TaskOf<(typeof jobActions)[JobActionName]>

/** The table as a list, for code that does not depend on particular actions. */
export const jobActionList: [name: JobActionName, action: JobAction][] = (
  Object.keys(jobActions) as JobActionName[]
).map((name) => [name, jobActions[name]])

export const findJobAction = (name: string): JobAction | undefined => jobActionList.find(([one]) => one === name)?.[1]

export const jobVerbs = [...new Set(jobActionList.flatMap(([, { task }]) => task ?? []))] as [JobVerb, ...JobVerb[]]

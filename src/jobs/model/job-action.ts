import type { JobText } from '../text/jobs-text.ts'
import type { Job } from './job.ts'

export type Condition = (job: Job) => boolean

export type JobFormName =
  | 'follow_up'
  | 'prompt'
  | 'found'
  | 'edit'
  | 'continue'
  | 'details'
  | 'before_start'
  | 'other_project'
  | 'mirror'
  | 'hand'
  | 'settings'

/** The permission needed besides reading the job: an action of the access policy, or none (`read`). */
export type JobActionNeed = 'jobs.start' | 'jobs.steer' | 'read'

/** The permission, or the one that depends on the job as it is when it's acted on. */
export type JobNeed = JobActionNeed | ((job: Job) => JobActionNeed)

/** Returns the permission for this job; that of managing it if the job is unknown. */
export const resolveNeed = (needs: JobNeed, job: Job | undefined): JobActionNeed =>
  typeof needs !== 'function' ? needs : job ? needs(job) : 'jobs.steer'

/** An action on a job: its name, the places that offer it, and the effect of a click. */
export interface JobAction {
  /** Frozen, because posted messages carry it: the action id of its button; absent for a mere menu entry. */
  id?: string
  label: (text: JobText, job: Job) => string
  /** Checked for the job's project when the action is carried out. */
  needs: JobNeed
  /** The form that a click opens; without one, a click sends the task. */
  opens?: JobFormName
  /** Frozen: the verb of the task that a click or the form sends. */
  task?: string
  /** The value of the button: the job's id, followed by an argument for `job:argument`. Menu entries have `<name>:<job id>`. */
  value?: 'job:argument'
  /** The address that the button opens; a click needs no listener. */
  url?: (job: Job) => string | undefined
  /** The slice that listens to the button and checks permission, if not this one. */
  listener?: 'mail'
  /** Checked against the job's newest state before a change; without it, the action is allowed in every state. */
  isAllowed?: Condition
  /** Whether the card shows the button. `projects` is the number of connected projects. */
  onCard?: (job: Job, projects: number) => boolean
  style?: (job: Job) => 'primary' | undefined
  /**
   * The question that a person answers in a window before the act, if they may act. Its button has an id of its own, frozen: the action's id acts
   * immediately, because buttons of earlier versions ask by themselves. In some states, there may be nothing to ask.
   */
  asks?: {
    id: string
    /** `user` is the person who acts; without one, whether anyone may have to answer. */
    isNeeded: (job: Job, user?: string) => boolean
    /** `editor` is the name of the person who edits the job before it starts. */
    words: (text: JobText, job: Job, editor?: string) => { title: string; text: string; yes: string }
  }
  /** Moves the button before (-1) or after (1) the others on the card, which follow the order of this table. */
  order?: (job: Job) => number
  /** Whether the message about the end of a run may have the button; only the first one of the table is shown. */
  onEnd?: Condition
  /** Whether the form with the prompt has the button. `projects` is the number of connected projects. */
  inPrompt?: (job: Job, projects: number) => boolean
  /** Whether the ⋯ menu of the card has an entry. */
  inMenu?: Condition
  /** Whether the menu of a listed job has an entry. */
  inList?: Condition
}

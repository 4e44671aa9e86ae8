import type { JobText } from '../text/jobs-text.ts'
import type { Job } from './job.ts'

export type Condition = (job: Job) => boolean

/** A form that a button or menu entry opens. */
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

/** What a person must be allowed, besides reading the job: an action of the access policy, or nothing more. */
export type JobActionNeed = 'jobs.start' | 'jobs.steer' | 'read'

/** One thing that people can do with a job: what it is called, where it is offered, and what a click does. */
export interface JobAction {
  /** Frozen: posted messages carry it. The action id of its button; without one it is only an entry of a menu. */
  id?: string
  label: (text: JobText, job: Job) => string
  /** Asked for the job's project when the action is carried out. */
  needs: JobActionNeed
  /** The form that a click opens; without one a click sends the task. */
  opens?: JobFormName
  /** Frozen: the verb of the task that a click or the form sends. */
  task?: string
  /** The value of the button: the job's id, followed by an argument where this says so. Menu entries have `<name>:<job id>`. */
  value?: 'job:argument'
  /** The address that the button opens; its click needs no listener. */
  url?: (job: Job) => string | undefined
  /** The slice that listens to its button, if not this one; it asks for what the click needs. */
  listener?: 'mail'
  /** Checked against the newest state of the job before it is changed; without it, the action is allowed in every state of the job. */
  isAllowed?: Condition
  /** When the card shows the button. `projects`: how many are connected. */
  onCard?: (job: Job, projects: number) => boolean
  style?: (job: Job) => 'primary' | undefined
  confirm?: (text: JobText, job: Job) => { title: string; text: string; yes: string; no: string } | undefined
  /** Moves the button before (-1) or after (1) the others of the card, which are in the order of this table. */
  order?: (job: Job) => number
  /** When the message about the end of a run has the button; the first such action of the table is shown. */
  onEnd?: Condition
  /** When the form with the prompt has the button. `projects`: how many are connected. */
  inPrompt?: (job: Job, projects: number) => boolean
  /** When the ⋯ menu of the card has it. */
  inMenu?: Condition
  /** When the menu of a listed job has it. */
  inList?: Condition
}

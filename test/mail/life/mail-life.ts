/**
 * The life of an outgoing mail: its states as people see them, and what each act may do in each. A table without code: docs/outgoing-mail.md shows it,
 * and the model of `life-of-a-mail.test.ts` asks it.
 */

/** The states that the mail's card shows. */
export const STATES = ['awaiting', 'scheduled', 'paused', 'held', 'trying', 'unknown', 'sent', 'stopped'] as const
export type State = (typeof STATES)[number]

export const STATE_MEANINGS: Record<State, string> = {
  awaiting: 'someone else has to approve it',
  scheduled: 'it is sent at a time that its writer chose',
  paused: 'its time is known, but something came in between: a person decides',
  held: 'the undo window',
  trying: 'the mailbox could not be reached, or did not answer: Bellhop goes on',
  unknown: 'the mailbox may have sent it: a person decides',
  sent: 'the mailbox has sent it; it may still bounce',
  stopped: 'it was not sent and will not be, unless a person sends it again: taken back, declined, expired, refused',
}

/** The first state, and the state after an approval. The first row that fits holds. */
export const BEGINNINGS = [
  { approval: 'needed', schedule: 'any', hold: 'any', first: 'awaiting' },
  { approval: 'none or given', schedule: 'a time to come', hold: 'any', first: 'scheduled' },
  { approval: 'none or given', schedule: 'now or past', hold: 'some', first: 'held' },
  { approval: 'none or given', schedule: 'now or past', hold: 'none', first: 'sent' },
] as const satisfies { approval: string; schedule: string; hold: string; first: State }[]

export const KINDS = ['reply', 'reply all', 'forward', 'new'] as const
export type Kind = (typeof KINDS)[number]

/** Who acts: `readers` may reply in the inbox and read the mail's channel, `approvers` are also chosen for it and have written none of its versions. */
export type Actor = 'readers' | 'approvers' | 'customers' | 'admins' | 'time' | 'the mailbox'

export interface Act {
  /** As people call it. */
  name: string
  by: Actor
  /** The states to which the act may lead, by the state in which the mail is. In a state that is missing, the act changes nothing. */
  leads: Partial<Record<State, readonly State[]>>
  /** Holds in every state. */
  promise?: string
}

/** The states of a mail that nothing holds back. */
const GOES = ['held', 'sent', 'trying', 'unknown', 'stopped'] as const

export const ACTS = {
  undo: {
    name: 'Undo, Don’t send',
    by: 'readers',
    leads: { awaiting: ['stopped'], scheduled: ['stopped'], paused: ['stopped'], held: ['stopped'] },
    promise: 'its text is never sent, quoted or found; its writer can take it up again',
  },
  edit: {
    name: 'Edit, Edit and send again',
    by: 'readers',
    leads: { awaiting: ['stopped'], scheduled: ['stopped'], paused: ['stopped'], stopped: ['stopped'], sent: ['sent'] },
    promise: 'the new version starts over, the old one ends; the writer of any version approves none',
  },
  approve: {
    name: 'Approve',
    by: 'approvers',
    leads: { awaiting: [...GOES, 'scheduled', 'paused', 'awaiting'] },
    promise: 'exactly what was shown is sent: text, recipients, the bytes of its files, and no newer email',
  },
  decline: {
    name: 'Decline',
    by: 'approvers',
    leads: { awaiting: ['stopped'] },
    promise: 'its writer gets the reason and the text; its card shows the reason',
  },
  now: {
    name: 'Send now',
    by: 'readers',
    leads: { scheduled: [...GOES, 'awaiting'], paused: [...GOES, 'awaiting'] },
    promise: 'its approval still counts, unless news came after it',
  },
  planned: {
    name: 'Send as scheduled',
    by: 'readers',
    leads: { paused: ['scheduled', 'awaiting', 'paused'] },
    promise: 'an approval that came before the news no longer counts',
  },
  time: {
    name: 'Change time',
    by: 'readers',
    leads: { scheduled: ['scheduled', 'awaiting'], paused: ['scheduled', 'awaiting'] },
    promise: 'another time needs another approval',
  },
  stop: {
    name: 'Stop trying',
    by: 'readers',
    leads: { trying: ['unknown', 'stopped', 'sent'] },
  },
  look: {
    name: 'Check again',
    by: 'readers',
    leads: { unknown: ['unknown', 'trying', 'sent', 'stopped', 'awaiting', 'paused'] },
    promise: 'nothing is sent that was not approved, and never a second copy',
  },
  again: {
    name: 'Send again',
    by: 'readers',
    leads: { unknown: ['stopped', 'sent', 'unknown', 'trying', 'awaiting'] },
    promise: 'a second copy may be sent: its own life begins',
  },
  drop: {
    name: 'Dismiss',
    by: 'readers',
    leads: { unknown: ['stopped'] },
  },
  customer: {
    name: 'someone writes in its thread',
    by: 'customers',
    leads: { scheduled: ['paused', 'scheduled'], awaiting: ['awaiting'], trying: [...GOES, 'paused'] },
    promise:
      'a mail is not sent at its time, after a delay of more than a minute, or with an approval, if who decided has not seen it; in the undo window it stops nothing',
  },
  approvalOn: {
    name: 'approval is switched on',
    by: 'admins',
    leads: {
      held: ['awaiting'],
      scheduled: ['awaiting', 'scheduled'],
      trying: ['awaiting', 'trying', 'stopped'],
    },
    promise: 'from then on nothing is sent for the first time without an approval',
  },
  approvalOff: {
    name: 'approval is switched off',
    by: 'admins',
    leads: { awaiting: ['stopped'] },
    promise: 'the writer is asked to send it again',
  },
  pass: {
    name: 'time passes',
    by: 'time',
    leads: {
      held: [...GOES, 'awaiting', 'paused'],
      scheduled: [...GOES, 'awaiting', 'paused', 'scheduled'],
      paused: ['paused'],
      awaiting: ['awaiting', 'stopped'],
      trying: [...GOES, 'awaiting', 'paused'],
      unknown: ['unknown', 'sent'],
    },
    promise: 'everything that was promised is done, or a person is notified',
  },
  mailbox: {
    name: 'the mailbox answers or reports',
    by: 'the mailbox',
    leads: { trying: [...GOES], unknown: ['unknown', 'sent'], sent: ['sent'] },
  },
} as const satisfies Record<string, Act>
export type ActName = keyof typeof ACTS

/** Whether the act does anything to a mail in this state. */
export const isPossible = (act: ActName, state: State): boolean => state in ACTS[act].leads

/** The states in which a mail may be after the act. What the mailbox still answers may always come in between. */
export function listNext(act: ActName, state: State): readonly State[] {
  const leads: Act['leads'] = ACTS[act].leads
  const meanwhile: Act['leads'] = ACTS.mailbox.leads
  return [...new Set([...(leads[state] ?? [state]), ...(meanwhile[state] ?? [])])]
}

/** The questions asked after each act. */
export const QUESTIONS = {
  approved: 'Was what was sent approved, as it was sent, by a person who wrote none of its versions?',
  seen: 'Had the deciding person seen the newest email of the thread?',
  bytes: 'Were the files sent that were approved?',
  meant: 'Did a person want this version to be sent, and once?',
  content: 'Are the words and the people those of the form?',
  quoted: 'Is anything quoted or offered that was never sent?',
  audience: 'Did anyone see what they may not?',
  promised: 'Is everything that was promised done, or said?',
  table: 'Is each step one of the table?',
  alive: 'Does the app answer every request?',
} as const
export type Question = keyof typeof QUESTIONS

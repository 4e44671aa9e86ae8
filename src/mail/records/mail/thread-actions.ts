import type { ActionRow } from '../action-row.ts'
import { isOwned, type MailThread } from './mail-thread.ts'

/** Verbs of the task that changes a mail thread on a click; frozen. */
export const threadVerbs = [
  'claim',
  'release',
  'hand_over',
  'done',
  'reopen',
  'snooze',
  'wake',
  'mute',
  'unmute',
] as const
export type ThreadVerb = (typeof threadVerbs)[number]

/** Verbs of buttons and menu entries. `snooze_tomorrow` snoozes until the next morning, without a form; frozen. */
type OfferedVerb = ThreadVerb | 'snooze_tomorrow'

/** An action of people on a mail thread. */
export type ThreadAction = ActionRow<MailThread, OfferedVerb>

const isDone = ({ work }: MailThread): boolean => work === 'done'
const canSnooze = (thread: MailThread): boolean => !isDone(thread) && !thread.snooze

/** All actions, in the order in which they are offered. */
export const threadActions: ThreadAction[] = [
  {
    verb: 'claim',
    actionId: 'mail.claim',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ work }) => work.claim,
    isAllowed: (thread) => !isOwned(thread) && !isDone(thread),
  },
  {
    verb: 'snooze_tomorrow',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.snoozeTomorrow,
    isAllowed: canSnooze,
  },
  {
    verb: 'snooze',
    actionId: 'mail.snooze',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.snooze,
    opensForm: true,
    isAllowed: canSnooze,
  },
  {
    verb: 'wake',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.wake,
    isAllowed: (thread) => thread.snooze !== undefined,
  },
  {
    verb: 'done',
    actionId: 'mail.done',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ work }) => work.done,
    isAllowed: (thread) => !isDone(thread),
  },
  {
    verb: 'reopen',
    actionId: 'mail.reopen',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ work }) => work.reopen,
    isAllowed: isDone,
  },
  {
    verb: 'hand_over',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.handOver,
    opensForm: true,
    isAllowed: (thread) => !isDone(thread),
  },
  {
    verb: 'unmute',
    actionId: 'mail.unmute',
    at: ['menu', 'more'],
    needs: 'mail.reply',
    label: ({ work }) => work.unmute,
    hint: ({ work }) => work.hints.unmute,
    isAllowed: ({ muted }) => muted !== undefined,
  },
  {
    verb: 'release',
    actionId: 'mail.unclaim',
    at: ['menu', 'more'],
    needs: 'mail.reply',
    label: ({ work }) => work.release,
    hint: ({ work }) => work.hints.release,
    isAllowed: isOwned,
  },
  {
    verb: 'mute',
    actionId: 'mail.mute',
    at: ['menu', 'more'],
    needs: 'mail.reply',
    label: ({ work }) => work.mute,
    hint: ({ work }) => work.hints.mute,
    isAllowed: ({ muted }) => muted === undefined,
  },
]

/** The buttons on the card for the state of the thread: Reopen, Done, or Claim and Done. */
export const listCardActions = (thread: MailThread): ThreadAction[] =>
  threadActions.filter(({ at, isAllowed }) => at.includes('card') && isAllowed(thread))

const listMenuCandidates = (thread: MailThread): ThreadAction[] =>
  threadActions.filter((action) => action.at.includes('menu') && action.isAllowed(thread))

/** The entries of the card's ⋯ menu, at most `room`. */
export const listMenuActions = (thread: MailThread, room: number): ThreadAction[] =>
  listMenuCandidates(thread).slice(0, room)

/** The actions behind More…, because the card's ⋯ menu has only `room` for others. */
export const listMoreActions = (thread: MailThread, room: number): ThreadAction[] =>
  listMenuCandidates(thread)
    .slice(room)
    .filter(({ at }) => at.includes('more'))

/** The action that a stored or posted verb names; undefined for a verb of a later version. */
export const findThreadAction = (verb: string): ThreadAction | undefined =>
  threadActions.find((action) => action.verb === verb)

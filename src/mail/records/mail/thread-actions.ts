import { type ActionRow, findAction } from '../action-row.ts'
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

/** An action of people on a mail thread. */
export type ThreadAction = ActionRow<MailThread, ThreadVerb>

const isDone = ({ work }: MailThread): boolean => work === 'done'

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
    verb: 'snooze',
    actionId: 'mail.snooze',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.snooze,
    opensForm: true,
    isAllowed: (thread) => !isDone(thread) && !thread.snooze,
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
    at: ['card', 'menu'],
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
    verb: 'release',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.release,
    isAllowed: isOwned,
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
    verb: 'mute',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.mute,
    isAllowed: ({ muted }) => muted === undefined,
  },
  {
    verb: 'unmute',
    at: ['menu'],
    needs: 'mail.reply',
    label: ({ work }) => work.unmute,
    isAllowed: ({ muted }) => muted !== undefined,
  },
]

/** The button on the card for the state of the thread: Claim, Done or Reopen. */
export const findCardAction = (thread: MailThread): ThreadAction =>
  findAction(threadActions, isDone(thread) ? 'reopen' : isOwned(thread) ? 'done' : 'claim')

/** The entries of the card's ⋯ menu: at most four, because Slack takes five and the last one is More…. */
export function listMenuActions(thread: MailThread): ThreadAction[] {
  const button = findCardAction(thread)
  return threadActions.filter((action) => action !== button && action.at.includes('menu') && action.isAllowed(thread))
}

/** The action that a stored or posted verb names; undefined for a verb of a later version. */
export const findThreadAction = (verb: string): ThreadAction | undefined =>
  threadActions.find((action) => action.verb === verb)

import type { MailText } from '../../text/mail-text.ts'
import { isOwned, type MailThread } from './mail-thread.ts'

/** What a task does with a mail thread on a click; frozen. */
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

/** Something that people do with a mail thread: a button of its card, an entry of its ⋯ menu, or both. */
export interface ThreadAction {
  verb: ThreadVerb
  /** Of its button. Frozen: messages already posted carry it. */
  actionId?: string
  needs: 'mail.reply'
  label(this: void, text: MailText): string
  /** It asks for more before it is done. */
  form?: 'snooze' | 'handOver'
  isAllowed(this: void, thread: MailThread): boolean
}

const isDone = ({ work }: MailThread): boolean => work === 'done'

/** Every action, in the order in which it is offered. */
export const threadActions: ThreadAction[] = [
  {
    verb: 'claim',
    actionId: 'mail.claim',
    needs: 'mail.reply',
    label: ({ work }) => work.claim,
    isAllowed: (thread) => !isOwned(thread) && !isDone(thread),
  },
  {
    verb: 'snooze',
    actionId: 'mail.snooze',
    needs: 'mail.reply',
    label: ({ work }) => work.snooze,
    form: 'snooze',
    isAllowed: (thread) => !isDone(thread) && !thread.snooze,
  },
  {
    verb: 'wake',
    needs: 'mail.reply',
    label: ({ work }) => work.wake,
    isAllowed: (thread) => thread.snooze !== undefined,
  },
  {
    verb: 'done',
    actionId: 'mail.done',
    needs: 'mail.reply',
    label: ({ work }) => work.done,
    isAllowed: (thread) => !isDone(thread),
  },
  {
    verb: 'reopen',
    actionId: 'mail.reopen',
    needs: 'mail.reply',
    label: ({ work }) => work.reopen,
    isAllowed: isDone,
  },
  { verb: 'release', needs: 'mail.reply', label: ({ work }) => work.release, isAllowed: isOwned },
  {
    verb: 'hand_over',
    needs: 'mail.reply',
    label: ({ work }) => work.handOver,
    form: 'handOver',
    isAllowed: (thread) => !isDone(thread),
  },
  { verb: 'mute', needs: 'mail.reply', label: ({ work }) => work.mute, isAllowed: ({ muted }) => muted === undefined },
  {
    verb: 'unmute',
    needs: 'mail.reply',
    label: ({ work }) => work.unmute,
    isAllowed: ({ muted }) => muted !== undefined,
  },
]

/** The one button that the card has for the state of its thread: Claim, Done or Reopen. */
export function findCardAction(thread: MailThread): ThreadAction | undefined {
  const verb = isDone(thread) ? 'reopen' : isOwned(thread) ? 'done' : 'claim'
  return threadActions.find((action) => action.verb === verb)
}

/** The entries of the card's ⋯ menu: at most four, because Slack takes five and the last one is More…. */
export function listMenuActions(thread: MailThread): ThreadAction[] {
  const button = findCardAction(thread)
  // Once somebody owns it, Done is the button, and Release takes its place.
  return threadActions.filter(
    (action) => action !== button && action.verb !== 'claim' && action.verb !== 'reopen' && action.isAllowed(thread),
  )
}

/** The action that a stored or posted verb names; undefined for one of a later version. */
export const findThreadAction = (verb: string): ThreadAction | undefined =>
  threadActions.find((action) => action.verb === verb)

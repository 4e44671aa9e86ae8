import type { MenuChoices } from '../blocks/form-fields.ts'
import type { Message, View } from '../blocks/slack-message.ts'
import type { OpenView } from './view-state.ts'

export type { OpenView } from './view-state.ts'

/** The person and team behind a request. `eventId` stays the same when Slack delivers the request again; task ids derive from it. */
export interface RequestOrigin {
  team: string
  user: string
  eventId: string
}

/** A slash command. */
export interface Command extends RequestOrigin {
  command: string
  text: string
  channel: string
  channelName: string
  triggerId: string
  responseUrl: string
}

/** A click on a button or a choice in a menu. */
export interface Action extends RequestOrigin {
  actionId: string
  blockId: string
  /** A button's value or the choice in a menu, several joined by commas; undefined if there is none. */
  value: string | undefined
  /** The address that a button opens; a click on it needs no listener. */
  url?: string
  triggerId: string
  /** When it happened, as Slack writes times; of two actions, the later one has the greater string. */
  actionTs?: string
  responseUrl?: string
  /** The message that contains the element; `view` if it is in a view. `threadTs`: it is a reply in that thread; `isBroadcast`: which the channel shows as well. */
  message?: { channel: string; ts: string; threadTs?: string; isEphemeral?: true; isBroadcast?: true }
  view?: OpenView
}

/** A global shortcut, or one on a message. */
export interface Shortcut extends RequestOrigin {
  callbackId: string
  triggerId: string
  /** Message shortcuts only. */
  message?: {
    channel: string
    channelName: string
    ts: string
    threadTs?: string
    user?: string
    text: string
    blocks?: unknown
  }
  responseUrl?: string
}

/** A submitted modal. */
export interface Submission extends RequestOrigin {
  view: OpenView
  triggerId: string
}

/** A modal that a person closed without submitting it; only those with `notifyOnClose` are reported. Slack may leave out its values. */
export interface ClosedForm extends RequestOrigin {
  view: OpenView
}

/** The answer to a submission. Without one the form closes; errors, or a modal pushed above it, keep it open with its text. */
export type SubmissionAnswer =
  | void
  | { errors: Record<string, string> }
  | { update: View }
  | { push: View }
  | { clear: true }

/** The text that a person has typed so far into a menu whose choices the app finds. Slack sends it once and waits 3 s for the choices. */
export interface OptionsRequest extends Omit<RequestOrigin, 'eventId'> {
  actionId: string
  blockId: string
  typed: string
  view?: OpenView
}

/** A message that a person typed, or in which another app mentions ours: no join, no edit. */
export interface TypedMessage extends RequestOrigin {
  channel: string
  channelType: 'channel' | 'group' | 'im' | 'mpim'
  ts: string
  threadTs?: string
  text: string
  blocks?: unknown
  files: { id: string; name: string }[]
  mentionsApp: boolean
}

/** A message that is gone. Slack keeps an empty one in its place if it has replies. */
export interface DeletedMessage {
  team: string
  channel: string
  ts: string
}

/** A message that its author, `user`, wrote differently, or that is gone. A change by Slack itself, such as a preview of a link, is none. */
export interface ChangedMessage extends RequestOrigin {
  channel: string
  ts: string
  threadTs?: string
  /** The new text; undefined if the message was deleted. */
  text: string | undefined
  files: { name: string }[]
}

/** Any event that is not a message. */
export interface SlackEvent extends RequestOrigin {
  type: string
  event: Record<string, unknown>
}

/** Whether a listener leaves the check of the person to the task that it sends: Slack is then answered immediately. */
export type LeavesAccessToTask<Request> = (request: Request) => boolean

/**
 * Registers the slices' listeners with Bolt (`bolt-listeners.ts`). Before a listener runs, the app asks whether the person may use it, unless
 * the listener leaves that to its task (`src/access/guard-listeners.ts`). A listener only sends one task, or opens a form; Slack is answered
 * after it resolves. If it throws, Slack shows an error or sends the request again. A returned text or message is shown to that person only.
 * `Before`: what a listener gets before the request.
 */
export interface Listeners<Before extends unknown[] = []> {
  command(
    name: string,
    listen: (...given: [...Before, command: Command]) => Promise<Message | string | void>,
    leavesAccessToTask?: LeavesAccessToTask<Command>,
  ): void
  /** `actionId` exact, or a pattern of how it begins, such as `/^jobs\.pick:/`. */
  action(
    actionId: string | RegExp,
    listen: (...given: [...Before, action: Action]) => Promise<void>,
    leavesAccessToTask?: LeavesAccessToTask<Action>,
  ): void
  shortcut(
    callbackId: string,
    listen: (...given: [...Before, shortcut: Shortcut]) => Promise<void>,
    leavesAccessToTask?: LeavesAccessToTask<Shortcut>,
  ): void
  /** The choices of a menu for what a person typed into it; for people who may not use Bellhop there are none. */
  options(actionId: string, listen: (...given: [...Before, request: OptionsRequest]) => Promise<MenuChoices>): void
  submit(callbackId: string, listen: (...given: [...Before, submission: Submission]) => Promise<SubmissionAnswer>): void
  /** Does nothing for people who may not use Bellhop, who cannot be answered either. */
  close(callbackId: string, listen: (...given: [...Before, closing: ClosedForm]) => Promise<void>): void
  /** Every message that a person typed where the app can read, and mentions by other apps; each listener gets all of them. Only its task asks who the person is. */
  message(listen: (...given: [...Before, message: TypedMessage]) => Promise<void>): void
  /** A message that was deleted where the app can read, unless somebody else wrote it; its task asks whether it is one that matters. */
  deletion(listen: (...given: [...Before, message: DeletedMessage]) => Promise<void>): void
  /** A message of a person that was edited or deleted where the app can read. Only its task asks who the person is. */
  change(listen: (...given: [...Before, message: ChangedMessage]) => Promise<void>): void
  /** Any other event by its type: `reaction_added`, `app_home_opened`, `channel_archive`, `app_uninstalled`, … */
  event(type: string, listen: (...given: [...Before, event: SlackEvent]) => Promise<void>): void
}

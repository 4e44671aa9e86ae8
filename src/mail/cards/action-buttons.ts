import { button } from '../../slack/blocks/block-builders.ts'
import type { Button } from '../../slack/blocks/slack-message.ts'
import { formatMailTarget, type MailTarget } from '../action-ids.ts'
import { type ActionRow, type ButtonRow, findAction, formatShown, hasButton } from '../records/action-row.ts'
import { mailActions } from '../records/mail-actions.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { listCardActions, threadActions, type ThreadAction } from '../records/mail/thread-actions.ts'
import type { MailText } from '../text/mail-text.ts'

/** The button of one row of a table of actions; it asks first if the row has a question. */
export function buildActionButton<Subject>(
  text: MailText,
  { actionId, label, style, asks, findShown }: Omit<ButtonRow<Subject>, 'isAllowed'>,
  value: string,
  subject?: Subject,
): Button {
  return button({
    actionId: asks?.actionId ?? actionId,
    text: label(text, subject),
    value: formatShown(value, subject && findShown?.(subject)),
    ...(style && { style }),
  })
}

/** The buttons that the table allows for this subject, in its order. */
export const buildAllowedButtons = <Subject>(
  text: MailText,
  actions: readonly ActionRow<Subject>[],
  subject: Subject,
  value: string,
): Button[] =>
  actions.flatMap((action) =>
    hasButton(action) && action.isAllowed(subject) ? buildActionButton(text, action, value, subject) : [],
  )

/** The buttons for the state of a thread: Claim and Done, Done, or Reopen. */
export const buildWorkButtons = (text: MailText, thread: MailThread, value: string): Button[] =>
  buildAllowedButtons(text, listCardActions(thread), thread, value)

/** The buttons of these verbs that the state of a thread allows. */
export const buildThreadButtons = (
  text: MailText,
  verbs: ThreadAction['verb'][],
  thread: MailThread,
  value: string,
): Button[] =>
  buildAllowedButtons(
    text,
    threadActions.filter(({ verb }) => verbs.includes(verb)),
    thread,
    value,
  )

/** The button that opens a mail in a window, also while no channel shows it. */
export const buildReadButton = (text: MailText, target: MailTarget): Button =>
  buildActionButton(text, findAction(mailActions, 'read'), formatMailTarget(target))

/** The same for a sender who imitates somebody: the window shows no links until a person asks for them. */
export const buildReadSafelyButton = (text: MailText, target: MailTarget): Button =>
  buildActionButton(
    text,
    { ...findAction(mailActions, 'read'), label: ({ readSafely }) => readSafely },
    formatMailTarget(target),
  )

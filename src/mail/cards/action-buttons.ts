import { button, confirmDialog } from '../../slack/blocks/block-builders.ts'
import type { Button } from '../../slack/blocks/slack-message.ts'
import type { ActionRow } from '../records/allowed-actions.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findCardAction, type ThreadAction, threadActions, type ThreadVerb } from '../records/mail/thread-actions.ts'
import type { MailText } from '../text/mail-text.ts'

/** The button of one row of the table of allowed actions. */
export function buildActionButton<Subject>(
  text: MailText,
  action: Omit<ActionRow<Subject>, 'needs'>,
  value: string,
): Button {
  const { actionId, label, style } = action
  const confirm = action.confirm?.(text)
  return button({
    actionId,
    text: label(text),
    value,
    ...(style && { style }),
    ...(confirm && { confirm: confirmDialog(confirm.title, confirm.text, confirm.yes, confirm.no) }),
  })
}

/** The buttons that the table allows for this subject, in its order. */
export const buildAllowedButtons = <Subject>(
  text: MailText,
  actions: ActionRow<Subject>[],
  subject: Subject,
  value: string,
): Button[] =>
  actions.filter((action) => action.isAllowed(subject)).map((action) => buildActionButton(text, action, value))

const toButton = (text: MailText, { actionId, label }: ThreadAction, value: string): Button | undefined =>
  actionId === undefined ? undefined : button({ actionId, text: label(text), value })

/** The button for the state of a thread: Claim, Done or Reopen. */
export function buildThreadButton(text: MailText, thread: MailThread, value: string): Button | undefined {
  const action = findCardAction(thread)
  return action && toButton(text, action, value)
}

/** The buttons of these verbs that the state of a thread allows. */
export const buildThreadButtons = (text: MailText, verbs: ThreadVerb[], thread: MailThread, value: string): Button[] =>
  threadActions
    .filter((action) => verbs.includes(action.verb) && action.isAllowed(thread))
    .flatMap((action) => toButton(text, action, value) ?? [])

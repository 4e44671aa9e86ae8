import type { AccessAction } from '../../../access/actions.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { ShownMail } from '../../access/mail-for-reader.ts'
import { mailCallbackIds, formatMailTarget, type MailTarget } from '../../action-ids.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { findThreadRoom, isPutAside } from '../../cards/mail-card.ts'
import { type ActionRow, type ButtonRow, hasButton } from '../../records/action-row.ts'
import { filesAction, mailActions, startJob } from '../../records/mail-actions.ts'
import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { listMoreActions } from '../../records/mail/thread-actions.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'

/** Marks the metadata of More…; frozen, because the view stays open over an upgrade. */
const MORE_MARK = 'more:'

/** A mail and its thread, and the person's limits. */
export interface MoreOptions {
  text: MailText
  mail: Mail
  thread: MailThread | undefined
  at: MailTarget
  /** Whether an agent is connected. */
  hasJobs: boolean
  /** The actions that the settings do not allow this person. */
  refused: ReadonlySet<AccessAction>
}

/** Lists further actions on a mail and its thread, each with its purpose and button, without those that would refuse this person. */
export function buildMoreModal({ text, mail, thread, at, hasJobs, refused }: MoreOptions): View {
  const value = formatMailTarget(at)
  const isOffered = ({ needs }: Pick<ActionRow<never>, 'needs'>) => needs === 'nothing' || !refused.has(needs)
  const hasCardWithFiles = !isAutomatic(mail) && !(thread && isPutAside(thread))
  const left = [...(hasJobs ? [] : [startJob]), ...(hasCardWithFiles ? [filesAction] : [])]
  const ofMail = mailActions.filter(
    (action) => action.at.includes('more') && action.isAllowed(mail) && !left.includes(action),
  )
  const ofThread = thread ? listMoreActions(thread, findThreadRoom(mail)) : []
  return buildMoreView(text, `${MORE_MARK}${value}`, [
    ...ofThread.filter(isOffered).flatMap((row) => (hasButton(row) ? buildRow(text, row, value) : [])),
    ...ofMail.filter(isOffered).flatMap((row) => buildRow(text, row, value)),
  ])
}

const buildMoreView = (text: MailText, privateMetadata: string, blocks: MessageBlock[]): View =>
  modal({
    callbackId: mailCallbackIds.mail,
    title: text.moreTitle,
    close: text.forms.close,
    privateMetadata,
    blocks,
  })

const buildRow = <Subject>(text: MailText, row: ButtonRow<Subject>, value: string): MessageBlock[] =>
  row.hint ? [section(row.hint(text), buildActionButton(text, row, value))] : []

const asked = ['mail.reply', 'mail.release', 'mail.administer'] as const satisfies AccessAction[]

/** Builds More… for the person who opens it. Without an answer in time, an action is offered, and its own check decides. */
export async function renderMore(
  scope: DeskScope,
  user: string,
  { text, key, mail, thread }: ShownMail,
): Promise<View> {
  const { team, access, slices } = scope
  const decisions = asked.map(async (action) => {
    const decision = await withinDeadline(access.decide({ team, user, action, inbox: mail.inboxId }))
    return decision?.isAllowed === false ? [action] : []
  })
  const refused = new Set<AccessAction>((await Promise.all(decisions)).flat())
  const at = { thread: mail.thread, mail: key }
  return buildMoreModal({ text, mail, thread, at, hasJobs: slices.jobs !== undefined, refused })
}

/** Shows the result of an act in the More… window it was done in. Returns false if the view is another one, or was closed. */
export async function answerInMore(
  { team, languages, views }: DeskScope,
  user: string,
  shown: { id: string; metadata: string },
  { blocks }: Message,
): Promise<boolean> {
  if (!shown.metadata.startsWith(MORE_MARK)) return false
  const text = mailTextIn(await languages.ofPerson(team, user))
  return (await views.update(team, shown.id, buildMoreView(text, shown.metadata, blocks))) !== undefined
}

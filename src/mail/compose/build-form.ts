import type { RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import type { MailTarget } from '../action-ids.ts'
import { isQuarantined, type Mail } from '../model/mail.ts'
import type { MailThread } from '../model/mail-thread.ts'
import type { MailServices } from '../services.ts'
import { buildEarlierMailNotice, buildColleagueNotice, findColleagueReply, hashNewRecipients } from './form-notices.ts'
import type { FormReader } from './form-reader.ts'
import { type FormRecipients, hashRecipients, readFormRecipients } from './form-recipients.ts'
import { findEarlierFiles, listKeptFiles, type KeptFiles } from './kept-files.ts'
import { type FormPlace, listRecipients, readTypedText, type ReplyFormState } from './reply-form-state.ts'
import { buildReplyModal } from './reply-modal.ts'

/** The mail that a form answers. */
export interface AnsweredMail {
  thread: MailThread
  newest: string
  key: string
  mail: Mail
}

/** What the fields of a form contain when it is shown. */
export interface FormContent {
  recipients: FormRecipients
  /** It answers everyone. */
  all?: boolean | undefined
  written?: RichTextBlock | undefined
  warnings: string[]
  /** The reply that this one replaces. */
  instead?: string | undefined
  /** The files of that reply. */
  kept?: KeptFiles | undefined
  /** Where the form was opened. */
  place?: FormPlace | undefined
  /** One of the warnings already names the newest mail. */
  namesNewest?: boolean
}

const noFiles: KeptFiles = { there: [], ticked: [], gone: [], without: [] }

/** The mail that a target names, or the newest one of its thread; undefined when it is gone, restricted, or not in that thread. */
export async function findAnsweredMail(
  { mailStore }: MailServices,
  team: string,
  { thread: id, mail }: MailTarget,
): Promise<AnsweredMail | undefined> {
  const thread = await mailStore.findThread(team, id)
  const newest = thread?.mails.at(-1)
  const key = mail ?? newest
  const found = await mailStore.findMail(team, key)
  if (found?.thread !== id || isQuarantined(found)) return undefined
  return thread && newest && key ? { thread, newest, key, mail: found } : undefined
}

/** The reply form as it should look now. */
export async function buildReplyFormModal(
  services: MailServices,
  reader: FormReader,
  { thread, newest, key, mail }: AnsweredMail,
  content: FormContent,
): Promise<View> {
  const { team, text } = reader
  const { recipients, all, written, instead, kept = noFiles, place, warnings, namesNewest } = content
  const newRecipients = await services.contacts.findNewRecipients(team, mail.inboxId, listRecipients(recipients))
  const colleague = await findColleagueReply(services, reader, thread)
  const writing = await buildColleagueNotice(services, reader, thread)
  const isNewest = key === newest || namesNewest
  const earlier = isNewest ? [] : await buildEarlierMailNotice(text, services, team, newest)
  return buildReplyModal({
    text,
    state: {
      thread: mail.thread,
      mail: key,
      newest,
      warned: hashNewRecipients(services, newRecipients),
      ...(colleague && { colleague: colleague.id }),
      ...(instead && { instead }),
      ...(kept.gone.length > 0 && { gone: kept.gone.map(({ id }) => id) }),
      ...(all && { all }),
      shown: hashRecipients(services, recipients),
      ...(place && { place }),
    },
    mail,
    recipients,
    newRecipients,
    written,
    kept,
    holdMs: await services.routes.readHoldMs(team, mail.inboxId),
    warnings: [...warnings, ...earlier, ...(colleague ? [colleague.notice] : []), ...writing],
  })
}

/** The same form with what the person has typed so far; undefined when the mail is gone. */
export async function rebuildReplyFormModal(
  services: MailServices,
  reader: FormReader,
  form: { view: OpenView; state: ReplyFormState },
  { isEditing = false, ...news }: { isEditing?: boolean; warnings?: string[]; namesNewest?: boolean } = {},
): Promise<View | undefined> {
  const { team } = reader
  const { view, state } = form
  const answered = await findAnsweredMail(services, team, state)
  if (!answered) return undefined
  const recipients = await readFormRecipients(services, reader, answered.mail, form)
  const files = await findEarlierFiles(services, team, state)
  return buildReplyFormModal(services, reader, answered, {
    warnings: [],
    ...news,
    recipients: { ...recipients, isEditing: isEditing || recipients.isEditing },
    all: state.all,
    written: readTypedText(view),
    instead: state.instead,
    place: state.place,
    kept: listKeptFiles(files, state.gone ?? [], view),
  })
}

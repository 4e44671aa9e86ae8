import { questionTimeMs } from '../../../../core/question-time.ts'
import {
  externalMultiSelect,
  inputBlock,
  type MenuChoices,
  type SelectChoice,
} from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { OpenView, OptionsRequest } from '../../../../slack/inbound/listeners.ts'
import { askToReadMail } from '../../../access/mail-acts.ts'
import { nameThreadFile } from '../../../text/outbound/file-names.ts'
import { MAX_FILES } from '../../files/unsendable-file.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../../text/mail-text.ts'
import { type AnsweredMail, findAnsweredMail } from './form-context.ts'
import type { FormReader } from './form-reader.ts'
import { blockIds, fieldIds, readFormState } from './reply-form-state.ts'
import { isPostedFile, listPostedFiles, listReceivedFiles, type ThreadFile } from './thread-files.ts'

/** A line in the menu that is no file. */
const NOTE = 'note'
/** Slack allows a hundred options; one is reserved for the line that reports more files. */
const MAX_CHOICES = 99

const toChoice = (text: MailText, file: ThreadFile): SelectChoice => ({
  value: file.value,
  text: nameThreadFile(text, file),
})

/** The menu of the thread's files, with the chosen ones. */
export const buildThreadFilesField = (text: MailText, chosen: ThreadFile[]): MessageBlock =>
  inputBlock(
    { blockId: blockIds.threadFiles, label: text.outgoing.fromThread, optional: true, dispatch: true },
    externalMultiSelect({
      actionId: fieldIds.threadFiles,
      initial: chosen.map((file) => toChoice(text, file)),
      placeholder: text.outgoing.fromThreadHint,
      minQueryLength: 0,
      maxSelected: MAX_FILES,
    }),
  )

/** Returns the files that match the typed text; none to a person who may not read the conversation. */
export async function searchThreadFiles(scope: OutboundScope, request: OptionsRequest): Promise<MenuChoices> {
  const { team, user, view } = request
  const state = view && readFormState(view)
  const answered = state && (await findAnsweredMail(scope, state))
  if (!answered) return { choices: [] }
  const permission = await askToReadMail(scope, request, answered, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return { choices: [] }
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const typed = request.typed.trim().toLowerCase()
  const [received, posted] = await Promise.all([
    listReceivedFiles(scope, text, answered),
    listPostedFiles(scope, text, answered),
  ])
  const fits = ({ name, from }: ThreadFile): boolean => `${name} ${from}`.toLowerCase().includes(typed)
  const fitting = [received, posted ?? []].map((files) => files.filter(fits))
  const count = fitting.flat().length
  const room = Math.max(0, MAX_CHOICES - (fitting[0]?.length ?? 0))
  const [ofMails = [], ofPeople = []] = [fitting[0]?.slice(0, MAX_CHOICES), fitting[1]?.slice(0, room)]
  const { outgoing } = text
  const notes = [...(count > MAX_CHOICES ? [outgoing.moreFiles] : []), ...(posted ? [] : [outgoing.slackSilent])].map(
    (note, index) => ({ text: note, value: `${NOTE}.${index}` }),
  )
  return {
    groups: [
      { title: outgoing.ofMails, choices: ofMails.map((file) => toChoice(text, file)) },
      { title: outgoing.ofPeople, choices: ofPeople.map((file) => toChoice(text, file)) },
      { title: outgoing.note, choices: notes },
    ].filter(({ choices }) => choices.length > 0),
  }
}

/** The chosen values in the menu; undefined if the form has none. */
export const readThreadFileValues = ({ values }: OpenView): string[] | undefined =>
  values[blockIds.threadFiles]?.[fieldIds.threadFiles]?.selected_options
    ?.map(({ value }) => value)
    .filter((value) => !value.startsWith(`${NOTE}.`))

/**
 * Looks up the chosen files in the thread, because values from a form are unverified. `isSilent` means that Slack did not list posted files in time;
 * `missing` counts choices that the thread does not have.
 */
export async function findThreadFiles(
  scope: OutboundScope,
  { text }: FormReader,
  answered: AnsweredMail,
  values: string[],
): Promise<{ files: ThreadFile[]; missing: number; isSilent: boolean }> {
  if (values.length === 0) return { files: [], missing: 0, isSilent: false }
  const received = await listReceivedFiles(scope, text, answered)
  const posted = values.some(isPostedFile) ? await listPostedFiles(scope, text, answered) : []
  const all = [...received, ...(posted ?? [])]
  const files = values.flatMap((value) => all.find((file) => file.value === value) ?? [])
  return { files, missing: values.length - files.length, isSilent: posted === undefined }
}

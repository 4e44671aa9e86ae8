import { withinQuestionTime } from '../../../../core/question-time.ts'
import { section, plainText } from '../../../../slack/blocks/block-builders.ts'
import { checkboxes, type FieldOptions, inputBlock } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import { listKept } from './reply-drafts.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { nameFileOption } from '../../../text/outbound/file-names.ts'
import { MAX_FILES, MAX_FILES_BYTES } from '../../files/unsendable-file.ts'
import type { SubmittedReply } from '../../../tasks/reply-task.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { OutgoingFiles } from '../fields/outgoing-fields.ts'
import { draftKeyOf } from './form-drafts.ts'
import { blockIds, fieldIds, readTypedFiles, type ReplyFile, type ReplyFormState } from '../fields/reply-form-state.ts'

/** Short, because a form opens within three seconds of the click. */
const CHECK_MS = 1000

/** The files of the reply that a form replaces. The app cannot fill a file input, so they are listed with a tick each. */
export interface KeptFiles {
  /** The files that Slack still has, and those of them to include. */
  there: ReplyFile[]
  ticked: string[]
  /** The files to add again, and those of them that are left out deliberately. */
  gone: ReplyFile[]
  without: string[]
}

/** Finds the reply that this form replaces; none unless it has the same kind and thread. */
export async function findReplacedReply(
  { replyStore }: OutboundScope,
  { kind, instead, thread }: Pick<ReplyFormState, 'kind' | 'instead' | 'thread'>,
): Promise<Reply | undefined> {
  const reply = instead === undefined ? undefined : await replyStore.findReply(instead)
  return reply?.thread === thread && reply.kind === kind ? reply : undefined
}

/** The files that a form lists because they were attached before: to the reply that it replaces, and to its draft. */
export async function findEarlierFiles(
  scope: OutboundScope,
  user: string,
  state: Pick<ReplyFormState, 'kind' | 'instead' | 'thread' | 'given' | 'draft'>,
  viewId?: string,
): Promise<ReplyFile[]> {
  const reply = await findReplacedReply(scope, state)
  const draft = state.draft ? await scope.outbound.replyDrafts.find(draftKeyOf(user, state)) : undefined
  const ofReply = reply ? reply.files.map((file) => toReplyFile(file, reply.user)) : []
  const ofDraft = draft?.session === state.draft ? listKept(draft, viewId) : []
  return [...ofReply, ...ofDraft.filter(({ id }) => !ofReply.some((one) => one.id === id))]
}

const toReplyFile = ({ id, name, size, by }: Reply['files'][number], writer: string): ReplyFile => ({
  id,
  name,
  ...(size !== undefined && { size }),
  by: by ?? writer,
})

/** Returns the ids of the files that Slack no longer has. A file counts as present if Slack does not answer in time. */
export async function findGoneFiles(scope: OutboundScope, files: ReplyFile[]): Promise<string[]> {
  const checks = files.map(async ({ id }) => ((await scope.slack.isFileThere(scope.team, id)) ? [] : [id]))
  const found = await Promise.all(checks.map((check) => withinQuestionTime(CHECK_MS, check)))
  return found.flatMap((ids) => ids ?? [])
}

/** The kept files as the form shows them; `gone` holds the ids that Slack no longer has. */
export function listKeptFiles(files: ReplyFile[], gone: string[], view?: OpenView): KeptFiles {
  const there = files.filter(({ id }) => !gone.includes(id))
  return {
    there,
    // A form without this list has no ticks yet: all files are included.
    ticked: (view && readTicks(view, 'kept')) ?? there.map(({ id }) => id),
    gone: files.filter(({ id }) => gone.includes(id)),
    without: (view && readTicks(view, 'without')) ?? [],
  }
}

/** Slack's limit of checkboxes in a block. A draft with files from several forms may have more. */
const TICKS_IN_BLOCK = 10
const blockIdsOf = (list: 'kept' | 'without', count: number): string[] =>
  Array.from({ length: Math.ceil(count / TICKS_IN_BLOCK) }, (_, at) => blockIds[list] + (at === 0 ? '' : `:${at}`))

/** Returns the ticked ids; undefined if the form does not list the files. */
function readTicks(view: OpenView, list: 'kept' | 'without'): string[] | undefined {
  const found = Object.entries(view.values)
    .filter(([id]) => id.split(':')[0] === blockIds[list])
    .flatMap(([, fields]) => fields[fieldIds[list]]?.selected_options ?? [])
  return view.values[blockIds[list]] && found.map(({ value }) => value)
}

/** Renders the fields for kept files. */
export function buildKeptFiles(text: MailText, { there, ticked, gone, without }: KeptFiles): MessageBlock[] {
  const { forms, formats } = text
  const buildTicks = (
    list: 'kept' | 'without',
    files: ReplyFile[],
    ticks: string[],
    field: Pick<FieldOptions, 'label' | 'hint'>,
  ) =>
    blockIdsOf(list, files.length).map((blockId, at) => {
      const part = files.slice(at * TICKS_IN_BLOCK, (at + 1) * TICKS_IN_BLOCK)
      const choices = part.map((file) => ({ text: nameFileOption(text, file), value: file.id }))
      return inputBlock({ blockId, ...field, optional: true }, checkboxes(fieldIds[list], choices, ticks))
    })
  return [
    ...buildTicks('kept', there, ticked, { label: forms.attached }),
    ...(gone.length > 0
      ? [
          section(
            plainText(forms.filesGone({ count: gone.length, files: formats.list(gone.map(({ name }) => name)) })),
          ),
          ...buildTicks('without', gone, without, { label: forms.without, hint: forms.withoutHint }),
        ]
      : []),
  ]
}

/** Returns all attachments of a submitted form, or errors: each missing file needs an answer, and the limits apply to all files together. */
export function readAllFiles(
  { forms, formats }: MailText,
  view: OpenView,
  kept: KeptFiles,
  outgoing: OutgoingFiles,
): Pick<SubmittedReply, 'files' | 'mailFiles' | 'links'> | { errors: Record<string, string> } {
  const added = readTypedFiles(view)
  const isAdded = (name: string) => added.some((file) => file.name.toLowerCase() === name.toLowerCase())
  const open = kept.gone.filter(({ id, name }) => !kept.without.includes(id) && !isAdded(name))
  if (open.length > 0)
    return { errors: { [blockIds.without]: forms.answerGone({ files: formats.list(open.map(({ name }) => name)) }) } }
  const { mailFiles, links } = outgoing
  const stored = [...kept.there.filter(({ id }) => kept.ticked.includes(id)), ...added]
  const files = [...stored, ...outgoing.files.filter(({ id }) => !stored.some((one) => one.id === id))]
  const count = files.length + mailFiles.length + links.length
  if (count > MAX_FILES) return { errors: { [blockIds.files]: forms.tooManyFilesAttached({ files: count }) } }
  const bytes = [...files, ...mailFiles, ...links].reduce((sum, { size = 0 }) => sum + size, 0)
  if (bytes > MAX_FILES_BYTES)
    return { errors: { [blockIds.files]: forms.filesTooLarge({ size: formats.size(bytes) }) } }
  return {
    files,
    ...(mailFiles.length > 0 && { mailFiles }),
    ...(links.length > 0 && { links: links.map(({ url, name }) => ({ url, name })) }),
  }
}

import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { MAX_FILES } from '../../files/unsendable-file.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { AnsweredMail, FormContext } from './form-context.ts'
import type { FormReader } from './form-reader.ts'
import { buildLinksField, type CheckedLink, checkLinks, parseLinks, readLinksText } from './links-field.ts'
import { blockIds, type OpenForm, type ReplyFile, type ReplyFormState } from './reply-form-state.ts'
import { buildThreadFilesField, findThreadFiles, readThreadFileValues } from './thread-files-field.ts'
import { listReceivedFiles, recallMailFiles, type ThreadFile } from './thread-files.ts'

/** The attachments besides uploads, as shown in a form. */
export interface OutgoingChoice {
  /** Files of the thread. */
  chosen: ThreadFile[]
  /** Addresses, as typed. */
  links: string
}

/** The attachments besides uploads, as submitted. */
export interface OutgoingFiles {
  /** Posted by people in the Slack thread. */
  files: ReplyFile[]
  mailFiles: NonNullable<Reply['mailFiles']>
  /** The addresses with their current sizes. */
  links: CheckedLink[]
}

const noOutgoing: OutgoingChoice = { chosen: [], links: '' }

/** A forward has its own list of files, and a new mail has no thread. */
const findAnswered = ({ answered }: FormContext, { kind }: Pick<ReplyFormState, 'kind'>): AnsweredMail | undefined =>
  kind ? undefined : answered

/** The fields for files of the thread and for addresses. Rarely used ones are behind More, unless they have content. */
export async function buildOutgoingFields(
  scope: OutboundScope,
  { text }: FormReader,
  { context, memory }: { context: FormContext; memory: Pick<ReplyFormState, 'kind' | 'isMore'> },
  { chosen, links }: OutgoingChoice = noOutgoing,
  checked: CheckedLink[] = [],
): Promise<MessageBlock[]> {
  const answered = findAnswered(context, memory)
  const { isMore = false } = memory
  const isOffered =
    answered !== undefined &&
    (isMore || chosen.length > 0 || (await listReceivedFiles(scope, text, answered)).length > 0)
  return [
    ...(isOffered ? [buildThreadFilesField(text, chosen)] : []),
    ...(isMore || links !== '' ? buildLinksField(text, links, checked) : []),
  ]
}

interface FormFiles {
  kept?: { there: ReplyFile[]; ticked: string[] } | undefined
  uploads?: string[]
  outgoing?: OutgoingChoice
}

/** The names of all attachments in a form's current state. */
export const listFormFiles = ({ kept, uploads = [], outgoing = noOutgoing }: FormFiles): string[] => [
  ...(kept?.there ?? []).filter(({ id }) => kept?.ticked.includes(id)).map(({ name }) => name),
  ...uploads,
  ...[...outgoing.chosen, ...parseLinks(outgoing.links)].map(({ name }) => name),
]

/** Reads the current content of an open form, to show it again. */
export async function readOutgoingChoice(
  scope: OutboundScope,
  reader: FormReader,
  { view, state }: OpenForm,
  context: FormContext,
): Promise<OutgoingChoice> {
  const answered = findAnswered(context, state)
  const values = readThreadFileValues(view) ?? []
  const { files } = answered ? await findThreadFiles(scope, reader, answered, values) : { files: [] }
  return { chosen: files, links: readLinksText(view) ?? '' }
}

/** The attachments of the reply that a form replaces. */
export async function recallOutgoing(
  scope: OutboundScope,
  { text }: FormReader,
  { mailFiles, links = [], kind }: Reply,
): Promise<OutgoingChoice> {
  return {
    chosen: kind || !mailFiles ? [] : await recallMailFiles(scope, text, { mailFiles }),
    links: links.map(({ url }) => url).join('\n'),
  }
}

/** The attachments of a draft that still exist. */
export async function recallOutgoingDraft(
  scope: OutboundScope,
  reader: FormReader,
  context: FormContext,
  { kind, threadFiles = [], fields }: { kind?: string; threadFiles?: string[]; fields: Record<string, string> },
): Promise<OutgoingChoice> {
  const answered = kind === undefined ? context.answered : undefined
  const { files } = answered ? await findThreadFiles(scope, reader, answered, threadFiles) : { files: [] }
  return { chosen: files, links: fields['links'] ?? '' }
}

const toReplyFile = ({ id, name, size, by }: ThreadFile): ReplyFile => ({
  id,
  name,
  ...(size !== undefined && { size }),
  ...(by !== undefined && { by }),
})

/** Returns the attachments of a submitted form besides its uploads, or an error for each field with one that cannot be attached. */
export async function readOutgoingFiles(
  scope: OutboundScope,
  reader: FormReader,
  { view, state }: OpenForm,
  context: FormContext,
): Promise<OutgoingFiles | { errors: Record<string, string> }> {
  const { outgoing, forms, formats } = reader.text
  const answered = findAnswered(context, state)
  const values = readThreadFileValues(view) ?? []
  const links = parseLinks(readLinksText(view) ?? '')
  const words = links.map(({ url }) => url).filter((url) => !URL.canParse(url))
  if (words.length > 0)
    return { errors: { [blockIds.links]: outgoing.notLink({ words: formats.list(words, 'comma') }) } }
  // All addresses would be checked at the same time.
  if (links.length > MAX_FILES)
    return { errors: { [blockIds.links]: forms.tooManyFilesAttached({ files: links.length }) } }
  const [found, checked] = await Promise.all([
    answered ? findThreadFiles(scope, reader, answered, values) : { files: [], missing: 0, isSilent: false },
    checkLinks(scope, reader.text, links),
  ])
  const errors = {
    ...(found.missing > 0 && {
      [blockIds.threadFiles]: found.isSilent ? outgoing.filesSilent : outgoing.filesMissing,
    }),
    ...(checked.problems.length > 0 && { [blockIds.links]: checked.problems.join(' ') }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  return {
    files: found.files.filter(({ mail }) => mail === undefined).map(toReplyFile),
    mailFiles: found.files.flatMap(({ mail, id, name, size }) =>
      mail === undefined ? [] : [{ mail, id, name, ...(size !== undefined && { size }) }],
    ),
    links: checked.checked,
  }
}

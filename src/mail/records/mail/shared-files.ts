import { z } from 'zod'
import { openEnum } from '../../../store/open-enum.ts'
import { isInlinePicture, type Mail } from './mail.ts'

/** Why a file is not in the thread; stored, frozen. */
export const fileProblems = [
  'unsafe',
  'too_large',
  'empty',
  'no_id',
  'gone',
  'mailbox_refused',
  'mailbox_silent',
  'foreign_address',
  'slack_refused',
] as const
export type FileProblemReason = (typeof fileProblems)[number]

/** Problems that may be solved by pressing Files again. */
const PASSING: ReadonlySet<string> = new Set<FileProblemReason>(['mailbox_refused', 'mailbox_silent', 'slack_refused'])

const archiveSchema = z.object({
  kind: z.string(),
  count: z.number().exactOptional(),
  /** The first entries, with the sizes that they claim. */
  entries: z.array(z.object({ name: z.string(), size: z.number() })).exactOptional(),
})

const fileStateSchema = z.object({
  state: openEnum(['waiting', 'done', 'failed']),
  reason: openEnum(fileProblems).exactOptional(),
  /** The kind of an unsafe file, or the error code of the service that refused. */
  detail: z.string().exactOptional(),
  archive: archiveSchema.exactOptional(),
  /** The file's id in Slack; absent for files that an earlier version posted. */
  file: z.string().exactOptional(),
})
/** The state of one attachment. */
export type FileState = z.infer<typeof fileStateSchema>

/** Stored by the key of the mail. */
export const sharedFilesSchema = z.object({
  thread: z.string(),
  /** The head of the Slack thread that has the files: a thread that replaces it gets them again. */
  head: z.number(),
  /** The person who asked last, and the click. */
  by: z.string(),
  at: z.number(),
  click: z.string(),
  /** How often someone asked for more files. */
  round: z.number(),
  /** By position of the attachment; attachments not requested yet are absent. */
  files: z.record(z.string(), fileStateSchema),
})
/** The attachments of a mail that people requested in its Slack thread. */
export type SharedFiles = z.infer<typeof sharedFilesSchema>

const AT_ONCE = 10

/** The attachments that the next click asks for. */
export interface FileBatch {
  kind: 'more' | 'again' | 'inline'
  indexes: number[]
}

/** Picks files not requested yet, then failed ones that may work now, then inline pictures. Returns undefined if there is nothing left to post. */
export function planBatch({ attachments }: Mail, files: SharedFiles['files'] = {}): FileBatch | undefined {
  const all = attachments.map((one, index) => ({ index, isInline: isInlinePicture(one), known: files[index] }))
  const isPassing = (state: FileState | undefined) => state?.state === 'failed' && PASSING.has(state.reason ?? '')
  const batches: [FileBatch['kind'], typeof all][] = [
    ['more', all.filter(({ isInline, known }) => !isInline && known === undefined)],
    ['again', all.filter(({ known }) => isPassing(known))],
    ['inline', all.filter(({ isInline, known }) => isInline && known === undefined)],
  ]
  const found = batches.find(([, some]) => some.length > 0)
  return found && { kind: found[0], indexes: found[1].slice(0, AT_ONCE).map(({ index }) => index) }
}

/** Counts the files of the last click, and those that wait or are done. */
export function countFiles({ files }: SharedFiles) {
  const states = Object.values(files).map(({ state }) => state)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return { all: states.length, waiting: count('waiting'), done: count('done') }
}

/** The positions of the attachments that are too large for the thread. */
export const listLargeFiles = (files: SharedFiles['files']): number[] =>
  Object.entries(files).flatMap(([index, { reason }]) => (reason === 'too_large' ? [Number(index)] : []))

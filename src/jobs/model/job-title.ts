import { readWordKinds, type WordKind } from '../language/language-words.ts'
import { extractTitle } from './job.ts'
import type { Quote } from './job-prompt.ts'

/** Words that name what a task is about; "please document this page" has none. */
const SUBJECTS: ReadonlySet<WordKind> = new Set<WordKind>(['topic', 'code', 'unknown'])

/** The messages of a thread that may name its subject, and the longest line that is read for one. */
const MESSAGES_READ = 5
const LINE_CHARS = 300

const namesSubject = (text: string): boolean =>
  readWordKinds(text.slice(0, LINE_CHARS)).some((kind) => SUBJECTS.has(kind))

/** Whether a line names left-out files: `describeLeftOutFiles` puts it in brackets. */
const isFileNote = (line: string): boolean => line.startsWith('[')

/** Names a job by its changed instruction; one that only points at the conversation leaves the name unchanged. */
export const renameJob = (instruction: string, title: string): string =>
  namesSubject(instruction) ? extractTitle(instruction) : title

/**
 * Names a job by its instruction, or, if that only points at the conversation ("please document this"), by the first line of the quotes from the job's
 * own channel that names a subject. `isFromList`: the instruction is the same for every docs list.
 */
export function nameJob(
  instruction: string,
  quotes: Quote[],
  channel: string,
  { isFromList = false }: { isFromList?: boolean } = {},
): string {
  const title = extractTitle(instruction)
  if (!isFromList && namesSubject(instruction)) return title
  const lines = quotes
    .filter((quote) => quote.channel === channel && !quote.isMail)
    .slice(0, MESSAGES_READ)
    .flatMap(({ text }) => text.split('\n'))
  const subject = lines.find((line) => !isFileNote(line) && namesSubject(line))
  return subject === undefined ? title : extractTitle(subject)
}

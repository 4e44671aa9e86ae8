import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CorpusMail, type MailParts, selectParts } from './reading-corpus.ts'

/** How each mail of the corpus is read, as digests of its parts and of what is found in them. */
export type ReadingDigests = Map<string, { parts: string; found: string }>

const FILE = join(import.meta.dirname, '../test/fixtures/mail-readings.txt')

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 10)

/** Reads every mail of the corpus. */
export const digestReadings = (corpus: CorpusMail[], read: (parts: MailParts) => unknown): ReadingDigests =>
  new Map(
    corpus.map((mail) => {
      const found = mail.readings.map(({ reading }) => read(selectParts(mail, reading)))
      return [mail.name, { parts: digest(mail.parts), found: digest(found) }]
    }),
  )

/** The digests that were written last, and the version of the reader that made them. */
export function readDigests(): { version: number; digests: ReadingDigests } {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  const rows = lines.map((line) => line.split(' '))
  return {
    version: Number(head.split(' ').at(-1)),
    digests: new Map(rows.map(([name = '', parts = '', found = '']) => [name, { parts, found }])),
  }
}

/** Which mails are read in another way than before, although they are the same. */
export const findChangedReadings = (before: ReadingDigests, now: ReadingDigests): string[] =>
  [...now].flatMap(([name, { parts, found }]) => {
    const known = before.get(name)
    return known?.parts === parts && known.found !== found ? [name] : []
  })

/** Which mails are new or were edited. */
export const findUnknownMails = (before: ReadingDigests, now: ReadingDigests): string[] =>
  [...now].flatMap(([name, { parts }]) => (before.get(name)?.parts === parts ? [] : [name]))

/** Returns the instructions for mails that are read in another way by a reader of the same version. */
export const askToRaiseVersion = (changed: string[]): string =>
  `${changed.length} mails are read in another way (${changed.slice(0, 3).join(', ')} …). Mails keep what was read: raise READER_VERSION in src/mail/records/mail/mail-preview.ts, then run "npm run bench reading -- --mark"`

/** Writes the digests for the next comparison. */
export function writeDigests(version: number, digests: ReadingDigests): void {
  const lines = [...digests].map(([name, { parts, found }]) => `${name} ${parts} ${found}`)
  writeFileSync(FILE, `version ${version}\n${lines.join('\n')}\n`)
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PATH = join(import.meta.dirname, 'reached-files.json')

/** Which files of the app each story file runs: `stories` has one bit for each of `files`, in Base64. */
interface ReachedFiles {
  files: string[]
  stories: Record<string, string>
}

function toBits(files: string[], reached: Set<string>): string {
  const bits = Buffer.alloc(Math.ceil(files.length / 8))
  for (const [index, file] of files.entries())
    if (reached.has(file)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
  return bits.toString('base64')
}

/** The story files that run at least one of these files of the app, by the last record, and those that are among the files. */
export function findStoriesThatReach(changed: string[]): string[] {
  const { files, stories } = JSON.parse(readFileSync(PATH, 'utf8')) as ReachedFiles
  const places = files.flatMap((file, index) => (changed.includes(file) ? [index] : []))
  const reaching = Object.entries(stories).filter(([story, encoded]) => {
    const bits = Buffer.from(encoded, 'base64')
    return changed.includes(story) || places.some((index) => ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0)
  })
  const unknown = changed.filter((file) => file.endsWith('.story.test.ts') && !(file in stories))
  return [...reaching.map(([story]) => story), ...unknown]
}

/** The functions that a test ran, by file, as offsets. */
interface RecordedTest {
  story: string
  files: [file: string, functions: number[]][]
}

/** A function that more of the story files run belongs to each start of the app, which the smoke stories cover. */
const SHARE_OF_START = 0.8

/** The functions that each story file ran, as `file:offset`. */
function readRecordedFunctions(folder: string): Map<string, Set<string>> {
  const run = new Map<string, Set<string>>()
  for (const name of readdirSync(folder)) {
    const { story, files } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedTest
    const known = run.get(relative(ROOT, story)) ?? new Set()
    for (const [file, functions] of files) for (const one of functions) known.add(`${relative(ROOT, file)}:${one}`)
    run.set(relative(ROOT, story), known)
  }
  return run
}

/** Writes the map from what the tests recorded in the folder (test/support/record-reached-files.ts). */
export function writeReachedFiles(folder: string): void {
  const run = readRecordedFunctions(folder)
  const counts = new Map<string, number>()
  for (const functions of run.values()) for (const one of functions) counts.set(one, (counts.get(one) ?? 0) + 1)
  const isOfStart = (one: string): boolean => (counts.get(one) ?? 0) > run.size * SHARE_OF_START
  const reached = [...run].map(([story, functions]): [string, Set<string>] => [
    story,
    new Set([...functions].filter((one) => !isOfStart(one)).map((one) => one.slice(0, one.lastIndexOf(':')))),
  ])
  const files = [...new Set(reached.flatMap(([, all]) => [...all]))].toSorted((one, other) => (one < other ? -1 : 1))
  const stories = Object.fromEntries(
    reached.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([story, all]) => [story, toBits(files, all)]),
  )
  writeFileSync(PATH, `${JSON.stringify({ files, stories }, undefined, 2)}\n`)
}

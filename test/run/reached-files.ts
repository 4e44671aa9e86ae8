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

/** The story files that run at least one of these files of the app, as they were recorded last, and those that are among the files. */
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

/** Writes the map from what the tests recorded in the folder (test/support/record-reached-files.ts). */
export function writeReachedFiles(folder: string): void {
  const reached = new Map<string, Set<string>>()
  for (const name of readdirSync(folder)) {
    const { story, files } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { story: string; files: string[] }
    const known = reached.get(relative(ROOT, story)) ?? new Set()
    for (const file of files) known.add(relative(ROOT, file))
    reached.set(relative(ROOT, story), known)
  }
  const files = [...new Set([...reached.values()].flatMap((all) => [...all]))].toSorted((one, other) =>
    one < other ? -1 : 1,
  )
  const stories = Object.fromEntries(
    [...reached]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([story, all]) => [story, toBits(files, all)]),
  )
  writeFileSync(PATH, `${JSON.stringify({ files, stories }, undefined, 1)}\n`)
}

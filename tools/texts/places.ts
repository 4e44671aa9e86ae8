import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, textFolder } from './text-files.ts'

/** How many characters Slack allows where a text is shown (docs/slack-limits.md). */
export const PLACES = {
  button: 75,
  option: 75,
  /** The title of a modal and its buttons. */
  modal: 24,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  placeholder: 150,
  alert: 200,
  header: 150,
  /** The label of a field, and what stands below it. */
  label: 2000,
  context: 2000,
  section: 3000,
} as const
type Place = keyof typeof PLACES

/** Where the messages of a slice are shown: `places.json`, keys or groups by place. What is not named there is part of a section. */
export type Places = Partial<Record<Place, string[]>>

/** Where the messages of a slice are shown. */
export const readPlaces = (slice: string, root = '.'): Places =>
  JSON.parse(readFileSync(join(textFolder(slice, root), 'places.json'), 'utf8'))

/** The place of a message: the one that names it, or else the one that names the smallest group around it. */
export function placeOf({ path }: Pick<Message, 'path'>, places: Places): Place {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const key = path.slice(0, depth).join('.')
    const found = (Object.keys(PLACES) as Place[]).find((place) => places[place]?.includes(key))
    if (found) return found
  }
  return 'section'
}

/** The groups and keys in `places.json` that no message has. */
export function listUnknownPlaces(places: Places, messages: Message[]): string[] {
  const known = new Set(messages.flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1).join('.'))))
  return Object.entries(places).flatMap(([place, keys]) => [
    ...(place in PLACES ? [] : [place]),
    ...keys.filter((key) => !known.has(key)),
  ])
}

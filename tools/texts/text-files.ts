import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The messages of one language as they stand in a file. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** A message with its place in the file; `key` is the path with dots (`form.channel`). */
export interface Message {
  key: string
  path: string[]
  text: string
}

export const ENGLISH = 'en'

export const textFolder = (slice: string, root: string): string => join(root, 'src', slice, 'text')

export const textFile = (slice: string, language: string, root = '.'): string =>
  join(textFolder(slice, root), `${language}.json`)

/** The generated types of a slice's messages. */
export const typesFile = (slice: string, root = '.'): string => join(textFolder(slice, root), 'messages.ts')

/** The slices whose words are data. */
export const listSlices = (root = '.'): string[] =>
  globSync(`src/*/text/${ENGLISH}.json`, { cwd: root })
    .map((file) => file.split(/[\\/]/)[1] ?? '')
    .toSorted()

/** Reads the messages of a slice; none if there is no file of this language. */
export function readMessages(slice: string, language: string, root = '.'): Message[] {
  const file = textFile(slice, language, root)
  return existsSync(file) ? listMessages(readTree(file)) : []
}

export const readTree = (file: string): MessageTree => JSON.parse(readFileSync(file, 'utf8'))

/** Every message of a tree, in its order. */
export const listMessages = (tree: MessageTree, path: string[] = []): Message[] =>
  Object.entries(tree).flatMap(([name, message]) =>
    typeof message === 'string'
      ? { key: [...path, name].join('.'), path: [...path, name], text: message }
      : listMessages(message, [...path, name]),
  )

/** The tree with these messages, groups in the order in which they come first. */
export function buildTree(messages: Pick<Message, 'path' | 'text'>[]): MessageTree {
  const tree: Record<string, string | MessageTree> = {}
  const names = new Set(messages.map(({ path }) => path[0] ?? ''))
  for (const name of names) {
    const below = messages.filter(({ path }) => path[0] === name)
    const message = below.find(({ path }) => path.length === 1)
    tree[name] = message?.text ?? buildTree(below.map(({ path, text }) => ({ path: path.slice(1), text })))
  }
  return tree
}

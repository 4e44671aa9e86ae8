import { findNearestWord } from '../../core/nearest-word.ts'
import type { AgentProjectKey } from '../../clients/agent-client.ts'

/** A target of the agent, named by the operator. */
export interface Project extends AgentProjectKey {
  name: string
}

/** The connected projects. A job keeps the name of its project, which may have been disconnected since. */
export interface Projects {
  all: Project[]
  names: string[]
  find(this: void, name: string): Project | undefined
}

export const createProjects = (all: Project[]): Projects => ({
  all,
  names: all.map((project) => project.name),
  find: (name) => all.find((project) => project.name === name),
})

/** The end of a prefix, as it is typed in any language. */
const COLON = /^ *[:：]/

/** Separates a project's name at the beginning (`acme docs: explain…`) from the rest of the text, which may be empty. */
export function splitProjectPrefix(text: string, names: string[]): { project: string | undefined; text: string } {
  const project = names
    .toSorted((one, other) => other.length - one.length)
    .find(
      (name) => COLON.test(text.slice(name.length)) && text.slice(0, name.length).toLowerCase() === name.toLowerCase(),
    )
  return { project, text: project === undefined ? text : text.slice(project.length).replace(COLON, '').trim() }
}

/** The text without its project's name at the beginning; a text of nothing else stays. */
export const dropProjectPrefix = (text: string, project: string): string =>
  splitProjectPrefix(text, [project]).text || text

/** Too many ordinary words are near a shorter name. */
const MISTYPED_LEAST = 6

function isMistyped(name: string, typed: string): boolean {
  const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
  return (
    name.length >= MISTYPED_LEAST &&
    digitsOf(name) === digitsOf(typed) &&
    findNearestWord(typed.trim().toLowerCase(), [name.toLowerCase()]) !== undefined
  )
}

/** Shorter words are too common before a colon. */
const WORD_LEAST = 5

/** Whether the text is one whole word of the name: `guides` for “Acme Guides”. */
const isWordOf = (name: string, typed: string): boolean =>
  typed.trim().length >= WORD_LEAST && name.toLowerCase().split(/\s+/).includes(typed.trim().toLowerCase())

/** Separates a project's mistyped or shortened name at the beginning (`acme doc: explain…`); undefined if it could be none of them, or several. */
export function splitMistypedPrefix(text: string, names: string[]): { project: string; text: string } | undefined {
  const [, typed = '', rest = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
  const [project, ...others] = names.filter((name) => isMistyped(name, typed) || isWordOf(name, typed))
  if (project === undefined || others.length > 0 || rest.trim() === '') return undefined
  return { project, text: rest.trim() }
}

/** Sorts projects that a text names anywhere before the others. */
export const sortByMention = (names: string[], text: string): string[] => {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const isNamed = (name: string): boolean =>
    words.includes(
      ` ${name
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    )
  return names.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
}

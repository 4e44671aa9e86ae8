import type { AgentProjectKey } from '../../clients/agent-client.ts'

export interface Project extends AgentProjectKey {
  name: string
}

/** A project named at the start, `acme docs: explain…`, and what is left of the text. */
export function splitProjectPrefix(text: string, names: string[]): { project: string | undefined; text: string } {
  const lower = text.toLowerCase()
  const project = names
    .toSorted((one, other) => other.length - one.length)
    .find((name) => lower.startsWith(`${name.toLowerCase()}:`))
  const rest = project === undefined ? text : text.slice(project.length + 1).trim()
  return rest === '' ? { project: undefined, text } : { project, text: rest }
}

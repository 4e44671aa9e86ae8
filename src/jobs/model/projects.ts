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

/** Separates a project's name at the beginning (`acme docs: explain…`) from the rest of the text. */
export function splitProjectPrefix(text: string, names: string[]): { project: string | undefined; text: string } {
  const lower = text.toLowerCase()
  const project = names
    .toSorted((one, other) => other.length - one.length)
    .find((name) => lower.startsWith(`${name.toLowerCase()}:`))
  const rest = project === undefined ? text : text.slice(project.length + 1).trim()
  return rest === '' ? { project: undefined, text } : { project, text: rest }
}

import { createHash } from 'node:crypto'

/** Creates an id that sorts by time and is the same for each delivery of one event. */
export function createJobId(atMs: number, seed: string): string {
  const hash = createHash('sha256').update(seed).digest('hex').slice(0, 6)
  return `${atMs.toString(36).padStart(9, '0')}${hash}`
}

/** Identifies a project in keys and button values: its name may be too long for a value, and keys carry no names. */
export const projectKey = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 10)

/** The short name by which people find a job. */
export const shortName = (id: string): string => id.slice(-6)

/** Short id of a failure, shown in Slack and in the log. */
export function failureReference(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(':')).digest('hex').slice(0, 4).toUpperCase()
}

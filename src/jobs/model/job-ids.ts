import { createHash } from 'node:crypto'

/** Sorts by time, and is the same for each delivery of the same event. */
export function createJobId(atMs: number, seed: string): string {
  const hash = createHash('sha256').update(seed).digest('hex').slice(0, 6)
  return `${atMs.toString(36).padStart(9, '0')}${hash}`
}

/** A project in keys and in values of buttons: its name may be too long for them, and keys carry no names. */
export const projectKey = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 10)

/** The name that people use for a job: short, and enough to find it. */
export const shortName = (id: string): string => id.slice(-6)

/** Short id of a failure, shown in Slack and in the log. */
export function failureReference(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(':')).digest('hex').slice(0, 4).toUpperCase()
}

import { createHash } from 'node:crypto'

/** Sorts by time, and is the same for each delivery of the same event. */
export function createJobId(atMs: number, seed: string): string {
  const hash = createHash('sha256').update(seed).digest('hex').slice(0, 6)
  return `${atMs.toString(36).padStart(9, '0')}${hash}`
}

/** A project in keys and in values that Slack keeps short; its name may be long and is nobody else's to read. */
export const projectKey = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 10)

/** What people call a job: short, and enough to find it. */
export const shortName = (id: string): string => id.slice(-6)

/** What a person quotes and an operator finds in the logs. */
export function failureReference(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(':')).digest('hex').slice(0, 4).toUpperCase()
}

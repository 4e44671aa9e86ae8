import type { Deed } from './fixture.ts'
import type { Standing } from './final-state.ts'
import type { Witness } from './history.ts'

/** What went wrong, one line each. */
export interface Verdict {
  lost: string[]
  doubled: string[]
  disorder: string[]
  stuck: string[]
}

/** What the acts left behind: who did what, and what went over the wire. */
export interface Traces {
  deeds: Deed[]
  seen: Omit<Witness, 'close'>
}

export interface Case {
  scene: Traces
  stands: Standing
  verdict: Verdict
  accepted: (deed: Deed) => boolean
  deeds: (kind: Deed['kind']) => Deed[]
}

/** When the app had one event before the other was even tried, their order is ours to keep. */
export interface Timed {
  deed: Deed
  triedAt: number
  acceptedAt: number
  /** Where it stands among its like. */
  place: number
}

export function ordered(list: Timed[], what: string, verdict: Verdict): void {
  for (const [index, one] of list.entries()) {
    for (const other of list.slice(index + 1)) {
      const [first, second] = one.place < other.place ? [one, other] : [other, one]
      if (second.acceptedAt < first.triedAt)
        verdict.disorder.push(`${what}: ${second.deed.marker} came before ${first.deed.marker}, but stands behind it`)
    }
  }
}

/** Whether the app said that it has it: to the person who acted, or to the service that delivered it. */
export function isAccepted(seen: Traces['seen'], { accepted, event = '' }: Deed): boolean {
  return accepted ?? (seen.messages.get(event) ?? seen.mails.get(event))?.acceptedAt !== undefined
}

import type { Decision, FixtureInbox, Operation } from './fixture.ts'
import type { FinalState } from './final-state.ts'
import type { History } from './history.ts'

/** The promises that were broken, one line for each case. */
export interface Violations {
  lost: string[]
  duplicated: string[]
  outOfOrder: string[]
  stuck: string[]
}

/** The operations of a run and the recorded traffic. */
export interface RunRecord {
  operations: Operation[]
  history: Omit<History, 'close'>
  decisions?: Decision[]
  /** The inboxes of the account, which write to each other. */
  inboxes?: FixtureInbox[]
  /** How many mails have to leave. */
  plannedSends?: number | undefined
}

export interface CheckContext {
  run: RunRecord
  finalState: FinalState
  violations: Violations
  isAccepted: (operation: Operation) => boolean
  operationsOf: (kind: Operation['kind']) => Operation[]
}

/** An event with its position in the result. If the app accepted one event before another was first tried, it must keep their order. */
export interface OrderedEvent {
  operation: Operation
  triedAt: number
  acceptedAt: number
  /** Its position among the results of the same kind. */
  position: number
}

export function checkOrder(list: OrderedEvent[], what: string, violations: Violations): void {
  for (const [index, one] of list.entries()) {
    for (const other of list.slice(index + 1)) {
      const [first, second] = one.position < other.position ? [one, other] : [other, one]
      if (second.acceptedAt < first.triedAt)
        violations.outOfOrder.push(
          `${what}: ${second.operation.marker} came before ${first.operation.marker}, but is shown after it`,
        )
    }
  }
}

/** Whether the app confirmed the operation, to the person who acted or to the service that delivered the event. */
export function wasAccepted(seen: RunRecord['history'], { accepted, event = '' }: Operation): boolean {
  return accepted ?? (seen.messages.get(event) ?? seen.mails.get(event))?.acceptedAt !== undefined
}

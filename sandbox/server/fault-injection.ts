import type { ActiveFault, Fault, InjectedFault } from '../control-types.ts'

/** Faults between the app and the simulators, as docs/sandbox.md describes them. */
export interface FaultRegistry {
  add(fault: Fault): InjectedFault
  remove(id?: string): boolean
  list(): ActiveFault[]
  /** Counts a request that gets no answer because of this fault. */
  hold(fault: InjectedFault): void
  /** The first fault that matches this request (`METHOD /path`, in each way it may be written). Counts down its `times`. */
  take(target: Fault['target'], lines: string[], modes?: Fault['mode'][]): InjectedFault | undefined
}

const CALL_MODES: Fault['mode'][] = [
  'status',
  'delay',
  'hang',
  'reset',
  'accept-then-drop',
  'accept-then-hang',
  'truncate',
  'html',
  'wrong-types',
]
const EVENT_MODES: Fault['mode'][] = ['delay', 'duplicate', 'reorder', 'drop']

/** A small seeded generator (mulberry32): runs with the same seed meet the same faults. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `onUsedUp` runs when a fault has acted as many times as it should. */
export function createFaultRegistry(onUsedUp: () => void = () => {}): FaultRegistry {
  const active = new Map<string, { fault: InjectedFault; left: number; held: number; roll: () => number }>()
  let last = 0
  return {
    add(wanted) {
      const allowed = wanted.target === 'events' ? EVENT_MODES : CALL_MODES
      if (!['slack', 'agent', 'mail', 'events'].includes(wanted.target))
        throw new Error(`unknown target ${wanted.target}`)
      if (!allowed.includes(wanted.mode)) throw new Error(`mode of ${wanted.target} is one of ${allowed.join(', ')}`)
      const fault: InjectedFault = { ...wanted, id: `fault_${++last}` }
      active.set(fault.id, { fault, left: fault.times ?? Infinity, held: 0, roll: random(fault.seed ?? last) })
      return fault
    },
    remove(id) {
      if (id !== undefined) return active.delete(id)
      active.clear()
      return true
    },
    list: () => [...active.values()].map(({ fault, held }) => ({ ...fault, held })),
    hold({ id }) {
      const entry = active.get(id)
      if (entry) entry.held += 1
    },
    take(target, lines, modes) {
      for (const entry of active.values()) {
        const { fault } = entry
        if (fault.target !== target || entry.left <= 0) continue
        if (modes && !modes.includes(fault.mode)) continue
        const { match } = fault
        if (match !== undefined && !lines.some((line) => line.includes(match))) continue
        if (fault.probability !== undefined && entry.roll() >= fault.probability) continue
        entry.left -= 1
        if (entry.left <= 0) {
          active.delete(fault.id)
          onUsedUp()
        }
        return fault
      }
      return undefined
    },
  }
}

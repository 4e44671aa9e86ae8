import type { SandboxClient } from '../tools/sandbox-client.ts'
import type { Fault } from '../sandbox/control-types.ts'

/** The share of all calls of the app that meet a fault. */
const SHARE = 0.2
const EVENT_SHARE = 0.05

type Kind = Omit<Fault, 'target'>

const RATE_LIMITED: Kind = { mode: 'status', status: 429, retryAfterS: 30 }
/** A day, and more than three thousand years. */
const ABSURD_WAITS: Kind[] = [
  { ...RATE_LIMITED, retryAfterS: 86_400 },
  { ...RATE_LIMITED, retryAfterS: 99_999_999_999 },
]
const SERVER_ERRORS: Kind[] = [
  { mode: 'status', status: 500 },
  { mode: 'status', status: 503 },
]
/** No answer, or an answer that cannot be read. */
const LOST_ANSWERS: Kind[] = [{ mode: 'hang' }, { mode: 'reset' }, { mode: 'accept-then-drop' }, { mode: 'truncate' }]

/** The routes that send a mail. */
const SEND_ROUTES = ['/reply', '/forward', '/messages/send']
/** The share of sends that the mailbox accepts without an answer, besides all other faults. */
const LOST_SENDS = 0.1

/** Answers of a proxy in place of a service, and of a broken release. */
const ODD_ANSWERS: Kind[] = [
  ...[200, 403, 404, 502].map((status): Kind => ({ mode: 'html', status })),
  { mode: 'wrong-types' },
]

const CALL_FAULTS: Record<'slack' | 'agent' | 'mail', Kind[]> = {
  slack: [
    RATE_LIMITED,
    ...ABSURD_WAITS,
    ...SERVER_ERRORS,
    { mode: 'status', error: 'internal_error' },
    ...LOST_ANSWERS,
    ...ODD_ANSWERS,
  ],
  agent: [{ ...RATE_LIMITED, retryAfterS: 60 }, ...ABSURD_WAITS, ...SERVER_ERRORS, ...LOST_ANSWERS, ...ODD_ANSWERS],
  mail: [RATE_LIMITED, ...ABSURD_WAITS, ...SERVER_ERRORS, ...LOST_ANSWERS, ...ODD_ANSWERS],
}

const EVENT_FAULTS: Kind[] = [
  { mode: 'delay', delayMs: 1500 },
  { mode: 'duplicate' },
  { mode: 'reorder' },
  { mode: 'drop' },
]

/**
 * Injects each kind of fault equally often until the faults are cleared. The simulator applies the first fault that hits, so later ones
 * get a higher probability.
 */
export async function injectFaults(sandbox: SandboxClient, seed: number): Promise<void> {
  let n = 0
  const begin = async (target: Fault['target'], kinds: Kind[], each: number): Promise<void> => {
    for (const [index, kind] of kinds.entries())
      await sandbox.addFault({ target, ...kind, probability: each / (1 - index * each), seed: seed + n++ })
  }
  for (const match of SEND_ROUTES)
    await sandbox.addFault({
      target: 'mail',
      match,
      mode: 'accept-then-drop',
      probability: LOST_SENDS,
      seed: seed + n++,
    })
  for (const [target, kinds] of Object.entries(CALL_FAULTS) as [keyof typeof CALL_FAULTS, Kind[]][])
    await begin(target, kinds, SHARE / kinds.length)
  await begin('events', EVENT_FAULTS, EVENT_SHARE)
}

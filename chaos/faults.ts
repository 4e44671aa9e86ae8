import type { SandboxClient } from '../tools/sandbox-client.ts'
import type { Fault } from '../tools/sandbox-types.ts'

/** Of all calls that the app makes. */
const SHARE = 0.2
const EVENT_SHARE = 0.05

type Kind = Omit<Fault, 'target'>

const limited: Kind = { mode: 'status', status: 429, retryAfterS: 30 }
const broken: Kind[] = [
  { mode: 'status', status: 500 },
  { mode: 'status', status: 503 },
]
/** No answer, or none that can be read. */
const cut: Kind[] = [{ mode: 'hang' }, { mode: 'reset' }, { mode: 'accept-then-drop' }, { mode: 'truncate' }]

const calls: Record<'slack' | 'agent' | 'mail', Kind[]> = {
  slack: [limited, ...broken, { mode: 'status', error: 'internal_error' }, ...cut],
  agent: [{ ...limited, retryAfterS: 60, error: 'Rate limit exceeded' }, ...broken, ...cut],
  mail: [limited, ...broken, ...cut],
}

const events: Kind[] = [{ mode: 'delay', delayMs: 1500 }, { mode: 'duplicate' }, { mode: 'reorder' }, { mode: 'drop' }]

/** Bad weather from every side until they are cleared: each kind of fault equally often. The simulator takes the first fault that acts, hence the odds. */
export async function storm(sandbox: SandboxClient, seed: number): Promise<void> {
  let n = 0
  const begin = async (target: Fault['target'], kinds: Kind[], each: number): Promise<void> => {
    for (const [index, kind] of kinds.entries())
      await sandbox.addFault({ target, ...kind, probability: each / (1 - index * each), seed: seed + n++ })
  }
  for (const [target, kinds] of Object.entries(calls) as [keyof typeof calls, Kind[]][])
    await begin(target, kinds, SHARE / kinds.length)
  await begin('events', events, EVENT_SHARE)
}

import type { Harness } from './harness.ts'
import { until } from './simulators.ts'

/** Waits until the simulator holds a request; the next step meets the app while it waits for the answer. */
export const untilHeld = ({ client }: Pick<Harness, 'client'>): Promise<boolean> =>
  until(async () => (await client.faults()).some(({ held }) => held > 0))

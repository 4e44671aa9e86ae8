import { DAY_MS } from '../../core/clock.ts'
import type { WorkspaceText } from './workspace-text.ts'

const YEAR_MS = 365 * DAY_MS

/** Describes a very long wait for admins. */
export const describeLongWait = (
  { longWait, overAYear, formats }: WorkspaceText,
  service: 'slack' | 'agent' | 'mailbox' | 'store',
  askedMs: number,
): string => longWait({ service, duration: askedMs < YEAR_MS ? formats.duration(askedMs, 'long') : overAYear })

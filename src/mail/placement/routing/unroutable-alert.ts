import { DAY_MS } from '../../../core/clock.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { buildAlarmBlocks, findAlarmId, type RoutingProblem, summarizeAlarm } from './routing-alarms.ts'

/**
 * Alerts the admins that mail waits for a channel: once a day for each channel and problem, however many threads and inboxes are affected, and again
 * if it still fails after someone pressed Post here. The alarm stays on Home until it is solved.
 */
export async function alertUnroutable(scope: PlacementScope, inboxId: string, problem: RoutingProblem): Promise<void> {
  const day = String(Math.floor(scope.clock.now() / DAY_MS))
  const { retriedAt = 0 } = await scope.routes.read()
  const id = findAlarmId(scope, inboxId, problem.channel)
  const dedupeKey = scope.keyedHash('homeless', id, day, String(retriedAt), problem.code)
  const alarm = { id, inboxId, problem }
  await alertAdmins(scope, `mail.homeless:${dedupeKey}`, (text) => ({
    text: summarizeAlarm(text, alarm),
    blocks: buildAlarmBlocks(text, alarm),
  }))
  await scope.slices.refreshHome(scope.team, await scope.access.listAppointedAdmins(scope.team))
}

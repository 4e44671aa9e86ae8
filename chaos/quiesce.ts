import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery } from '../sandbox/control-types.ts'
import { readTaskCounts, type TaskCounts } from '../tools/app-metrics.ts'
import type { Cluster } from './cluster.ts'
import type { Fixture } from './fixture.ts'
import type { RecordedPost } from './history.ts'
import {
  asksWhetherSent,
  parseCardState,
  saysUnsent,
  showsNewerVersion,
  showsOutcome,
  waitsForPeople,
  isJobCard,
  isSendCard,
} from './card-parser.ts'

const QUIET_MS = 10_000
const POLL_MS = 250
/** No wait is longer at this clock, even on a busy machine: without progress for so long there will be none. */
const STALLED_MS = 300_000
const PROGRESS_MS = 30_000
/** The first attempt and eight retries. */
const ATTEMPTS = 9

/** The task counts of the app; any of its processes reports them for all. */
export const readClusterTasks = ({ processes: [first] }: Cluster): Promise<TaskCounts> =>
  readTaskCounts(first?.url ?? '')

const isPending = ({ attempts }: Delivery): boolean =>
  attempts.length < ATTEMPTS && !attempts.some(({ status }) => status >= 200 && status < 300)

/** A card that will change without a person. */
const isUnfinished = (post: RecordedPost): boolean =>
  isJobCard(post)
    ? ['works', 'waits', 'other'].includes(parseCardState(post.content))
    : isSendCard(post) &&
      ![showsOutcome, asksWhetherSent, waitsForPeople, saysUnsent, showsNewerVersion].some((is) => is(post.content))

/** Waits until no task is due, no card is unfinished and no delivery is pending for a while, or until there is no more progress. */
export async function quiesce(fixture: Fixture, cluster: Cluster, onProgress: (line: string) => void): Promise<void> {
  const { sandbox, history } = fixture
  let changedAt = Date.now()
  let reportedAt = changedAt
  let quietSince: number | undefined
  let line = ''
  let written = 0
  while (Date.now() - changedAt < STALLED_MS) {
    const polledAt = Date.now()
    const tasks = await readClusterTasks(cluster).catch(() => undefined)
    const unfinished = [...history.posts.values()].filter(isUnfinished).length
    const pending = (await sandbox.mail.deliveries()).filter(isPending).length
    const before = [written, line].join()
    written = history.counts.posts + history.counts.edits
    // Follow-ups of a job that may be running wait until a person decides.
    const isAsking = [...history.posts.values()].some(
      (post) => isJobCard(post) && parseCardState(post.content) === 'unknown',
    )
    const due = isAsking ? 0 : (tasks?.waiting ?? 0)
    line = `${unfinished} cards are unfinished, ${pending} deliveries are pending`
    const isSame = before === [written, line].join()
    if (!isSame) changedAt = Date.now()
    // Periodic tasks are not a sign of work; only their writes would be.
    if (tasks === undefined || due + unfinished + pending > 0 || !isSame) quietSince = undefined
    else quietSince ??= Date.now()
    if (quietSince !== undefined && Date.now() - quietSince > QUIET_MS) return
    if (Date.now() - reportedAt > PROGRESS_MS) {
      onProgress(`${line}, ${tasks?.waiting} tasks are waiting`)
      reportedAt = Date.now()
    }
    // Each poll reads thousands of deliveries; leave half of the time to the app.
    await sleep(Math.max(POLL_MS, Date.now() - polledAt))
  }
  onProgress(`no progress: ${JSON.stringify(await readClusterTasks(cluster).catch(String))}; ${line}`)
}

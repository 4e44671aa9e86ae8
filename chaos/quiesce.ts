import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery } from '../tools/sandbox-types.ts'
import { readTaskCounts, type TaskCounts } from '../tools/app-metrics.ts'
import type { Fleet } from './cluster.ts'
import type { Scene } from './fixture.ts'
import type { Posted } from './history.ts'
import { cannotTell, cardState, hasEnded, isJobCard, isReplyCard } from './card-parser.ts'

const STILL_MS = 10_000
const LOOK_MS = 250
/** No wait is longer at this clock, also on a busy machine: what has not moved by then will not. */
const LIMIT_MS = 300_000
const TELL_MS = 30_000
/** The first attempt and eight retries. */
const ATTEMPTS = 9

/** What the app counts, whichever of its processes answers. */
export const tasksOf = ({ members: [first] }: Fleet): Promise<TaskCounts> => readTaskCounts(first?.url ?? '')

const isPending = ({ attempts }: Delivery): boolean =>
  attempts.length < ATTEMPTS && !attempts.some(({ status }) => status >= 200 && status < 300)

/** A card that will say something else by itself. */
const isMoving = (post: Posted): boolean =>
  isJobCard(post)
    ? ['works', 'waits', 'other'].includes(cardState(post.words))
    : isReplyCard(post) && !hasEnded(post.words) && !cannotTell(post.words)

/** Waits until nothing is left to do: no task due, no card that still works, no delivery on its way; or until nothing moves any more though it should. */
export async function calm(scene: Scene, fleet: Fleet, say: (line: string) => void): Promise<void> {
  const { sandbox, seen } = scene
  let movedAt = Date.now()
  let toldAt = movedAt
  let stillSince: number | undefined
  let line = ''
  let written = 0
  while (Date.now() - movedAt < LIMIT_MS) {
    const lookedAt = Date.now()
    const tasks = await tasksOf(fleet).catch(() => undefined)
    const moving = [...seen.posts.values()].filter(isMoving).length
    const pending = (await sandbox.mail.deliveries()).filter(isPending).length
    const before = [written, line].join()
    written = seen.counts.posts + seen.counts.edits
    // Follow-ups of a job that may be running wait for a person's word.
    const isAsking = [...seen.posts.values()].some((post) => isJobCard(post) && cardState(post.words) === 'unknown')
    const due = isAsking ? 0 : (tasks?.waiting ?? 0)
    line = `${moving} cards are at work, ${pending} deliveries on their way`
    const isSame = before === [written, line].join()
    if (!isSame) movedAt = Date.now()
    // What runs now and then for ever is no sign of work; what it writes would be.
    if (tasks === undefined || due + moving + pending > 0 || !isSame) stillSince = undefined
    else stillSince ??= Date.now()
    if (stillSince !== undefined && Date.now() - stillSince > STILL_MS) return
    if (Date.now() - toldAt > TELL_MS) {
      say(`${line}, ${tasks?.waiting} tasks wait`)
      toldAt = Date.now()
    }
    // Thousands of deliveries are read at each look: half of the time is left to the app.
    await sleep(Math.max(LOOK_MS, Date.now() - lookedAt))
  }
  say(`nothing moves: ${JSON.stringify(await tasksOf(fleet).catch(String))}; ${line}`)
}

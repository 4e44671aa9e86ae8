import type { Table } from '../../store/typed-table.ts'
import {
  canSendAgain,
  type FollowUp,
  followUpId,
  isIncluded,
  isReplaced,
  isTextRefused,
  joinMessages,
  withoutUnsent,
} from '../model/follow-up.ts'
import type { Job } from '../model/job.ts'
import { settleOffer } from '../notify/posted-offers.ts'
import type { JobScope } from '../job-scope.ts'
import { sendFollowUp } from './follow-up-task.ts'

/** Messages that follow each other within this time become one follow-up. */
const GATHER_MS = 4000
const LATEST_CHECKED = 3

export interface FollowUpRequest {
  user: string
  text: string
  /** The text with quotes, if quotes are included. */
  prompt?: FollowUp['prompt']
  /** The verb in the audit, and the location of the request. */
  verb: string
  location?: FollowUp['location']
  /** The id of the message, click or submission behind the text; each counts once. */
  source: string
  /** Set if the text is complete: later messages are not added. */
  isWhole?: boolean
  asksToStop?: boolean
  /** The sources of the follow-up that this one replaces. */
  alsoFrom?: string[]
  /** Set for a complete text that the thread already shows. */
  isInThread?: boolean
}

const followUpsOf = ({ jobs }: JobScope, job: Job): Table<FollowUp> => jobs.store.followUps(job.id)

/** Keeps a follow-up and sends it soon; messages within a few seconds become one. Safe to repeat. */
export async function addFollowUp(scope: JobScope, job: Job, request: FollowUpRequest): Promise<void> {
  const { jobs, queue } = scope
  const delayMs = request.isWhole ? 0 : GATHER_MS
  // Sends earlier messages of the thread first: a stop must not be followed by more work.
  if (request.isWhole && job.gathering !== undefined)
    await sendFollowUp(queue, job, { n: job.gathering, attempt: 1, delayMs: 0, suffix: ':now' })
  const known = await findBySource(scope, job, request.source)
  if (known) return sendFollowUp(queue, job, { n: known.n, attempt: known.attempt, delayMs })
  const n = await writeFollowUp(scope, job, request)
  await jobs.store.update(job.id, (now) =>
    now.followUps >= n && now.gathering === n
      ? undefined
      : {
          ...now,
          followUps: Math.max(now.followUps, n),
          ...(!request.isWhole && { gathering: n }),
          ...(request.asksToStop && { stops: [...new Set([...(now.stops ?? []), n])] }),
        },
  )
  await sendFollowUp(queue, job, { n, attempt: 1, delayMs })
}

/** Finds, among the latest follow-ups, the one that already contains this message. */
async function findBySource(scope: JobScope, job: Job, source: string) {
  const table = followUpsOf(scope, job)
  for (let n = Math.max(1, job.followUps - LATEST_CHECKED); n <= job.followUps; n++) {
    const known = (await table.get(followUpId(n)))?.value
    if (known?.sources.includes(source)) return { n, attempt: known.attempt }
  }
  return undefined
}

/** Adds the message to the follow-up that is still open for messages, or writes the next one; returns its number. */
async function writeFollowUp(scope: JobScope, job: Job, request: FollowUpRequest): Promise<number> {
  const table = followUpsOf(scope, job)
  const { source, text, user, isWhole, alsoFrom = [] } = request
  let n = isWhole ? job.followUps + 1 : (job.gathering ?? job.followUps + 1)
  for (;;) {
    const fresh: FollowUp = {
      n,
      text,
      users: [user],
      sources: [source, ...alsoFrom],
      texts: [text, ...alsoFrom.map(() => '')],
      state: isWhole ? 'waiting' : 'gathering',
      attempt: 1,
      at: scope.clock.now(),
      ...(request.asksToStop && { asksToStop: true }),
      ...(isWhole && !request.isInThread && { isForm: true }),
      ...(request.prompt && { prompt: request.prompt }),
      verb: request.verb,
      ...(request.location && { location: request.location }),
    }
    const written = await table.update(followUpId(n), (found) => {
      if (!found) return fresh
      if (found.state !== 'gathering' || isWhole || found.sources.includes(source)) return undefined
      return { ...found, ...joinMessages(found, request), users: [...new Set([...found.users, user])] }
    })
    if (written?.sources.includes(source)) return n
    n += 1
  }
}

/** Whether a click, message or submission has already become a follow-up. */
export async function hasFollowUpFrom(scope: JobScope, job: Job, source: string): Promise<boolean> {
  const { rows } = await followUpsOf(scope, job).list()
  return rows.some(({ value }) => value.sources.includes(source))
}

/** Sends a follow-up that was refused or has an unknown outcome again, after a person decided to. Returns false if another decision was made before. */
export async function resendFollowUp(
  scope: JobScope,
  job: Job,
  n: number,
  { user, eventId, attempt }: { user: string; eventId: string; attempt: number | undefined },
): Promise<boolean> {
  const written = await followUpsOf(scope, job).update(followUpId(n), (now) => {
    if (!now || !canSendAgain(job, now)) return undefined
    if (now.decided === eventId) return now
    if (attempt !== undefined && now.attempt !== attempt) return undefined
    // The reason and the line belong to the attempt before.
    const fresh = { ...now, code: undefined, said: undefined, shown: undefined }
    return { ...fresh, state: 'waiting', attempt: now.attempt + 1, decided: eventId, decidedBy: user }
  })
  if (written?.state === 'waiting') {
    await scope.jobs.update(job.id, (now) => withoutUnsent(now, n))
    await sendFollowUp(scope.queue, job, { n, attempt: written.attempt, delayMs: 0 })
  }
  if (written?.decided !== eventId) return false
  const tried = written.attempt - 1
  for (const opId of [unknownOpId(job, n, tried), refusedOpId(job, n, tried)])
    await settleOffers(scope, job, written, opId, { isSentAgain: true })
  return true
}

/** Whether an edited text can still be sent instead of a follow-up, or was by this submission. */
export async function canReplaceFollowUp(scope: JobScope, job: Job, n: number, eventId: string): Promise<boolean> {
  const followUp = (await followUpsOf(scope, job).get(followUpId(n)))?.value
  return followUp !== undefined && (isTextRefused(followUp) || (isReplaced(followUp) && followUp.decided === eventId))
}

/** Sends an edited text instead of a follow-up that the agent refused. Returns false if another decision was made before. Safe to repeat. */
export async function replaceFollowUp(
  scope: JobScope,
  job: Job,
  n: number,
  request: FollowUpRequest,
): Promise<boolean> {
  const old = await followUpsOf(scope, job).update(followUpId(n), (now) =>
    now && isTextRefused(now) ? { ...now, state: 'dropped', decided: request.source } : undefined,
  )
  if (!old || !isReplaced(old) || old.decided !== request.source) return false
  await addFollowUp(scope, job, { ...request, alsoFrom: old.sources })
  await settleOffers(scope, job, old, refusedOpId(job, n, old.attempt))
  return true
}

/** Drops a follow-up with an unknown outcome. Returns `done` for this click, `dropped` for an earlier one; undefined if another decision was made. */
export async function dropFollowUp(
  scope: JobScope,
  job: Job,
  n: number,
  eventId: string,
): Promise<'done' | 'dropped' | undefined> {
  const written = await followUpsOf(scope, job).update(followUpId(n), (now) =>
    now?.state === 'unknown' && !isIncluded(job, now) ? { ...now, state: 'dropped', decided: eventId } : undefined,
  )
  if (written?.state !== 'dropped') return undefined
  await settleUnknown(scope, job, written)
  return written.decided === eventId ? 'done' : 'dropped'
}

/** The op id of the message that asks for a decision. */
const unknownOpId = ({ id }: Job, n: number, attempt: number): string => `jobs.said:${id}:${n}:${attempt}:unknown`

/** The op id of the message about a refusal. */
const refusedOpId = ({ id }: Job, n: number, attempt: number): string => `jobs.said:${id}:${n}:${attempt}:refused`

/** Settles the messages that ask about a follow-up with an unknown outcome. Safe to repeat. */
export const settleUnknown = (scope: JobScope, job: Job, followUp: FollowUp): Promise<void> =>
  settleOffers(scope, job, followUp, unknownOpId(job, followUp.n, followUp.attempt))

/** Settles the message in the thread about an attempt, and its copies for the writers. */
async function settleOffers(
  scope: JobScope,
  job: Job,
  { users, decidedBy = '' }: FollowUp,
  opId: string,
  decision: { isSentAgain?: boolean } = {},
): Promise<void> {
  for (const one of [opId, ...[...users, decidedBy].map((user) => `${opId}:${user}`)])
    await settleOffer(scope, job, one, decision)
}

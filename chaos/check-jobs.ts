import { checkOrder, type CheckContext, type OrderedEvent } from './violations.ts'
import type { FinalPost } from './final-state.ts'
import { parseCardState, isFinalState, isJobCard } from './card-parser.ts'

/** The script ends every job: a job that is still active after quiescence is stuck. */
const FINAL_CARD_STATES = { completed: 'finished', failed: 'failed', archived: 'archived', active: undefined } as const

const JOB_QUESTION = /^jobs\.end:.*:unknown$/
const FOLLOW_UP_QUESTION = /^jobs\.said:.*:unknown$/

/** Each accepted request has one card and one job, and the card shows how the job ended. A request that was undone in time has no job. */
export function checkJobs({ run, finalState, violations, isAccepted, operationsOf }: CheckContext): void {
  const cards = finalState.posts.filter(isJobCard)
  const followed = new Set(operationsOf('follow-up').map(({ parent }) => parent))
  for (const operation of operationsOf('job')) {
    const { marker } = operation
    // The line that is left of an undone job names no job.
    const mine = cards.filter(
      ({ content, opId }) => content.includes(marker) || run.history.firstMarkers.get(opId)?.includes(marker),
    )
    // Later jobs of the same thread also contain the marker, in their quotes.
    const remote = finalState.jobs.filter(({ prompt }) => prompt.startsWith(marker))
    if (mine.length > 1) violations.duplicated.push(`the job ${marker} has ${mine.length} cards`)
    if (remote.length > 1) violations.duplicated.push(`the job ${marker} runs ${remote.length} times`)
    const [card] = mine
    const [job] = remote
    if (!card) {
      if (isAccepted(operation)) violations.lost.push(`the job ${marker} was accepted and has no card`)
      else if (job) violations.lost.push(`the job ${marker} runs and has no card`)
      continue
    }
    if (operation.channel !== undefined && card.channel !== operation.channel)
      violations.lost.push(`the card of ${marker} is in another channel`)
    const state = parseCardState(card.content)
    const post = run.history.posts.get(`${card.channel}:${card.ts}`)
    if (state === 'withdrawn') {
      if (!operation.isUndone) violations.lost.push(`the job ${marker} was not started, though nobody undid it`)
      if (job) violations.outOfOrder.push(`the job ${marker} was undone and still runs`)
      if (post?.wasReopened) violations.outOfOrder.push(`the card of ${marker} left the state "not started"`)
      continue
    }
    if (!job) {
      if (state !== 'refused')
        violations.lost.push(`the job ${marker} is unknown to the agent; its card shows: ${state}`)
      continue
    }
    if (state !== FINAL_CARD_STATES[job.status])
      violations.stuck.push(`the card of ${marker} shows ${state}, the job is ${job.status}`)
    const announced = findAnnouncedEnds(finalState.posts, card)
    if (isFinalState(state) && !announced.includes(state))
      violations.lost.push(`the end of ${marker} (${state}) was not announced in its thread`)
    else if (announced.length < (post?.ends ?? 0))
      violations.lost.push(`${marker} ended ${post?.ends} times and was announced ${announced.length} times`)
    if (post?.wasReopened && !followed.has(marker))
      violations.outOfOrder.push(`the card of ${marker} left its final state`)
  }
}

/** The final states that were announced in the card's thread. */
function findAnnouncedEnds(posts: FinalPost[], card: FinalPost): string[] {
  const id = card.opId.split(':')[2] ?? ''
  return posts.flatMap(({ opId, threadTs }) => {
    const inThread = threadTs === (card.threadTs ?? card.ts)
    const state = /:(finished|failed|archived)$/.exec(opId)?.[1]
    return inThread && state !== undefined && opId.startsWith(`jobs.end:${id}:`) ? [state] : []
  })
}

/** How often people were asked whether jobs may be running: by a notice, or, if another job's notice stands for the same outage, by the card alone. */
function countJobQuestions({ run, finalState }: CheckContext): number {
  const notices = new Set(finalState.posts.map(({ opId }) => opId).filter((id) => JOB_QUESTION.test(id)))
  const noticesOf = Map.groupBy(notices, (id) => id.split(':')[1] ?? '')
  const cards = [...run.history.posts.values()].filter(isJobCard)
  const silent = cards.map(({ opId, questions }) =>
    Math.max(0, questions - (noticesOf.get(opId.split(':')[2] ?? '')?.length ?? 0)),
  )
  return notices.size + silent.reduce((sum, one) => sum + one, 0)
}

/** Each request to the agent with an unknown outcome led to a question to a person. */
export function checkQuestions(context: CheckContext): void {
  const { run, finalState, violations } = context
  const { creates, followUps } = run.history.counts.unanswered
  const about = countJobQuestions(context)
  const again = new Set(finalState.posts.map(({ opId }) => opId).filter((id) => FOLLOW_UP_QUESTION.test(id))).size
  if (about < creates) violations.lost.push(`${creates} creates had no answer, but only ${about} questions were asked`)
  if (again < followUps)
    violations.lost.push(`${followUps} follow-ups had no answer, but only ${again} questions were asked`)
}

/** Whether the thread of `parent` requested this job: as its first job or, if that one never ran, as a follow-up. */
function isOfThread({ finalState, operationsOf }: CheckContext, parent: string, prompt: string): boolean {
  if (finalState.jobs.some((job) => job.prompt.startsWith(parent))) return prompt.startsWith(parent)
  return operationsOf('follow-up').some(
    (operation) => operation.parent === parent && prompt.startsWith(operation.marker),
  )
}

/** Each accepted follow-up reached its job once, or its thread shows why not. */
export function checkFollowUps(context: CheckContext): void {
  const { run, finalState, violations, isAccepted, operationsOf } = context
  const reached: (OrderedEvent & { job: string })[] = []
  for (const operation of operationsOf('follow-up')) {
    const { marker } = operation
    const hits = finalState.jobs.flatMap((job) =>
      job.followUps.flatMap(({ prompt }, index) => {
        const at = prompt.indexOf(marker)
        return at < 0 ? [] : [{ job: job.id, position: index * 1e6 + at }]
      }),
    )
    const announced = finalState.posts.filter(
      ({ opId, content }) => opId.startsWith('jobs.said:') && content.includes(marker),
    )
    const isRefused = announced.some(({ opId }) => opId.endsWith(':refused'))
    const began = finalState.jobs.some(({ prompt }) => prompt.includes(marker))
    if (hits.length > 1) violations.duplicated.push(`the follow-up ${marker} reached its job ${hits.length} times`)
    const [hit] = hits
    if (!hit) {
      if (isAccepted(operation) && !isRefused && !began)
        violations.lost.push(
          `the follow-up ${marker} ${announced.length > 0 ? 'led to a question and was never sent' : 'is missing'}`,
        )
      continue
    }
    const job = finalState.jobs.find(({ id }) => id === hit.job)
    if (!job || !isOfThread(context, operation.parent ?? '', job.prompt))
      violations.lost.push(
        `the follow-up ${marker} of ${operation.parent} reached another job: ${job?.prompt.slice(0, 300)}`,
      )
    const delivery = operation.event === undefined ? undefined : run.history.messages.get(operation.event)
    // A follow-up that a person sent again after an unknown outcome may come after later ones.
    if (announced.length > 0 || delivery?.acceptedAt === undefined) continue
    reached.push({ operation, triedAt: delivery.firstTriedAt, acceptedAt: delivery.acceptedAt, ...hit })
  }
  for (const [job, list] of Map.groupBy(reached, (one) => one.job)) checkOrder(list, `follow-ups of ${job}`, violations)
}

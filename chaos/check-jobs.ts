import { ordered, type Case, type Timed } from './violations.ts'
import type { Shown } from './final-state.ts'
import { cardState, isFinal, isJobCard } from './card-parser.ts'

/** Each job's script ends it: one that is active after all the waiting is stuck, too. */
const endings = { completed: 'finished', failed: 'failed', archived: 'archived', active: undefined } as const

/** Each accepted request has one card and one job, and the card ends as the job did; one that was undone in time has no job. */
export function judgeJobs({ scene, stands, verdict, accepted, deeds }: Case): void {
  const cards = stands.posts.filter(isJobCard)
  const followed = new Set(deeds('follow').map(({ of }) => of))
  for (const deed of deeds('job')) {
    const { marker } = deed
    const mine = cards.filter(({ words }) => words.includes(marker))
    // Jobs from the same thread quote it further down.
    const remote = stands.jobs.filter(({ prompt }) => prompt.startsWith(marker))
    if (mine.length > 1) verdict.doubled.push(`the job ${marker} has ${mine.length} cards`)
    if (remote.length > 1) verdict.doubled.push(`the job ${marker} runs ${remote.length} times`)
    const [card] = mine
    const [job] = remote
    if (!card) {
      if (accepted(deed)) verdict.lost.push(`the job ${marker} was accepted and has no card`)
      else if (job) verdict.lost.push(`the job ${marker} runs and has no card`)
      continue
    }
    if (deed.channel !== undefined && card.channel !== deed.channel)
      verdict.lost.push(`the card of ${marker} stands in another channel`)
    const state = cardState(card.words)
    const seen = scene.seen.posts.get(`${card.channel}:${card.ts}`)
    if (state === 'withdrawn') {
      if (!deed.isUndone) verdict.lost.push(`the job ${marker} was not started, though nobody undid it`)
      if (job) verdict.disorder.push(`the job ${marker} was undone and runs all the same`)
      if (seen?.fellBack) verdict.disorder.push(`the card of ${marker} was undone and then not`)
      continue
    }
    if (!job) {
      if (state !== 'refused') verdict.lost.push(`the job ${marker} is unknown to the agent, its card says: ${state}`)
      continue
    }
    if (state !== endings[job.status])
      verdict.stuck.push(`the card of ${marker} says ${state}, the job is ${job.status}`)
    const told = endsOf(stands.posts, card)
    if (isFinal(state) && !told.includes(state))
      verdict.lost.push(`the end of ${marker} (${state}) was not told in its thread`)
    else if (told.length < (seen?.ends ?? 0))
      verdict.lost.push(`${marker} ended ${seen?.ends} times, which was told ${told.length} times`)
    if (seen?.fellBack && !followed.has(marker)) verdict.disorder.push(`the card of ${marker} was final and then not`)
  }
}

/** The final states that were told in the card's thread. */
function endsOf(posts: Shown[], card: Shown): string[] {
  const id = card.opId.split(':')[2] ?? ''
  return posts.flatMap(({ opId, threadTs }) => {
    const inThread = threadTs === (card.threadTs ?? card.ts)
    const state = /:(finished|failed|archived)$/.exec(opId)?.[1]
    return inThread && state !== undefined && opId.startsWith(`jobs.end:${id}:`) ? [state] : []
  })
}

/** Each request to the agent whose outcome nobody could know was put to a person. */
export function judgeQuestions({ scene, stands, verdict }: Case): void {
  const { creates, follows } = scene.seen.counts.unanswered
  const asked = (pattern: RegExp): number =>
    new Set(stands.posts.map(({ opId }) => opId).filter((id) => pattern.test(id))).size
  const about = asked(/^jobs\.end:.*:unknown$/)
  const again = asked(/^jobs\.said:.*:unknown$/)
  if (about < creates) verdict.lost.push(`${creates} creates had no answer, only ${about} questions were asked`)
  if (again < follows) verdict.lost.push(`${follows} follow-ups had no answer, only ${again} questions were asked`)
}

/** Whether a job is the one that this thread began with; where that never ran, one that was asked for in the thread stands for it. */
function belongs({ stands, deeds }: Case, of: string, prompt: string): boolean {
  if (stands.jobs.some((job) => job.prompt.startsWith(of))) return prompt.startsWith(of)
  return deeds('follow').some((deed) => deed.of === of && prompt.startsWith(deed.marker))
}

/** Each accepted follow-up reached its job once, or its thread says what became of it. */
export function judgeFollows(trial: Case): void {
  const { scene, stands, verdict, accepted, deeds } = trial
  const reached: (Timed & { job: string })[] = []
  for (const deed of deeds('follow')) {
    const { marker } = deed
    const hits = stands.jobs.flatMap((job) =>
      job.followUps.flatMap(({ prompt }, index) => {
        const at = prompt.indexOf(marker)
        return at < 0 ? [] : [{ job: job.id, place: index * 1e6 + at }]
      }),
    )
    const told = stands.posts.filter(({ opId, words }) => opId.startsWith('jobs.said:') && words.includes(marker))
    const isRefused = told.some(({ opId }) => opId.endsWith(':refused'))
    const began = stands.jobs.some(({ prompt }) => prompt.includes(marker))
    if (hits.length > 1) verdict.doubled.push(`the follow-up ${marker} reached its job ${hits.length} times`)
    const [hit] = hits
    if (!hit) {
      if (accepted(deed) && !isRefused && !began)
        verdict.lost.push(
          `the follow-up ${marker} ${told.length > 0 ? 'was asked about and never sent' : 'is nowhere'}`,
        )
      continue
    }
    const job = stands.jobs.find(({ id }) => id === hit.job)
    if (!job || !belongs(trial, deed.of ?? '', job.prompt))
      verdict.lost.push(`the follow-up ${marker} reached another job`)
    const heard = deed.event === undefined ? undefined : scene.seen.messages.get(deed.event)
    // One that a person sent again after an unknown outcome may stand behind later ones.
    if (told.length > 0 || heard?.acceptedAt === undefined) continue
    reached.push({ deed, triedAt: heard.firstTriedAt, acceptedAt: heard.acceptedAt, ...hit })
  }
  for (const [job, list] of Map.groupBy(reached, (one) => one.job)) ordered(list, `follow-ups of ${job}`, verdict)
}

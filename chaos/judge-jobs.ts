import { ordered, type Case, type Timed } from './case.ts'
import type { Shown } from './standing.ts'
import { cardState, isFinal, isJobCard } from './words.ts'

const endings = { completed: 'finished', failed: 'failed', archived: 'archived', active: 'works' } as const

/** Each accepted request has one card and one job, and the card ends as the job did. */
export function judgeJobs({ scene, stands, verdict, accepted, deeds }: Case): void {
  const cards = stands.posts.filter(isJobCard)
  const followed = new Set(deeds('follow').map(({ of }) => of))
  for (const deed of deeds('job')) {
    const { marker } = deed
    const mine = cards.filter(({ words }) => words.includes(marker))
    const remote = stands.jobs.filter(({ prompt }) => prompt.includes(marker))
    if (mine.length > 1) verdict.doubled.push(`the job ${marker} has ${mine.length} cards`)
    if (remote.length > 1) verdict.doubled.push(`the job ${marker} runs ${remote.length} times`)
    const [card] = mine
    const [job] = remote
    if (!card) {
      if (accepted(deed)) verdict.lost.push(`the job ${marker} was accepted and has no card`)
      else if (job) verdict.lost.push(`the job ${marker} runs and has no card`)
      continue
    }
    const state = cardState(card.words)
    if (!job) {
      if (state !== 'refused') verdict.lost.push(`the job ${marker} is unknown to the agent, its card says: ${state}`)
      continue
    }
    if (state !== endings[job.status])
      verdict.stuck.push(`the card of ${marker} says ${state}, the job is ${job.status}`)
    else if (isFinal(state) && !hasEnd(stands.posts, card, state))
      verdict.lost.push(`the end of ${marker} (${state}) was not told in its thread`)
    const seen = scene.seen.posts.get(`${card.channel}:${card.ts}`)
    if (seen?.fellBack && !followed.has(marker)) verdict.disorder.push(`the card of ${marker} was final and then not`)
  }
}

function hasEnd(posts: Shown[], card: Shown, state: string): boolean {
  const id = card.opId.split(':')[2] ?? ''
  return posts.some(({ opId, threadTs }) => {
    const inThread = threadTs === (card.threadTs ?? card.ts)
    return inThread && opId.startsWith(`jobs.end:${id}:`) && opId.endsWith(`:${state}`)
  })
}

/** Each accepted follow-up reached its job once, or its thread says what became of it. */
export function judgeFollows({ scene, stands, verdict, accepted, deeds }: Case): void {
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
    const began = stands.jobs.some(({ prompt }) => prompt.includes(marker))
    if (hits.length > 1) verdict.doubled.push(`the follow-up ${marker} reached its job ${hits.length} times`)
    const [hit] = hits
    if (!hit) {
      if (accepted(deed) && told.length === 0 && !began) verdict.lost.push(`the follow-up ${marker} is nowhere`)
      continue
    }
    const heard = deed.event === undefined ? undefined : scene.seen.messages.get(deed.event)
    // One that a person sent again after an unknown outcome may stand behind later ones.
    if (told.length > 0 || heard?.acceptedAt === undefined) continue
    reached.push({ deed, triedAt: heard.firstTriedAt, acceptedAt: heard.acceptedAt, ...hit })
  }
  for (const [job, list] of Map.groupBy(reached, (one) => one.job)) ordered(list, `follow-ups of ${job}`, verdict)
}

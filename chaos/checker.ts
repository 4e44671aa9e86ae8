import { isAccepted, type Case, type Traces, type Verdict } from './violations.ts'
import { judgeFollows, judgeJobs, judgeQuestions } from './check-jobs.ts'
import { judgeMails, judgeReplies } from './check-mail.ts'
import type { Standing } from './final-state.ts'

/** Compares what was sent with what the simulators hold. */
export function judge(scene: Traces, stands: Standing): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], disorder: [], stuck: [] }
  const trial: Case = {
    scene,
    stands,
    verdict,
    accepted: (deed) => isAccepted(scene.seen, deed),
    deeds: (kind) => scene.deeds.filter((deed) => deed.kind === kind),
  }
  for (const { opId, words } of stands.posts)
    if (opId === '') verdict.doubled.push(`a post bears no op_id, nobody can tell whether it is the only one: ${words}`)
  const byOpId = Map.groupBy(
    stands.posts.filter(({ opId }) => opId !== ''),
    ({ opId }) => opId,
  )
  for (const [opId, posts] of byOpId)
    if (posts.length > 1) verdict.doubled.push(`the post ${opId} stands ${posts.length} times`)
  judgeJobs(trial)
  judgeFollows(trial)
  judgeQuestions(trial)
  judgeMails(trial)
  judgeReplies(trial)
  return verdict
}

export const violations = ({ lost, doubled, disorder, stuck }: Verdict): number =>
  lost.length + doubled.length + disorder.length + stuck.length

import { isAccepted, type Case, type Verdict } from './case.ts'
import type { Scene } from './scene.ts'
import { judgeFollows, judgeJobs } from './judge-jobs.ts'
import { judgeMails, judgeReplies } from './judge-mail.ts'
import type { Standing } from './standing.ts'

/** Compares what was sent with what the simulators hold. */
export function judge(scene: Scene, stands: Standing): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], disorder: [], stuck: [] }
  const trial: Case = {
    scene,
    stands,
    verdict,
    accepted: (deed) => isAccepted(scene.seen, deed),
    deeds: (kind) => scene.deeds.filter((deed) => deed.kind === kind),
  }
  const byOpId = Map.groupBy(
    stands.posts.filter(({ opId }) => opId !== ''),
    ({ opId }) => opId,
  )
  for (const [opId, posts] of byOpId)
    if (posts.length > 1) verdict.doubled.push(`the post ${opId} stands ${posts.length} times`)
  judgeJobs(trial)
  judgeFollows(trial)
  judgeMails(trial)
  judgeReplies(trial)
  return verdict
}

export const violations = ({ lost, doubled, disorder, stuck }: Verdict): number =>
  lost.length + doubled.length + disorder.length + stuck.length

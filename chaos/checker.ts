import { wasAccepted, type CheckContext, type RunRecord, type Violations } from './violations.ts'
import { checkFollowUps, checkJobs, checkQuestions } from './check-jobs.ts'
import { checkCrossings, checkMails, checkReplies } from './check-mail.ts'
import { checkSends } from './check-sends.ts'
import type { FinalState } from './final-state.ts'

/** Compares what people, customers and services did with the final state of the simulators. */
export function checkRun(run: RunRecord, finalState: FinalState): Violations {
  const violations: Violations = { lost: [], duplicated: [], outOfOrder: [], stuck: [] }
  const context: CheckContext = {
    run,
    finalState,
    violations,
    isAccepted: (operation) => wasAccepted(run.history, operation),
    operationsOf: (kind) => run.operations.filter((operation) => operation.kind === kind),
  }
  for (const { opId, content } of finalState.posts)
    if (opId === '')
      violations.duplicated.push(`a post has no op_id, so that a duplicate of it could not be found: ${content}`)
  const byOpId = Map.groupBy(
    finalState.posts.filter(({ opId }) => opId !== ''),
    ({ opId }) => opId,
  )
  for (const [opId, posts] of byOpId)
    if (posts.length > 1) violations.duplicated.push(`the post ${opId} exists ${posts.length} times`)
  checkJobs(context)
  checkFollowUps(context)
  checkQuestions(context)
  checkMails(context)
  checkCrossings(context)
  checkReplies(context)
  checkSends(context)
  return violations
}

export const countViolations = ({ lost, duplicated, outOfOrder, stuck }: Violations): number =>
  lost.length + duplicated.length + outOfOrder.length + stuck.length

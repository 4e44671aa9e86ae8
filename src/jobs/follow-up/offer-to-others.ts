import { actionsBlock, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import type { FollowUp } from '../model/follow-up.ts'
import type { Job } from '../model/job.ts'
import { askPeople, findPeopleAllowed } from '../notify/ask-others-to-start.ts'
import { addressedMessage, addressText } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

const TEXT_LIMIT = 600

/**
 * Offers a follow-up whose people no longer have permission to the others in the thread, with its text and the button; mentions those who may send it.
 * Safe to repeat. Throws if Slack does not answer.
 */
export async function offerFollowUpToOthers(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  refused: [string, ...string[]],
): Promise<void> {
  const { team, id, requester } = job
  const { n, attempt } = followUp
  const asked = (await findPeopleAllowed(scope, job, 'jobs.steer', refused[0])).filter(
    (user) => !refused.includes(user),
  )
  const isOwnerThere = !refused.includes(requester) && (await scope.access.mayUse(team, requester))
  const users = asked.length > 0 || !isOwnerThere ? asked : [requester]
  const quote = truncate(followUp.text, TEXT_LIMIT)
  const write = async (text: JobText, mentioned: string[]) => {
    const names = await Promise.all(refused.map((user) => readQuietName(text, scope.people, team, user)))
    const by = { by: text.formats.list(names), count: refused.length }
    const settled = addressText(mentioned, text.followUpNotAllowed({ ...by, isOpen: false }))
    const button = renderActionButton(text, 'send_again', job, { argument: n, isSure: true })
    const sentence = text.followUpNotAllowed({ ...by, isOpen: true })
    return {
      message: addressedMessage(mentioned, sentence, [quoteBlock(quote), ...actionsBlock(button)]),
      offer: { until: 'decided', text: settled, quote },
    }
  }
  await askPeople(scope, job, { users, opId: `jobs.said:${id}:${n}:${attempt}:refused`, write })
}

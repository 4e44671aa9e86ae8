import { findPeopleToAsk, findWhomToAsk } from '../../access/whom-to-ask.ts'
import { actionsBlock } from '../../slack/blocks/block-builders.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import type { JobScope } from '../job-scope.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'
import { trimSentence } from '../text/sentence-parts.ts'
import { keepOffer } from './posted-offers.ts'
import { addressedMessage, addressText, postInJobThread, readThreadText } from './thread-post.ts'

const MENTIONED_MAX = 4

/**
 * Mentions in the job's thread the people there who may start it, with the button, once the person who asked for it or started it no longer may. Posts
 * nothing if the settings name nobody who can read the thread. Safe to repeat. Throws if Slack does not answer.
 */
export async function askOthersToStart(scope: JobScope, job: Job): Promise<void> {
  const { team, id, attempt, requester, startedBy } = job
  const users = await findStarters(scope, job)
  if (users.length === 0 || job.lost) return
  const text = await readThreadText(scope, job)
  const by = await readQuietName(text, scope.people, team, startedBy?.user ?? requester)
  const title = trimSentence(shortenTitle(job))
  const opId = `jobs.starters:${id}:${attempt}`
  const settled = text.startedByOthers({ by, title, isOpen: false })
  await keepOffer(scope, job, opId, { until: endKeyOf(job), text: addressText(users, settled) })
  const button = renderActionButton(text, 'retry', job, { style: 'primary' })
  const message = addressedMessage(users, text.startedByOthers({ by, title, isOpen: true }), actionsBlock(button))
  await postInJobThread(scope, job, opId, () => message)
}

/** The people to ask who can read the job and may start it. */
async function findStarters(scope: JobScope, job: Job): Promise<string[]> {
  const { team, project, requester, startedBy } = job
  const question = { team, action: 'jobs.start' as const, project }
  const refused = startedBy?.user ?? requester
  const { subjects } = await scope.access.decide({ ...question, user: refused })
  const asked = await findPeopleToAsk(scope, team, await findWhomToAsk(scope, team, subjects))
  const readers = await scope.jobAccess.filterReaders(
    job,
    asked.filter((user) => user !== refused),
  )
  const decisions = await Promise.all(readers.map((user) => scope.access.decide({ ...question, user })))
  return readers.filter((_, index) => decisions[index]?.isAllowed).slice(0, MENTIONED_MAX)
}

import { findPeopleToAsk, findWhomToAsk } from '../../access/whom-to-ask.ts'
import { actionsBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import type { JobScope } from '../job-scope.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import { endKeyOf, type PostedOffer } from '../model/offer.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { trimSentence } from '../text/sentence-parts.ts'
import { keepOffer } from './posted-offers.ts'
import { addressedMessage, addressText, isReachedInThread, postInJobThread, readThreadText } from './thread-post.ts'

const MENTIONED_MAX = 4

/**
 * Mentions in the job's thread the people there who may start it, with the button, once the person who asked for it or started it no longer may; also by
 * direct message where a mention doesn't reach them. Posts nothing if the settings name nobody who can read the thread. Safe to repeat. Throws if Slack does not answer.
 */
export async function askOthersToStart(scope: JobScope, job: Job): Promise<void> {
  const { team, id, attempt, requester, startedBy } = job
  const users = await findPeopleAllowed(scope, job, 'jobs.start', startedBy?.user ?? requester)
  if (users.length === 0 || job.lost) return
  const opId = `jobs.starters:${id}:${attempt}`
  const write = async (text: JobText, mentioned: string[]) => {
    const by = await readQuietName(text, scope.people, team, startedBy?.user ?? requester)
    const title = trimSentence(shortenTitle(job))
    const settled = text.startedByOthers({ by, title, isOpen: false })
    const button = renderActionButton(text, 'retry', job, { style: 'primary' })
    const sentence = text.startedByOthers({ by, title, isOpen: true })
    return {
      message: addressedMessage(mentioned, sentence, actionsBlock(button)),
      offer: { until: endKeyOf(job), text: addressText(mentioned, settled) },
    }
  }
  await askPeople(scope, job, { users, opId, write })
}

/** Posts a question about the job in its thread that mentions these people, and sends it directly where a mention would not reach them. Safe to repeat. */
export async function askPeople(
  scope: JobScope,
  job: Job,
  question: {
    users: string[]
    opId: string
    write: (text: JobText, mentioned: string[]) => Promise<{ message: Message; offer: PostedOffer }>
  },
): Promise<void> {
  const { users, opId, write } = question
  const { team } = job
  const inThread = await write(await readThreadText(scope, job), users)
  await keepOffer(scope, job, opId, inThread.offer)
  await postInJobThread(scope, job, opId, () => inThread.message)
  for (const user of users) {
    if (await isReachedInThread(scope, job, user)) continue
    const direct = await write(jobTextIn(await scope.languages.ofPerson(team, user)), [])
    await keepOffer(scope, job, `${opId}:${user}`, direct.offer)
    await scope.outbox.postDirect({ team, user, opId: `${opId}:${user}`, message: direct.message })
  }
}

/** Returns the people to ask who can read the job and may start or manage it, in place of a person who no longer may. Throws if Slack does not answer. */
export async function findPeopleAllowed(
  scope: JobScope,
  job: Job,
  action: 'jobs.start' | 'jobs.steer',
  refused: string,
): Promise<string[]> {
  const { team, project } = job
  const question = { team, action, project }
  const { subjects } = await scope.access.decide({ ...question, user: refused })
  const asked = await findPeopleToAsk(scope, team, await findWhomToAsk(scope, team, subjects))
  const readers = await scope.jobAccess.filterReaders(
    job,
    asked.filter((user) => user !== refused),
  )
  const decisions = await Promise.all(readers.map((user) => scope.access.decide({ ...question, user })))
  return readers.filter((_, index) => decisions[index]?.isAllowed).slice(0, MENTIONED_MAX)
}

import { actionsBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import { mrkdwnLink, parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { renderEndButton } from '../card/action-buttons.ts'
import { readCardUrl } from '../card/card-context.ts'
import { formatRunTime } from '../card/status-line.ts'
import type { NotificationChoice } from '../model/job-settings.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobServices } from '../services.ts'
import { jobText } from '../text/en.ts'
import { addressedMessage, postInJobThread } from './thread-post.ts'

interface JobEnd {
  text: string
  isSuccess: boolean
}

/** The sentence for the end of a run, as `reader` reads it; undefined while the job has not ended. */
function describeEnd(job: Job, reader?: string): JobEnd | undefined {
  const title = shortenTitle(job)
  switch (job.state) {
    case 'finished':
      return parseWebUrl(job.prLink) === undefined
        ? { text: jobText.done.nothing(title, reader === job.requester), isSuccess: true }
        : { text: jobText.done.ready(title, formatRunTime(job)), isSuccess: true }
    case 'failed':
      return { text: jobText.done.failed(title), isSuccess: false }
    case 'archived':
      return { text: jobText.done.archived(title), isSuccess: false }
    case 'gone':
      return { text: jobText.done.gone(title), isSuccess: false }
    case 'refused':
      return { text: jobText.done.refused(title), isSuccess: false }
    case 'unknown':
      return { text: jobText.done.unknown(title, job.trouble?.isAnswered ?? false), isSuccess: false }
    case 'picking':
    case 'asking':
    case 'held':
    case 'paused':
    case 'waiting':
    case 'creating':
    case 'working':
    case 'dropped':
    case 'unwatched':
    default:
      return undefined
  }
}

/** Announces the end of a run, once: in the thread, unless its requester wants to see it on the card only, and to each person as they chose. Safe to repeat. */
export async function notifyJobEnd(services: JobServices, job: Job): Promise<void> {
  const end = describeEnd(job)
  if (!end) return
  const opId = `jobs.end:${job.id}:${job.run}:${job.attempt}:${job.state}`
  const choices = await services.settings.person(job.team, job.requester)
  const choice = end.isSuccess ? choices.success : choices.failure
  const mentioned = choice === 'thread' ? job.requester : undefined
  const text = describeEnd(job, mentioned)?.text ?? end.text
  // Before any question to Slack: while that has no answer, a follow-up may begin the next run, and this end would never be announced.
  // A card that is lost shows nothing.
  if (choice !== 'silent' || job.lost)
    await postInJobThread(services, job, opId, addressedMessage(mentioned, text, actionsBlock(renderEndButton(job))))
  await notifyDirectly(services, job, { opId, choice, text: end.text })
}

/** Notifies the people whom the thread does not reach, in their own messages. */
async function notifyDirectly(
  services: JobServices,
  job: Job,
  { opId, choice, text }: { opId: string; choice: NotificationChoice; text: string },
): Promise<void> {
  const { team, requester, channel } = job
  const isInThread = await services.access.mayRead(team, requester, channel)
  const isMember = isInThread || (await services.access.mayAct(team, requester))
  // Nobody is reached by a mention in a thread that they cannot read: they took the job over from outside, or have left.
  const isDirect = isMember && !job.lost && (choice === 'direct' || (choice === 'thread' && !isInThread))
  // Subscribers are notified whatever they chose for their own jobs.
  const subscribers = (job.watchers ?? []).filter((user) => user !== requester || choice === 'silent')
  // Somebody who has left the job's conversation since learns nothing more of it.
  const watchers = subscribers.length === 0 ? [] : await services.jobAccess.filterReaders(job, subscribers)
  const notified = isDirect ? [requester, ...watchers] : watchers
  if (notified.length === 0) return
  const url = await readCardUrl(services, job)
  const link = contextBlock(url && mrkdwnLink(url, jobText.list.card))
  for (const user of notified) {
    const canOpenCard = user !== requester || isInThread
    const more = [...actionsBlock(renderEndButton(job)), ...(canOpenCard ? link : [])]
    const message = addressedMessage(undefined, describeEnd(job, user)?.text ?? text, more)
    await services.outbox.postDirect({ team, user, opId: `${opId}:${user}`, message })
  }
}

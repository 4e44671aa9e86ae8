import { z } from 'zod'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import type { TaskFailure } from '../../queue/queue.ts'
import { errorReference } from '../../queue/task-kinds.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import { truncate, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import { actionIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import type { JobSettings, NotificationChoice } from '../job-settings.ts'
import { formatRunTime } from '../card/status-line.ts'
import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { jobText } from '../text/en.ts'

const TITLE_LIMIT = 150

/** The sentence for the end of a run, as `reader` reads it, and the one button under it. */
function ending(job: Job, reader?: string): { text: string; isGood: boolean; button?: Message['blocks'] } | undefined {
  const title = truncate(job.title, TITLE_LIMIT)
  const offer = (actionId: string, text: string) =>
    actionsBlock(button({ actionId, text, value: job.id, style: 'primary' }))
  switch (job.state) {
    case 'finished': {
      const url = parseWebUrl(job.prLink)
      if (url === undefined) return { text: jobText.done.nothing(title, reader === job.requester), isGood: true }
      const open = button({
        actionId: actionIds.pullRequest,
        text: jobText.buttons.pullRequest,
        url,
        value: job.id,
        style: 'primary',
      })
      return { text: jobText.done.ready(title, formatRunTime(job)), isGood: true, button: actionsBlock(open) }
    }
    case 'failed':
      return { text: jobText.done.failed(title), isGood: false, button: offer(actionIds.retry, jobText.buttons.retry) }
    case 'archived':
      return {
        text: jobText.done.archived(title),
        isGood: false,
        button: offer(actionIds.continue, jobText.buttons.continue),
      }
    case 'gone':
      return {
        text: jobText.done.gone(title),
        isGood: false,
        button: offer(actionIds.continue, jobText.buttons.continue),
      }
    case 'refused':
      return { text: jobText.done.refused(title), isGood: false }
    case 'unknown':
      return { text: jobText.done.unknown(title), isGood: false }
    case 'picking':
    case 'asking':
    case 'held':
    case 'paused':
    case 'waiting':
    case 'creating':
    case 'working':
    case 'dropped':
    case 'unwatched':
      return undefined
  }
}

function reply(user: string | undefined, text: string, buttons: Message['blocks'] = []): Message {
  const said = user === undefined ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${userMention(user)}, ${text}`
  return { text: said, blocks: [section(said), ...buttons] }
}

const unsaidSchema = z.object({
  team: z.string(),
  user: z.string(),
  opId: z.string(),
  message: z.object({ text: z.string(), blocks: z.custom<Message['blocks']>(Array.isArray) }),
})
const unsaid = taskKind('jobs.unsaid', unsaidSchema)

export interface Notifier {
  tasks: TaskHandler[]
  /** The one final reply of a run; said again it says nothing. */
  notifyEnd: (job: Job) => Promise<void>
  /** Bellhop itself failed at this job, and gave up; false: there is no such job. */
  notifyFailedTask: (at: { team: string; id: string }, death: TaskFailure) => Promise<void | false>
  /** A line in the job's thread. */
  postInThread: (job: Job, opId: string, message: Message) => Promise<void>
}

/** Tells the end of a run in the thread once, and each person in the way that they chose. */
export function createNotifier(deps: {
  outbox: Outbox
  desk: JobUpdates
  settings: JobSettings
  permalink: (team: string, channel: string, ts: string) => Promise<string | undefined>
}): Notifier {
  const { outbox, desk, settings, permalink } = deps

  async function noticeOf(job: Job, user: string, isGood: boolean): Promise<NotificationChoice> {
    const chosen = await settings.person(job.team, user)
    return isGood ? chosen.success : chosen.failure
  }

  async function say(job: Job, opId: string, message: Message): Promise<void> {
    // Without a card there is no thread; the requester alone can be told.
    if (job.lost) return outbox.postDirect({ team: job.team, user: job.requester, opId, message })
    const onRefused = unsaid.of({ team: job.team, user: job.requester, opId, message })
    return outbox.post({ team: job.team, channel: job.channel, opId, message, thread: desk.threadRef(job), onRefused })
  }

  return {
    // The thread or the channel is gone: what would have stood there reaches the one who asked.
    tasks: [
      unsaid.handler(({ team, user, opId, message }) =>
        outbox.postDirect({ team, user, opId: `${opId}:direct`, message }),
      ),
    ],
    postInThread: say,
    async notifyFailedTask({ team, id }, death) {
      const job = await desk.storeOf(team).get(id)
      if (!job) return false
      return say(job, `jobs.died:${death.id}`, reply(job.requester, jobText.died(errorReference(death.id))))
    },
    async notifyEnd(job) {
      const end = ending(job)
      if (!end) return
      const opId = `jobs.end:${job.id}:${job.run}:${job.attempt}:${job.state}`
      const own = await noticeOf(job, job.requester, end.isGood)
      const mentioned = own === 'thread' ? job.requester : undefined
      await say(job, opId, reply(mentioned, ending(job, mentioned)?.text ?? end.text, end.button))
      // Who asked to hear of this job hears of it, whatever they chose for their own ones.
      const asked = (job.watchers ?? []).filter((user) => user !== job.requester || own === 'silent')
      const told = own === 'direct' && !job.lost ? [job.requester, ...asked] : asked
      if (told.length === 0) return
      const url = job.cardTs === undefined || job.lost ? undefined : await permalink(job.team, job.channel, job.cardTs)
      for (const user of told) {
        const message = reply(undefined, ending(job, user)?.text ?? end.text, [
          ...(end.button ?? []),
          ...contextBlock(url && mrkdwnLink(url, jobText.list.card)),
        ])
        await outbox.postDirect({ team: job.team, user, opId: `${opId}:${user}`, message })
      }
    },
  }
}

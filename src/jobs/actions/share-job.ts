import { actionsBlock, button, section } from '../../slack/blocks/block-builders.ts'
import type { Cards } from '../../slack/outbox/cards.ts'
import { THREAD_GONE } from '../../slack/api/slack-errors.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import type { Notifier } from '../notify/notify-requester.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { MIRROR_PREFIX } from '../updates/card-ref.ts'
import { textMessage as message } from '../../slack/blocks/text-message.ts'
import type { Asker, Gate } from '../gate.ts'
import { actionIds } from '../action-ids.ts'
import { applyOnce, wasApplied, isEnded, type Job } from '../model/job.ts'
import { jobText } from '../text/en.ts'

interface Shared {
  verb: 'tell' | 'untell' | 'mirror' | 'hand' | 'post_here' | 'show_direct' | 'tell_admins'
  user: string
  /** A channel or a person. */
  arg: string
  eventId: string
}

/** Who else sees a job, hears of it or has it from now on. */
export type JobSharing = (job: Job, shared: Shared, asker: Asker) => Promise<void>

function willTell(job: Job): Message {
  const text = isEnded(job) ? jobText.willTellNext : jobText.willTell
  const not = button({ actionId: actionIds.untell, text: jobText.buttons.tellMeNot, value: job.id })
  return { text, blocks: [section(text), ...actionsBlock(not)] }
}

export function createJobSharing(deps: {
  desk: JobUpdates
  cards: Cards
  gate: Gate
  announce: Notifier
  outbox: Outbox
  adminUsers: string[]
}): JobSharing {
  const { desk, cards, gate, announce, outbox, adminUsers } = deps

  return async (job, { verb, user, arg, eventId }, asker) => {
    const { team, id } = job
    switch (verb) {
      case 'tell':
        await desk
          .storeOf(team)
          .update(id, (now) =>
            now.watchers?.includes(user) ? undefined : { ...now, watchers: [...(now.watchers ?? []), user].slice(-50) },
          )
        return gate.tell(asker, willTell(job))
      case 'untell':
        await desk
          .storeOf(team)
          .update(id, (now) =>
            now.watchers?.includes(user)
              ? { ...now, watchers: now.watchers.filter((watcher) => watcher !== user) }
              : undefined,
          )
        return gate.tell(asker, jobText.willNotTell)
      case 'mirror': {
        const copy = `${MIRROR_PREFIX}${arg}`
        await desk
          .storeOf(team)
          .update(id, (now) =>
            now.mirrors?.includes(arg) ? undefined : { ...now, mirrors: [...(now.mirrors ?? []), arg] },
          )
        await cards.show({ ...desk.cardRef(job), copy }, { channel: arg })
        return gate.tell(asker, jobText.mirrored(arg))
      }
      case 'hand': {
        const next = await desk.update(team, id, (now) =>
          applyOnce(now, eventId, () => (now.requester === arg ? undefined : { ...now, requester: arg })),
        )
        if (next && wasApplied(next, eventId))
          await announce.postInThread(next, `jobs.hand:${eventId}`, message(jobText.handedOver(user, arg)))
        return
      }
      case 'post_here':
      case 'show_direct': {
        const next = await desk.storeOf(team).update(id, (now) => {
          if (!now.lost) return undefined
          const fresh = { ...omitFields(now, 'lost', 'cardTs'), head: (now.head ?? 0) + 1 }
          if (verb === 'show_direct') return { ...omitFields(fresh, 'threadTs', 'isGroup'), channel: user }
          return now.lost === THREAD_GONE || now.lost === 'thread_not_found' ? omitFields(fresh, 'threadTs') : fresh
        })
        if (!next) return
        const { channel, threadTs } = next
        await cards.show(desk.cardRef(next), { channel, ...(threadTs && { thread: { ts: threadTs } }) })
        return
      }
      case 'tell_admins': {
        const text = jobText.tellAdmins(job.project, user, job.trouble?.reference ?? '')
        for (const admin of adminUsers)
          await outbox.postDirect({
            team,
            user: admin,
            opId: `jobs.admins:${id}:${job.attempt}:${admin}`,
            message: message(text),
          })
        return gate.tell(asker, adminUsers.length > 0 ? jobText.adminsTold : jobText.noAdmins)
      }
    }
  }
}

import { actions, button, section } from '../../slack/blocks/block-builders.ts'
import type { Cards } from '../../slack/outbox/cards.ts'
import { THREAD_GONE } from '../../slack/outbox/post-once.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import type { Announce } from '../notify/notify-requester.ts'
import { type Desk, MIRROR, without } from '../model/job-updates.ts'
import { type Asker, type Gate, message } from '../gate.ts'
import { ids } from '../action-ids.ts'
import { decided, isDecided, isEnded, type Job } from '../model/job.ts'
import { words } from '../text/en.ts'

interface Shared {
  verb: 'tell' | 'untell' | 'mirror' | 'hand' | 'post_here' | 'show_direct' | 'tell_admins'
  user: string
  /** A channel or a person. */
  arg: string
  eventId: string
}

/** Who else sees a job, hears of it or has it from now on (J17). */
export type Sharing = (job: Job, shared: Shared, asker: Asker) => Promise<void>

function willTell(job: Job): Message {
  const text = isEnded(job) ? words.willTellNext : words.willTell
  const not = button({ actionId: ids.untell, text: words.buttons.tellMeNot, value: job.id })
  return { text, blocks: [section(text), ...actions(not)] }
}

export function sharing(deps: {
  desk: Desk
  cards: Cards
  gate: Gate
  announce: Announce
  outbox: Outbox
  adminUsers: string[]
}): Sharing {
  const { desk, cards, gate, announce, outbox, adminUsers } = deps

  return async (job, { verb, user, arg, eventId }, asker) => {
    const { team, id } = job
    switch (verb) {
      case 'tell':
        await desk
          .of(team)
          .update(id, (now) =>
            now.watchers?.includes(user) ? undefined : { ...now, watchers: [...(now.watchers ?? []), user].slice(-50) },
          )
        return gate.tell(asker, willTell(job))
      case 'untell':
        await desk
          .of(team)
          .update(id, (now) =>
            now.watchers?.includes(user)
              ? { ...now, watchers: now.watchers.filter((watcher) => watcher !== user) }
              : undefined,
          )
        return gate.tell(asker, words.willNotTell)
      case 'mirror': {
        const copy = `${MIRROR}${arg}`
        await desk
          .of(team)
          .update(id, (now) =>
            now.mirrors?.includes(arg) ? undefined : { ...now, mirrors: [...(now.mirrors ?? []), arg] },
          )
        await cards.show({ ...desk.card(job), copy }, { channel: arg })
        return gate.tell(asker, words.mirrored(arg))
      }
      case 'hand': {
        const next = await desk.move(team, id, (now) =>
          decided(now, eventId, () => (now.requester === arg ? undefined : { ...now, requester: arg })),
        )
        if (next && isDecided(next, eventId))
          await announce.say(next, `jobs.hand:${eventId}`, message(words.handedOver(user, arg)))
        return
      }
      case 'post_here':
      case 'show_direct': {
        const next = await desk.of(team).update(id, (now) => {
          if (!now.lost) return undefined
          const fresh = { ...without(now, 'lost', 'cardTs'), head: (now.head ?? 0) + 1 }
          if (verb === 'show_direct') return { ...without(fresh, 'threadTs', 'isGroup'), channel: user }
          return now.lost === THREAD_GONE || now.lost === 'thread_not_found' ? without(fresh, 'threadTs') : fresh
        })
        if (!next) return
        const { channel, threadTs } = next
        await cards.show(desk.card(next), { channel, ...(threadTs && { thread: { ts: threadTs } }) })
        return
      }
      case 'tell_admins': {
        const text = words.tellAdmins(job.project, user, job.trouble?.reference ?? '')
        for (const admin of adminUsers)
          await outbox.direct({
            team,
            user: admin,
            opId: `jobs.admins:${id}:${job.attempt}:${admin}`,
            message: message(text),
          })
        return gate.tell(asker, adminUsers.length > 0 ? words.adminsTold : words.noAdmins)
      }
    }
  }
}

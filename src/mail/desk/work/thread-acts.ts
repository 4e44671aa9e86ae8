import { isolateDirection } from '../../../core/isolate-direction.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage, plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import type { Feature } from '../../../slice.ts'
import { buildMailAct, findRefusal } from '../../access/mail-acts.ts'
import { parseMailTarget } from '../../action-ids.ts'
import { isAwaited } from '../../placement/burst/channel-load.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findThreadAction, type ThreadAction, threadActions } from '../../records/mail/thread-actions.ts'
import { isOldClick, withClick, withThreadAct } from '../../records/mail/thread-changes.ts'
import { notifyPerson } from '../../notify/notify-person.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { DeskServices } from '../desk-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'
import { postQueued } from '../../placement/threads/repost-thread.ts'
import { sendWake } from './return-mail.ts'
import { isSnoozable } from './snooze-times.ts'
import { sendThreadAct, type ThreadAct, threadActTask, toThreadAct } from './thread-act-task.ts'
import { openWorkForm } from './work-forms.ts'
import { refreshWorkList } from './work-list.ts'

/** What people do with a mail thread together: claim it, release it, finish it, mute it. */
export const threadActsFeature = (services: DeskServices): Feature => ({
  listen(slack) {
    for (const entry of threadActions)
      if (entry.actionId)
        slack.action(
          entry.actionId,
          (action) => runThreadAction(services, entry, action, action.value),
          () => entry.form === undefined,
        )
  },
  tasks: [threadActTask.handler((act) => applyThreadAct(services, act))],
})

/** Carries out a click on a button or an entry of a menu, for the thread that its value names. */
export async function runThreadAction(
  services: DeskServices,
  entry: ThreadAction,
  action: Action,
  value: string | undefined,
): Promise<void> {
  const target = parseMailTarget(value)
  if (!target) return
  if (entry.form) await openWorkForm(services, entry, action, target.thread)
  else await sendThreadAct(services.queue, toThreadAct(action, target.thread, entry.verb))
}

async function applyThreadAct(services: DeskServices, done: ThreadAct): Promise<void> {
  const { team, user, thread: id, verb, event, channel, threadTs, to, until } = done
  const requester = { team, user, opId: `mail.work:${event}`, channel, threadTs }
  const action = findThreadAction(verb)
  const found = await services.mailStore.findThread(team, id)
  const key = found?.mails[0]
  const mail = await services.mailStore.findMail(team, key)
  if (found && isOldClick(found, event)) return undefined
  const act = await buildMailAct(services, requester, { action: 'mail.reply', verb }, { key: key ?? '', mail })
  // Repeated after a crash, it is done already and only what follows is missing.
  const isRepeated = found?.lastClick === event
  const refusal = isRepeated ? undefined : await findRefusal(services, act)
  if (refusal) return answerAct(services, done, refusal)
  const problem = isRepeated ? undefined : await findTakerProblem(services, done, found)
  if (problem !== undefined) return answerAct(services, done, problem)
  const at = services.clock.now()
  const thread = await changeThread(services, team, id, (now) =>
    now.lastClick !== event &&
    action?.isAllowed(now) &&
    (verb !== 'snooze' || (until !== undefined && isSnoozable(at, until)))
      ? withClick(withThreadAct(now, { verb, user, at, to, until }), event)
      : undefined,
  )
  if (thread?.lastClick !== event) return answerAct(services, done, await describeMissed(services, done, thread))
  await services.authorizer.recordAct(act)
  await followAct(services, done, thread, mail)
  return showDone(services, done)
}

/** Answers where it was done: in the list, on Home, or below the card. */
async function answerAct(services: DeskServices, done: ThreadAct, answer: string | Message): Promise<void> {
  const { team, user, event, channel, threadTs, responseUrl, view, isHome } = done
  const message = typeof answer === 'string' ? plainTextMessage(answer) : answer
  if (view && (await refreshWorkList(services, done, view, message))) return
  if (isHome) return services.slices.showOnHome(team, user, message)
  const requester = { team, user, opId: `mail.work:${event}`, channel, threadTs, responseUrl }
  return replyToRequester(services, requester, message)
}

/** The card shows it by now; an open list and Home follow. */
async function showDone(services: DeskServices, { team, user, view, isHome }: ThreadAct): Promise<void> {
  if (view) await refreshWorkList(services, { team, user }, view)
  if (isHome) await services.slices.refreshHome(team, [user])
}

/** Why somebody cannot take over a mail: only people who can read its channel can. */
async function findTakerProblem(
  services: DeskServices,
  { team, user, verb, to }: ThreadAct,
  thread: MailThread | undefined,
): Promise<string | undefined> {
  if (verb !== 'hand_over' || thread?.channel === undefined) return undefined
  if (to !== undefined && (await services.access.mayRead(team, to, thread.channel))) return undefined
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  return text.work.notReader(to === undefined ? text.unnamed : await readQuietName(text, services.people, team, to))
}

/** What follows from an act. */
async function followAct(
  services: DeskServices,
  { team, user, thread: id, verb, event, to }: ThreadAct,
  thread: MailThread,
  mail: Mail | undefined,
): Promise<void> {
  // Somebody waits for it by now: its notices and its return are posted below its own card.
  if (isAwaited(thread)) await postQueued(services, team, id, thread)
  if (verb === 'snooze' && thread.snooze) await sendWake(services, team, id, thread.snooze)
  if (verb !== 'hand_over' || to === undefined || to === user) return
  await notifyPerson(
    services,
    team,
    { id, thread },
    {
      user: to,
      opId: `mail.handed:${event}`,
      reason: 'concerns',
      build: async (text) => {
        const by = await readQuietName(text, services.people, team, user)
        return mentionMessage(to, text.work.handedOver(by, isolateDirection(mail?.subject || text.noSubject)))
      },
    },
  )
}

/** Why a click changed nothing. */
async function describeMissed(
  services: DeskServices,
  { team, user, verb }: ThreadAct,
  thread: MailThread | undefined,
): Promise<string> {
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  if (!thread) return text.forms.gone
  const { owner } = thread
  if (verb === 'claim' && owner?.user === user) return text.work.yoursAlready
  if (verb === 'claim' && owner)
    return text.work.claimedBy(await readQuietName(text, services.people, team, owner.user))
  return text.work.already
}

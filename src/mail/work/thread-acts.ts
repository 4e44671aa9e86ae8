import type { Action } from '../../slack/inbound/listeners.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import type { Feature } from '../../slice.ts'
import { buildMailAct, findRefusal } from '../access/mail-acts.ts'
import { parseTarget } from '../action-ids.ts'
import type { MailThread } from '../model/mail-thread.ts'
import { findThreadAction, type ThreadAction, threadActions } from '../model/thread-actions.ts'
import { withThreadAct } from '../model/thread-changes.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { changeThread } from '../thread/change-thread.ts'
import { sendThreadAct, type ThreadAct, threadActTask, toThreadAct } from './thread-act-task.ts'

/** What people do with a mail thread together: claim it, release it, finish it, mute it. */
export const threadActsFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const entry of threadActions)
      if (entry.actionId)
        slack.action(
          entry.actionId,
          (action) => runThreadAction(services, entry, action, action.value),
          () => true,
        )
  },
  tasks: [threadActTask.handler((act) => applyThreadAct(services, act))],
})

/** Carries out a click on a button or an entry of a menu, for the thread that its value names. */
export async function runThreadAction(
  services: MailServices,
  { verb }: ThreadAction,
  action: Action,
  value: string | undefined,
): Promise<void> {
  const target = parseTarget(value)
  if (target) await sendThreadAct(services.queue, toThreadAct(action, target.thread, verb))
}

async function applyThreadAct(services: MailServices, done: ThreadAct): Promise<void> {
  const { team, user, thread: id, verb, event, channel, threadTs, responseUrl } = done
  const requester = { team, user, opId: `mail.work:${event}`, channel, threadTs, responseUrl }
  const action = findThreadAction(verb)
  const found = await services.mailStore.findThread(team, id)
  const key = found?.mails[0]
  const mail = await services.mailStore.findMail(team, key)
  const act = await buildMailAct(services, requester, { action: 'mail.reply', verb }, { key: key ?? '', mail })
  // Repeated after a crash, it is done already and only what follows is missing.
  const refusal = found?.lastClick === event ? undefined : await findRefusal(services, act)
  if (refusal) return replyToRequester(services, requester, refusal)
  const at = services.clock.now()
  const thread = await changeThread(services, team, id, (now) =>
    action?.isAllowed(now) ? { ...withThreadAct(now, { verb, user, at }), lastClick: event } : undefined,
  )
  if (thread?.lastClick === event) return services.authorizer.recordAct(act)
  const text = await describeMissed(services, done, thread)
  return replyToRequester(services, requester, text)
}

/** Why a click changed nothing. */
async function describeMissed(
  services: MailServices,
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

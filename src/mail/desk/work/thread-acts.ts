import { isolateDirection } from '../../../core/isolate-direction.ts'
import { allowed } from '../../../access/authorize.ts'
import { findNextMorning } from '../../../core/zoned-time.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { isKnownToBeShared } from '../../../slack/outbox/cleared-writes.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import { plainTextMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { readPersonalNotices } from '../../../settings/notice-settings.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { type MailTarget, parseMailTarget } from '../../action-ids.ts'
import { isAwaited } from '../../placement/burst/channel-load.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { findThreadAction, type ThreadAction, threadActions } from '../../records/mail/thread-actions.ts'
import {
  findFormerPeople,
  isOldClick,
  withClick,
  withFormerPeople,
  withThreadAct,
} from '../../records/mail/thread-changes.ts'
import { noticeFormerPeople } from '../../notify/notice-former-people.ts'
import { findOwnZone } from '../../notify/own-zone.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'
import { postQueued } from '../../placement/threads/repost-thread.ts'
import type { BulkOutcome } from './bulk-record.ts'
import { describeBulkResult, noteBulkOutcome, notifyOfBulk } from './bulk-result.ts'
import { refreshMailWindow } from '../viewer/mail-window.ts'
import { answerInMore } from '../viewer/more-modal.ts'
import { showInHandOverForm } from './hand-over-form.ts'
import { describeLeftToSend } from './left-to-send.ts'
import { describeMissed } from './missed-act.ts'
import { noticeHandOver } from './notice-hand-over.ts'
import { sendWake } from './return-mail.ts'
import { isSnoozable } from './snooze-times.ts'
import { sendFailedPart, sendThreadAct, type ThreadAct, threadActTask, toThreadAct } from './thread-act-task.ts'
import { findTakerProblem } from './taker-problem.ts'
import { findUnseen } from './unseen-news.ts'
import { openWorkForm } from './work-forms.ts'
import { refreshWorkList } from './work-list.ts'

/** The acts on a mail thread: claim, release, finish, mute and others. */
export const threadActsFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    for (const entry of threadActions)
      if (entry.actionId)
        slack.action(
          entry.actionId,
          (scope, action) => runThreadAction(scope, entry, action, action.value),
          () => !entry.opensForm,
        )
  },
  tasks: [scopedHandler(threadActTask, applyThreadAct, sendFailedPart)],
}

/** Carries out a click on a button or a menu entry, for the thread in its value. */
export async function runThreadAction(
  scope: DeskScope,
  entry: ThreadAction,
  action: Action,
  value: string | undefined,
): Promise<void> {
  const target = parseMailTarget(value)
  if (!target) return
  const { verb, opensForm } = entry
  if (opensForm) await openWorkForm(scope, entry, action, target)
  else if (verb === 'snooze_tomorrow') await snoozeUntilTomorrow(scope, action, target)
  else await sendThreadAct(scope.queue, toThreadAct(action, target, verb))
}

/** The morning is that of the person's time zone. */
async function snoozeUntilTomorrow(scope: DeskScope, action: Action, target: MailTarget): Promise<void> {
  const { zone } = await findOwnZone(scope, action.user)
  const until = findNextMorning(scope.clock.now(), zone)
  await sendThreadAct(scope.queue, { ...toThreadAct(action, target, 'snooze'), until })
}

async function applyThreadAct(scope: DeskScope, done: ThreadAct): Promise<void> {
  const { team, user, thread: id, verb, event, channel, threadTs, to, until } = done
  if (done.isFailed) return endBulkPart(scope, done, 'failed')
  const requester = { team, user, opId: `mail.work:${event}`, channel, threadTs }
  const action = findThreadAction(verb)
  const found = await scope.mailStore.findThread(id)
  const key = found?.mails[0]
  const mail = await scope.mailStore.findMail(key)
  if (found && isOldClick(found, event)) return endBulkPart(scope, done, 'done')
  const act = await buildMailAct(scope, requester, { action: 'mail.reply', verb }, { key: key ?? '', mail })
  // A repeat after a crash only does the remaining steps.
  const isRepeated = found?.lastClick === event
  const permission = isRepeated ? allowed : await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return missAct(scope, done, 'refused', permission.message)
  const problem = isRepeated ? undefined : await describeTakerProblem(scope, done, found)
  if (problem) return missAct(scope, done, problem.outcome, problem.sentence)
  const unseen = isRepeated || !found || !action?.isAllowed(found) ? undefined : await findUnseen(scope, done, found)
  if (unseen) return missAct(scope, done, unseen.outcome, unseen.answer)
  const at = scope.clock.now()
  const thread = await changeThread(scope, id, (now) =>
    now.lastClick !== event &&
    action?.isAllowed(now) &&
    (verb !== 'snooze' || (until !== undefined && isSnoozable(at, until)))
      ? withClick(
          withFormerPeople(now, withThreadAct(now, { verb, user, at, to, until }), { verb, user, click: event }),
          event,
        )
      : undefined,
  )
  if (thread?.lastClick !== event)
    return missAct(
      scope,
      done,
      thread ? 'already' : 'gone',
      await describeMissed(scope, await readText(scope, user), done, { thread, mail }),
    )
  await scope.authorizer.recordAct(act)
  await followAct(scope, done, thread, mail)
  if (done.bulk !== undefined) return endBulkPart(scope, done, 'done', findFormerPeople(thread, event))
  const click = { click: event, opId: `mail.taken:${event}` }
  await noticeFormerPeople(scope, { id, thread, mail }, { verb, by: user, to, ...click })
  const left = verb === 'done' ? await describeLeftToSend(scope, await readText(scope, user), user, thread) : undefined
  if (left) return answerAct(scope, done, left)
  if (done.form !== undefined) await showAssigned(scope, done, { thread, mail })
  if (done.view || done.isHome) return showDone(scope, done)
  const answer =
    done.form === undefined
      ? ((await describeUnseen(scope, done, thread)) ?? (await describeQuietOwner(scope, done)))
      : undefined
  if (answer !== undefined) return answerAct(scope, done, answer)
}

const readText = async ({ team, languages }: DeskScope, user: string): Promise<MailText> =>
  mailTextIn(await languages.ofPerson(team, user))

/** Answers an act that changed nothing; a part of an act on several threads is answered with the others. */
const missAct = async (
  scope: DeskScope,
  done: ThreadAct,
  outcome: BulkOutcome,
  answer: string | Message,
): Promise<void> => (done.bulk === undefined ? answerAct(scope, done, answer) : endBulkPart(scope, done, outcome))

/** Notes the outcome of a part of an act on several threads. The last part answers the person, and notifies the new owner and the former ones. */
async function endBulkPart(
  scope: DeskScope,
  { team, bulk, thread }: ThreadAct,
  outcome: BulkOutcome,
  former: Partial<ReturnType<typeof findFormerPeople>> = {},
): Promise<void> {
  const act = bulk === undefined ? undefined : await noteBulkOutcome(scope, bulk, { thread, outcome, ...former })
  if (bulk === undefined || !act) return
  const { user, verb, location } = act
  await notifyOfBulk(scope, bulk, act)
  await answerAct(scope, { team, user, thread, verb, event: bulk, ...location }, await describeBulkResult(scope, act))
}

/** Whether no channel shows what was done: the thread waits for one, or will, because its own is shared with another organization. */
async function hasNoCard(scope: DeskScope, thread: MailThread): Promise<boolean> {
  const channel = findChannel(thread)
  return channel === undefined || isKnownToBeShared(scope, channel)
}

/** Describes an act that no card shows where it was done: there is none, or it was done in a channel that the thread has left. */
async function describeUnseen(
  scope: DeskScope,
  { user, thread: id, verb, channel: actedIn = '' }: ThreadAct,
  thread: MailThread,
): Promise<string | Message | undefined> {
  const channel = findChannel(thread)
  const hasLeft = /^[CG]/.test(actedIn) && actedIn !== channel
  const isUnseen = await hasNoCard(scope, thread)
  if (!isUnseen && !hasLeft) return undefined
  const text = await readText(scope, user)
  const acted = text.work.acted({ verb })
  if (isUnseen || channel === undefined) return text.work.withoutCard({ acted })
  return withThreadLink(
    scope,
    text,
    id,
    textMessage(text.work.inOtherChannel({ acted, channel: channelMention(channel) })),
  )
}

/** Reports that the new owner is not notified, because they have notices turned off; undefined for others, and for the person who acts. */
async function describeQuietOwner(scope: DeskScope, { verb, user, to }: ThreadAct): Promise<string | undefined> {
  const { team, people, settings } = scope
  if (verb !== 'hand_over' || to === undefined || to === user) return undefined
  if ((await readPersonalNotices(settings, team, to)).level !== 'nothing') return undefined
  const text = await readText(scope, user)
  return text.work.quietOwner({ name: await readPlainName(text, people, team, to) })
}

/** Shows who owns the mail now in the form, which Slack leaves open after the click on a button. */
async function showAssigned(
  scope: DeskScope,
  done: ThreadAct,
  { thread, mail }: { thread: MailThread; mail: Mail | undefined },
): Promise<void> {
  const { team, people } = scope
  const text = await readText(scope, done.user)
  const name = await readPlainName(text, people, team, done.to ?? '')
  const assigned = text.work.forms.assigned({ name, subject: isolateDirection(mail?.subject || text.noSubject) })
  const unseen =
    (await describeUnseen(scope, done, thread)) ??
    [assigned, await describeQuietOwner(scope, done)].filter((one) => one !== undefined).join(' ')
  const { user, form = '' } = done
  await showInHandOverForm(scope, { user, form }, typeof unseen === 'string' ? plainTextMessage(unseen) : unseen)
}

/** Answers where the act was done: in the form, in the list, on Home, or below the card. */
async function answerAct(scope: DeskScope, done: ThreadAct, answer: string | Message): Promise<void> {
  const { team, user, event, channel, threadTs, responseUrl, view, isHome } = done
  const message = typeof answer === 'string' ? plainTextMessage(answer) : answer
  if (await showInHandOverForm(scope, done, message)) return
  if (view && (await refreshOpenView(scope, user, view, message))) return
  if (view && (await answerInMore(scope, user, view, message))) return
  if (isHome) return scope.slices.showOnHome(team, user, message)
  const requester = { team, user, opId: `mail.work:${event}`, channel, threadTs, responseUrl }
  return replyToRequester(scope, requester, message)
}

/** Refreshes the list or the mail that a person has open, with the answer on top. */
const refreshOpenView = async (
  scope: DeskScope,
  user: string,
  view: { id: string; metadata: string },
  answer?: Message,
): Promise<boolean> =>
  (await refreshWorkList(scope, user, view, answer)) || refreshMailWindow(scope, user, view, answer)

/** Refreshes an open list, More… and Home; the card already shows the change. */
async function showDone(scope: DeskScope, { team, user, verb, view, isHome }: ThreadAct): Promise<void> {
  if (view && !(await refreshOpenView(scope, user, view))) {
    const text = await readText(scope, user)
    await answerInMore(scope, user, view, textMessage(text.work.acted({ verb })))
  }
  if (isHome) await scope.slices.refreshHome(team, [user])
}

/** Explains why a person cannot take over a mail: only people who may answer it and can read its channel can. */
async function describeTakerProblem(
  scope: DeskScope,
  { team, user, verb, to }: ThreadAct,
  thread: MailThread | undefined,
): Promise<{ outcome: BulkOutcome; sentence: string } | undefined> {
  if (verb !== 'hand_over' || !thread) return undefined
  const is = to === undefined ? 'notReader' : await findTakerProblem(scope, to, thread)
  if (is === undefined) return undefined
  const text = await readText(scope, user)
  const name = to === undefined ? text.unnamed : await readPlainName(text, scope.people, team, to)
  return { outcome: is === 'notAllowed' ? 'not_allowed' : 'not_reader', sentence: text.work[is]({ name }) }
}

/** Carries out the consequences of an act. */
async function followAct(scope: DeskScope, done: ThreadAct, thread: MailThread, mail: Mail | undefined): Promise<void> {
  const { thread: id, verb, user, to, bulk } = done
  const owner = verb === 'claim' ? user : verb === 'hand_over' ? to : undefined
  if (owner !== undefined) await scope.records.recentOwners.record(thread.inboxId, owner)
  // A thread that now waits for a person gets its own card, above its notices and its return.
  if (isAwaited(thread)) await postQueued(scope, id, thread)
  if (verb === 'snooze' && thread.snooze) await sendWake(scope, id, thread.snooze)
  if (verb === 'hand_over' && to !== undefined && bulk === undefined)
    await noticeHandOver(scope, { ...done, to }, thread, mail)
}

import { type Act, allowed } from '../../../access/authorize.ts'
import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { actionsBlock, contextBlock } from '../../../slack/blocks/block-builders.ts'
import { mrkdwnLink } from '../../../slack/blocks/mrkdwn.ts'
import { plainTextMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import type { Action, Submission } from '../../../slack/inbound/listeners.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { nameDecider } from '../../access/find-approvers.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { closeRequest } from '../approval/approval-messages.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import {
  editAfterFailure,
  replyActions,
  type ReplyVerb,
  replyVerbs,
  situationBeforeSent,
} from '../../records/reply-actions.ts'
import { findAction } from '../../records/action-row.ts'
import { mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import { hasEndedUnapproved } from '../../records/replies/reply-approval.ts'
import { findDecision, withDecision } from '../../records/replies/reply-decision.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import { type ActLocation, actLocationSchema, toActLocation } from '../../tasks/act-location.ts'
import { answerWithState } from '../../cards/replies/answer-with-state.ts'
import { noticeAct } from '../../notify/act-notice.ts'
import { isThreadReader } from '../../notify/identify-reply.ts'
import { findThreadLink } from '../../notify/thread-link.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { canLookUp } from '../../records/replies/can-look-up.ts'
import { repeatIdOf, repeatReply } from './repeat-reply.ts'
import { describeApproval } from '../../cards/replies/describe-approval.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { askFirst, readAsked } from '../schedule/ask-first.ts'
import { refreshApprovalsList } from '../approval/approvals-list.ts'
import { refreshScheduledList } from '../schedule/scheduled-list.ts'
import { askReplyAct, readAskedAct } from '../schedule/ask-reply-act.ts'
import { sendLane, sendReply } from '../../tasks/send-task.ts'

const replyClickSchema = z.object({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  decision: z.enum(replyVerbs),
  event: z.string(),
  channel: z.string(),
  threadTs: z.string().exactOptional(),
  /** Set if the button was in a private message, which the answer replaces. */
  responseUrl: z.string().exactOptional(),
  view: actLocationSchema.shape.view,
  isHome: actLocationSchema.shape.isHome,
})
type ReplyClick = z.infer<typeof replyClickSchema>

/** Carries a click on a button of a reply. Frozen. */
const replyClickTask = taskKind('mail.decide', replyClickSchema)

/** The buttons of a reply. Each click is carried out, or answered as too late. */
export const replyActionsFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const verb of replyVerbs) {
      const { actionId, asks } = findAction(replyActions, verb)
      slack.action(
        actionId,
        async (scope, action) => {
          if (verb === 'cancel' && (await askFirst(scope, action, verb))) return
          await sendReplyClick(scope, action, verb)
        },
        () => true,
      )
      if (asks)
        slack.action(asks.actionId, async (scope, action) => {
          if (!(await askReplyAct(scope, action, verb))) await sendReplyClick(scope, action, verb)
        })
    }
    slack.submit(mailCallbackIds.askCancel, submitCancel)
    slack.submit(mailCallbackIds.askReply, submitAsked)
  },
  tasks: [scopedHandler(replyClickTask, applyReplyClick)],
}

/** Sends a click on a button of a reply to its task, once. Durable when it resolves. */
export async function sendReplyClick(scope: OutboundScope, action: Action, decision: ReplyVerb): Promise<void> {
  const { team, user, value: reply, eventId, message, responseUrl } = action
  if (!reply) return
  const { channel = '', threadTs, isEphemeral } = message ?? {}
  const click = {
    team,
    user,
    reply,
    decision,
    event: eventId,
    channel,
    ...(threadTs && { threadTs }),
    ...(isEphemeral && responseUrl && { responseUrl }),
    ...pickView(toActLocation(action)),
  }
  await sendClickTask(scope, click)
}

async function sendClickTask({ queue }: OutboundScope, click: ReplyClick): Promise<void> {
  const { team, reply, decision, event } = click
  await queue.send(replyClickTask.of(click), {
    id: `mail.decide:${team}:${event}`,
    // Waits for a send under way, which keeps the answer to the person correct; Cancel and Stop must not wait.
    ...(decision !== 'cancel' && decision !== 'stop' && { lane: sendLane(team, reply) }),
  })
}

/** Stops the mail of somebody else, after the question. */
async function submitCancel(scope: OutboundScope, { team, user, view }: Submission): Promise<void> {
  const state = readAsked(view)
  if (!state) return
  const event = await scope.records.formSubmissions.name(view.id, 'cancel')
  const { stop: _, channel = '', ...at } = state
  await sendClickTask(scope, { team, user, decision: 'cancel', event, channel, ...at })
}

/** Carries out the act that a person confirmed. */
async function submitAsked(scope: OutboundScope, { team, user, view }: Submission): Promise<void> {
  const asked = readAskedAct(view)
  if (!asked) return
  const { verb: decision, channel = '', ...at } = asked
  const event = await scope.records.formSubmissions.name(view.id, decision)
  await sendClickTask(scope, { team, user, decision, event, channel, ...at })
}

/** The open list of scheduled mail, or Home. */
const pickView = ({ view, isHome }: ActLocation) => ({ ...(view && { view }), ...(isHome && { isHome }) })

async function applyReplyClick(scope: OutboundScope, click: ReplyClick): Promise<void> {
  const { team, user, reply: id, decision: verb, event, channel, threadTs, responseUrl } = click
  const { needs: action } = findAction(replyActions, verb)
  const isPrivate = responseUrl !== undefined
  const requester = { team, user, opId: `mail.decide:${event}`, channel, threadTs, responseUrl }
  const found = await scope.replyStore.findReply(id)
  const act = await buildReplyAct(scope, requester, { action, verb }, { id, reply: found })
  // A repeat after a crash only does the remaining steps.
  const permission = found?.lastClick === event ? allowed : await scope.authorizer.ask(withoutChannel(act, verb, found))
  if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
  const reply = await applyVerb(scope, click)
  // A click that changed nothing is not an act.
  if (reply?.lastClick === event)
    await scope.authorizer.recordAct(act, verb === 'again' ? { text: hashReplyContent(reply) } : undefined)
  if (reply?.lastClick === event && verb !== 'look') await noticeAct(scope, { id, reply }, { verb, by: user, event })
  const isTooLate = !reply || (verb === 'cancel' && reply.state !== 'cancelled')
  if (reply) await scope.slices.refreshHome(team, [...new Set([user, reply.user])])
  const isAway = isPrivate || channel.startsWith('D') || click.view !== undefined || click.isHome === true
  if (!isTooLate && !isAway) return undefined
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const answer = isTooLate
    ? await describeTooLate(scope, text, { user, id, reply }, { isPrivate })
    : await describeCancelled(scope, text, { user, id, reply })
  if (click.view) {
    const refresh = click.view.isApprovals ? refreshApprovalsList : refreshScheduledList
    if (await refresh(scope, click, click.view.id, answer)) return
  }
  if (click.isHome) return scope.slices.showOnHome(team, user, answer)
  return replyToRequester(scope, { ...requester, replacesOriginal: isPrivate }, answer)
}

/** Writers may stop their own mail after they have left its channel: nothing is sent, and the answer shows nothing from there. */
const withoutChannel = ({ conversation, ...act }: Act, verb: ReplyVerb, reply: Reply | undefined): Act =>
  verb === 'cancel' && reply?.user === act.user ? act : { ...act, conversation }

/** Answers with the state of the reply; a writer who has left its channel reads only the sentence. */
const answerReader = async (
  scope: OutboundScope,
  about: { user: string; id: string; reply: Reply | undefined },
  sentence: string,
): Promise<Message> =>
  about.reply?.user === about.user && !(await isThreadReader(scope, about.user, about.reply))
    ? plainTextMessage(sentence)
    : answerWithState(scope, about, sentence)

/** Answers a click on a private message that offers to change a reply, which has been sent since; the answer replaces the message. */
export async function answerTooLate(scope: OutboundScope, action: Action, id: string, reply: Reply): Promise<void> {
  const { team, user, eventId, responseUrl, message } = action
  const { channel, threadTs } = message ?? {}
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const sentence = text.replyCard.tooLateToEdit
  const answer = await describeTooLate(scope, text, { user, id, reply }, { isPrivate: true, sentence })
  const requester = { team, user, opId: `mail.note:${eventId}`, channel, threadTs, responseUrl, replacesOriginal: true }
  return replyToRequester(scope, requester, answer)
}

/** Describes a reply that can't be stopped or changed. Nothing edits a private answer, so it shows no state that will change: the link to the thread does. */
async function describeTooLate(
  scope: OutboundScope,
  text: MailText,
  { user, id, reply }: { user: string; id: string; reply: Reply | undefined },
  { isPrivate, sentence = text.replyCard.tooLateToCancel }: { isPrivate: boolean; sentence?: string },
): Promise<Message> {
  const link = isPrivate && reply && !isSettled(reply) ? await findThreadLink(scope, reply.thread) : undefined
  if (link === undefined) return answerReader(scope, { user, id, reply }, sentence)
  const { text: plain, blocks } = plainTextMessage(sentence)
  return { text: plain, blocks: [...blocks, ...contextBlock(mrkdwnLink(link, text.work.goToMail))] }
}

const isSettled = ({ state }: Reply): boolean => state === 'sent' || state === 'dropped'

/** Describes why a reply isn't sent: its request for approval ended without one, another version replaces it, or a person stopped it. */
async function describeCancelled(
  scope: OutboundScope,
  text: MailText,
  { user, id, reply }: { user: string; id: string; reply: Reply },
): Promise<Message> {
  if (hasEndedUnapproved(reply)) {
    const edit = reply.again === undefined && buildActionButton(text, editAfterFailure, id)
    return textMessage(describeApproval(text, reply, await nameDecider(scope, text, reply)), actionsBlock(edit))
  }
  if (reply.again === undefined) {
    const { cancelled, cancelledBy, cancelledNearby } = text.replyCard
    if (findDecision(reply)?.by === user) return plainTextMessage(cancelledNearby)
    // A colleague was first.
    const name = await nameDecider(scope, text, reply)
    return textMessage(name === undefined ? cancelled : cancelledBy({ name }))
  }
  return answerReader(scope, { user, id, reply }, text.schedule.over)
}

function lookUpAgain(reply: Reply): Reply {
  const { trouble: _, clashedAt: __, ...rest } = reply
  return { ...rest, state: 'sending', clashes: 0, looks: reply.looks + 1 }
}

/** The reply after each act; `repeatId` is the id of the reply that repeats it. */
const changes: Record<ReplyVerb, (reply: Reply, repeatId: string) => Reply> = {
  cancel: (reply) => ({ ...reply, state: 'cancelled' }),
  // Before its first attempt, a reply cannot have been sent: each attempt is recorded before it is made.
  stop: (reply) => ({ ...reply, state: mayHaveLeft(reply) ? 'unknown' : 'failed' }),
  look: lookUpAgain,
  again: (reply, repeatId) => ({ ...reply, state: 'dropped', again: repeatId }),
  drop: (reply) => ({ ...reply, state: 'dropped' }),
}

/** Returns the reply after the click, unchanged if the click came too late. */
async function applyVerb(scope: OutboundScope, click: ReplyClick): Promise<Reply | undefined> {
  const { team, user, reply: id, decision: verb } = click
  const reply = await scope.replyStore.replies.update(id, (now) => now && changeReply(scope, now, click))
  if (!reply) return undefined
  if (verb === 'look' && reply.state === 'sending')
    await sendReply(scope.queue, team, { id, reply }, { round: reply.looks })
  if (verb === 'again' && reply.again === repeatIdOf(scope, id)) await repeatReply(scope, { old: id, reply, by: user })
  if (verb === 'cancel' && reply.state === 'cancelled') await closeRequest(scope, id, reply)
  await refreshReplyCards(scope, id)
  return reply
}

/** Cancels a reply before the task of the click runs, which does the rest. Returns whether this click cancelled it. */
export async function cancelAtOnce(scope: OutboundScope, id: string, { user, eventId }: Action): Promise<boolean> {
  const click = { user, reply: id, decision: 'cancel', event: eventId } as const
  const reply = await scope.replyStore.replies.update(id, (now) => now && changeReply(scope, now, click))
  return reply?.state === 'cancelled' && reply.lastClick === eventId
}

/** Returns the reply after the click; undefined if the action is no longer allowed. */
function changeReply(
  scope: OutboundScope,
  reply: Reply,
  click: Pick<ReplyClick, 'user' | 'reply' | 'decision' | 'event'>,
): Reply | undefined {
  const { reply: id, decision, event } = click
  const { isAllowed } = findAction(replyActions, decision)
  if (!isAllowed(situationBeforeSent(reply, canLookUp(reply, scope.clock, scope.mailbox)))) return undefined
  const changed = { ...changes[decision](reply, repeatIdOf(scope, id)), lastClick: event }
  return decision === 'look' || decision === 'again'
    ? changed
    : withDecision(changed, decision, click.user, scope.clock.now())
}

import { z } from 'zod'
import type { ScopedFeature } from '../../../../scoped-feature.ts'
import type { AccessAnswer } from '../../../../access/authorize.ts'
import { refuseSubmission } from '../../../../access/guard-listeners.ts'
import { questionTimeMs, withinDeadline } from '../../../../core/question-time.ts'
import { parseJson } from '../../../../core/json.ts'
import { sanitizeText } from '../../../../core/sanitize-text.ts'
import { escapeMrkdwn } from '../../../../slack/blocks/mrkdwn.ts'
import type { View } from '../../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../../slack/directory/quiet-name.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../../action-ids.ts'
import { reviewReply } from '../../../records/reply-actions.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { refuseClick } from '../../../notify/requester-reply.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { mailTextIn } from '../../../text/mail-text.ts'
import { askToApprove, markContent, maySenderSend } from '../approval-acts.ts'
import { type ApprovalDecision, decisionVerbs, sendApprovalDecision } from '../decision-task.ts'
import { showNextApprovals } from '../approvals-list.ts'
import { sendAskApprovers } from '../../../tasks/approval-tasks.ts'
import { areFilesExamined } from '../../files/examine-files.ts'
import { describeOtherReplies } from '../../other-replies.ts'
import { describeEarlier } from './describe-earlier.ts'
import { findNewestVersion, type FoundReply } from './find-newest-version.ts'
import { findUnusual } from './find-unusual.ts'
import {
  addTyped,
  answerAbout,
  describeReviewChange,
  describeRequestEnd,
  describeWriting,
  linkThread,
  nameReaders,
  type Reviewer,
  wasAskedUntilOff,
} from './review-details.ts'
import { findSurroundings, type Surroundings } from '../news.ts'
import { type PreviewPage, previewBodies } from '../../../cards/replies/preview-blocks.ts'
import { buildAnswer, buildDeclineModal, buildReviewModal, type ReviewState } from './review-modal.ts'

const stateSchema = z.object({
  reply: z.string().min(1),
  mark: z.string(),
  seen: z.string().exactOptional(),
  at: z.number().exactOptional(),
  isListed: z.literal(true).exactOptional(),
})

/** The window for approving a mail: built from the records, and valid for exactly the content it shows. */
export const reviewReplyFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(reviewReply.actionId, openReview)
    slack.action(/^mail\.review_page:/, turnPage)
    slack.action(mailActionIds.declineApproval, openDecline)
    slack.submit(mailCallbackIds.approve, (scope, submission) => submitDecision(scope, submission, 'approved'))
    slack.submit(mailCallbackIds.decline, (scope, submission) => submitDecision(scope, submission, 'declined'))
  },
}

const readReviewer = async (
  { team, languages }: OutboundScope,
  { user }: Omit<Reviewer, 'text'>,
): Promise<Reviewer> => ({
  user,
  text: mailTextIn(await languages.ofPerson(team, user)),
})

const readState = ({ privateMetadata }: OpenView): ReviewState | undefined =>
  stateSchema.safeParse(parseJson(privateMetadata)).data

const pickReviewed = ({ mark, seen, at }: ReviewState) => ({
  mark,
  ...(seen !== undefined && { seen }),
  ...(at !== undefined && { at }),
})

/** Whether a person may review a reply; checked each time, because a click can be forged. */
async function askToReview(
  scope: OutboundScope,
  { team, user, eventId, message }: Action | (Submission & { message?: undefined }),
  found: { id: string; reply: Reply | undefined },
  verb: string,
): Promise<AccessAnswer> {
  const location = message && { channel: message.channel, threadTs: message.threadTs }
  const actor = { team, user, opId: `mail.review:${eventId}`, ...location }
  const act = await buildReplyAct(scope, actor, { action: 'mail.approve', verb }, found)
  return askToApprove(scope, act, found.reply, { withinMs: questionTimeMs() })
}

interface ReviewContent {
  shown?: PreviewPage
  /** A sentence to show first. */
  notice?: string | undefined
  /** The state of the open window, if it shows exactly this content. */
  reviewed?: ReviewState | undefined
  isListed?: boolean
  /** Looked up if the caller has not. */
  surroundings?: Surroundings | undefined
}

async function buildReview(
  scope: OutboundScope,
  reviewer: Reviewer,
  { id, reply }: FoundReply,
  {
    shown = { body: 'formatted', page: 0 },
    notice,
    reviewed,
    isListed = reviewed?.isListed === true,
    surroundings,
  }: ReviewContent = {},
): Promise<View> {
  const { text } = reviewer
  const { at, newest, suppressed } = surroundings ?? (await findSurroundings(scope, reply))
  const original = await scope.mailStore.findMail(reply.mail)
  const readers = await nameReaders(scope, reviewer, { reply, original })
  return buildReviewModal({
    text,
    state: reviewed ?? {
      reply: id,
      mark: markContent(scope, id, reply),
      ...(newest && { seen: newest.key }),
      at,
      ...(isListed && { isListed }),
    },
    reply,
    original,
    unusual: [
      ...(await describeOtherReplies(scope, text, { id, reply })),
      ...(await findUnusual(scope, text, { reply, suppressed, newest: newest?.mail, readers })),
    ],
    earlier: await describeEarlier(scope, text, reply),
    suppressed,
    shown,
    notice,
    threadLink: await linkThread(scope, text, reply),
    writing: await describeWriting(scope, reviewer, reply),
    writerGone: (await maySenderSend(scope, { id, reply }))
      ? undefined
      : text.approval.writerGone({
          writer: await readQuietName(text, scope.people, scope.team, reply.by ?? reply.user),
        }),
  })
}

async function openReview(scope: OutboundScope, action: Action): Promise<void> {
  const { value = '' } = action
  const reviewer = await readReviewer(scope, action)
  const found = await findNewestVersion(scope, value)
  const permission = await askToReview(scope, action, { id: found?.id ?? value, reply: found?.reply }, 'review')
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (found?.reply.state !== 'awaiting') {
    const end = found
      ? await describeRequestEnd(scope, reviewer, found.reply)
      : textMessage(reviewer.text.approval.over)
    return refuseClick(scope, action, end)
  }
  if (!areFilesExamined(found.reply)) {
    // An earlier version may have asked without reading them.
    await sendAskApprovers(scope.queue, scope.team, found, `files-${action.eventId}`)
    return refuseClick(
      scope,
      action,
      await answerAbout(scope, reviewer.text, found.reply, reviewer.text.approval.unread),
    )
  }
  const notice = found.isOther ? reviewer.text.approval.changed : undefined
  const isListed = action.view?.callbackId === mailCallbackIds.approvals
  return scope.views.push(action, await buildReview(scope, reviewer, found, { notice, isListed }))
}

async function turnPage(scope: OutboundScope, action: Action): Promise<void> {
  const { team, value = '', view } = action
  const [id = '', named, page = '0'] = value.split('.')
  const reply = await scope.replyStore.findReply(id)
  const permission = await askToReview(scope, action, { id, reply }, 'review')
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (!view || !reply) return undefined
  const reviewer = await readReviewer(scope, action)
  const body = previewBodies.find((one) => one === named) ?? 'formatted'
  const shown = { body, page: Math.trunc(Number(page)) || 0 }
  await scope.views.update(team, view.id, await buildPage(scope, reviewer, { id, reply, view }, shown), view.hash)
  return undefined
}

/** Builds another page of an open window. What has changed since it was opened is shown first, from the beginning: a page that is turned has seen nothing. */
async function buildPage(
  scope: OutboundScope,
  reviewer: Reviewer,
  { id, reply, view }: { id: string; reply: Reply; view: OpenView },
  shown: PreviewPage,
): Promise<View> {
  const { text } = reviewer
  if (reply.state !== 'awaiting') return buildAnswer(text, await describeRequestEnd(scope, reviewer, reply))
  const reviewed = readState(view)
  const found = { id, reply, isOther: false }
  const surroundings = await findSurroundings(scope, reply)
  const notice = reviewed && describeReviewChange(scope, text, found, { reviewed, surroundings })
  return notice === undefined && reviewed
    ? buildReview(scope, reviewer, found, { shown, reviewed, surroundings })
    : buildReview(scope, reviewer, found, { notice, isListed: reviewed?.isListed === true, surroundings })
}

async function openDecline(scope: OutboundScope, action: Action): Promise<void> {
  const { value: id = '', view } = action
  const reply = await scope.replyStore.findReply(id)
  const permission = await askToReview(scope, action, { id, reply }, decisionVerbs.declined)
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const reviewer = await readReviewer(scope, action)
  if (reply?.state !== 'awaiting') {
    const end = reply ? await describeRequestEnd(scope, reviewer, reply) : textMessage(reviewer.text.approval.over)
    return refuseClick(scope, action, end, { inModal: true })
  }
  // The content of the window above, which may differ from the current one.
  const state = view && readState(view)
  const mark = state?.reply === id ? state.mark : markContent(scope, id, reply)
  const isWriterGone = (await withinDeadline(maySenderSend(scope, { id, reply }))) === false
  return scope.views.push(action, buildDeclineModal(reviewer.text, { reply: id, mark }, { isWriterGone }))
}

/** Shows the new version if the mail was changed; otherwise sends a task, which checks everything again and decides. */
async function submitDecision(
  scope: OutboundScope,
  submission: Submission,
  verdict: ApprovalDecision['verdict'],
): Promise<SubmissionAnswer> {
  const { team, user, eventId, view } = submission
  const reviewer = await readReviewer(scope, submission)
  const { text } = reviewer
  const state = readState(view)
  if (!state) return { update: buildAnswer(text, textMessage(text.approval.over)) }
  const isListed = state.isListed === true
  const found = await findNewestVersion(scope, state.reply)
  const reason = sanitizeText(view.values['reason']?.['mail.decline_reason']?.value ?? '').trim()
  const typed = reason === '' ? '' : `\n${text.approval.typedReason({ reason: escapeMrkdwn(reason) })}`
  const target = { id: found?.id ?? state.reply, reply: found?.reply }
  if (found && wasAskedUntilOff(found.reply, user))
    return { update: buildAnswer(text, await describeRequestEnd(scope, reviewer, found.reply, typed)) }
  const permission = await askToReview(scope, submission, target, decisionVerbs[verdict])
  if (permission.is === 'late') return refuseSubmission(scope.languages, submission, permission.message.text)
  if (permission.is === 'refused') return { update: buildAnswer(text, addTyped(permission.message, typed)) }
  if (!found) return { update: buildAnswer(text, textMessage(text.approval.over)) }
  if (found.reply.state !== 'awaiting')
    return { update: buildAnswer(text, await describeRequestEnd(scope, reviewer, found.reply, typed)) }
  const isApproval = verdict === 'approved'
  const isUnread = isApproval && !areFilesExamined(found.reply)
  // News concerns only what is sent.
  const surroundings = isApproval && !isUnread ? await findSurroundings(scope, found.reply) : undefined
  const change = describeReviewChange(scope, text, found, { reviewed: state, surroundings })
  if (change !== undefined)
    return {
      update: await buildReview(scope, reviewer, found, { notice: `${change}${typed}`, isListed, surroundings }),
    }
  if (isUnread) return { update: buildAnswer(text, await answerAbout(scope, text, found.reply, text.approval.unread)) }
  if (isApproval && !(await maySenderSend(scope, found)))
    return { update: await buildReview(scope, reviewer, found, { isListed, surroundings }) }
  const decision = {
    reply: found.id,
    verdict,
    ...pickReviewed(state),
    ...(verdict === 'declined' && reason !== '' && { reason }),
  }
  // A window stays open if its answer is lost: it may then show something newer, and decide about that.
  const content = scope.keyedHash('decision', JSON.stringify(decision))
  const event = await scope.records.formSubmissions.name(eventId, content)
  await sendApprovalDecision(scope.queue, { team, user, event, ...decision })
  const [list] = view.below ?? []
  if (!isListed || list === undefined) return { clear: true }
  const isShown = await withinDeadline(showNextApprovals(scope, { user }, { viewId: list, decided: found.id }))
  return isShown ? undefined : { clear: true }
}

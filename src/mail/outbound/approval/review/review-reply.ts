import { z } from 'zod'
import type { ScopedFeature } from '../../../../scoped-feature.ts'
import type { AccessAnswer } from '../../../../access/authorize.ts'
import { questionTimeMs, withinDeadline } from '../../../../core/question-time.ts'
import { parseJson } from '../../../../core/json.ts'
import { sanitizeText } from '../../../../core/sanitize-text.ts'
import { escapeMrkdwn } from '../../../../slack/blocks/mrkdwn.ts'
import type { Message, View } from '../../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../../slack/directory/quiet-name.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../../../slack/inbound/listeners.ts'
import { nameDecider } from '../../../access/find-approvers.ts'
import { buildReplyAct } from '../../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../../action-ids.ts'
import { reviewReply } from '../../../records/reply-actions.ts'
import { describeRequest } from '../../../cards/replies/describe-request.ts'
import { describeApproval } from '../../../cards/replies/describe-approval.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { refuseClick } from '../../../notify/requester-reply.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../../text/mail-text.ts'
import { askToApprove, markContent, maySenderSend } from '../approval-acts.ts'
import { type ApprovalDecision, decisionVerbs, sendApprovalDecision } from '../decision-task.ts'
import { showNextApprovals } from '../approvals-list.ts'
import { sendAskApprovers } from '../../../tasks/approval-tasks.ts'
import { areFilesExamined } from '../../files/examine-files.ts'
import { describeOtherReplies } from '../../other-replies.ts'
import { describeEarlier } from './describe-earlier.ts'
import { findNewestVersion, type FoundReply } from './find-newest-version.ts'
import { findUnusual } from './find-unusual.ts'
import { describeWriting, linkThread, nameReaders, type Reviewer } from './review-details.ts'
import { findNews, findSurroundings } from '../news.ts'
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

async function buildReview(
  scope: OutboundScope,
  reviewer: Reviewer,
  { id, reply }: FoundReply,
  {
    shown = { body: 'formatted', page: 0 },
    notice,
    reviewed,
    isListed = reviewed?.isListed === true,
  }: { shown?: PreviewPage; notice?: string | undefined; reviewed?: ReviewState | undefined; isListed?: boolean } = {},
): Promise<View> {
  const { text } = reviewer
  const { at, newest, suppressed } = await findSurroundings(scope, reply)
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

/** Describes the end of a request for a reply that no longer waits. */
async function describeEnd(scope: OutboundScope, { text }: Reviewer, reply: Reply, typed = ''): Promise<Message> {
  const name = await nameDecider(scope, text, reply)
  const end = reply.approval ? [describeApproval(text, reply, name, { isApprover: true })] : []
  return answerAbout(scope, text, reply, `${[text.approval.over, ...end].join(' ')}${typed}`)
}

/** Whether this person was asked to approve the reply before approval was turned off: they learn why nobody has the permission now. */
const wasAskedUntilOff = (reply: Reply, user: string): boolean =>
  reply.approval?.decided?.verdict === 'off' && reply.approval.asked?.includes(user) === true

/** Builds an answer that begins like the request for approval: the reader may see it elsewhere. */
async function answerAbout(scope: OutboundScope, text: MailText, reply: Reply, sentence: string): Promise<Message> {
  return textMessage([await describeRequest(scope, text, reply), sentence].join('\n'))
}

async function openReview(scope: OutboundScope, action: Action): Promise<void> {
  const { value = '' } = action
  const reviewer = await readReviewer(scope, action)
  const found = await findNewestVersion(scope, value)
  const permission = await askToReview(scope, action, { id: found?.id ?? value, reply: found?.reply }, 'review')
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (found?.reply.state !== 'awaiting') {
    const end = found ? await describeEnd(scope, reviewer, found.reply) : textMessage(reviewer.text.approval.over)
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
  if (reply.state !== 'awaiting') return buildAnswer(text, await describeEnd(scope, reviewer, reply))
  const reviewed = readState(view)
  const found = { id, reply, isOther: false }
  const notice = reviewed && (await findChange(scope, text, found, reviewed))
  return notice === undefined && reviewed
    ? buildReview(scope, reviewer, found, { shown, reviewed })
    : buildReview(scope, reviewer, found, { notice, isListed: reviewed?.isListed === true })
}

/** Describes the difference between a request and the window that shows it: another version, another time, or news; undefined if there is none. */
async function findChange(
  scope: OutboundScope,
  { approval: words }: MailText,
  { id, reply, isOther }: FoundReply,
  reviewed: ReviewState,
): Promise<string | undefined> {
  if (isOther || reviewed.reply !== id) return words.changed
  // Under one id, only the time can have changed.
  if (reviewed.mark !== markContent(scope, id, reply)) return words.timeChanged
  const news = findNews(await findSurroundings(scope, reply), reply, reviewed)
  return news && words.news({ is: news === 'address' ? news : 'other' })
}

async function openDecline(scope: OutboundScope, action: Action): Promise<void> {
  const { value: id = '', view } = action
  const reply = await scope.replyStore.findReply(id)
  const permission = await askToReview(scope, action, { id, reply }, decisionVerbs.declined)
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const reviewer = await readReviewer(scope, action)
  if (reply?.state !== 'awaiting') {
    const end = reply ? await describeEnd(scope, reviewer, reply) : textMessage(reviewer.text.approval.over)
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
    return { update: buildAnswer(text, await describeEnd(scope, reviewer, found.reply, typed)) }
  const permission = await askToReview(scope, submission, target, decisionVerbs[verdict])
  if (permission.is !== 'allowed') return { update: buildAnswer(text, permission.message) }
  if (!found) return { update: buildAnswer(text, textMessage(text.approval.over)) }
  if (found.reply.state !== 'awaiting')
    return { update: buildAnswer(text, await describeEnd(scope, reviewer, found.reply, typed)) }
  if (state.mark !== markContent(scope, found.id, found.reply)) {
    const notice = `${(await findChange(scope, text, found, state)) ?? text.approval.changed}${typed}`
    return { update: await buildReview(scope, reviewer, found, { notice, isListed }) }
  }
  if (verdict === 'approved' && !areFilesExamined(found.reply))
    return { update: buildAnswer(text, await answerAbout(scope, text, found.reply, text.approval.unread)) }
  const notice = verdict === 'approved' ? await findChange(scope, text, found, state) : undefined
  if (notice !== undefined) return { update: await buildReview(scope, reviewer, found, { notice, isListed }) }
  if (verdict === 'approved' && !(await maySenderSend(scope, found)))
    return { update: await buildReview(scope, reviewer, found, { isListed }) }
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
  await showNextApprovals(scope, { user }, { viewId: list, decided: found.id })
  return undefined
}

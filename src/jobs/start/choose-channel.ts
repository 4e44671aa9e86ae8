import type { ScopedFeature } from '../../scoped-feature.ts'
import { withinDeadline } from '../../core/question-time.ts'
import { actionsBlock, button, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { channelMention, escapeMrkdwn, truncate, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { Button, Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import { refuseForm } from '../access/authorize-start.ts'
import { jobActionIds } from '../action-ids.ts'
import { openJobForm } from '../form/job-form.ts'
import type { FormDraft } from '../model/form-draft.ts'
import { extractTitle } from '../model/job.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'
import { sendStart } from './start-task.ts'

const TEXT_LIMIT = 600
const TITLE_LIMIT = 100

/** Asks the person where to show the job after `/docs` in a conversation without the app. */
export const chooseChannelFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.action(jobActionIds.startDirect, startInDirectMessages)
    slack.action(jobActionIds.startHere, startInChannel)
    slack.action(jobActionIds.startIn, openFormForChannel)
  },
}

type KeptDraft = Pick<FormDraft, 'text' | 'project' | 'quotes' | 'source' | 'used' | 'mail'>

/** Explains privately why nothing was started, keeps the text, and offers conversations to start it in. */
export async function askForChannel(
  scope: JobScope,
  requester: Requester,
  draft: KeptDraft,
  reason: (text: JobText) => string = ({ cannotPostHere }) => cannotPostHere,
): Promise<void> {
  const { opId } = requester
  await scope.drafts.save(requester.user, opId, { ...draft, door: 'form' })
  await answerRequester(scope, requester, (text) =>
    textMessage(reason(text), [
      quoteBlock(truncate(draft.text, TEXT_LIMIT)),
      ...actionsBlock(...renderElsewhere(text, opId)),
    ]),
  )
}

/** Explains privately that the app is not in this channel, keeps the text, and offers the start once it is invited, or elsewhere. */
export async function askForInvitation(
  scope: JobScope,
  requester: Requester & { channel: string },
  draft: KeptDraft,
): Promise<void> {
  const { opId, channel } = requester
  await scope.drafts.save(requester.user, opId, { ...draft, channel, door: 'form' })
  await answerRequester(scope, requester, (text) => renderInvitation(text, opId, { channel, typed: draft.text }))
}

const renderElsewhere = ({ buttons }: JobText, value: string): [direct: Button, other: Button] => [
  button({ actionId: jobActionIds.startDirect, text: buttons.startDirect, value, style: 'primary' }),
  button({ actionId: jobActionIds.startIn, text: buttons.startIn, value }),
]

function renderInvitation(
  text: JobText,
  draftId: string,
  { channel, typed, isAgain = false }: { channel: string; typed: string; isAgain?: boolean },
): Message {
  const title = truncate(extractTitle(typed), TITLE_LIMIT)
  const sentence = (isAgain ? text.stillNotInChannel : text.notInChannel)({
    title: escapeMrkdwn(title),
    channel: channelMention(channel),
  })
  const [direct, other] = renderElsewhere(text, draftId)
  const here = button({ actionId: jobActionIds.startHere, text: text.buttons.startHere, value: draftId })
  return textMessage(sentence, [
    ...(title === typed.trim() ? [] : [quoteBlock(truncate(typed, TEXT_LIMIT))]),
    ...actionsBlock(direct, here, other),
  ])
}

/** The answer replaces the question. */
const requesterOf = ({ team, user, message, responseUrl }: Action, opId: string): Requester => ({
  team,
  user,
  channel: message?.channel,
  threadTs: message?.threadTs,
  responseUrl,
  replacesOriginal: message?.isEphemeral,
  opId,
})

async function startInDirectMessages(scope: JobScope, action: Action): Promise<void> {
  const { drafts, slack } = scope
  const { team, user, eventId, value = '' } = action
  const requester = requesterOf(action, `jobs.direct:${eventId}`)
  const draft = await drafts.get(user, value)
  if (!draft) return answerRequester(scope, requester, ({ textGone }) => textGone)
  await sendDraft(scope, action, draft, { channel: user, eventId: `${value}:direct` })
  const app = await slack.installations.forTeam(team)
  await answerRequester(scope, requester, ({ startedDirect }) => startedDirect({ app: userMention(app.userId) }))
}

/** Starts the job in the channel of the command, to which the app has been invited by now. If Slack is late, the start itself asks again. */
async function startInChannel(scope: JobScope, action: Action): Promise<void> {
  const { drafts, slack } = scope
  const { team, user, eventId, value = '' } = action
  const requester = requesterOf(action, `jobs.here:${eventId}`)
  const draft = await drafts.get(user, value)
  const { channel } = draft ?? {}
  if (!draft || channel === undefined) return answerRequester(scope, requester, ({ textGone }) => textGone)
  if ((await withinDeadline(slack.conversations.hasApp(team, channel))) === false)
    return answerRequester(scope, requester, (text) =>
      renderInvitation(text, value, { channel, typed: draft.text, isAgain: true }),
    )
  await sendDraft(scope, action, draft, { channel, eventId: `${value}:here` })
  await answerRequester(scope, requester, ({ question }) => question.started)
}

/** `eventId` is the same for every click, so only one job starts. */
async function sendDraft(
  { queue, clock }: JobScope,
  { team, user, responseUrl }: Action,
  { text, project, quotes, source, used, mail }: FormDraft,
  place: { channel: string; eventId: string },
): Promise<void> {
  await sendStart(queue, {
    team,
    user,
    ...place,
    at: clock.now(),
    door: 'command',
    text,
    isRaw: false,
    ...(project && { project }),
    ...(quotes.length > 0 && { quotes }),
    ...(source && { source }),
    ...(used && { used }),
    ...(mail && { mail }),
    ...(responseUrl && { responseUrl }),
  })
}

/** Without the app in it, the channel of the command would only be refused when the form is submitted. */
async function openFormForChannel(scope: JobScope, action: Action): Promise<void> {
  const { user, eventId, value = '' } = action
  const draft = await scope.drafts.get(user, value)
  if (draft) {
    if (await refuseForm(scope, action)) return
    const { channel, ...withoutChannel } = draft
    const { conversations } = scope.slack
    const isOutside =
      channel !== undefined && (await withinDeadline(conversations.hasApp(action.team, channel))) === false
    return openJobForm(scope, action, isOutside ? withoutChannel : draft)
  }
  await answerRequester(scope, requesterOf(action, `jobs.in:${eventId}`), ({ textGone }) => textGone)
}

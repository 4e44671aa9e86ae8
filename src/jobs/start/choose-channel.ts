import type { ScopedFeature } from '../../scoped-feature.ts'
import { actionsBlock, button, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate, userMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import { refuseForm } from '../access/authorize-start.ts'
import { jobActionIds } from '../action-ids.ts'
import { openJobForm } from '../form/job-form.ts'
import type { FormDraft } from '../model/form-draft.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'
import { sendStart } from './start-task.ts'

const TEXT_LIMIT = 600

/** Asks the person where to show the job after `/docs` in a conversation without the app. */
export const chooseChannelFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.action(jobActionIds.startDirect, startInDirectMessages)
    slack.action(jobActionIds.startIn, openFormForChannel)
  },
}

/** Explains privately why nothing was started, keeps the text, and offers conversations to start it in. */
export async function askForChannel(
  scope: JobScope,
  requester: Requester,
  draft: Pick<FormDraft, 'text' | 'project' | 'quotes' | 'source' | 'used' | 'mail'>,
  reason: (text: JobText) => string = ({ cannotPostHere }) => cannotPostHere,
): Promise<void> {
  const { opId } = requester
  await scope.drafts.save(requester.user, opId, { ...draft, door: 'form' })
  await answerRequester(scope, requester, (text) =>
    textMessage(reason(text), [
      quoteBlock(truncate(draft.text, TEXT_LIMIT)),
      ...actionsBlock(
        button({ actionId: jobActionIds.startDirect, text: text.buttons.startDirect, value: opId, style: 'primary' }),
        button({ actionId: jobActionIds.startIn, text: text.buttons.startIn, value: opId }),
      ),
    ]),
  )
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
  const {
    drafts,
    queue,
    clock,
    slack: { installations },
  } = scope
  const { team, user, eventId, value = '', responseUrl } = action
  const requester = requesterOf(action, `jobs.direct:${eventId}`)
  const draft = await drafts.get(user, value)
  if (!draft) return answerRequester(scope, requester, ({ textGone }) => textGone)
  const { text, project, quotes, source, used, mail } = draft
  await sendStart(queue, {
    team,
    user,
    channel: user,
    // The same for every click, so only one job starts.
    eventId: `${value}:direct`,
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
  const app = await installations.forTeam(team)
  await answerRequester(scope, requester, ({ startedDirect }) => startedDirect({ app: userMention(app.userId) }))
}

async function openFormForChannel(scope: JobScope, action: Action): Promise<void> {
  const { user, eventId, value = '' } = action
  const draft = await scope.drafts.get(user, value)
  if (draft) {
    if (!(await refuseForm(scope, action))) await openJobForm(scope, action, draft)
    return
  }
  await answerRequester(scope, requesterOf(action, `jobs.in:${eventId}`), ({ textGone }) => textGone)
}

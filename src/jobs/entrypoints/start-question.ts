import { z } from 'zod'
import type { ScopedFeature } from '../../scoped-feature.ts'
import { parseJson } from '../../core/json.ts'
import { actionsBlock, button, contextBlock } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import { jobActionIds } from '../action-ids.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type AdditionAnswer, answerAddition } from '../start/job-additions.ts'
import { locationOfMessage, sendStart } from '../start/start-task.ts'
import type { JobText } from '../text/jobs-text.ts'
import { formatBold } from '../text/sentence-parts.ts'
import type { StartDoubt } from './command-grammar.ts'

/** The job that *Start it* starts. The client returns this value, so it names nothing outside the conversation of the click. */
const askedTextSchema = z.object({
  text: z.string(),
  /** The message in question and its thread; absent if the text was typed after the command. */
  ts: z.string().optional(),
  threadTs: z.string().optional(),
  isGroup: z.boolean().optional(),
  /** The names of the files in the message. */
  files: z.array(z.string()).optional(),
  /** The job that the message may be for. */
  job: z.string().optional(),
})
export type AskedText = z.infer<typeof askedTextSchema>

const SHOWN_CHARS = 100

/** Asks whether a text is a task before anything is started. */
export const startQuestionFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.action(jobActionIds.startAsked, startAskedText)
    slack.action(jobActionIds.notAJob, (scope, action) => answerQuestion(scope, action, 'not_started'))
  },
}

function describeDoubt({ question, noSuchJob }: JobText, doubt: StartDoubt, asked: string): string {
  switch (doubt.why) {
    case 'slip':
      return question.slip[doubt.subcommand]
    case 'typo':
      return question.typo({ meant: doubt.meant })
    case 'job':
      return noSuchJob({ name: escapeMrkdwn(truncate(doubt.name, SHOWN_CHARS)) })
    case 'addition':
      return question.addition({ stage: doubt.stage, title: formatBold(truncate(doubt.title, SHOWN_CHARS)) })
    case 'reply':
      return question.reply({ title: formatBold(truncate(doubt.title, SHOWN_CHARS)) })
    case 'word':
      return question.word({ text: escapeMrkdwn(truncate(asked, SHOWN_CHARS)) })
    case 'thanks':
    case 'greeting':
    case 'talk':
      return question[doubt.why]
  }
}

/** Whether the doubt leaves no task to start: thanks, a greeting, or only the name of a subcommand. */
const hasNoTask = (doubt: StartDoubt, { text }: AskedText): boolean =>
  doubt.why === 'slip' ? text.toLowerCase() === doubt.subcommand : doubt.why === 'thanks' || doubt.why === 'greeting'

/**
 * Renders the question, with the text if the channel does not show it, and with the button of a way to answer it besides *Start it*. A text that
 * can't be a task is answered without a question, unless it has files.
 */
export function renderStartQuestion(
  text: JobText,
  doubt: StartDoubt,
  asked: AskedText,
  otherWay?: ReturnType<typeof button>,
): Message {
  const { question } = text
  const sentence = describeDoubt(text, doubt, asked.text)
  if (hasNoTask(doubt, asked) && !asked.files?.length) return textMessage(sentence)
  const isShown = asked.ts !== undefined || doubt.why === 'word'
  return textMessage(sentence, [
    ...contextBlock(!isShown && question.typed({ text: escapeMrkdwn(truncate(asked.text, SHOWN_CHARS)) })),
    ...actionsBlock(
      otherWay,
      button({ actionId: jobActionIds.startAsked, text: question.startIt, value: JSON.stringify(asked) }),
      button({ actionId: jobActionIds.notAJob, text: question.notAJob }),
    ),
    ...contextBlock(!['thanks', 'greeting', 'slip', 'addition', 'reply'].includes(doubt.why) && question.wordHelp),
  ])
}

/** Starts one job for each question, however often it is answered. */
async function startAskedText(scope: JobScope, action: Action): Promise<void> {
  const { team, user, message, responseUrl } = action
  const asked = readAsked(action)
  if (!message || !asked || asked.text === '') return
  const { text, ts, threadTs, isGroup, files } = asked
  const { channel } = message
  const isDirect = channel.startsWith('D')
  await sendStart(scope.queue, {
    team,
    user,
    channel,
    eventId: `asked:${questionOf(action)}`,
    at: scope.clock.now(),
    text,
    responseUrl,
    ...(isGroup && { isGroup }),
    ...(files && { files }),
    ...(ts === undefined
      ? { door: 'command', isRaw: true }
      : {
          door: isDirect ? 'direct' : 'mention',
          isRaw: false,
          ...locationOfMessage({ ts, threadTs }, isDirect),
          requestTs: ts,
        }),
    ...(ts !== undefined && threadTs !== undefined && { context: { threadTs, before: ts } }),
  })
  await answerQuestion(scope, action, 'started')
}

const readAsked = ({ value }: Action): AskedText | undefined => askedTextSchema.safeParse(parseJson(value ?? '')).data

const questionOf = ({ user, message }: Action): string => `${user}:${message?.channel}:${message?.ts}`

/** The line that takes the place of an answered question. */
export const describeStartAnswer = ({ question }: JobText, answer: AdditionAnswer): string =>
  answer === 'started' ? question.started : question.notStarted

/** Replaces the question by the answer. */
async function answerQuestion(scope: JobScope, action: Action, answer: AdditionAnswer): Promise<void> {
  const { job, ts } = readAsked(action) ?? {}
  if (job !== undefined && ts !== undefined && (await answerAddition(scope, { job, ts, user: action.user, answer })))
    return
  const { team, user, message, responseUrl } = action
  const { channel, threadTs } = message ?? {}
  const opId = `jobs.asked:${questionOf(action)}`
  const requester: Requester = { team, user, channel, threadTs, responseUrl, replacesOriginal: true, opId }
  await answerRequester(scope, requester, (text) => describeStartAnswer(text, answer))
}

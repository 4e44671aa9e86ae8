import { actionsBlock, contextBlock, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Button, Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { addressedMessage, addressText } from '../notify/thread-post.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { joinFacts } from '../card/status-line.ts'
import { canSendAgain, type FollowUp, isJobOver, isTextRefused, isWrittenElsewhere } from '../model/follow-up.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import { mayHaveStarted } from '../model/other-job.ts'
import type { PostedOffer } from '../model/offer.ts'
import type { JobText } from '../text/jobs-text.ts'

const TEXT_LIMIT = 600

export interface FollowUpContext {
  /** The names of the writers, and the id of one of them if they are to be mentioned. */
  author?: string
  mentioned?: string | undefined
  /** The reason for a refusal or a delay. */
  code?: string
  reference?: string
  /** The agent's limit per hour, and the time when it takes the next request. */
  quota?: { limit: number; nextSlotAt: number }
  isOneOfMany?: boolean
}

/** The first writer; several people may have added to a follow-up. */
export const authorOf = (job: Job, { users }: FollowUp): string => users[0] ?? job.requester

function describeFollowUp(text: JobText, job: Job, followUp: FollowUp, context: FollowUpContext): string {
  const { author = text.someone, code, quota } = context
  switch (followUp.state) {
    case 'sent':
      if (followUp.asksToStop) return text.stopSent({ by: author })
      return followUp.wasWorking ? text.sentWorking : text.sentIdle
    case 'unknown':
      return text.followUpUnknown({ isAnswered: code === 'answered' })
    case 'dropped':
      return text.followUpDropped
    case 'refused':
      return describeRefusedFollowUp(text, job, context)
    case 'gathering':
    case 'waiting':
    case 'sending':
    default:
      if (code === 'not_started') return text.followUpNotStarted
      if (code === 'unconfirmed') return text.followUpUnconfirmed
      return quota ? text.followUpWaits({ limit: quota.limit, time: dateToken(quota.nextSlotAt) }) : text.followUpSilent
  }
}

function describeRefusedFollowUp(text: JobText, job: Job, { code = '', reference = '' }: FollowUpContext): string {
  switch (code) {
    case 'archived':
      return text.followUpArchived
    case 'gone':
    case 'not_found':
      return text.followUpGone
    case 'never':
      return mayHaveStarted(job) ? text.followUpDismissed : text.followUpNever
    case 'unauthorized':
    case 'forbidden':
      return text.followUpAccess({ project: escapeMrkdwn(job.project), reference })
    case 'validation_error':
      return text.followUpText({ reference })
    case 'unreachable':
      return text.followUpUnreachable({ reference })
    default:
      return text.followUpRefused({ reference })
  }
}

/** The reference of an unknown outcome, and the agent's own sentence. */
const describeCause = (text: JobText, { said, state }: FollowUp, { reference }: FollowUpContext) =>
  joinFacts(
    said !== undefined && text.agentSaid({ said: escapeMrkdwn(said) }),
    state === 'unknown' && reference !== undefined && text.reference({ reference }),
  )

/** The button that sends it again; a refusal needs no question before. */
const renderSendAgain = (text: JobText, job: Job, { n, state }: FollowUp): Button =>
  renderActionButton(text, 'send_again', job, { argument: n, isSure: state !== 'unknown' })

/** How the agent answered the attempt that a person may repeat. */
const readFirstAnswer = ({ state }: FollowUp, { code }: FollowUpContext): 'error' | 'silence' | 'other' =>
  state !== 'unknown' && code !== 'unreachable' ? 'other' : code === 'answered' ? 'error' : 'silence'

/** Describes how long the line in the thread has buttons, and its text afterwards; undefined if it has none. */
export function describeOffer(
  text: JobText,
  job: Job,
  followUp: FollowUp,
  context: FollowUpContext,
): PostedOffer | undefined {
  const line = describeFollowUp(text, job, followUp, context)
  const quote = truncate(followUp.text, TEXT_LIMIT)
  const addressed = { text: addressText(context.mentioned, line), quote }
  if (canSendAgain(job, followUp)) {
    const again = addressText(context.mentioned, text.followUpSentAgain({ after: readFirstAnswer(followUp, context) }))
    return { until: 'decided', ...addressed, again }
  }
  return followUp.state === 'refused' && isJobOver(context.code) ? { until: 'continued', ...addressed } : undefined
}

/** Renders the outcome of a follow-up as a line in the thread, with the text if it was not sent. */
export function renderFollowUpReply(text: JobText, job: Job, followUp: FollowUp, context: FollowUpContext): Message {
  const line = describeFollowUp(text, job, followUp, context)
  const quote = quoteBlock(truncate(followUp.text, TEXT_LIMIT))
  switch (followUp.state) {
    case 'unknown':
      return addressedMessage(context.mentioned, line, [
        quote,
        ...contextBlock(describeCause(text, followUp, context)),
        ...actionsBlock(
          renderSendAgain(text, job, followUp),
          renderActionButton(text, 'drop_follow_up', job, { argument: followUp.n }),
        ),
      ])
    case 'refused': {
      const offer = actionsBlock(
        isJobOver(context.code) && renderActionButton(text, 'continue', job, { style: 'primary' }),
        isTextRefused(followUp) && renderActionButton(text, 'edit_follow_up', job, { argument: followUp.n }),
        canSendAgain(job, followUp) && !isTextRefused(followUp) && renderSendAgain(text, job, followUp),
      )
      return addressedMessage(context.mentioned, line, [
        quote,
        ...contextBlock(describeCause(text, followUp, context)),
        ...offer,
      ])
    }
    case 'gathering':
    case 'waiting':
    case 'sending':
    case 'sent':
    case 'dropped':
    default:
      // A text from the thread is already there; any other is shown to its readers.
      if (isWrittenElsewhere(job, followUp) && !followUp.asksToStop && followUp.state !== 'dropped')
        return textMessage(text.followUpBy({ by: context.author ?? text.someone }), [quote, ...contextBlock(line)])
      return textMessage(
        line,
        contextBlock(context.isOneOfMany && text.sentTo({ title: escapeMrkdwn(shortenTitle(job)) })),
      )
  }
}

import { actionsBlock, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { isFollowed, isLive, type Job, shortenTitle } from '../model/job.ts'
import { containsMarkup, jobText } from '../text/en.ts'
import { renderCardActions } from './action-buttons.ts'
import { describeOmitted } from './omitted-context.ts'
import { describeState, type StateContext, stateEmoji } from './status-line.ts'

/** Everything that a card shows besides the job's own record. */
export interface CardContext extends StateContext {
  /** How people follow up in the thread: with a mention, or with any reply; `none` where the card has no thread below it. */
  rule: 'mention' | 'any' | 'none'
  /** The name of the person who asked for the job, and of the one who has taken it over. */
  asker: string
  owner?: string | undefined
  /** The address of the card of the job that continues this one. */
  continuedUrl?: string | undefined
  /** On a copy in another channel: the address of the card with the job's own thread, and whether every member may steer the job. */
  mirror?: { url: string | undefined; isOpen: boolean } | undefined
  projects: string[]
  /** Likely projects, the best first. */
  guesses: string[]
}

/** The title in bold; plain where it contains characters that Slack's markup would take for its own. */
function renderTitle(job: Job): MessageBlock {
  const title = shortenTitle(job)
  const emoji = stateEmoji(job)
  return containsMarkup(title)
    ? section(plainText(`${emoji}  ${title}`))
    : section(`${emoji}  *${escapeMrkdwn(title)}*`)
}

function describeUsedContext(job: Job): string | undefined {
  if (!job.used) return undefined
  const origin = job.door === 'list' ? 'list' : job.threadTs === undefined ? 'channel' : 'thread'
  const omitted = describeOmitted(job.used)
  return [jobText.used(job.used.messages, origin), omitted.length > 0 && jobText.leftOut(omitted)]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function describeFacts(job: Job, { asker, owner }: CardContext): string {
  return [
    job.project && escapeMrkdwn(job.project),
    jobText.askedBy(asker),
    owner !== undefined && jobText.nowWith(owner),
    job.state === 'working' && job.branch && jobText.branch(job.branch),
    job.model && isLive(job) && jobText.model(job.model),
    job.followUps > 0 && jobText.followUps(job.followUps),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ')
}

function describeFollowUpRule(job: Job, { rule, mirror }: CardContext): string | undefined {
  if (rule === 'none' || !isFollowed(job)) return undefined
  if (mirror) return mirror.isOpen ? jobText.footerMirror(mirror.url) : jobText.footerClosedMirror(mirror.url)
  return rule === 'mention' ? jobText.footerMention : jobText.footerAny
}

/** The one message that shows a job: facts only, always in the same order. */
export function renderJobCard(job: Job, context: CardContext): Message {
  const { duplicate } = context
  const inWords = describeState(job, { ...context, duplicate: duplicate && { ...duplicate, url: undefined } })
  return {
    text: `${inWords.split(' · ')[0]}: ${escapeMrkdwn(shortenTitle(job))}`,
    blocks: [
      renderTitle(job),
      ...contextBlock(describeState(job, context)),
      ...contextBlock(job.continued !== undefined && jobText.continued(context.continuedUrl)),
      ...contextBlock(describeFacts(job, context)),
      ...contextBlock(describeUsedContext(job)),
      ...contextBlock(job.state === 'waiting' && jobText.full(job.project, context.limit)),
      ...actionsBlock(...renderCardActions(job, context)),
      ...contextBlock(describeFollowUpRule(job, context)),
    ],
  }
}

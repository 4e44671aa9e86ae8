import { sanitizeLine } from '../../core/sanitize-text.ts'
import { actionsBlock, contextBlock, richText, section } from '../../slack/blocks/block-builders.ts'
import { decodeEntities } from '../../slack/blocks/decode-text.ts'
import { escapeMrkdwn, linkTo, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { countFollowUps, isFollowed, isUndone, type Job, shortenTitle } from '../model/job.ts'
import type { JobText } from '../text/jobs-text.ts'
import { capitalizeFirst, describeClosedProjects } from '../text/sentence-parts.ts'
import { renderActionButton, renderCardActions } from './action-buttons.ts'
import { type NamedMail, renderMailLines } from './mail-lines.ts'
import { describeOmitted } from './omitted-context.ts'
import {
  describePeople,
  describeJobProblem,
  describeJobProgress,
  describeState,
  joinFacts,
  type JobPeople,
  type StateContext,
  stateEmoji,
} from './status-line.ts'

/** Everything that a card shows besides the job's own record. */
export interface CardContext extends StateContext, JobPeople {
  /** How people follow up in the thread: with a mention, or with any reply. `none` if the card has no thread, or an earlier job of the channel explained it. */
  rule: 'mention' | 'any' | 'none'
  /** The mail that the job was started from, if every reader of the card may read it. */
  mail?: NamedMail | undefined
  /** On a copy in another channel: the address of the card with the job's thread, and whether every member may steer the job. */
  mirror?: { url: string | undefined; isOpen: boolean } | undefined
  projects: string[]
  /** Likely projects, the best first. */
  guesses: string[]
  /** Projects in which the requester may not start jobs. */
  closed?: string[]
}

/** Rich text, because any title can be bold there. Every state needs this block: Slack refuses to update rich text to anything else. */
const renderTitle = (job: Job, emoji: string): MessageBlock =>
  richText([
    {
      type: 'rich_text_section',
      elements: [
        { type: 'text', text: `${emoji}  ` },
        { type: 'text', text: shortenTitle(job) || ' ', style: { bold: true } },
      ],
    },
  ])

/** All that remains of a job that was undone: its author can start it with another text. */
const renderUndone = (text: JobText, job: Job, line: string): Message => ({
  text: line,
  blocks: [
    richText([{ type: 'rich_text_section', elements: [{ type: 'text', text: decodeEntities(line) }] }]),
    ...actionsBlock(renderActionButton(text, 'edit', job)),
  ],
})

function describeUsedContext(text: JobText, job: Job): string | undefined {
  if (!job.used) return undefined
  const origin = job.door === 'list' ? 'list' : 'other'
  const omitted = describeOmitted(text, job.used)
  return joinFacts(
    job.used.messages > 0 && text.used({ messages: job.used.messages, origin }),
    omitted.length > 0 && text.leftOut({ parts: text.formats.list(omitted, 'comma') }),
  )
}

const WORKPLACE_CHARS = 60

/** The branch and the model of a working job, once the agent has named them. */
const describeWorkplace = ({ state, branch, model }: Job): string[] =>
  state === 'working'
    ? [branch, model].flatMap((name) => (name ? escapeMrkdwn(truncate(sanitizeLine(name), WORKPLACE_CHARS)) : []))
    : []

/** The agent's own sentence about what went wrong. */
const describeAgentSentence = (text: JobText, { trouble }: Job): string | undefined =>
  trouble?.said === undefined ? undefined : text.agentSaid({ said: escapeMrkdwn(trouble.said) })

const describeFacts = (text: JobText, job: Job, context: CardContext): string =>
  capitalizeFirst(
    joinFacts(
      describeJobProgress(text, job, context),
      describePeople(text, context),
      escapeMrkdwn(job.project),
      ...describeWorkplace(job),
      countFollowUps(job) > 0 && text.followUps({ count: countFollowUps(job) }),
    ),
  )

function describeFollowUpRule(text: JobText, job: Job, { rule, mirror }: CardContext): string | undefined {
  if (!isFollowed(job)) return undefined
  if (mirror) return (mirror.isOpen ? text.footerMirror : text.footerClosedMirror)({ link: linkTo(mirror.url) })
  if (rule === 'none') return undefined
  return rule === 'mention' ? text.footerMention : text.footerAny
}

/** Renders the message that shows a job: its title, its state or what a person must decide, then facts, always in the same order. */
export function renderJobCard(text: JobText, job: Job, context: CardContext): Message {
  const { duplicate } = context
  const inWords = describeState(text, job, {
    ...context,
    continuedUrl: undefined,
    dashboardUrl: undefined,
    duplicate: duplicate && { ...duplicate, url: undefined },
  })
  if (isUndone(job)) return renderUndone(text, job, inWords)
  const emoji = stateEmoji(job)
  const problem = describeJobProblem(text, job, context)
  return {
    text: `${inWords.split(' · ')[0]}: ${escapeMrkdwn(shortenTitle(job))}`,
    blocks: [
      renderTitle(job, emoji),
      ...(problem === undefined ? [] : [section(problem)]),
      ...contextBlock(problem !== undefined && describeAgentSentence(text, job)),
      ...contextBlock(describeFacts(text, job, context)),
      ...contextBlock(describeUsedContext(text, job)),
      ...renderMailLines(text, job, context.mail),
      ...contextBlock(
        job.state === 'waiting' && text.full({ project: escapeMrkdwn(job.project), limit: context.limit }),
      ),
      ...contextBlock(describeClosedProjects(text, context.closed)),
      ...actionsBlock(...renderCardActions(text, job, context)),
      ...contextBlock(describeFollowUpRule(text, job, context)),
    ],
  }
}

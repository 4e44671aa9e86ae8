import { actionsBlock, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { modal, splitIntoChunks } from '../../slack/blocks/form-fields.ts'
import { dateToken, escapeMrkdwn, formatMoment, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { shortName } from '../model/job-ids.ts'
import type { Job } from '../model/job.ts'
import type { JobText } from '../text/jobs-text.ts'

const CHUNKS_SHOWN = 40

/** Slack's limit of blocks in a view, minus the last two. */
const BLOCKS_SHOWN = 98

const renderText = (content: string): MessageBlock[] =>
  splitIntoChunks(content)
    .slice(0, CHUNKS_SHOWN)
    .map((chunk) => section(plainText(chunk)))

function describeDate(iso: string | undefined): string | undefined {
  const at = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isFinite(at) ? formatMoment(at) : undefined
}

function describeFacts(text: JobText, job: Job): string {
  const facts: [label: string, value: string | undefined][] = [
    [text.form.project, escapeMrkdwn(job.project)],
    [text.form.repository, job.repository && mrkdwnLink(job.repository, job.repository)],
    [text.form.branch, job.branch && escapeMrkdwn(job.branch)],
    [text.form.model, job.model && escapeMrkdwn(job.model)],
    [text.form.created, describeDate(job.createdAt)],
    [text.form.archivedAt, describeDate(job.archivedAt)],
    [text.form.pullRequest, job.prLink && mrkdwnLink(job.prLink, job.prLink)],
    [text.form.job, [shortName(job.id), job.remoteId && escapeMrkdwn(job.remoteId)].filter(Boolean).join(' · ')],
  ]
  return facts.flatMap(([label, value]) => (value ? `*${label}*  ${value}` : [])).join('\n')
}

function describeContent(text: JobText, job: Job, hidden: number): string {
  if (hidden > 0) return text.form.partly({ hidden })
  const isUnsent = job.attempted === undefined && job.remoteId === undefined
  return isUnsent ? text.form.exactlyLater : text.form.exactly
}

/** A state of a later version is shown as waiting. */
const describeFollowUpState = (text: JobText, { state }: FollowUp): string =>
  Object.hasOwn(text.form.states, state) ? text.form.states[state] : text.form.states.waiting

/** Shows the text sent to the agent, without the quotes that this person may not see, and everything the agent reports about the job. */
export function buildPromptModal(
  text: JobText,
  job: Job,
  sent: string,
  followUps: FollowUp[],
  { canGoElsewhere = false, hidden = 0 }: { canGoElsewhere?: boolean; hidden?: number } = {},
): View {
  const content = [
    ...contextBlock(describeContent(text, job, hidden)),
    ...renderText(sent),
    ...followUps.flatMap((followUp) => [
      ...contextBlock(`${text.form.followUpSaid} ${dateToken(followUp.at)} · ${describeFollowUpState(text, followUp)}`),
      ...renderText(followUp.text),
    ]),
  ]
  return modal({
    callbackId: jobCallbackIds.prompt,
    title: text.form.promptTitle,
    close: text.form.close,
    blocks: [
      ...content.slice(0, BLOCKS_SHOWN),
      section(describeFacts(text, job)),
      ...actionsBlock(canGoElsewhere && renderActionButton(text, 'elsewhere', job)),
    ],
  })
}

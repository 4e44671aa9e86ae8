import { actionsBlock, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { modal, splitIntoChunks } from '../../slack/blocks/form-fields.ts'
import { dateToken, escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { callbackIds } from '../action-ids.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { shortName } from '../model/job-ids.ts'
import type { Job } from '../model/job.ts'
import { jobFormText as formText } from '../text/en-forms.ts'

const CHUNKS_SHOWN = 40

/** Slack's limit of blocks in a view, without the two at the end. */
const BLOCKS_SHOWN = 98

const renderText = (text: string): MessageBlock[] =>
  splitIntoChunks(text)
    .slice(0, CHUNKS_SHOWN)
    .map((chunk) => section(plainText(chunk)))

function describeDate(iso: string | undefined): string | undefined {
  const at = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isFinite(at) ? dateToken(at, '{date_short_pretty} {time}') : undefined
}

function describeFacts(job: Job): string {
  const facts: [label: string, value: string | undefined][] = [
    [formText.project, escapeMrkdwn(job.project)],
    [formText.repository, job.repository && mrkdwnLink(job.repository, job.repository)],
    [formText.branch, job.branch && escapeMrkdwn(job.branch)],
    [formText.model, job.model && escapeMrkdwn(job.model)],
    [formText.created, describeDate(job.createdAt)],
    [formText.archivedAt, describeDate(job.archivedAt)],
    [formText.pullRequest, job.prLink && mrkdwnLink(job.prLink, job.prLink)],
    [formText.job, [shortName(job.id), job.remoteId && escapeMrkdwn(job.remoteId)].filter(Boolean).join(' · ')],
  ]
  return facts.flatMap(([label, value]) => (value ? `*${label}*  ${value}` : [])).join('\n')
}

function describeContent(job: Job, hidden: number): string {
  if (hidden > 0) return formText.partly(hidden)
  const isUnsent = job.attempted === undefined && job.remoteId === undefined
  return isUnsent ? formText.exactlyLater : formText.exactly
}

/** A state of a later version is shown like one that waits. */
const describeFollowUpState = ({ state }: FollowUp): string =>
  Object.hasOwn(formText.states, state) ? formText.states[state] : formText.states.waiting

/** Exactly what the agent was sent, without the quotes that this person may not see, and everything it reports of the job. */
export function buildPromptModal(
  job: Job,
  sent: string,
  followUps: FollowUp[],
  { canGoElsewhere = false, hidden = 0 }: { canGoElsewhere?: boolean; hidden?: number } = {},
): View {
  const content = [
    ...contextBlock(describeContent(job, hidden)),
    ...renderText(sent),
    ...followUps.flatMap((followUp) => [
      ...contextBlock(`${formText.followUpSaid} ${dateToken(followUp.at)} · ${describeFollowUpState(followUp)}`),
      ...renderText(followUp.text),
    ]),
  ]
  return modal({
    callbackId: callbackIds.prompt,
    title: formText.promptTitle,
    close: formText.close,
    blocks: [
      ...content.slice(0, BLOCKS_SHOWN),
      section(describeFacts(job)),
      ...actionsBlock(canGoElsewhere && renderActionButton('elsewhere', job)),
    ],
  })
}

import { actionsBlock, button, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { channelSelect, inputBlock, modal, splitIntoChunks, textInput } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { dateToken, escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import { callbackIds, actionIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { jobText } from '../text/en.ts'

const VIEW_PARTS = 40

const F = jobText.form

export const adoptModal = (job: Job, dashboardUrl: string | undefined): View =>
  modal({
    callbackId: callbackIds.found,
    title: F.foundTitle,
    submit: F.foundSubmit,
    privateMetadata: job.id,
    blocks: [
      section(F.foundHow),
      ...contextBlock(dashboardUrl && `${F.dashboard} ${mrkdwnLink(dashboardUrl, dashboardUrl)}`),
      inputBlock({ blockId: 'id', label: F.foundId }, textInput({ actionId: 'id', maxLength: 200 })),
    ],
  })

export const mirrorModal = (job: Job): View =>
  modal({
    callbackId: callbackIds.mirror,
    title: F.mirrorTitle,
    submit: F.mirrorSubmit,
    privateMetadata: job.id,
    blocks: [inputBlock({ blockId: 'channel', label: F.mirror }, channelSelect('channel'))],
  })

export const handOverModal = (job: Job): View =>
  modal({
    callbackId: callbackIds.handOver,
    title: F.handTitle,
    submit: F.handSubmit,
    privateMetadata: job.id,
    blocks: [
      inputBlock({ blockId: 'person', label: F.hand, hint: F.handHint }, { type: 'users_select', action_id: 'person' }),
    ],
  })

const shown = (text: string): MessageBlock[] =>
  splitIntoChunks(text)
    .slice(0, VIEW_PARTS)
    .map((part) => section(plainText(part)))

const isBefore = ({ attempted, remoteId }: Job): boolean => attempted === undefined && remoteId === undefined

/** Exactly what the agent was sent, apart from quotations that are not for this person, and everything it says of the job. */
export function promptModal(
  job: Job,
  sent: string,
  followUps: FollowUp[],
  { canGoElsewhere = false, hidden = 0 }: { canGoElsewhere?: boolean; hidden?: number } = {},
): View {
  const fact = (label: string, value: string | undefined | false) => value && `*${label}*  ${value}`
  const date = (iso: string | undefined) => {
    const at = iso === undefined ? Number.NaN : Date.parse(iso)
    return Number.isFinite(at) && dateToken(at, '{date_short_pretty} {time}')
  }
  const facts = [
    fact(F.project, escapeMrkdwn(job.project)),
    fact(F.repository, job.repository && mrkdwnLink(job.repository, job.repository)),
    fact(F.branch, job.branch && escapeMrkdwn(job.branch)),
    fact(F.model, job.model && escapeMrkdwn(job.model)),
    fact(F.created, date(job.createdAt)),
    fact(F.archivedAt, date(job.archivedAt)),
    fact(F.pullRequest, job.prLink && mrkdwnLink(job.prLink, job.prLink)),
    fact(F.job, [job.id.slice(-6), job.remoteId && escapeMrkdwn(job.remoteId)].filter(Boolean).join(' · ')),
  ].filter((line) => typeof line === 'string' && line !== '')
  return modal({
    callbackId: callbackIds.prompt,
    title: F.promptTitle,
    close: F.close,
    blocks: [
      ...contextBlock(hidden > 0 ? F.partly(hidden) : isBefore(job) ? F.exactlyLater : F.exactly),
      ...shown(sent),
      ...followUps.flatMap((followUp) => [
        ...contextBlock(`${F.followUpSaid} ${dateToken(followUp.at)} · ${F.states[followUp.state]}`),
        ...shown(followUp.text),
      ]),
    ]
      .slice(0, 98)
      .concat(
        section(facts.join('\n')),
        actionsBlock(
          canGoElsewhere && button({ actionId: actionIds.elsewhere, text: jobText.buttons.elsewhere, value: job.id }),
        ),
      ),
  })
}

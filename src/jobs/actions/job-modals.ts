import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { channelSelect, inputBlock, modal, textInput } from '../../slack/blocks/form-fields.ts'
import { mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { callbackIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import { renderSharingQuestion, type SharingQuestion } from './sharing-agreement.ts'
import { jobFormText as formText } from '../text/en-forms.ts'

/** Asks for the agent's id of a job whose create was not answered. */
export const buildAdoptModal = (job: Job, dashboardUrl: string | undefined): View =>
  modal({
    callbackId: callbackIds.found,
    title: formText.foundTitle,
    submit: formText.foundSubmit,
    privateMetadata: job.id,
    blocks: [
      section(formText.foundHow),
      ...contextBlock(dashboardUrl && `${formText.dashboard} ${mrkdwnLink(dashboardUrl, dashboardUrl)}`),
      inputBlock({ blockId: 'id', label: formText.foundId }, textInput({ actionId: 'id', maxLength: 200 })),
    ],
  })

/** Asks for the channel that shows a copy of the card, and whether the people there may see it. `target` as `formatTarget` writes it. */
export const buildMirrorModal = (target: string, asked?: { channel: string; question: SharingQuestion }): View =>
  modal({
    callbackId: callbackIds.mirror,
    title: formText.mirrorTitle,
    submit: formText.mirrorSubmit,
    privateMetadata: target,
    blocks: [
      inputBlock(
        { blockId: 'channel', label: formText.mirror, ...(!asked && { hint: formText.mirrorHint }) },
        channelSelect('channel', asked?.channel),
      ),
      ...(asked ? renderSharingQuestion(asked.question) : []),
    ],
  })

/** Asks for the person who takes over the job, and whether that person may read it. */
export const buildHandOverModal = (target: string, asked?: { person: string; question: SharingQuestion }): View =>
  modal({
    callbackId: callbackIds.handOver,
    title: formText.handTitle,
    submit: formText.handSubmit,
    privateMetadata: target,
    blocks: [
      inputBlock(
        { blockId: 'person', label: formText.hand, hint: formText.handHint },
        { type: 'users_select', action_id: 'person', ...(asked && { initial_user: asked.person }) },
      ),
      ...(asked ? renderSharingQuestion(asked.question) : []),
    ],
  })

import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { channelSelect, inputBlock, modal, textInput } from '../../slack/blocks/form-fields.ts'
import { mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import { renderSharingQuestion, type SharingQuestion } from './sharing-agreement.ts'
import type { JobText } from '../text/jobs-text.ts'

/** Asks for the agent's id of a job whose create request was not answered. */
export const buildAdoptModal = (text: JobText, job: Job, dashboardUrl: string | undefined): View =>
  modal({
    callbackId: jobCallbackIds.found,
    title: text.form.foundTitle,
    submit: text.form.foundSubmit,
    close: text.form.cancel,
    privateMetadata: job.id,
    blocks: [
      section(text.form.foundHow),
      ...contextBlock(dashboardUrl && `${text.form.dashboard} ${mrkdwnLink(dashboardUrl, dashboardUrl)}`),
      inputBlock({ blockId: 'id', label: text.form.foundId }, textInput({ actionId: 'id', maxLength: 200 })),
    ],
  })

/** Asks for the channel that shows a copy of the card, and whether its members may see it. `target` is written by `formatJobTarget`. */
export const buildMirrorModal = (
  text: JobText,
  target: string,
  asked?: { channel: string; question: SharingQuestion },
): View =>
  modal({
    callbackId: jobCallbackIds.mirror,
    title: text.form.mirrorTitle,
    submit: text.form.mirrorSubmit,
    close: text.form.cancel,
    privateMetadata: target,
    blocks: [
      inputBlock(
        { blockId: 'channel', label: text.form.mirror, ...(!asked && { hint: text.form.mirrorHint }) },
        channelSelect('channel', asked?.channel),
      ),
      ...(asked ? renderSharingQuestion(text, asked.question) : []),
    ],
  })

/** Asks for the person who takes over the job, and whether that person may read it. `isWorking`: the job has yet to end. */
export const buildHandOverModal = (
  text: JobText,
  target: string,
  { isWorking, ...asked }: { isWorking: boolean; person?: string; question?: SharingQuestion },
): View =>
  modal({
    callbackId: jobCallbackIds.handOver,
    title: text.form.handTitle,
    submit: text.form.handSubmit,
    close: text.form.cancel,
    privateMetadata: target,
    blocks: [
      inputBlock(
        { blockId: 'person', label: text.form.hand, hint: isWorking ? text.form.handHint : text.form.handHintEnded },
        {
          type: 'users_select',
          action_id: 'person',
          ...(asked.person !== undefined && { initial_user: asked.person }),
        },
      ),
      ...(asked.question ? renderSharingQuestion(text, asked.question) : []),
    ],
  })

import { section, plainText, contextBlock } from '../../slack/blocks/block-builders.ts'
import { modal, inputBlock, textInput } from '../../slack/blocks/form-fields.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { callbackIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import { jobFormText } from '../text/en-forms.ts'

/** What a person wants of the agent next. */
export const followUpModal = (job: Job, hint: string): View =>
  modal({
    callbackId: callbackIds.followUp,
    title: jobFormText.followUpTitle,
    submit: jobFormText.send,
    privateMetadata: job.id,
    blocks: [
      section(plainText(truncate(job.title, 150))),
      inputBlock({ blockId: 'text', label: jobFormText.followUp }, textInput({ actionId: 'text', multiline: true })),
      ...contextBlock(hint),
    ],
  })

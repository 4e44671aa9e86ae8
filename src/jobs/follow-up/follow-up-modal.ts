import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { inputBlock, modal, textInput } from '../../slack/blocks/form-fields.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import { type AnswerLocation, formatJobTarget } from '../model/answer-location.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

/** Builds the follow-up form, which shows when the agent will read the text. `initial` is the text to edit. */
export async function buildFollowUpModal(
  { quota }: JobScope,
  text: JobText,
  job: Job,
  { location, initial }: { location: AnswerLocation | undefined; initial?: string | undefined },
): Promise<View> {
  const { left, limit, nextSlotAt } = await quota.peek(job.project, 'follow_up')
  const hint = job.state === 'working' ? text.form.followUpHint : text.form.followUpIdle
  return modal({
    callbackId: jobCallbackIds.followUp,
    title: text.form.followUpTitle,
    submit: text.form.send,
    close: text.form.cancel,
    privateMetadata: formatJobTarget(job.id, location),
    blocks: [
      section(plainText(shortenTitle(job))),
      inputBlock(
        { blockId: 'text', label: text.form.followUp },
        textInput({ actionId: 'text', multiline: true, ...(initial !== undefined && { initial }) }),
      ),
      ...contextBlock(
        left > 0 || nextSlotAt === undefined ? hint : text.followUpWaits({ limit, time: dateToken(nextSlotAt) }),
      ),
    ],
  })
}

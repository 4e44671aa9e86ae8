import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { inputBlock, modal, splitIntoChunks, textInput } from '../../slack/blocks/form-fields.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import { type AnswerLocation, formatJobTarget, parseJobTarget } from '../model/answer-location.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The refused follow-up that a person edits: its number, and its text. */
export interface EditedFollowUp {
  n: number
  text: string
}

/** Frozen: open forms carry it between the job and the number of the edited follow-up. */
const EDITED = '#'

const TEXT = 'text'

/** Builds the follow-up form, which shows when the agent will read the text. A long text to edit has several fields. */
export async function buildFollowUpModal(
  { quota }: JobScope,
  text: JobText,
  job: Job,
  { location, edited }: { location: AnswerLocation | undefined; edited?: EditedFollowUp | undefined },
): Promise<View> {
  const { left, limit, nextSlotAt } = await quota.peek(job.project, 'follow_up')
  const hint = job.state === 'working' ? text.form.followUpHint : text.form.followUpIdle
  return modal({
    callbackId: jobCallbackIds.followUp,
    title: text.form.followUpTitle,
    submit: text.form.send,
    close: text.form.cancel,
    privateMetadata: formatJobTarget(job.id, location) + (edited ? `${EDITED}${edited.n}` : ''),
    blocks: [
      section(plainText(shortenTitle(job))),
      ...splitIntoChunks(edited?.text ?? '').map((initial, index) =>
        inputBlock(
          {
            blockId: index === 0 ? TEXT : `${TEXT}-${index}`,
            label: index === 0 ? text.form.followUp : text.form.promptMore,
            optional: index > 0,
          },
          textInput({ actionId: TEXT, multiline: true, initial }),
        ),
      ),
      ...contextBlock(
        left > 0 || nextSlotAt === undefined ? hint : text.followUpWaits({ limit, time: dateToken(nextSlotAt) }),
      ),
    ],
  })
}

/** Reads the submitted form. `edited` is the number of the follow-up that the text replaces. */
export function readFollowUpForm({ values, privateMetadata }: OpenView): {
  jobId: string
  location: AnswerLocation | undefined
  edited: number | undefined
  text: string
} {
  const [target = '', edited] = privateMetadata.split(EDITED)
  const parts: string[] = []
  for (let fields = values[TEXT]; fields; fields = values[`${TEXT}-${parts.length}`])
    parts.push(fields[TEXT]?.value ?? '')
  return {
    ...parseJobTarget(target),
    edited: edited === undefined ? undefined : Number(edited),
    text: parts.join('').trim(),
  }
}

import { section } from '../../slack/blocks/block-builders.ts'
import { checkboxes, checkboxRow } from '../../slack/blocks/form-fields.ts'
import { channelMention, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import type { OpenView, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { jobActionIds } from '../action-ids.ts'
import type { CardAudience } from '../conversation/job-access.ts'
import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The agreement that a person must give before new people see a job: the sentence in the form, and the value of its tick. */
export interface SharingQuestion {
  sentence: (text: JobText) => string
  /** Identifies the new readers: the tick counts for no others. */
  agreement: string
  /** The new readers of a copy of a card. */
  audience?: Exclude<CardAudience, 'same'>
}

/** The tick of forms that an earlier version opened. */
const EARLIER_ID = 'agree'

const blockIdOf = (agreement: string): string => `agree-${agreement}`

/**
 * The answer to a form without a required agreement: the question, or an error at the field with the choice if the question was already shown: Slack
 * shows no error at a tick that is no input block.
 */
export function requireAgreement(
  text: JobText,
  { values }: OpenView,
  { agreement }: SharingQuestion,
  { asking, field }: { asking: View; field: string },
): SubmissionAnswer {
  return Object.hasOwn(values, blockIdOf(agreement))
    ? { errors: { [field]: text.form.agreeMissing } }
    : { update: asking }
}

/**
 * Renders the question and its tick, for the end of a form. Not as an input block: a required one would block the form even after another choice, and
 * Slack marks every other one as optional.
 */
export const renderSharingQuestion = (text: JobText, { sentence, agreement }: SharingQuestion): MessageBlock[] => [
  section(`${sentence(text)} ${text.form.agreeLabel}`),
  checkboxRow(blockIdOf(agreement), checkboxes(jobActionIds.agree, [{ text: text.form.agree, value: agreement }])),
]

/** Returns the ticked agreement; undefined if there is none. */
export const readAgreement = ({ values }: OpenView): string | undefined =>
  Object.values(values).flatMap((block) => (block[jobActionIds.agree] ?? block[EARLIER_ID])?.selected_options ?? [])[0]
    ?.value

const MIRROR_QUESTIONS = {
  everyone: 'mirrorToEveryone',
  members: 'mirrorToMembers',
  outsiders: 'mirrorToOutsiders',
} as const satisfies Record<Exclude<CardAudience, 'same'>, keyof JobText['form']>

/** The agreement needed before a channel shows a copy of the card; undefined if the copy has no new readers. Throws if Slack does not answer. */
export async function findMirrorQuestion(
  { jobAccess }: JobScope,
  job: Job,
  channel: string,
): Promise<SharingQuestion | undefined> {
  const audience = await jobAccess.findAudience(job, channel)
  return audience === 'same'
    ? undefined
    : {
        sentence: ({ form }) => form[MIRROR_QUESTIONS[audience]]({ channel: channelMention(channel) }),
        agreement: `${audience}:${channel}`,
        audience,
      }
}

/** The agreement needed before a person takes over a job that they may not read now; undefined if they may. Throws if Slack does not answer. */
export async function findHandOverQuestion(
  { jobAccess }: JobScope,
  job: Job,
  user: string,
): Promise<SharingQuestion | undefined> {
  const { channel } = job
  if (await jobAccess.mayReadJob({ user }, job)) return undefined
  const mayChangeIt = await jobAccess.mayChangeJob({ user }, { ...job, requester: user })
  return {
    sentence: ({ form }) => {
      const person = userMention(user)
      return mayChangeIt
        ? form.handToOutsider({ user: person })
        : form.handOutOfChannel({ user: person, channel: channelMention(channel) })
    },
    agreement: `person:${user}`,
  }
}

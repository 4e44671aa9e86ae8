import { section } from '../../slack/blocks/block-builders.ts'
import { checkboxes, inputBlock } from '../../slack/blocks/form-fields.ts'
import { channelMention, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import type { OpenView, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import type { CardAudience } from '../conversation/job-access.ts'
import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

/** What a person must agree to before somebody new sees a job: what the form says, and the value of its tick. */
export interface SharingQuestion {
  sentence: (text: JobText) => string
  /** Names who will see it and where, so that the tick counts for nothing else. */
  agreement: string
}

const ACTION_ID = 'agree'

const blockIdOf = (agreement: string): string => `agree-${agreement}`

/** The answer to a form without the agreement that it needs: it asks, or says that the tick is missing where it has asked already. */
export function requireAgreement(
  text: JobText,
  { values }: OpenView,
  { agreement }: SharingQuestion,
  asking: View,
): SubmissionAnswer {
  const blockId = blockIdOf(agreement)
  return Object.hasOwn(values, blockId) ? { errors: { [blockId]: text.form.agreeMissing } } : { update: asking }
}

/** The question and its tick, at the end of a form. */
export const renderSharingQuestion = (text: JobText, { sentence, agreement }: SharingQuestion): MessageBlock[] => [
  section(sentence(text)),
  inputBlock(
    // The choice above can change, and then nobody has to agree to what was asked before.
    { blockId: blockIdOf(agreement), label: text.form.agreeLabel, optional: true },
    checkboxes(ACTION_ID, [{ text: text.form.agree, value: agreement }]),
  ),
]

/** What was ticked; undefined if nothing was asked or ticked. */
export const readAgreement = ({ values }: OpenView): string | undefined =>
  Object.values(values).flatMap((block) => block[ACTION_ID]?.selected_options ?? [])[0]?.value

const MIRROR_QUESTIONS = {
  everyone: 'mirrorToEveryone',
  members: 'mirrorToMembers',
  outsiders: 'mirrorToOutsiders',
} as const satisfies Record<Exclude<CardAudience, 'same'>, keyof JobText['form']>

/** What to agree to before a copy of the card is shown in a channel; undefined if nobody new sees it. Throws if Slack does not answer. */
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
      }
}

/** What to agree to before somebody takes over a job that they may not read now; undefined if they may. Throws if Slack does not answer. */
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

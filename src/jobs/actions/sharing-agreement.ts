import { section } from '../../slack/blocks/block-builders.ts'
import { checkboxes, inputBlock } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import type { OpenView, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import type { CardAudience } from '../conversation/job-access.ts'
import type { Job } from '../model/job.ts'
import type { JobServices } from '../services.ts'
import { jobFormText as formText } from '../text/en-forms.ts'

/** What a person must agree to before somebody new sees a job: what the form says, and the value of its tick. */
export interface SharingQuestion {
  text: string
  /** Names who will see it and where, so that the tick counts for nothing else. */
  agreement: string
}

const ACTION_ID = 'agree'

const blockIdOf = (agreement: string): string => `agree-${agreement}`

/** The answer to a form without the agreement that it needs: it asks, or says that the tick is missing where it has asked already. */
export function requireAgreement({ values }: OpenView, { agreement }: SharingQuestion, asking: View): SubmissionAnswer {
  const blockId = blockIdOf(agreement)
  return Object.hasOwn(values, blockId) ? { errors: { [blockId]: formText.agreeMissing } } : { update: asking }
}

/** The question and its tick, at the end of a form. */
export const renderSharingQuestion = ({ text, agreement }: SharingQuestion): MessageBlock[] => [
  section(text),
  inputBlock(
    // The choice above can change, and then nobody has to agree to what was asked before.
    { blockId: blockIdOf(agreement), label: formText.agreeLabel, optional: true },
    checkboxes(ACTION_ID, [{ text: formText.agree, value: agreement }]),
  ),
]

/** What was ticked; undefined if nothing was asked or ticked. */
export const readAgreement = ({ values }: OpenView): string | undefined =>
  Object.values(values).flatMap((block) => block[ACTION_ID]?.selected_options ?? [])[0]?.value

const MIRROR_QUESTIONS: Record<Exclude<CardAudience, 'same'>, (channel: string) => string> = {
  everyone: formText.mirrorToEveryone,
  members: formText.mirrorToMembers,
  outsiders: formText.mirrorToOutsiders,
}

/** What to agree to before a copy of the card is shown in a channel; undefined if nobody new sees it. Throws if Slack does not answer. */
export async function findMirrorQuestion(
  { jobAccess }: JobServices,
  job: Job,
  channel: string,
): Promise<SharingQuestion | undefined> {
  const audience = await jobAccess.findAudience(job, channel)
  return audience === 'same'
    ? undefined
    : { text: MIRROR_QUESTIONS[audience](channel), agreement: `${audience}:${channel}` }
}

/** What to agree to before somebody takes over a job that they may not read now; undefined if they may. Throws if Slack does not answer. */
export async function findHandOverQuestion(
  { jobAccess }: JobServices,
  job: Job,
  user: string,
): Promise<SharingQuestion | undefined> {
  return (await jobAccess.mayReadJob({ team: job.team, user }, job))
    ? undefined
    : { text: formText.handToOutsider(user), agreement: `person:${user}` }
}

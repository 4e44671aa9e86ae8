import { section } from '../../slack/blocks/block-builders.ts'
import { checkboxes, inputBlock } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
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

/** The question and its tick, at the end of a form. */
export const renderSharingQuestion = ({ text, agreement }: SharingQuestion): MessageBlock[] => [
  section(text),
  inputBlock(
    { blockId: `agree-${agreement}`, label: formText.agreeLabel },
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

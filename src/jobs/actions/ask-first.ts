import { z } from 'zod'
import type { ScopedFeature } from '../../scoped-feature.ts'
import { parseJson } from '../../core/json.ts'
import { contextBlock, plainText, quoteBlock, section } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import { readPlainName } from '../../slack/directory/quiet-name.ts'
import { isSameStack } from '../../slack/inbound/view-state.ts'
import type { Action, Submission } from '../../slack/inbound/listeners.ts'
import { findJobForForm } from '../access/authorize-requester.ts'
import { jobCallbackIds } from '../action-ids.ts'
import { parseButtonValue } from '../card/action-buttons.ts'
import { jobActionList, type JobVerb, jobVerbs } from '../model/allowed-actions.ts'
import { findAnswerLocation, formatJobTarget, parseJobTarget } from '../model/answer-location.ts'
import { canSendAgain, followUpId } from '../model/follow-up.ts'
import type { JobAction } from '../model/job-action.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { nameSubmission, sendJobAction, toActionRequest } from './job-action-task.ts'

const QUOTE_CHARS = 300

type Question = NonNullable<JobAction['asks']>

/** Validated, because the client returns the state and can send anything. */
const askedSchema = z.object({
  /** Written by `formatJobTarget`. */
  target: z.string(),
  verb: z.enum(jobVerbs),
  arg: z.string().exactOptional(),
  attempt: z.number(),
  /** The open list or page in which the person clicked. */
  view: z.object({ id: z.string(), callbackId: z.string(), metadata: z.string() }).exactOptional(),
})

/** Asks people who may act, in a window, before an act that can't be taken back. */
export const askFirstFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    for (const [, action] of jobActionList) {
      const { asks, task } = action
      const verb = jobVerbs.find((one) => one === task)
      if (asks && verb) slack.action(asks.id, (scope, click) => askFirst(scope, click, { action, asks, verb }))
    }
    slack.submit(jobCallbackIds.ask, submitAsked)
  },
}

/** Refuses a person who may not act. Once there is nothing to ask, the task answers instead of the question. */
async function askFirst(
  scope: JobScope,
  click: Action,
  { action, asks, verb }: { action: JobAction; asks: Question; verb: JobVerb },
): Promise<void> {
  const { jobId, argument } = parseButtonValue(action, click.value)
  const job = await findJobForForm(scope, click, jobId, { verb, needs: action.needs, isFixed: true })
  if (!job) return
  const request = toActionRequest(click, jobId, verb, argument)
  const question = await findQuestion(scope, job, asks, { user: click.user, argument })
  if (!question) return sendJobAction(scope.queue, request)
  const text = jobTextIn(await scope.languages.ofPerson(click.team, click.user))
  const editor = job.pausedBy && (await readPlainName(text, scope.people, job.team, job.pausedBy))
  const { title, text: consequence, yes } = asks.words(text, job, editor)
  const asked: z.infer<typeof askedSchema> = {
    target: formatJobTarget(jobId, findAnswerLocation(click)),
    verb,
    attempt: question.attempt,
    ...(argument !== undefined && { arg: argument }),
    ...(request.view && { view: request.view }),
  }
  await scope.views.push(
    click,
    modal({
      callbackId: jobCallbackIds.ask,
      title,
      submit: yes,
      close: text.form.cancel,
      privateMetadata: JSON.stringify(asked),
      blocks: [
        ...contextBlock(plainText(shortenTitle(job))),
        ...(question.text === undefined ? [] : [quoteBlock(truncate(question.text, QUOTE_CHARS))]),
        section(plainText(consequence)),
      ],
    }),
  )
}

/** The attempt to ask about: of the follow-up with this number, whose text is shown, or of the job itself. Undefined once there is nothing to ask. */
async function findQuestion(
  { jobs }: JobScope,
  job: Job,
  { isNeeded }: Question,
  { user, argument }: { user: string; argument: string | undefined },
): Promise<{ attempt: number; text?: string } | undefined> {
  if (argument === undefined) return isNeeded(job, user) ? { attempt: job.attempt } : undefined
  const followUp = (await jobs.store.followUps(job.id).get(followUpId(Number(argument))))?.value
  return followUp?.state === 'unknown' && canSendAgain(job, followUp)
    ? { attempt: followUp.attempt, text: followUp.text }
    : undefined
}

/** Carries out the act that a person confirmed. The task checks permission again. */
async function submitAsked(scope: JobScope, { team, user, view: form }: Submission): Promise<void> {
  const asked = askedSchema.safeParse(parseJson(form.privateMetadata)).data
  if (!asked) return
  const { verb, arg, attempt, view } = asked
  const { jobId: id, location } = parseJobTarget(asked.target)
  const eventId = await nameSubmission(scope, form, verb)
  await sendJobAction(scope.queue, {
    team,
    id,
    user,
    verb,
    eventId,
    attempt,
    ...location,
    ...(arg !== undefined && { arg }),
    ...(view && isSameStack(form, view.id) && { view }),
  })
}

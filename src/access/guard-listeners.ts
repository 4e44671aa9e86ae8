import { UpstreamError } from '../core/errors.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type {
  LeavesAccessToTask,
  Listeners,
  RequestOrigin,
  Submission,
  SubmissionAnswer,
} from '../slack/inbound/listeners.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { AccessPolicy } from './access-policy.ts'
import { withinDeadline } from '../core/question-time.ts'
import { type AnswerableClick, answerClick, answerModal } from './answer-click.ts'
import { accessTextIn } from './text/access-text.ts'

interface GuardOptions {
  access: AccessPolicy
  outbox: Outbox
  views: Views
  languages: Languages
}

/**
 * Checks the person before a listener runs: none runs for a person who may not use Bellhop, except listeners whose task checks. Messages and events
 * pass; their tasks check. A closed form also passes while Slack does not say who the person is: its content is kept, and what it shows asks again.
 */
export function guardListeners(listeners: Listeners, options: GuardOptions): Listeners {
  const { access, languages } = options
  const findRefusal = async ({ team, user }: RequestOrigin): Promise<string | undefined> => {
    // Read in parallel, because Slack waits for the listener.
    const language = languages.ofPerson(team, user)
    const mayUse = await withinDeadline(access.mayUse(team, user))
    if (mayUse) return undefined
    const { slackTooSlow, membersOnly } = accessTextIn(await language)
    return mayUse === undefined ? slackTooSlow : membersOnly
  }
  const describeOutage = async (error: unknown, { team, user }: RequestOrigin): Promise<string> => {
    if (!isOutage(error)) throw error
    return accessTextIn(await languages.ofPerson(team, user)).slackFailed
  }
  const guard =
    <R extends AnswerableClick>(
      listen: (request: R) => Promise<void>,
      leavesAccessToTask: LeavesAccessToTask<R>,
      { inModal }: { inModal?: true } = {},
    ) =>
    async (request: R): Promise<void> => {
      const refusal = leavesAccessToTask(request) ? undefined : await findRefusal(request)
      const answer = refusal ?? (await listen(request).catch((error: unknown) => describeOutage(error, request)))
      if (answer === undefined) return
      const reply = { opId: `access:${request.eventId}`, message: textMessage(answer) }
      await answerClick(options, request, { ...reply, ...(inModal && { inModal }) })
    }
  return {
    ...listeners,
    command: (name, listen, leavesAccessToTask = never) =>
      listeners.command(name, async (command) =>
        leavesAccessToTask(command)
          ? listen(command)
          : ((await findRefusal(command)) ?? listen(command).catch((error: unknown) => describeOutage(error, command))),
      ),
    action: (actionId, listen, leavesAccessToTask = never) =>
      listeners.action(actionId, guard(listen, leavesAccessToTask)),
    shortcut: (callbackId, listen, leavesAccessToTask = never) =>
      // The message of a shortcut may be far from what the person sees next.
      listeners.shortcut(callbackId, guard(listen, leavesAccessToTask, { inModal: true })),
    options: (actionId, listen) =>
      listeners.options(actionId, async (request) => {
        const { team, user } = request
        // A menu cannot show a reason.
        if (!(await withinDeadline(access.mayUse(team, user)))) return { choices: [] }
        return listen(request).catch((error: unknown) => {
          if (error instanceof UpstreamError) return { choices: [] }
          throw error
        })
      }),
    submit: (callbackId, listen) =>
      listeners.submit(callbackId, async (submission) => {
        const refusal = await findRefusal(submission)
        return refusal === undefined ? listen(submission) : refuseSubmission(languages, submission, refusal)
      }),
    close: (callbackId, listen) =>
      listeners.close(callbackId, async (closing) => {
        const mayUse = await withinDeadline(access.mayUse(closing.team, closing.user))
        if (mayUse !== false) await listen(closing)
      }),
  }
}

/** Whether Slack was unavailable, so a form may not have opened. */
const isOutage = (error: unknown): boolean =>
  error instanceof UpstreamError && error.details.service === 'slack' && error.details.outcome !== 'refused'

const never = (): boolean => false

/** Refuses a submission at the form's first input, or in a modal above a form without one. The form stays open with its text. */
export async function refuseSubmission(
  languages: Languages,
  { team, user, view }: Submission,
  refusal: string,
): Promise<SubmissionAnswer> {
  const [field] = view.inputs ?? []
  if (field !== undefined) return { errors: { [field]: refusal } }
  return { push: answerModal(accessTextIn(await languages.ofPerson(team, user)), textMessage(refusal)) }
}

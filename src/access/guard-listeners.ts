import { UpstreamError } from '../core/errors.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type {
  Action,
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
import type { Act, Authorizer } from './authorize.ts'
import { type AnswerableClick, answerClick, answerModal } from './answer-click.ts'
import { accessTextIn } from './text/access-text.ts'

interface GuardOptions {
  access: AccessPolicy
  outbox: Outbox
  views: Views
  languages: Languages
  authorizer: Pick<Authorizer, 'ask'>
  /** The act of a click, if a feature names it: the refusal then also names it, is recorded, and offers to ask for permission. */
  findClickAct(this: void, action: Action): Promise<Act | undefined>
}

/** The answer to a person who may not use the app, or to a person that Slack did not describe in time. */
interface Refusal {
  sentence: string
  isOutsider: boolean
}

/**
 * Checks the person before a listener runs: none runs for a person who may not use Bellhop, except listeners whose task checks. Messages and events
 * pass; their tasks check. A closed form also passes, because its text is kept: its listener, or the task behind it, checks.
 */
export function guardListeners(listeners: Listeners, options: GuardOptions): Listeners {
  const { access, languages } = options
  const findRefusal = async ({ team, user }: RequestOrigin): Promise<Refusal | undefined> => {
    // Read in parallel, because Slack waits for the listener.
    const language = languages.ofPerson(team, user)
    const mayUse = await withinDeadline(access.mayUse(team, user))
    if (mayUse) return undefined
    const { slackTooSlow, membersOnly } = accessTextIn(await language)
    return mayUse === undefined
      ? { sentence: slackTooSlow, isOutsider: false }
      : { sentence: membersOnly, isOutsider: true }
  }
  const describeOutage = async (error: unknown, { team, user }: RequestOrigin): Promise<string> => {
    if (!isOutage(error)) throw error
    return accessTextIn(await languages.ofPerson(team, user)).slackFailed
  }
  /** The refusal of a click on something that the person may see in their channel. Without an answer in time, the plain refusal is enough. */
  const describeClick = async (action: Action): Promise<Message | undefined> => {
    const answer = await withinDeadline(options.findClickAct(action).then((act) => act && options.authorizer.ask(act)))
    return answer?.is === 'refused' ? answer.message : undefined
  }
  const guard =
    <R extends AnswerableClick>(
      listen: (request: R) => Promise<void>,
      leavesAccessToTask: LeavesAccessToTask<R>,
      { inModal, describe }: { inModal?: true; describe?: (request: R) => Promise<Message | undefined> } = {},
    ) =>
    async (request: R): Promise<void> => {
      const refusal = leavesAccessToTask(request) ? undefined : await findRefusal(request)
      const sentence =
        refusal?.sentence ?? (await listen(request).catch((error: unknown) => describeOutage(error, request)))
      if (sentence === undefined) return
      const message = (refusal?.isOutsider && (await describe?.(request))) || textMessage(sentence)
      const reply = { opId: `access:${request.eventId}`, message }
      await answerClick(options, request, { ...reply, ...(inModal && { inModal }) })
    }
  return {
    ...listeners,
    command: (name, listen, leavesAccessToTask = never) =>
      listeners.command(name, async (command) =>
        leavesAccessToTask(command)
          ? listen(command)
          : ((await findRefusal(command))?.sentence ??
            listen(command).catch((error: unknown) => describeOutage(error, command))),
      ),
    action: (actionId, listen, leavesAccessToTask = never) =>
      listeners.action(actionId, guard(listen, leavesAccessToTask, { describe: describeClick })),
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
        return refusal === undefined ? listen(submission) : refuseSubmission(languages, submission, refusal.sentence)
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

import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Action, OpenView } from '../../slack/inbound/listeners.ts'
import { openEnum } from '../../store/open-enum.ts'
import { jobActionIds } from '../action-ids.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobVerb, jobVerbs } from '../model/allowed-actions.ts'
import type { PrivateReply } from '../notify/requester-reply.ts'

const jobActionSchema = z.object({
  team: z.string(),
  id: z.string(),
  user: z.string(),
  verb: openEnum(jobVerbs),
  eventId: z.string(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
  /** The conversation of the message that was clicked. */
  seenIn: z.string().optional(),
  responseUrl: z.string().optional(),
  /** Set if the button belongs to a question for one person, which the answer replaces. */
  replaces: z.boolean().optional(),
  /** The argument of the verb: a text, a project's key, a channel, a person, or the number of a follow-up. */
  arg: z.string().optional(),
  /** The number of the refused follow-up that the text replaces. */
  edited: z.number().optional(),
  project: z.string().optional(),
  /** Set for an act on Home. */
  isHome: z.boolean().optional(),
  /** The form in which the action was chosen; it may need a refresh. */
  view: z.object({ id: z.string(), callbackId: z.string(), metadata: z.string() }).optional(),
  /** The new readers that the person agreed to in the form. */
  agreed: z.string().optional(),
  /** The attempt of the job or follow-up that the person was asked about in a window: a later one is another question. */
  attempt: z.number().optional(),
  /** The draft of the form, which holds the quotes that were shown. */
  draft: z.string().optional(),
  /** The indexes of the quotes that are still ticked. */
  ticked: z.array(z.number()).optional(),
})

export type JobActionRequest = z.infer<typeof jobActionSchema>

/**
 * The result of an act. `reply` is shown to the person if the card does not show the result. `refusal` also returns the typed text: they may not do
 * this, or it came too late. `done` is set if the act changed something, with the text sent to the agent, for the audit; not for a follow-up, which is
 * recorded when it is sent.
 */
export interface JobActionResult {
  reply?: PrivateReply | undefined
  refusal?: PrivateReply | undefined
  done?: { text?: string | undefined } | undefined
}

export const jobActionTask = taskKind('jobs.act', jobActionSchema)

/** Sends an act on a job, once per event. Durable when it resolves. A job is assigned in the order of the requests: the last one counts. */
export function sendJobAction(queue: Queue, request: JobActionRequest): Promise<void> {
  const { team, id, verb, eventId } = request
  return queue.send(jobActionTask.of(request), {
    id: `jobs.act:${team}:${verb}:${eventId}`,
    ...(verb === 'hand' && { lane: `jobs.hand:${team}:${id}` }),
  })
}

/** A form that is submitted again unchanged counts once; with other content, because its answer was lost, it counts again. */
export const nameSubmission = ({ drafts, keyedHash }: JobScope, { id }: OpenView, content: string): Promise<string> =>
  drafts.submissions.name(id, keyedHash('form', content))

/** Converts a click on a button or menu entry to a request. */
export function toActionRequest(action: Action, id: string, verb: JobVerb, arg?: string): JobActionRequest {
  const { team, user, eventId, message, responseUrl, view } = action
  return {
    team,
    id,
    user,
    verb,
    eventId,
    ...(message && { channel: message.channel, seenIn: message.channel }),
    ...(message?.threadTs && { threadTs: message.threadTs }),
    ...(responseUrl && { responseUrl }),
    // The question about a reply is an ordinary post in direct messages. The answer to a list menu is posted beside the message that shows the job.
    ...((verb === 'send_reply' || (message?.isEphemeral && action.actionId !== jobActionIds.listed)) && {
      replaces: true,
    }),
    ...(arg !== undefined && { arg }),
    ...(view?.type === 'home' && { isHome: true }),
    ...(view?.type === 'modal' && {
      view: { id: view.id, callbackId: view.callbackId, metadata: view.privateMetadata },
    }),
  }
}

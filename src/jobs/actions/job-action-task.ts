import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Action, OpenView } from '../../slack/inbound/listeners.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { openEnum } from '../../store/open-enum.ts'
import { jobActionIds } from '../action-ids.ts'
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
  /** The button was in a question to one person, which the answer replaces. */
  replaces: z.boolean().optional(),
  /** What the verb needs: a text, a project's key, a channel, a person, the number of a follow-up. */
  arg: z.string().optional(),
  project: z.string().optional(),
  /** It was done on Home. */
  isHome: z.boolean().optional(),
  /** The form that it was done from, which may show what it changed. */
  view: z.object({ id: z.string(), callbackId: z.string(), metadata: z.string() }).optional(),
  /** What the person agreed to in the form: who else will see the job. */
  agreed: z.string().optional(),
  /** The draft of the form, with the quotes that it showed. */
  draft: z.string().optional(),
  /** The indexes of the quotes that are still ticked. */
  ticked: z.array(z.number()).optional(),
})

/** Something that a person does with a job. */
export type JobActionRequest = z.infer<typeof jobActionSchema>

/**
 * What came of it. `reply`: what the person is told, if they do not see the result on the card. `refusal`: they may not do it. `done`: it changed
 * something, for the audit, and the text that leaves with it; absent if nothing changed, and for a follow-up, which is recorded when it is sent.
 */
export interface JobActionResult {
  reply?: PrivateReply | undefined
  refusal?: Message | undefined
  done?: { text?: string | undefined } | undefined
}

export const jobActionTask = taskKind('jobs.act', jobActionSchema)

/** Does something with a job, once per event. Durable when it resolves. */
export function sendJobAction(queue: Queue, request: JobActionRequest): Promise<void> {
  return queue.send(jobActionTask.of(request), {
    id: `jobs.act:${request.team}:${request.verb}:${request.eventId}`,
  })
}

/** Submitted again as it is, a form counts once; with another content, because its answer was lost, it counts again. */
export const createSubmissionId = (keyedHash: KeyedHash, { id }: OpenView, content: string): string =>
  `${id}:${keyedHash('form', content)}`

/** A click on a button or menu entry, as a request. */
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
    // The question about a reply is an ordinary post in direct messages. A list menu is below a job that was asked for: its answer comes beside it.
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

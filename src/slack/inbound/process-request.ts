import type { App, ReceiverEvent } from '@slack/bolt'
import { AsyncLocalStorage } from 'node:async_hooks'
import { UpstreamError } from '../../core/errors.ts'
import { hasErrorCode, REQUEST_INVALID } from '../api/slack-errors.ts'

/**
 * Slack signed a request that we can never serve: a field that every such request has is missing, its team is not ours, or its trigger has
 * expired. The message says which kind of error it was and never quotes the request.
 */
export class UnservableRequestError extends Error {
  override name = 'UnservableRequestError'
}

/** A form's trigger is valid for 3 s. The form itself has to be sent in what is left. */
const QUESTIONS_MS = 2_000
/** One slow answer must not keep those after it, which may be at hand, from being used. */
const LEAST_MS = 250

const requests = new AsyncLocalStorage<{ isRead: boolean; isOver: boolean; startedAt: number }>()

/**
 * How many milliseconds a question to Slack may take while a person waits for a form. All questions of one request share the time that its
 * trigger is valid for. Outside a request nobody's trigger expires, and each question has all of it.
 */
export function questionTimeMs(): number {
  const request = requests.getStore()
  // A task that was started in a request runs in its context, also after the answer.
  if (!request || request.isOver) return QUESTIONS_MS
  return Math.max(LEAST_MS, QUESTIONS_MS - (performance.now() - request.startedAt))
}

/** The dispatcher calls this once it has read a request and found its listener: errors from here on are ours. */
export function markRequestRead(): void {
  const request = requests.getStore()
  if (request) request.isRead = true
}

/**
 * Runs Bolt on one request. Throws `UnservableRequestError` for a request that could not be read, by us or by Bolt, which looks into payloads
 * without checking them. Every other error is the listener's, or of a service.
 */
export async function processRequest(app: Pick<App, 'processEvent'>, event: ReceiverEvent): Promise<void> {
  const request = { isRead: false, isOver: false, startedAt: performance.now() }
  try {
    await requests.run(request, () => app.processEvent(event))
  } catch (error) {
    if (hasErrorCode(error, REQUEST_INVALID)) throw new UnservableRequestError(error.details.code)
    if (request.isRead || error instanceof UpstreamError) throw error
    throw new UnservableRequestError(error instanceof Error ? error.name : typeof error)
  } finally {
    request.isOver = true
  }
}

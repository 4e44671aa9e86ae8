import type { App, ReceiverEvent } from '@slack/bolt'
import { AsyncLocalStorage } from 'node:async_hooks'
import { UpstreamError } from '../../core/errors.ts'
import { shareQuestionTime } from '../../core/question-time.ts'
import { hasErrorCode, REQUEST_INVALID } from '../api/slack-errors.ts'

/**
 * Slack signed a request that we can never serve: a required field is missing, its team is not ours, or its trigger has expired. The message names
 * the kind of error and never quotes the request.
 */
export class UnservableRequestError extends Error {
  override name = 'UnservableRequestError'
}

const requests = new AsyncLocalStorage<{ isRead: boolean }>()

/** Called once a request is read and its listener begins: errors from here on are ours. */
export function markRequestRead(): void {
  const request = requests.getStore()
  if (request) request.isRead = true
}

/**
 * Runs Bolt on one request. Throws `UnservableRequestError` for a request that could not be read, by us or by Bolt, which looks into payloads
 * without checking them. Every other error is the listener's, or of a service.
 */
export async function processRequest(app: Pick<App, 'processEvent'>, event: ReceiverEvent): Promise<void> {
  const request = { isRead: false }
  try {
    await requests.run(request, () => shareQuestionTime(() => app.processEvent(event)))
  } catch (error) {
    if (hasErrorCode(error, REQUEST_INVALID)) throw new UnservableRequestError(error.details.code)
    if (request.isRead || error instanceof UpstreamError) throw error
    throw new UnservableRequestError(error instanceof Error ? error.name : typeof error)
  }
}

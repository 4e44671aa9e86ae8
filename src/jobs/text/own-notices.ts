import type { JobText } from './jobs-text.ts'

/** How a person is notified of an end of their own job. */
type Notice = 'thread' | 'direct'

/** How the owner of a job is notified of its ends; undefined for an end that only the card shows. */
export interface OwnNotices {
  success: Notice | undefined
  failure: Notice | undefined
}

/** Describes the notices that a person gets about the ends of their own job. */
export function describeOwnNotices(
  { notices: { willTellOwner: words, willNotTell } }: JobText,
  hasAsked: boolean,
  { success, failure }: OwnNotices,
): string {
  if (failure === undefined) return success === undefined ? willNotTell : words.success({ hasAsked, success })
  if (success === undefined) return words.failure({ hasAsked, failure })
  return success === failure ? words.end({ hasAsked, success }) : words.either({ hasAsked, success, failure })
}

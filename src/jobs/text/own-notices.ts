import type { JobText } from './jobs-text.ts'

/** Where a person is notified of an end of their own job. */
type NoticePlace = 'thread' | 'direct'

/** How somebody hears of the ends of their own job; undefined for an end that only the card shows. */
export interface OwnNotices {
  success: NoticePlace | undefined
  failure: NoticePlace | undefined
}

/** The answer to a person who wants to be notified of the end of their own job; one of the two ends has a notice. */
export function describeOwnNotices(
  { notices: { willTellOwner: words, willNotTell } }: JobText,
  hasAsked: boolean,
  { success, failure }: OwnNotices,
): string {
  if (failure === undefined) return success === undefined ? willNotTell : words.success({ hasAsked, success })
  if (success === undefined) return words.failure({ hasAsked, failure })
  return success === failure ? words.end({ hasAsked, success }) : words.either({ hasAsked, success, failure })
}

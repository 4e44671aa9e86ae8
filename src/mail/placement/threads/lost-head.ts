import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { PlacementScope } from '../placement-scope.ts'

/** A card that Slack no longer has, or never took. */
export interface LostCard {
  code: string
  channel: string
  copy?: string | undefined
}

/** The thread, once it waits for the head after the lost one; undefined when an older head was lost. */
export async function countHeadUp(
  { mailStore }: PlacementScope,
  id: string,
  { code, copy }: LostCard,
): Promise<MailThread | undefined> {
  const lost = Number(copy ?? 0)
  // If only its channel takes no posts, the head is there again once the channel does.
  const left = MESSAGE_GONE.has(code) ? {} : { lastHead: lost }
  const thread = await mailStore.threads.update(id, (now) =>
    now && now.head === lost ? { ...now, head: now.head + 1, ...left } : undefined,
  )
  return thread && thread.head === lost + 1 ? thread : undefined
}

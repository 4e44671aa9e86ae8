import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import { hideCards } from '../show-moved.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'

/** A card that Slack no longer has, or never accepted. */
export interface LostCard {
  code: string
  channel: string
  copy?: string | undefined
}

/**
 * Removes a lost head from its thread: the next mail gets another one there, or the thread is parked if its channel accepts no posts, and its cards
 * are hidden if another organization reads it. Returns the thread; undefined if an older head was lost.
 */
export async function loseHead(
  scope: PlacementScope,
  id: string,
  { code, channel, copy }: LostCard,
): Promise<MailThread | undefined> {
  const head = Number(copy ?? 0)
  const lost = { head, channel, code, isGone: MESSAGE_GONE.has(code) }
  const thread = await changePlacement(scope, id, { do: 'lose_head', ...lost })
  if (thread?.placement.head !== head + 1) return undefined
  if (code === SHARED_CHANNEL && thread.placement.is === 'parked') await hideCards(scope, id, thread)
  return thread
}

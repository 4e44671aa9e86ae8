import { findDecision } from '../../../records/replies/reply-decision.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { nameColleague } from './colleague-notices.ts'

/** Names the person who has stopped or declined the reply that a form replaces since the form was opened, if that is somebody else. */
export async function findStopOfVersion(
  scope: OutboundScope,
  { user, text }: FormReader,
  { instead, openedAt, button }: { instead: string | undefined; openedAt: number | undefined; button: string },
): Promise<FormNotice[]> {
  const old = instead === undefined ? undefined : await scope.replyStore.findReply(instead)
  if (old?.state !== 'cancelled' || instead === undefined || openedAt === undefined) return []
  const { decided } = old.approval ?? {}
  const isDeclined = decided?.verdict === 'declined'
  const { by, at = 0 } = isDeclined ? decided : (findDecision(old) ?? {})
  if (by === undefined || by === user || at <= openedAt) return []
  const name = await nameColleague(scope, text, by)
  // The form shows the reason.
  if (isDeclined)
    return [{ id: noticeId(scope, 'declined', instead, `${at}`), sentence: text.forms.declinedSince({ name, button }) }]
  return [{ id: noticeId(scope, 'stopped', instead, `${at}`), sentence: text.forms.stoppedSince({ name }) }]
}

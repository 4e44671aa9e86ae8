import { findDecision } from '../../../records/replies/reply-decision.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { findSendingCause, findVersionLoss, type FoundVersion } from '../../lost-version.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { chooseFate, nameColleague } from './colleague-notices.ts'

/** The version that a form replaces, when the form was opened, and the label of its button. */
interface EditedVersion {
  instead: string | undefined
  openedAt: number | undefined
  button: string
}

/** Finds what has become of the reply that a form replaces since the form was opened. */
export async function findNewsOfVersion(
  scope: OutboundScope,
  reader: FormReader,
  { instead, openedAt, button }: EditedVersion,
): Promise<FormNotice[]> {
  const reply = instead === undefined ? undefined : await scope.replyStore.findReply(instead)
  if (!reply || instead === undefined) return []
  const old = { id: instead, reply }
  const lost = await findLossNotice(scope, reader, old, button)
  return lost ? [lost] : findStopNotices(scope, reader, old, openedAt)
}

/** Notices that the form can no longer replace the reply, and asks whether to send its text as an email of its own. */
async function findLossNotice(
  scope: OutboundScope,
  { user, text }: FormReader,
  old: FoundVersion,
  button: string,
): Promise<FormNotice | undefined> {
  const loss = await findVersionLoss(scope, old)
  if (!loss) return undefined
  const nameBy = async (by: string | undefined) => (by === undefined ? text.unnamed : nameColleague(scope, text, by))
  if (loss.is === 'left') {
    const { why, by } = findSendingCause(old.reply)
    const cause = { why: by === user ? 'other' : why, by: await nameBy(by), fate: findFate(old.reply) } as const
    return {
      ...lossNotice(noticeId(scope, 'left', loss.id), text.forms.sentSince({ ...cause, button })),
      isAsked: true,
    }
  }
  const { id, newest } = loss
  const by = newest ? (newest.by ?? newest.user) : old.reply.approval?.decided?.by
  const sentence = text.forms.replacedSince({ isOwn: by === user, name: await nameBy(by), button })
  const state = newest?.state === 'awaiting' ? 'awaiting' : 'other'
  // A line of the form names the newer version.
  return { ...lossNotice(noticeId(scope, 'newer', id, state), sentence), isInField: true }
}

function findFate(reply: Reply): 'left' | 'perhaps_left' | 'other' {
  const fate = chooseFate(reply)
  return fate === 'left' || fate === 'perhaps_left' ? fate : 'other'
}

const lossNotice = (id: string, sentence: string): FormNotice => ({
  id,
  sentence,
  hasInstruction: true,
  isSeparate: true,
})

/** Names the person who has stopped or declined the reply, or edited it without sending, since the form was opened, if that is somebody else. */
async function findStopNotices(
  scope: OutboundScope,
  { user, text }: FormReader,
  { id, reply }: FoundVersion,
  openedAt: number | undefined,
): Promise<FormNotice[]> {
  if (reply.state !== 'cancelled' || openedAt === undefined) return []
  const { is, by, at = 0 } = findStop(reply)
  if (by === undefined || by === user || at <= openedAt) return []
  const sentence = text.forms.stoppedSince({
    is: is === 'stopped' ? 'other' : is,
    name: await nameColleague(scope, text, by),
  })
  return [{ id: noticeId(scope, is, id, `${at}`), sentence }]
}

function findStop(reply: Reply): { is: 'declined' | 'edited' | 'stopped'; by?: string; at?: number } {
  const { decided } = reply.approval ?? {}
  if (decided?.verdict === 'declined' || decided?.verdict === 'edited') return { ...decided, is: decided.verdict }
  return { ...findDecision(reply), is: 'stopped' }
}

import type { OutboundScope } from '../../outbound-scope.ts'
import { BLOCK_LIMITS } from '../../../../slack/blocks/block-builders.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { ReplyFormState } from './reply-form-state.ts'

/** A fact that the writer should know before a mail is sent. Send finds the facts again, and shows the form once more if one is new. */
export interface FormNotice {
  /** Identifies the fact: another fact has another id. */
  id: string
  /** At most 200 characters; absent if a field of the form shows the whole fact. */
  sentence?: string
  /** Set if a field shows the fact: the sentence is beside Send only while the notice is new. */
  isInField?: true
  /** Set if Send asks about the fact even though the form has shown it from the beginning. */
  isAsked?: true
  /** Set if the sentence says how to go on. */
  hasInstruction?: true
  /** Set if the form can't replace the version that it edits: it sends an email of its own. */
  isSeparate?: true
  needsTick?: NoticeTick
  /** Set if the fact is news only in a form that has shown this other one. */
  follows?: string
}

/** The box to tick before Send. Its notice is above it. */
export interface NoticeTick {
  /** The label of the box, and the text below it; at most 75 characters each. */
  label: string
  description?: string
  /** More about each address. */
  details?: MessageBlock[]
  /** Addresses that need no other notice. */
  covers?: string[]
}

/** This many ids leave room for the rest of a form's metadata, which Slack limits to 3,000 characters. */
const MAX_SEEN = 60
const ID_CHARS = 10

/** The id of a fact: a keyed hash, because the metadata of a form is readable. */
export const noticeId = ({ keyedHash }: Pick<OutboundScope, 'keyedHash'>, about: string, ...facts: string[]): string =>
  keyedHash('notice', about, ...facts).slice(0, ID_CHARS)

/** The id of a fact about a set of addresses, in any order and any case. */
export const addressNoticeId = (scope: Pick<OutboundScope, 'keyedHash'>, about: string, addresses: string[]): string =>
  noticeId(scope, about, ...[...new Set(addresses.map((address) => address.toLowerCase()))].toSorted())

export const isSeen = ({ seen = [] }: Pick<ReplyFormState, 'seen'>, id: string): boolean => seen.includes(id)

/**
 * Adds the facts of these notices to the ones that a form has shown. A box keeps its own state, and a fact that Send asks about is added only by its
 * answer.
 */
export function addSeen(
  { seen = [] }: Pick<ReplyFormState, 'seen'>,
  notices: FormNotice[],
  { wasAsked }: { wasAsked: boolean },
): string[] {
  const shown = notices
    .filter(({ id, needsTick, isAsked }) => !needsTick && (!isAsked || wasAsked || seen.includes(id)))
    .map(({ id }) => id)
  // A fact that still holds is never the oldest one.
  return [...seen.filter((id) => !shown.includes(id)), ...new Set(shown)].slice(-MAX_SEEN)
}

/** Names the boxes to tick before Send, if an alert has room for them; nothing if no notice has one. */
export function describeMissingTicks({ compose, formats }: MailText, unseen: FormNotice[], button: string): string[] {
  const labels = unseen.flatMap(({ needsTick }) => (needsTick ? [compose.quotedLabel({ label: needsTick.label })] : []))
  if (labels.length === 0) return []
  const named = compose.tickFirst({ boxes: formats.list(labels), button })
  return [named.length <= BLOCK_LIMITS.alert ? named : compose.tickAllFirst({ button })]
}

/** Lists the notices that the writer has not seen, or not ticked. */
export const listUnseen = (
  state: Pick<ReplyFormState, 'seen'>,
  ticked: string[],
  notices: FormNotice[],
): FormNotice[] =>
  notices.filter(({ id, needsTick, follows }) => {
    if (follows !== undefined && !isSeen(state, follows)) return false
    return !(needsTick ? ticked.includes(id) : isSeen(state, id))
  })

import { contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { editAfterFailure, replyActions, situationOf } from '../../records/reply-actions.ts'
import { explainBounce } from '../../text/delivery-sentences.ts'
import type { MailText } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { buildActionButton } from '../action-buttons.ts'
import { describeMailProblem } from '../describe-problem.ts'
import { nameReplyKind, type ReplyStanding, type TroubledReply } from './reply-standing.ts'

const LINE_CHARS = 600
const SHOWN_TROUBLES = 2

/** Shows the replies that did not arrive, each with the button that mends it, above everything else on the card. */
export function buildTroubles(text: MailText, { troubles }: Pick<ReplyStanding, 'troubles'>): MessageBlock[] {
  const more = Math.max(0, troubles.length - SHOWN_TROUBLES)
  return [
    ...troubles.slice(0, SHOWN_TROUBLES).flatMap((one) => buildTrouble(text, one)),
    ...contextBlock(more > 0 && text.headCard.moreTroubles({ count: more })),
  ]
}

function buildTrouble(text: MailText, trouble: TroubledReply): MessageBlock[] {
  const { id, reply, status } = trouble
  const situation = situationOf(reply, status, { canLookUp: false })
  const canFix = [editAfterFailure, ...replyActions.filter(({ verb }) => verb === 'edit')].some((action) =>
    action.isAllowed(situation),
  )
  const fix = { ...editAfterFailure, label: () => text.headCard.fix }
  return describeTroubles(text, trouble).map((line, index) =>
    section(plainText(line, LINE_CHARS), canFix && index === 0 ? buildActionButton(text, fix, id) : undefined),
  )
}

/** The sentences about a reply that did not arrive, or that was marked as spam. */
export function describeTroubles(
  text: MailText,
  { reply, status: { state, bounced, complained, omitted } }: TroubledReply,
): string[] {
  const { headCard: words } = text
  const kind = nameReplyKind(reply)
  const [bounce] = bounced
  const failure =
    state.is === 'rejected'
      ? state.reason
      : state.is === 'failed' && reply.trouble
        ? describeMailProblem(text, reply.trouble)
        : ''
  const isFailed = state.is === 'rejected' || state.is === 'failed'
  return [
    isFailed && (failure === '' ? words.notSentUnexplained({ kind }) : words.notSent({ kind, reason: failure })),
    state.is === 'unknown' && words.unknown({ kind }),
    bounce &&
      words.notDelivered({
        kind,
        recipients: nameRecipients(text, bounced, omitted.bounced),
        reason: explainBounce(text, bounce.status),
      }),
    complained.length > 0 &&
      words.complained({ kind, recipients: nameRecipients(text, complained, omitted.complained) }),
  ].filter((line) => typeof line === 'string')
}

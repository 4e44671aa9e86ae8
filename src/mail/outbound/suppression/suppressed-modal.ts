import { isolateDirection } from '../../../core/isolate-direction.ts'
import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  plainText,
  section,
} from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { formatTrail, type PageTrail, previousPage, nextPage } from '../../records/page-trail.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeReason } from './describe-reason.ts'
import { SUPPRESSED_CALLBACK_ID, suppressedActionIds } from './suppressed-ids.ts'
import type { ListedReason, SuppressedPage, SuppressedRow } from './suppressed-page.ts'

const ADDRESS_CHARS = 320

/** The name of an entry in a list: an address, or everyone at a domain. */
export const nameEntry = ({ suppression: words }: MailText, entry: string): string =>
  entry.includes('@') ? isolateDirection(entry) : words.everyoneAt({ domain: isolateDirection(entry) })

/** Builds the list of addresses; `note` is the result of the last click. */
export function buildSuppressedModal(
  text: MailText,
  { trail, page, note }: { trail: PageTrail; page: SuppressedPage | 'late'; note?: Message | undefined },
): View {
  const words = text.suppression
  const { rows, next } = page === 'late' ? { rows: [], next: undefined } : page
  const isFirst = trail.after === undefined
  const newer = previousPage(trail)
  const empty = isFirst && next === undefined ? words.empty : words.emptyPage
  return modal({
    callbackId: SUPPRESSED_CALLBACK_ID,
    title: words.title,
    close: text.forms.close,
    privateMetadata: formatTrail(trail),
    blocks: [
      ...(note?.blocks ?? []),
      ...(rows.length > 0 ? contextBlock(words.intro) : [section(page === 'late' ? words.late : empty)]),
      ...rows.flatMap((row) => buildRow(text, row)),
      ...actionsBlock(
        !isFirst && button({ actionId: suppressedActionIds.newest, text: text.forms.newest, value: 'newest' }),
        newer && button({ actionId: suppressedActionIds.newer, text: text.forms.newer, value: formatTrail(newer) }),
        next !== undefined &&
          button({
            actionId: suppressedActionIds.older,
            text: text.forms.older,
            value: formatTrail(nextPage(trail, next)),
          }),
      ),
    ],
  })
}

function buildRow(text: MailText, { id, address, reasons, mayClear }: SuppressedRow): MessageBlock[] {
  const words = text.suppression
  const name = nameEntry(text, truncate(address, ADDRESS_CHARS))
  const clearText = words.clearText({ suppressed: truncate(name, 150) })
  const confirm = confirmDialog(words.clearAsk, clearText, words.clearYes, words.clearNo)
  return [
    section(
      plainText(name),
      mayClear ? button({ actionId: suppressedActionIds.clear, text: words.clear, value: id, confirm }) : undefined,
    ),
    ...reasons.flatMap((reason) => contextBlock(describeListed(text, reason))),
  ]
}

const describeListed = (text: MailText, reason: ListedReason): string =>
  [
    describeReason(text, reason),
    reason.inboxId !== undefined && escapeMrkdwn(reason.inboxId),
    reason.link !== undefined && mrkdwnLink(reason.link, text.suppression.theMail),
  ]
    .filter(Boolean)
    .join(' · ')

import type { AuditPage } from '../../audit/audit-log.ts'
import { actionsBlock, button, contextBlock, divider, section } from '../../slack/blocks/block-builders.ts'
import { datePicker, modal, staticSelect, userSelect } from '../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import {
  ANY_ACTION,
  auditActionIds,
  auditActions,
  type AuditQuery,
  filterBlockIds,
  formatAuditQuery,
  isFiltered,
} from './audit-query.ts'
import { type AuditTexts, nameAction, nameObject, renderAuditRow } from './audit-rows.ts'

export interface AuditModalState {
  query: AuditQuery
  page: AuditPage
  /** The object that the list is limited to; undefined if its record is gone. */
  object?: { kind: string; id: string } | undefined
  readable: ReadonlySet<string>
  /** The names of objects that the reader may read, by the id of the record. */
  names: ReadonlyMap<string, string>
  /** A line for the person who has just clicked. */
  note?: string | undefined
}

function renderFilters(texts: AuditTexts, { query, object, page }: AuditModalState): MessageBlock[] {
  const hasEntries = page.records.length > 0 || page.next !== undefined || query.pages.length > 0
  const { text } = texts
  const choices = [
    { text: text.anything, value: ANY_ACTION },
    ...auditActions.map((action) => ({ text: nameAction(texts, action), value: action })),
  ]
  const [first, second] = filterBlockIds(query)
  const people = actionsBlock(
    userSelect(auditActionIds.person, text.anyone, query.user),
    staticSelect(auditActionIds.action, choices, query.action ?? ANY_ACTION),
  )
  const days = actionsBlock(
    datePicker(auditActionIds.from, text.from, query.from),
    datePicker(auditActionIds.to, text.to, query.to),
    isFiltered(query) && button({ actionId: auditActionIds.clear, text: text.clear }),
    hasEntries && button({ actionId: auditActionIds.csv, text: text.download }),
  )
  return [
    ...people.map((block) => ({ ...block, block_id: first })),
    ...days.map((block) => ({ ...block, block_id: second })),
    ...(query.objectOf === undefined || object === undefined
      ? []
      : [
          section(
            escapeMrkdwn(text.onlyObject({ object: nameObject(texts, object) })),
            button({ actionId: auditActionIds.anyObject, text: text.anyObject }),
          ),
        ]),
  ]
}

/** The line below the entries, or in their place. */
function describeEnd({ text }: AuditTexts, { query, page }: AuditModalState): string | undefined {
  const { records, next, readBackTo } = page
  if (readBackTo !== undefined) return text.readBackTo({ time: formatMoment(readBackTo), hasFound: records.length > 0 })
  if (next !== undefined) return undefined
  if (records.length > 0 || query.pages.length > 0) return text.end
  if (!isFiltered(query)) return text.empty
  return query.from !== undefined && query.to !== undefined && query.from > query.to ? text.wrongDays : text.noMatch
}

/** The audit: filters, one page of entries, and the buttons to others. */
export function auditModal(texts: AuditTexts, state: AuditModalState): View {
  const { text } = texts
  const { query, page, readable, names, note } = state
  const end = describeEnd(texts, state)
  const older = page.readBackTo === undefined ? text.older : text.keepLooking
  return modal({
    callbackId: auditActionIds.open,
    title: text.title,
    close: text.close,
    privateMetadata: formatAuditQuery(query),
    blocks: [
      ...renderFilters(texts, state),
      ...(note === undefined ? [] : [section(note)]),
      divider(),
      ...page.records.flatMap((record) => renderAuditRow(texts, record, { readable, name: names.get(record.id) })),
      ...(end === undefined ? [] : page.records.length === 0 ? [section(end)] : contextBlock(end)),
      ...actionsBlock(
        query.pages.length > 1 && button({ actionId: auditActionIds.newest, text: text.newest }),
        query.pages.length > 0 && button({ actionId: auditActionIds.newer, text: text.newer }),
        page.next !== undefined && button({ actionId: auditActionIds.older, text: older, value: page.next }),
      ),
    ],
  })
}

/** The refusal in place of the audit. */
export const refusedAuditModal = ({ text }: AuditTexts, { blocks }: Message): View =>
  modal({ callbackId: auditActionIds.open, title: text.title, close: text.close, blocks })

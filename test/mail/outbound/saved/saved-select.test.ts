import { expect, test } from 'vitest'
import { buildSavedSelect, groupSaved } from '../../../../src/mail/outbound/compose/fields/saved-select.ts'
import type { ListedSavedReply } from '../../../../src/mail/outbound/saved/saved-reply.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'

const text = mailTextIn('en')
const list = (scope: string, count: number): ListedSavedReply[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    scope,
    name: `Reply ${at}`,
    written: null,
    by: 'U1',
    at: 0,
    revision: 1,
    uses: 0,
  }))

test('the menu has all saved replies up to Slack’s limit, and is searched beyond that', () => {
  expect(buildSavedSelect(text, {}, { mine: [], here: [] })).toEqual([])
  const few = { mine: list('U1', 60), here: list('C1', 40) }
  expect(buildSavedSelect(text, {}, few)).toMatchObject([{ elements: [{ type: 'static_select' }] }])
  const many = { mine: list('U1', 60), here: list('C1', 41) }
  expect(buildSavedSelect(text, {}, many)).toMatchObject([{ elements: [{ type: 'external_select' }] }])
  expect(groupSaved(text, many, 'reply 40').map(({ choices }) => choices.map(({ value }) => value))).toEqual([
    ['U1:r40'],
    ['C1:r40'],
  ])
})

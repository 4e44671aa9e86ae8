import { expect, test } from 'vitest'
import { buildFilesCard } from '../../../src/mail/cards/files-card.ts'
import { planBatch, type SharedFiles } from '../../../src/mail/records/mail/shared-files.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { sampleMail } from '../sample-mail.ts'

const mail = {
  ...sampleMail,
  attachments: Array.from({ length: 13 }, (_, n) => ({
    id: `${n}`,
    name: n === 12 ? 'x.png' : `${n}.txt`,
    isInline: n === 12,
  })),
}
const readCard = (files: SharedFiles['files']): string => {
  const shared = { thread: 't', head: 0, by: 'U1', at: 1, click: 'c', round: 1, files }
  return JSON.stringify(buildFilesCard(mailTextIn('en'), { key: 'k', mail, files: shared }).blocks)
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n)
const inState = (indexes: number[], state: 'done' | 'waiting') =>
  Object.fromEntries(indexes.map((index) => [index, { state }]))

test('one click gets ten files at most, then the rest, and pictures from the text last', () => {
  expect(planBatch(mail)).toEqual({ kind: 'more', indexes: range(0, 10) })
  expect(planBatch(mail, inState(range(0, 10), 'done'))).toEqual({ kind: 'more', indexes: [10, 11] })
  expect(planBatch(mail, inState(range(0, 12), 'done'))).toEqual({ kind: 'inline', indexes: [12] })
  expect(planBatch(mail, inState(range(0, 13), 'done'))).toBeUndefined()
})

test('the message about files shows their progress, then offers the next ones', () => {
  const underway = readCard({ ...inState(range(0, 3), 'done'), ...inState(range(3, 10), 'waiting') })
  expect(underway).toContain('Getting the files: 3 of 10…')
  expect(underway).not.toContain('"button"')
  expect(readCard(inState(range(0, 10), 'done'))).toContain('Get the next 2 files')
})

test('the message about files lists the contents of an archive, or says that they are unknown', () => {
  const entries = [
    { name: 'a.log', size: 1500 },
    { name: 'b.log', size: 3 },
  ]
  const shown = readCard({
    0: { state: 'done', archive: { kind: 'gzip', count: 7, entries } },
    1: { state: 'done', archive: { kind: 'rar' } },
  })
  expect(shown).toContain('0.txt contains a.log 1.5 kB, b.log 3 bytes, 5 more.')
  expect(shown).toContain('1.txt is a RAR archive. Bellhop can’t list what it contains')
})

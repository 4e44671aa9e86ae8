import { expect, test } from 'vitest'
import { openMemory } from '../../support/mail-services.ts'
import { fillIndex, MAILS, MOST_BYTES, openIndex } from './index-cost.ts'

test('a mail of 200 made-up words takes a few KB of a SQLite file in the index', async () => {
  const { store, file } = openMemory()
  const index = await openIndex(store)
  const countBytes = () =>
    Number(
      file.db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()?.[
        'bytes'
      ],
    )
  const before = countBytes()
  await fillIndex(index, MAILS)
  expect((countBytes() - before) / MAILS).toBeLessThan(MOST_BYTES)
})

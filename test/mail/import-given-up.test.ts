import { expect, test } from 'vitest'
import { isImportRunning } from '../../src/mail/model/mail-import.ts'
import { createImportId } from '../../src/mail/receive/import-task.ts'
import { openMailSlice } from '../support/mail-services.ts'

test('an import that was given up keeps nobody from another one, and goes on when it is run again', async () => {
  const { services, slice, runTask } = await openMailSlice()
  const team = 'T1'
  const inboxId = 'help@acme.test'
  const table = services.imports(team)
  const id = createImportId(services.keyedHash, inboxId)
  const data = { team, user: 'U1', inboxId, days: 7, at: 5, channel: 'C1' }
  const started = { inboxId, by: 'U1', at: 5, days: 7, state: 'fetching' as const }
  await table.put(id, { ...started, found: [], through: 0, imported: 3, missing: 0, digests: [] }, 0)
  const read = async () => (await table.get(id))?.value

  const handler = slice.tasks?.find(({ kind }) => kind === 'mail.import')
  const failure = { id: 'task', attempts: 9, reason: 'the store is full' }
  expect(await handler?.onDeadLetter({ kind: 'mail.import', version: 1, data }, failure)).toBe(false)
  const stopped = await read()
  expect(stopped && isImportRunning(stopped)).toBe(false)

  await runTask('mail.import', data)
  expect(await read()).toMatchObject({ state: 'done', imported: 3 })
})

import { expect, test } from 'vitest'
import { allowEverything } from '../support/allow-everything.ts'
import { openMailSlice } from '../support/mail-services.ts'

test('of two changes of the same saved reply at once, the second is not saved, and its text goes back', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything })
  const write = (text: string) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  })
  const save = (event: string, text: string, more = {}) =>
    runTask('mail.saved', {
      team: 'T1',
      user: 'U1',
      event,
      at: 1,
      scope: 'U1',
      id: 's',
      do: 'save',
      name: 'Hours',
      written: write(text),
      ...more,
    })
  await save('e1', 'First')
  await save('e2', 'Second', { seen: 1 })
  await save('e3', 'Third', { seen: 1 })
  // As after a crash.
  await save('e2', 'Second', { seen: 1 })
  expect(await services.savedReplies.find('T1', 'U1', 's')).toMatchObject({ revision: 2, written: write('Second') })
  const told = JSON.stringify(sent.filter(({ kind }) => kind === 'slack.direct').map(({ data }) => data))
  expect(told).toMatch(/wasn’t saved.*Third/)
})

import { expect, test } from 'vitest'
import { allowEverything } from '../../../support/allow-everything.ts'
import { SAVED_MAX } from '../../../../src/mail/outbound/saved/saved-reply.ts'
import { openMailSlice } from '../../../support/mail-services.ts'
import { openRepeatedForm } from '../../repeated-form.ts'

const write = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})

test('a reply that no longer fits among the saved ones is returned whole, and not reported as saved', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything })
  const saved = { name: 'Hours', written: write('x'), by: 'U1', at: 1, revision: 1, uses: 0 }
  for (let at = 0; at < SAVED_MAX; at += 1) await services.outbound.savedReplies.change('U1', `s${at}`, () => saved)
  const text = `First ${'word '.repeat(1500)}last`
  const place = { team: 'T1', user: 'U1', event: 'e1', at: 1, scope: 'U1', id: 's' }
  await runTask('mail.saved', { ...place, do: 'save', name: 'More', written: write(text) })
  expect(await services.outbound.savedReplies.find('U1', 's')).toBeUndefined()
  const told = JSON.stringify(sent.filter(({ kind }) => kind === 'slack.direct').map(({ data }) => data))
  expect(told).toMatch(/wasn’t saved: 100 saved replies are there already.*First word .* last/)
  expect(told).not.toContain('is saved')
})

test('the second of two simultaneous changes of a saved reply is not saved, and its text is returned', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything })
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
  // Simulates a crash.
  await save('e2', 'Second', { seen: 1 })
  expect(await services.outbound.savedReplies.find('U1', 's')).toMatchObject({
    revision: 2,
    written: write('Second'),
  })
  const told = JSON.stringify(sent.filter(({ kind }) => kind === 'slack.direct').map(({ data }) => data))
  expect(told).toMatch(/wasn’t saved.*Third/)
})

test('a form that is submitted again with another text saves the last one, unless someone else changed the reply meanwhile', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything })
  let at = 0
  const save = (form: string, text: string, more = {}) =>
    runTask('mail.saved', {
      team: 'T1',
      user: 'U1',
      event: `${form}:${text}`,
      form,
      at: ++at,
      scope: 'U1',
      id: 's',
      do: 'save',
      name: 'Hours',
      written: write(text),
      ...more,
    })
  const find = () => services.outbound.savedReplies.find('U1', 's')
  await save('new', 'First')
  await save('new', 'Second')
  expect(await find()).toMatchObject({ revision: 2, written: write('Second') })
  await save('edit', 'Third', { seen: 2 })
  await save('edit', 'Fourth', { seen: 2 })
  await save('new', 'Fifth')
  expect(await find()).toMatchObject({ revision: 4, written: write('Fourth') })
  const told = JSON.stringify(sent.filter(({ kind }) => kind === 'slack.direct').map(({ data }) => data))
  expect(told).toMatch(/wasn’t saved.*Fifth/)
})

test.each([
  ['before any task has run', 0],
  ['after the task of the first has run', 1],
  ['after each task has run', 3],
])('a form that is submitted with a text, another one and the first again, %s, saves the first', async (_, ready) => {
  const opened = await openMailSlice({ access: allowEverything })
  const { services } = opened
  const form = { callbackId: 'mail.saved_form', task: 'mail.saved', team: 'T1', user: 'U1' }
  const { submit, runTasks } = openRepeatedForm(opened, form)
  const privateMetadata = JSON.stringify({ scope: 'U1' })
  for (const [at, text] of ['First', 'Second', 'First', 'First'].entries()) {
    const values = {
      'mail.saved_name': { 'mail.saved_name': { type: 'plain_text_input', value: 'Hours' } },
      'mail.saved_text': { 'mail.saved_text': { type: 'rich_text_input', rich_text_value: write(text) } },
    }
    expect(await submit({ privateMetadata, values })).toBeUndefined()
    if (at < ready) await runTasks()
  }
  await runTasks()
  expect(await services.outbound.savedReplies.list('U1')).toMatchObject([{ written: write('First'), revision: 3 }])
})

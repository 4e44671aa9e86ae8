import { expect, test } from 'vitest'
import { allowEverything } from '../support/allow-everything.ts'
import { openSettingsForm } from './open-settings.ts'

const members = {
  type: 'multi_external_select',
  selected_options: [{ text: { type: 'plain_text', text: 'Members' }, value: 'members' }],
}

/** A place where requests wait until this many have arrived. */
function createBarrier(wanted: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === wanted) resolve()
    return promise
  }
}

test('a person who chooses two projects in quick succession saves the settings of the project on the screen', async () => {
  let meet = () => Promise.resolve()
  const form = await openSettingsForm({
    access: {
      ...allowEverything,
      decide: async ({ action }) => {
        if (action === 'workspace.administer') await meet()
        return { isAllowed: true, subjects: [] }
      },
    },
  })
  meet = createBarrier(2)
  await Promise.all([form.choose('target', '0'), form.choose('target', '1')])
  const shown = /For jobs of \*(.*?)\*/.exec(form.readForm())?.[1]
  form.type('access.jobs.start', members)
  expect(await form.submit()).toBeUndefined()
  await form.runSaves()
  const saved = ['Acme Docs', 'Globex Docs'].map(async (project) => [project, await form.read('project', project)])
  expect(Object.fromEntries(await Promise.all(saved))).toEqual({
    'Acme Docs': {},
    'Globex Docs': {},
    [String(shown)]: { 'access.jobs.start': ['members'] },
  })
})

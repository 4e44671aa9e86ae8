import { expect, test } from 'vitest'
import { UpstreamError } from '../../src/core/errors.ts'
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

const memo = { type: 'plain_text_input', value: 'memo' }
const seconds = { type: 'plain_text_input', value: '60' }

/** A form with answers about permission that a test changes while it is open. */
async function openChangingForm(section: 'channel' | 'workspace') {
  let permission: 'allowed' | 'refused' | 'late' = 'allowed'
  const form = await openSettingsForm({
    section,
    access: {
      ...allowEverything,
      decide: async () => {
        if (permission === 'late')
          throw new UpstreamError('too slow', { service: 'slack', code: 'timeout', outcome: 'unknown' })
        return { isAllowed: permission === 'allowed', subjects: ['admins'] }
      },
    },
  })
  return {
    ...form,
    changePermission: (next: typeof permission) => {
      permission = next
    },
  }
}

test.each([
  ['workspace', 'emoji', memo, { emoji: 'memo' }],
  ['channel', 'holdSeconds', seconds, { holdSeconds: 60 }],
] as const)(
  'a person who chooses another section of the %s page while Slack is slow keeps their entries, and saves them',
  async (section, name, entry, saved) => {
    const form = await openChangingForm(section)
    form.type(name, entry)
    const before = form.readForm()
    form.changePermission('late')
    await form.choose('section', 'mine')
    expect(form.readForm()).toBe(before)
    expect(form.readAbove()).toContain('Slack took too long to respond, so nothing changed. Try again.')
    form.changePermission('allowed')
    await form.choose('section', 'mine')
    expect(form.readForm()).toMatch(/isn’t saved yet. Save it, and \*Mine\* opens/)
    await form.submit()
    await form.runSaves()
    expect(await form.read(section, section === 'channel' ? 'C1' : '')).toEqual(saved)
  },
)

test('a person who may no longer change a page keeps their entries when they choose another section, and reads why', async () => {
  const form = await openChangingForm('workspace')
  form.type('emoji', memo)
  const before = form.readForm()
  form.changePermission('refused')
  await form.choose('section', 'mine')
  expect(form.readForm()).toBe(before)
  expect(form.readAbove()).toContain('You can’t change this here, so nothing was saved.')
})

const admins = {
  type: 'multi_external_select',
  selected_options: [{ text: { type: 'plain_text', text: 'Admins' }, value: 'admins' }],
}

test('a page with a value that proves impossible after it was saved opens again with everything that was entered', async () => {
  const form = await openSettingsForm({ section: 'workspace' })
  form.type('emoji', { type: 'plain_text_input', value: 'bomb' })
  form.type('access.jobs.start', admins)
  form.slowDown(true)
  expect(await form.submit()).toBeUndefined()
  form.slowDown(false)
  await form.runSaves()
  expect(await form.read('workspace', '')).toEqual({})
  await form.reopen()
  expect(form.readForm()).toContain('⚠️ This couldn’t be used')
  expect(form.readForm()).not.toContain('Someone else')
  form.type('emoji', memo)
  expect(await form.submit()).toBeUndefined()
  await form.runSaves()
  expect(await form.read('workspace', '')).toEqual({ emoji: 'memo', 'access.jobs.start': ['admins'] })
})

test('a person whose entry another person has overtaken reads so until they save, whatever sections they choose', async () => {
  const form = await openSettingsForm({ section: 'workspace' })
  const target = { team: 'T1', scope: 'workspace', id: '' } as const
  const { version } = await form.settings.read(target)
  form.type('emoji', memo)
  await form.settings.write(target, { version, values: { emoji: 'dog' }, by: 'U2' })
  for (const section of ['channel', 'mine', 'channel']) {
    await form.choose('section', section)
    expect(form.readForm()).toMatch(/<@U2> has set this to \*dog\*/)
  }
  expect(await form.submit()).toMatchObject({ update: {} })
  await form.runSaves()
  expect(await form.read('workspace', '')).toEqual({ emoji: 'memo' })
})

const empty = { type: 'plain_text_input', value: '' }
const dog = { type: 'plain_text_input', value: 'dog' }

/** A form whose answers are lost: it stays open, whatever was submitted from it. */
async function openLostForm() {
  const form = await openSettingsForm({ section: 'workspace' })
  const submit = async (...entries: { type: string; value: string }[]) => {
    for (const entry of entries) {
      form.type('emoji', entry)
      expect(JSON.stringify((await form.submit()) ?? {})).not.toContain('"errors"')
    }
  }
  const read = async () => (await form.read('workspace', ''))['emoji']
  return { ...form, submit, read }
}

test('a person who puts the old value back after an answer was lost saves the old value', async () => {
  const form = await openLostForm()
  await form.submit(memo)
  await form.runSaves()
  expect(await form.read()).toBe('memo')
  await form.submit(empty)
  await form.runSaves()
  expect(await form.read()).toBeUndefined()
  const { records } = await form.audit.list('T1', {})
  expect(records).toHaveLength(2)
})

test('the last of several submissions whose answers were lost is saved, also if its content was submitted before', async () => {
  const form = await openLostForm()
  await form.submit(memo, empty)
  await form.runSaves()
  expect(await form.read()).toBeUndefined()
  await form.submit(memo, memo, dog)
  await form.runSaves()
  await form.submit(memo)
  await form.runSaves()
  expect(await form.read()).toBe('memo')
})

test('a person who chooses another section after an answer was lost has to save the old value, and saves it', async () => {
  const form = await openLostForm()
  await form.submit(memo)
  form.type('emoji', empty)
  await form.choose('section', 'channel')
  expect(form.readForm()).toContain('isn’t saved yet')
  await form.submit(empty)
  await form.runSaves()
  expect(await form.read()).toBeUndefined()
})

test.each([
  ['memo', 'memo'],
  [':memo:', 'memo'],
  ['Memo', 'memo'],
  [':+1::skin-tone-3:', '+1'],
  ['+1::skin-tone-3', '+1'],
  [':handshake::skin-tone-2-5:', 'handshake'],
])('%s is saved as the name that a reaction has', async (typed, name) => {
  const form = await openLostForm()
  await form.submit({ type: 'plain_text_input', value: typed })
  await form.runSaves()
  expect(await form.read()).toBe(name)
})

test.each(['📝', '👍🏽', ':memo: :dog:', 'memo, dog', ':', '::skin-tone-3:'])(
  '%s is no name of an emoji, so the form explains where to find it',
  async (typed) => {
    const form = await openSettingsForm({ section: 'workspace' })
    form.type('emoji', { type: 'plain_text_input', value: typed })
    expect(JSON.stringify(await form.submit())).toContain('Slack shows it when you point at the emoji')
  },
)

test('a person who is overtaken before the form goes on to another section sees the other change instead', async () => {
  const form = await openSettingsForm({ section: 'workspace' })
  const target = { team: 'T1', scope: 'workspace', id: '' } as const
  form.type('emoji', memo)
  await form.choose('section', 'channel')
  const { version } = await form.settings.read(target)
  await form.settings.write(target, { version, values: { emoji: 'dog' }, by: 'U2' })
  await form.submit()
  await form.runSaves()
  expect(form.readForm()).toMatch(/Someone else changed these settings.*<@U2> has set this to \*dog\*/)
  expect(form.readForm()).not.toContain('Saving')
  expect(await form.read('workspace', '')).toEqual({ emoji: 'dog' })
  await form.submit()
  expect(form.readForm()).toContain('Saving *Workspace*')
  await form.runSaves()
  expect(await form.read('workspace', '')).toEqual({ emoji: 'memo' })
})

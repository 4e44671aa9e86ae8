import { expect, test } from 'vitest'
import { accessRequests } from '../../src/access/access-requests.ts'
import type { Json } from '../../src/core/json.ts'
import { allowEverything } from '../support/allow-everything.ts'
import { openSettingsTasks } from './open-settings.ts'

test('a repeated save changes nothing, and one that is too late changes nothing and names the person who saved first', async () => {
  const { run, read, sent, audit } = await openSettingsTasks()
  const save = (user: string, value: number) => ({
    team: 'T1',
    user,
    at: 1,
    form: 'F1',
    page: 1,
    topic: { section: 'channel', id: 'C1' },
    changes: [
      { name: 'followUp', before: 'mention', value: 'any' },
      { name: 'holdSeconds', before: 5, value },
    ],
  })
  await run('settings.save', 'first', save('U1', 41))
  await run('settings.save', 'first', save('U1', 41))
  expect(sent).toEqual([])
  await run('settings.save', 'second', save('U2', 42))
  expect(sent.join()).toMatch(/someone else changed the same.*Undo start \(seconds\).*<@U1> has set this to \*41\*/s)
  expect(sent.join()).not.toContain('Which replies')
  expect(await read('channel', 'C1')).toEqual({ followUp: 'any', holdSeconds: 41 })
  const { records } = await audit.list('T1', {})
  const acts = records.map(({ user, object, location }) => `${user} ${object.id} in ${location?.channel}`)
  expect(acts.toSorted()).toEqual(['U1 channel/C1/followUp in C1', 'U1 channel/C1/holdSeconds in C1'])
})

test('a save that another person overtakes while it is written is not recorded as done', async () => {
  const target = { team: 'T1', scope: 'channel', id: 'C1' } as const
  const { run, read, sent, audit } = await openSettingsTasks({
    beforeWrite: async (settings) => {
      const { version } = await settings.read(target)
      if (version === 0) await settings.write(target, { version, values: { holdSeconds: 60 }, by: 'U2' })
    },
  })
  const changes = [
    { name: 'followUp', before: 'mention', value: 'any' },
    { name: 'holdSeconds', before: 5, value: 41 },
  ]
  const topic = { section: 'channel', id: 'C1' }
  await run('settings.save', 'first', { team: 'T1', user: 'U1', at: 1, form: 'F1', page: 1, topic, changes })
  expect(await read('channel', 'C1')).toEqual({ holdSeconds: 60 })
  expect(sent.join()).toContain('Undo start (seconds)')
  expect((await audit.list('T1', {})).records).toEqual([])
})

test('a repeated save that removed the permission to save is recorded once, as done', async () => {
  let mayAdminister = true
  const { run, sent, audit } = await openSettingsTasks({
    access: {
      ...allowEverything,
      decide: () => Promise.resolve({ isAllowed: mayAdminister, subjects: ['members'] }),
    },
  })
  const save = {
    team: 'T1',
    user: 'U1',
    at: 1,
    form: 'F1',
    page: 1,
    topic: { section: 'workspace', id: '' },
    changes: [{ name: 'access.workspace.administer', before: ['admins'], value: ['members'] }],
  }
  await run('settings.save', 'first', save)
  mayAdminister = false
  await run('settings.save', 'first', save)
  expect(sent).toEqual([])
  const { records } = await audit.list('T1', {})
  expect(records.map(({ outcome }) => outcome)).toEqual(['done'])
})

test('a refusal to change a channel that the person can no longer read is recorded', async () => {
  const { run, sent, audit } = await openSettingsTasks({
    access: { ...allowEverything, mayRead: () => Promise.resolve(false) },
  })
  const changes = [{ name: 'notices', before: 'concerns', value: 'nothing' }]
  const topic = { section: 'channel', id: 'C1' }
  await run('settings.save', 'first', { team: 'T1', user: 'U1', at: 1, form: 'F1', page: 1, topic, changes })
  expect(sent).toHaveLength(1)
  const { records } = await audit.list('T1', {})
  expect(records).toMatchObject([
    {
      user: 'U1',
      action: 'workspace.administer',
      object: { id: 'channel/C1/notices' },
      location: { channel: 'C1' },
      outcome: 'refused',
    },
  ])
})

test('a person who may not change a channel’s settings requests access with the channel', async () => {
  const { run, audit, store } = await openSettingsTasks({
    access: {
      ...allowEverything,
      decide: () => Promise.resolve({ isAllowed: false, subjects: ['admins'] }),
    },
  })
  const changes = [{ name: 'notices', before: 'concerns', value: 'nothing' }]
  const topic = { section: 'channel', id: 'C1' }
  await run('settings.save', 'first', { team: 'T1', user: 'U1', at: 1, form: 'F1', page: 1, topic, changes })
  const { rows } = await accessRequests(store, 'T1').list()
  expect(rows).toMatchObject([{ value: { user: 'U1', location: { channel: 'C1' } } }])
  expect((await audit.list('T1', {})).records).toMatchObject([{ location: { channel: 'C1' }, outcome: 'refused' }])
})

test('a save for a missing project, or of a value that proves impossible, changes nothing and is reported', async () => {
  const { run, read, sent, audit } = await openSettingsTasks()
  const save = (id: string, name: string, value: Json) => ({
    team: 'T1',
    user: 'U1',
    at: 1,
    form: 'F1',
    page: 1,
    topic: { section: 'workspace', id },
    changes: [{ name, before: name === 'emoji' ? '' : [], value }],
  })
  await run('settings.save', 'gone', save('Old Docs', 'access.jobs.start', ['members']))
  expect(sent.splice(0).join()).toContain('inbox or project no longer exists')
  await run('settings.save', 'impossible', save('', 'emoji', 'bomb'))
  const told = sent.splice(0).join()
  expect(told).toMatch(/weren’t saved.*kept what you entered.*Emoji that starts a job.*No bombs\./s)
  expect([await read('project', 'Old Docs'), await read('workspace', '')]).toEqual([{}, {}])
  expect((await audit.list('T1', {})).records).toEqual([])
  await run('settings.save', 'there', save('Acme Docs', 'access.jobs.start', ['members']))
  await run('settings.save', 'possible', save('', 'emoji', 'memo'))
  expect(sent).toEqual([])
  expect(await read('project', 'Acme Docs')).toEqual({ 'access.jobs.start': ['members'] })
  expect(await read('workspace', '')).toEqual({ emoji: 'memo' })
})

test('a change and a refused one are found in the audit under the action that the setting needs', async () => {
  let isAllowed = true
  const { run, audit } = await openSettingsTasks({
    access: { ...allowEverything, decide: () => Promise.resolve({ isAllowed, subjects: ['admins'] }) },
  })
  const save = (section: string, id: string, name: string, before: string, value: string) =>
    run('settings.save', `${section} ${value}`, {
      team: 'T1',
      user: 'U1',
      at: 1,
      form: 'F1',
      page: 1,
      topic: { section, id },
      changes: [{ name, before, value }],
    })
  await save('workspace', '', 'emoji', '', 'memo')
  await save('mine', '', 'notices', 'concerns', 'nothing')
  isAllowed = false
  await save('workspace', '', 'emoji', 'memo', 'dog')
  const list = async (action: string) =>
    (await audit.list('T1', { action })).records.map(({ outcome, object, verb }) => `${outcome} ${object.id} ${verb}`)
  const acts = await list('workspace.administer')
  expect(acts.toSorted()).toEqual(['done workspace/emoji settings.change', 'refused workspace/emoji settings.change'])
  expect(await list('settings.change')).toEqual(['done person/notices undefined'])
})

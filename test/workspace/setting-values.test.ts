import { expect, test } from 'vitest'
import { declareAccessSettings } from '../../src/access/access-settings.ts'
import { createSettingsStore } from '../../src/settings/settings-store.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import { readSettingValues, writeSettingValues } from '../../src/workspace/settings/setting-values.ts'
import { openMemory } from '../support/mail-services.ts'

const target = { team: 'T1', scope: 'workspace', id: '' } as const
const settings = declareAccessSettings(['jobs.start']).filter(({ scope }) => scope === 'workspace')

test('the default that returns when a field is emptied is no conflict for a repeated task', async () => {
  const clock = { now: () => 1_700_000_000_000, scaled: (ms: number) => ms }
  const { store } = openMemory(clock)
  const saved = createSettingsStore({ store, clock, keyedHash: await createKeyedHash(store) })
  const write = async (before: string[], value: string[], by = 'U1') => {
    const changes = [{ name: 'access.jobs.start', before, value }]
    return (await writeSettingValues(saved, target, settings, { changes, by, at: clock.now() })).lost
  }
  const read = async () => (await readSettingValues(saved, target, settings)).values['access.jobs.start']
  expect(await write(['members'], ['group:S1'])).toEqual([])
  expect(await write(['group:S1'], [])).toEqual([])
  expect(await read()).toEqual(['members'])
  expect(await write(['group:S1'], [])).toEqual([])
  // A person who saw the group and chose another one gets a conflict.
  expect(await write(['group:S1'], ['group:S2'], 'U2')).toHaveLength(1)
  expect(await read()).toEqual(['members'])
})

test('a person who saves from an older form replaces their own later choice, but not that of another person', async () => {
  const clock = { now: () => 1_700_000_000_000, scaled: (ms: number) => ms }
  const { store } = openMemory(clock)
  const saved = createSettingsStore({ store, clock, keyedHash: await createKeyedHash(store) })
  const write = async (by: string, ...value: string[]) => {
    const changes = [{ name: 'access.jobs.start', before: ['members'], value }]
    return (await writeSettingValues(saved, target, settings, { changes, by, at: clock.now() })).lost.length
  }
  expect(await write('U1', 'group:S1')).toBe(0)
  expect(await write('U1', 'group:S2')).toBe(0)
  expect(await write('U2', 'group:S2')).toBe(0)
  expect(await write('U2', 'group:S3')).toBe(1)
})

/** Saves a value of the settings' own record together with some that are kept elsewhere. Another person has just changed the one at `overtakenAt`. */
async function saveMixed({ count, overtakenAt }: { count: number; overtakenAt: number }) {
  const clock = { now: () => 1_700_000_000_000, scaled: (ms: number) => ms }
  const { store } = openMemory(clock)
  const saved = createSettingsStore({ store, clock, keyedHash: await createKeyedHash(store) })
  const [own] = settings
  if (!own) throw new Error('no setting')
  const elsewhere = Array.from({ length: count }, (_, index) => ({
    ...own,
    name: `elsewhere${index}`,
    storage: {
      read: () => Promise.resolve({ value: ['members'] }),
      write: () => Promise.resolve(index !== overtakenAt),
    },
  }))
  const all = [own, ...elsewhere]
  const changes = all.map(({ name }, index) => ({ name, before: ['members'], value: [`group:S${index}`] }))
  const outcome = await writeSettingValues(saved, target, all, { changes, by: 'U1', at: 1 })
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  const { values } = await saved.read(target)
  return { saved: names(outcome.saved), lost: names(outcome.lost), own: values[own.name] }
}

test('a page whose first value is overtaken is not saved at all', async () => {
  expect(await saveMixed({ count: 1, overtakenAt: 0 })).toEqual({ saved: [], lost: ['elsewhere0'], own: undefined })
})

test('a person who is overtaken between two records of a page gets the names of what was saved', async () => {
  expect(await saveMixed({ count: 2, overtakenAt: 1 })).toEqual({
    saved: ['elsewhere0'],
    lost: ['elsewhere1'],
    own: undefined,
  })
})

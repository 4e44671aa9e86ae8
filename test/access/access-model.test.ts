import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccessPolicy } from '../../src/access/access-policy.ts'
import { accessActions, actionRules } from '../../src/access/actions.ts'
import { accessField, createAccessRules } from '../../src/access/access-rules.ts'
import type { Subject } from '../../src/access/subject.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createClock } from '../../src/core/clock.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSettingsStore } from '../../src/settings/settings-store.ts'
import type { PersonKind } from '../../src/slack/directory/people.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'

const PEOPLE = ['U1', 'U2', 'U3']
const kinds: PersonKind[] = ['member', 'guest', 'external', 'app', 'deactivated']
const subjects: Subject[] = [
  'members',
  'admins',
  'guests',
  'external',
  'apps',
  'person:U1',
  'person:U2',
  'group:S1',
  'channel:C1',
]

const world = fc.record({
  user: fc.constantFrom(...PEOPLE),
  kind: fc.constantFrom(...kinds),
  isWorkspaceAdmin: fc.boolean(),
  isInAdminUsers: fc.boolean(),
  isInGroup: fc.boolean(),
  isInChannel: fc.boolean(),
  action: fc.constantFrom(...accessActions),
  forWorkspace: fc.option(fc.subarray(subjects, { minLength: 1 })),
  forTarget: fc.option(fc.subarray(subjects, { minLength: 1 })),
  isNarrow: fc.boolean(),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

/** The rule in the words of its specification, written independently of the code. */
function model(w: World): boolean {
  const { fallback, narrowedBy } = actionRules[w.action]
  const narrow = narrowedBy !== undefined && w.isNarrow ? w.forTarget : null
  const allowed: readonly Subject[] = narrow ?? w.forWorkspace ?? fallback
  const isAdmin = w.isWorkspaceAdmin || w.isInAdminUsers
  switch (w.kind) {
    case 'deactivated':
      return false
    case 'guest':
      return allowed.includes('guests')
    case 'external':
      return allowed.includes('external')
    case 'app':
      return allowed.includes('apps')
    case 'member':
  }
  if (['mail.administer', 'workspace.administer'].includes(w.action) && isAdmin) return true
  if (allowed.includes('members') || (allowed.includes('admins') && isAdmin)) return true
  if (allowed.includes(`person:${w.user}`)) return true
  return (allowed.includes('group:S1') && w.isInGroup) || (allowed.includes('channel:C1') && w.isInChannel)
}

test('the policy decides like the model, for any person, action and setting', async () => {
  const database = openSqliteDatabase(':memory:')
  const clock = createClock()
  const store = createSqliteStore(database, { sealer: createSealer([Buffer.alloc(32, 1)]), clock })
  const settings = createSettingsStore({ store, clock, keyedHash: await createKeyedHash(store) })
  let team = 0
  const save = async (scope: 'workspace' | 'project' | 'inbox', id: string, w: World, value: Subject[] | null) => {
    if (value === null) return
    const values = { [accessField(w.action)]: value }
    expect(await settings.write({ team: `T${team}`, scope, id }, { version: 0, values, by: 'U9' })).toBe(true)
  }
  await fc.assert(
    fc.asyncProperty(world, async (w) => {
      team++
      await save('workspace', '', w, w.forWorkspace)
      const narrowedBy = actionRules[w.action].narrowedBy ?? 'project'
      await save(narrowedBy, 'one', w, w.forTarget)
      const { decide } = createAccessPolicy({
        people: {
          person: (_team, id) =>
            Promise.resolve({
              id,
              name: id,
              kind: w.kind,
              isMember: w.kind === 'member',
              isAdmin: w.kind === 'member' && w.isWorkspaceAdmin,
            }),
          channel: () => Promise.reject(new Error('unused')),
          names: () => Promise.resolve(new Map()),
        },
        conversations: {
          isMember: () => Promise.resolve(w.isInChannel),
          channelsOf: () => Promise.resolve(new Set<string>()),
          personName: (_team, user) => Promise.resolve(user),
          isInaccessible: () => Promise.resolve(false),
          hasApp: () => Promise.resolve(true),
          filterReaders: (_team, _channel, users) => Promise.resolve(users),
          permalink: () => Promise.resolve(undefined),
        },
        groups: {
          readMembers: (_team, groups) => groups.map(() => Promise.resolve(new Set(w.isInGroup ? [w.user] : []))),
          list: () => Promise.resolve([]),
          findSwitchedOff: () => Promise.resolve(undefined),
          lacksScope: () => Promise.resolve(false),
        },
        rules: createAccessRules(settings),
        readAdminSetting: async () => (w.isInAdminUsers ? [w.user] : []),
      })
      const scope = w.isNarrow ? { [narrowedBy]: 'One' } : { [narrowedBy]: 'another' }
      const { isAllowed } = await decide({ team: `T${team}`, user: w.user, action: w.action, ...scope })
      expect(isAllowed).toBe(model(w))
    }),
    { numRuns: 400 },
  )
  database.close()
})

import { expect, test } from 'vitest'
import type { AccessAnswer, AskOptions } from '../../src/access/authorize.ts'
import type { AccessAction } from '../../src/access/actions.ts'
import { accessField } from '../../src/access/access-rules.ts'
import { findWhomToAsk } from '../../src/access/whom-to-ask.ts'
import type { Subject } from '../../src/access/subject.ts'
import { classifyFailure } from '../../src/core/errors.ts'
import type { DirectorySubject } from '../../src/slack/directory/fresh-answers.ts'
import { openFakeSlack } from '../support/fake-slack.ts'

const TEAM = 'T1'

const messageOf = (answer: AccessAnswer): string | undefined =>
  answer.is === 'allowed' ? undefined : answer.message.text

/** A workspace that the test changes, and two processes of the app on one store. */
async function openTwoProcesses() {
  const world = {
    user: { id: 'U1', team_id: TEAM, profile: { display_name: 'Tom' } } as Record<string, unknown>,
    group: ['U1'] as string[] | undefined,
    channels: ['C1'],
    channel: { id: 'CLEADS', name: 'leads' } as Record<string, unknown>,
    /** Methods that Slack does not answer. */
    silent: [] as string[],
  }
  let aheadMs = 0
  const clock = { now: () => Date.now() + aheadMs, scaled: (ms: number) => ms }
  const slack = await openFakeSlack(
    (method, args) => {
      if (world.silent.includes(method)) return undefined
      if (method === 'users.info') {
        const id = args.get('user')
        return {
          ok: true,
          user: id === 'U1' ? world.user : { id, team_id: TEAM, profile: { display_name: `Name of ${id}` } },
        }
      }
      if (method === 'users.list')
        return { ok: true, members: [{ id: 'UADMIN', team_id: TEAM, is_admin: true, profile: {} }] }
      if (method === 'users.conversations') return { ok: true, channels: world.channels.map((id) => ({ id })) }
      if (method === 'conversations.info' && args.get('channel') === 'CLEADS')
        return { ok: true, channel: world.channel }
      if (method === 'usergroups.list') {
        const users = args.get('include_users') ? world.group : undefined
        return { ok: true, usergroups: [{ id: 'S1', handle: 'docs-team', ...(users && { users }) }] }
      }
      if (method === 'usergroups.users.list')
        return world.group ? { ok: true, users: world.group } : { ok: false, error: 'no_such_subteam' }
      return { ok: false, error: 'channel_not_found' }
    },
    { clock },
  )
  const [one, other] = [await slack.open(), await slack.open()]
  const action: AccessAction = 'jobs.start'
  const set = async (...subjects: Subject[]) => {
    const target = { team: TEAM, scope: 'workspace', id: '' } as const
    const { version } = await one.settings.read(target)
    await one.settings.write(target, { version, values: { [accessField(action)]: subjects }, by: 'UADMIN' })
  }
  const ask = async () =>
    Promise.all(
      [one, other].map(async ({ access }) => (await access.decide({ team: TEAM, user: 'U1', action })).isAllowed),
    )
  const askToStart = (options?: AskOptions) =>
    one.authorizer.ask({ team: TEAM, user: 'U1', action, object: { kind: 'job', id: '1' }, opId: '1' }, options)
  const tell = (subject: DirectorySubject) => other.slack.changes.recordChange(TEAM, subject)
  return {
    ...slack,
    changes: other.slack.changes,
    world,
    set,
    ask,
    askToStart,
    tell,
    setAhead: (ms: number) => (aheadMs += ms),
  }
}

type World = Awaited<ReturnType<typeof openTwoProcesses>>['world']

const CHANGES: [what: string, subject: Subject, event: DirectorySubject, change: (world: World) => void][] = [
  ['becomes a guest', 'members', 'person-U1', ({ user }) => (user['is_restricted'] = true)],
  ['is deactivated', 'person:U1', 'person-U1', ({ user }) => (user['deleted'] = true)],
  ['leaves the group', 'group:S1', 'group-S1', (world) => (world.group = ['U2'])],
  ['is in a group that is deleted', 'group:S1', 'group-S1', (world) => (world.group = undefined)],
  ['leaves the channel', 'channel:C1', 'memberships-U1', (world) => (world.channels = [])],
  ['is in a channel that the app leaves', 'channel:C1', 'memberships', (world) => (world.channels = [])],
]

test.each(CHANGES)('every process immediately refuses a person who %s', async (_what, subject, event, change) => {
  const { world, set, ask, tell } = await openTwoProcesses()
  await set(subject)
  expect(await ask()).toEqual([true, true])
  change(world)
  await tell(event)
  expect(await ask()).toEqual([false, false])
})

test.each(CHANGES)(
  'a person who %s is refused after a minute without an event',
  async (_what, subject, _event, change) => {
    const { world, set, ask, setAhead } = await openTwoProcesses()
    await set(subject)
    expect(await ask()).toEqual([true, true])
    change(world)
    setAhead(60_000)
    expect(await ask()).toEqual([false, false])
  },
)

test('a name is read every ten minutes and after a change, although access is checked each minute', async () => {
  const { world, open, changes, setAhead, countCalls } = await openTwoProcesses()
  const { people } = await open()
  const readName = async () => (await people.person(TEAM, 'U1', { isShownOnly: true })).name
  const readForAccess = () => people.person(TEAM, 'U1')
  expect(await readName()).toBe('Tom')
  setAhead(9 * 60_000)
  expect(await readName()).toBe('Tom')
  expect(countCalls('users.info')).toBe(1)
  // While Slack does not answer, access waits, and the name is still known.
  world.silent = ['users.info']
  await expect(readForAccess()).rejects.toThrow('users.info')
  expect(await readName()).toBe('Tom')
  world.silent = []
  world.user['profile'] = { display_name: 'Tom H.' }
  await changes.recordChange(TEAM, 'person-U1')
  expect(await readName()).toBe('Tom H.')
  setAhead(11 * 60_000)
  await readName()
  expect(countCalls('users.info')).toBe(4)
})

test('a channel that is archived or renamed is read again immediately, in every process', async () => {
  const { world, open, tell } = await openTwoProcesses()
  const processes = [await open(), await open()]
  const read = async () =>
    Promise.all(
      processes.map(async ({ people }) => {
        const { name, isArchived } = await people.channel(TEAM, 'CLEADS')
        return isArchived ? `${name}, archived` : name
      }),
    )
  expect(await read()).toEqual(['leads', 'leads'])
  world.channel['is_archived'] = true
  expect(await read()).toEqual(['leads', 'leads'])
  await tell('channel-CLEADS')
  expect(await read()).toEqual(['leads, archived', 'leads, archived'])
})

test('an answer requested from Slack before a change does not outlive it', async () => {
  const { world, set, ask, tell } = await openTwoProcesses()
  await set('group:S1')
  await tell('group-S1')
  const before = ask()
  world.group = []
  await tell('group-S1')
  await before
  expect(await ask()).toEqual([false, false])
})

test.each([
  ['users.info', 'members'],
  ['usergroups.users.list', 'group:S1'],
  ['users.conversations', 'channel:C1'],
] as const)(
  'a task waits and a person is asked to try again while Slack does not answer %s',
  async (method, subject) => {
    const { world, set, ask, askToStart } = await openTwoProcesses()
    await set(subject)
    world.silent = [method]
    const failure = await askToStart().catch((error: unknown) => error)
    expect(classifyFailure(failure)).toBe('retry')
    // A waiting person is asked to try again.
    const answer = await askToStart({ withinMs: 1_000 })
    expect(answer.is).toBe('late')
    expect(messageOf(answer)).toContain('Try again.')
    world.silent = []
    expect(await ask()).toEqual([true, true])
  },
)

test('a rule that names fifty groups costs one call a minute, and follows each change immediately', async () => {
  const { world, set, ask, tell, askToStart, countCalls } = await openTwoProcesses()
  const others = Array.from({ length: 49 }, (_, n): Subject => `group:S${n + 2}`)
  await set(...others, 'group:S1')
  expect(await ask()).toEqual([true, true])
  world.group = ['U2']
  await tell('group-members')
  expect(await ask()).toEqual([false, false])
  expect(messageOf(await askToStart())).toContain('Ask @docs-team.')
  expect(countCalls('usergroups.users.list')).toBe(0)
  // Two processes before the change and after it, and one list of names.
  expect(countCalls('usergroups.list')).toBe(5)
})

test('only as many of fifty channels and people in a rule are looked up as a refusal can name', async () => {
  const { set, askToStart, countCalls } = await openTwoProcesses()
  const people = Array.from({ length: 25 }, (_, n): Subject => `person:U${n + 10}`)
  const channels = Array.from({ length: 25 }, (_, n): Subject => `channel:C${n + 10}`)
  await set(...people, ...channels)
  expect(messageOf(await askToStart())).toContain('Ask @Name of U10, @Name of U11')
  expect(countCalls('users.info')).toBeLessThan(12)
})

test('the last of a group’s 5,000 members counts as a member', async () => {
  const { world, set, ask } = await openTwoProcesses()
  world.group = [...Array.from({ length: 5000 }, (_, n) => `UX${n}`), 'U1']
  await set('group:S1')
  expect(await ask()).toEqual([true, true])
})

test('a refusal names the people in the rule, and the admins once none of them is left', async () => {
  const { world, set, askToStart, tell } = await openTwoProcesses()
  const read = async () => messageOf(await askToStart())
  world.group = ['U2']
  await set('group:S1')
  expect(await read()).toContain('Ask @docs-team.')
  world.group = undefined
  await tell('group-S1')
  expect(await read()).toContain('Ask @Name of UADMIN.')
  await set('group:S1', 'channel:CGONE')
  expect(await read()).toContain('Ask @Name of UADMIN.')
  await set('person:U2', 'channel:CGONE')
  expect(await read()).toContain('Ask @Name of U2.')
})

test('admins who were found are named even if Slack takes no more calls for the rest of a long list', async () => {
  const { open, countCalls } = await openFakeSlack((method, args) => {
    if (method !== 'users.list') return undefined
    if (args.get('cursor')) return { ok: false, error: 'ratelimited' }
    const members = [{ id: 'UADMIN', team_id: TEAM, is_admin: true, profile: {} }]
    return { ok: true, members, response_metadata: { next_cursor: 'more' } }
  })
  const { findWorkspaceAdmins } = (await open()).slack
  expect(await findWorkspaceAdmins(TEAM)).toEqual(['UADMIN'])
  expect(countCalls('users.list')).toBe(2)
})

test('two people refused at the same time cost one reading of the admins', async () => {
  const { open, countCalls } = await openFakeSlack((method) =>
    method === 'users.list'
      ? { ok: true, members: [{ id: 'UADMIN', team_id: TEAM, is_admin: true, profile: {} }] }
      : undefined,
  )
  const { findWorkspaceAdmins } = (await open()).slack
  const found = await Promise.all([findWorkspaceAdmins(TEAM), findWorkspaceAdmins(TEAM)])
  expect(found).toEqual([['UADMIN'], ['UADMIN']])
  expect(await findWorkspaceAdmins(TEAM)).toEqual(['UADMIN'])
  expect(countCalls('users.list')).toBe(1)
})

test('the operator’s admins who are still members are asked, and otherwise the workspace’s own', async () => {
  const askAdmins = async (adminUsers: string[], subject: Subject) => {
    const { open } = await openFakeSlack(
      (method, args) => {
        if (method === 'users.list')
          return { ok: true, members: [{ id: 'UADMIN', team_id: TEAM, is_admin: true, profile: {} }] }
        const id = args.get('user') ?? ''
        const state = { deleted: id === 'UGONE', is_restricted: id === 'UGUEST' }
        return method === 'users.info'
          ? { ok: true, user: { id, team_id: TEAM, profile: { display_name: `Name of ${id}` }, ...state } }
          : undefined
      },
      { adminUsers },
    )
    return (await findWhomToAsk(await open(), TEAM, [subject])).people
  }
  const all = ['UGONE', 'UGUEST', 'UTHERE']
  expect(await askAdmins(all, 'admins')).toEqual(['UTHERE'])
  expect(await askAdmins(all, 'person:UGONE')).toEqual(['UTHERE'])
  expect(await askAdmins(['UGONE', 'UGUEST'], 'admins')).toEqual(['UADMIN'])
})

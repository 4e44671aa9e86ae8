import { expect, test } from 'vitest'
import { isSubject } from '../../src/access/subject.ts'
import { searchSubjects } from '../../src/access/search-subjects.ts'
import { type AnswerCall, openFakeSlack } from '../support/fake-slack.ts'
import { until } from '../support/simulators.ts'

const TEAM = 'T1'
const USER = 'UASKS'

/** The real clock, which a test can set ahead; a minute of the app's waits lasts 50 ms. */
function createQuickClock() {
  let aheadMs = 0
  return {
    clock: { now: () => Date.now() + aheadMs, scaled: (ms: number) => (ms === 60_000 ? 50 : ms) },
    setAhead: (ms: number) => (aheadMs += ms),
  }
}

const person = (id: string, display_name: string, more: object = {}) => ({
  id,
  team_id: TEAM,
  profile: { display_name, real_name: display_name },
  ...more,
})

const PEOPLE = [
  person('UASKS', 'Aiko'),
  person('UMARIA', 'Maria Torres'),
  person('UJOSE', 'José Ångström'),
  person('UTOR', 'Tor'),
  person('UNICK', 'nicky', { profile: { display_name: 'nicky', real_name: 'Nicolás Torsten' } }),
  person('UGUEST', 'Torben Guest', { is_restricted: true }),
  person('UGONE', 'Torge Gone', { deleted: true }),
  person('UBOT', 'Torbot', { is_bot: true }),
  person('UOTHER', 'Torvald', { team_id: 'T2' }),
  person('USLACKBOT', 'Torslackbot'),
]
const CHANNELS = [
  { id: 'CTOR', name: 'store-torrents', is_private: false },
  { id: 'CMINE', name: 'tor-mine', is_private: true },
  { id: 'CHIDDEN', name: 'tor-hidden', is_private: true },
  { id: 'COLD', name: 'tor-old', is_private: false, is_archived: true },
]
const GROUPS = [
  { id: 'STOR', handle: 'tor-team', name: 'Torrent team' },
  { id: 'SGONE', handle: 'tor-gone', name: 'Gone', date_delete: 1_700_000_000 },
]

/** Returns one page of a list. */
const page = <T>(all: T[], args: URLSearchParams, size: number) => {
  const from = Number(args.get('cursor') ?? 0)
  const next = from + size < all.length ? String(from + size) : ''
  return { ok: true, slice: all.slice(from, from + size), response_metadata: { next_cursor: next } }
}

const answerAll =
  (people: object[] = PEOPLE, channels: object[] = CHANNELS): AnswerCall =>
  (method, args) => {
    if (method === 'users.info')
      return { ok: true, user: people.find((one) => 'id' in one && one.id === args.get('user')) }
    if (method === 'usergroups.list') return { ok: true, usergroups: GROUPS }
    if (method === 'users.conversations') return { ok: true, channels: [{ id: 'CMINE' }] }
    const { slice, ...rest } = page(method === 'users.list' ? people : channels, args, 1000)
    return { ...rest, [method === 'users.list' ? 'members' : 'channels']: slice }
  }

async function openSearch(answer: AnswerCall) {
  const { clock, setAhead } = createQuickClock()
  const slack = await openFakeSlack(answer, { clock })
  const services = await slack.open()
  const search = async (typed: string) => (await searchSubjects(services, { team: TEAM, user: USER, typed })).groups
  const find = async (typed: string) =>
    Object.fromEntries((await search(typed)).map(({ title, choices }) => [title, choices.map(({ value }) => value)]))
  const findAll = (typed: string) =>
    until(async () => {
      const found = await find(typed)
      return !('Still loading' in found) && found
    })
  return { ...slack, search, find, findAll, setAhead }
}

test('a search finds members, groups, channels and kinds of people by the beginning of any word, the best first', async () => {
  const { search, findAll, countCalls } = await openSearch(answerAll())
  expect(await findAll('tor')).toEqual({
    People: ['person:UTOR', 'person:UMARIA', 'person:UNICK'],
    Groups: ['group:STOR'],
    Channels: ['channel:CMINE', 'channel:CTOR'],
  })
  expect(await findAll('  Angs JOSE ')).toEqual({ People: ['person:UJOSE'] })
  expect(await findAll('@tor-team')).toEqual({ Groups: ['group:STOR'] })
  expect(await findAll('admin')).toEqual({ 'Kinds of people': ['admins'] })
  expect(await findAll('orres')).toEqual({})
  expect((await findAll(''))['Kinds of people']).toEqual(['members', 'admins', 'guests', 'external', 'apps'])
  expect((await search('nicol')).flatMap(({ choices }) => choices)).toEqual([
    { text: 'nicky (Nicolás Torsten)', value: 'person:UNICK' },
  ])
  expect(countCalls('users.list')).toBe(1)
  expect(countCalls('conversations.list')).toBe(1)
})

test('a search reads 50,000 people and 10,000 channels page by page, once in ten minutes', async () => {
  const people = Array.from({ length: 50_000 }, (_, n) => person(`U${n}`, `Person ${n} of ${n % 7}`))
  const channels = Array.from({ length: 10_000 }, (_, n) => ({ id: `C${n}`, name: `room-${n}`, is_private: false }))
  const { search, find, findAll, countCalls, setAhead } = await openSearch(answerAll(people, channels))
  expect(await findAll('49999')).toEqual({ People: ['person:U49999'] })
  const all = await search('')
  expect(all.flatMap(({ choices }) => choices)).toHaveLength(99)
  expect(all.map(({ title }) => title)).toEqual(['Kinds of people', 'People', 'Groups', 'Channels'])
  expect(all.flatMap(({ choices }) => choices).every(({ value }) => isSubject(value))).toBe(true)
  const counted = () => [countCalls('users.list'), countCalls('conversations.list')]
  expect(counted()).toEqual([50, 10])
  for (const typed of ['p', 'pe', 'person 3', 'room']) await findAll(typed)
  expect(counted()).toEqual([50, 10])

  setAhead(11 * 60_000)
  people.push(person('UNEW', 'Newcomer'))
  // The old list is used until the new one has been read.
  expect(await find('49999')).toEqual({ People: ['person:U49999'] })
  await until(async () => 'People' in (await find('newcomer')))
  expect(counted()).toEqual([101, 20])
})

test('the menu shows that names are missing while Slack is slow, and a call that fails is repeated', async () => {
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  let failures = 2
  const answer = answerAll()
  const { find, findAll, countCalls } = await openSearch(async (method, args) => {
    if (method !== 'users.list') return answer(method, args)
    await held
    return failures-- > 0 ? undefined : answer(method, args)
  })
  const loading = { 'Still loading': ['loading'] }
  expect(await find('tor')).toEqual({ Groups: ['group:STOR'], Channels: ['channel:CMINE', 'channel:CTOR'], ...loading })
  expect(await find('maria')).toEqual(loading)
  expect(isSubject('loading')).toBe(false)
  release()
  expect(await findAll('maria')).toEqual({ People: ['person:UMARIA'] })
  expect(countCalls('users.list')).toBe(3)
})

test('the menu does not call names loading that Slack refuses to show', async () => {
  const answer = answerAll()
  const { findAll, countCalls } = await openSearch((method, args) =>
    method === 'conversations.list' ? { ok: false, error: 'missing_scope' } : answer(method, args),
  )
  expect(await findAll('tor')).toMatchObject({ People: ['person:UTOR', 'person:UMARIA', 'person:UNICK'] })
  await findAll('tor')
  expect(countCalls('conversations.list')).toBe(1)
})

test('an app installed without the scope for user groups shows that in the menu', async () => {
  const answer = answerAll()
  const { search, findAll } = await openSearch((method, args) =>
    method === 'usergroups.list' ? { ok: false, error: 'missing_scope' } : answer(method, args),
  )
  const found = await findAll('tor')
  expect(found).toMatchObject({ People: ['person:UTOR', 'person:UMARIA', 'person:UNICK'], Groups: ['no-groups'] })
  const hint = (await search('tor')).find(({ title }) => title === 'Groups')?.choices[0]
  expect(hint?.text).toContain('usergroups:read')
  expect(isSubject('no-groups')).toBe(false)
})

import { expect, test } from 'vitest'
import { withinDeadline } from '../../src/core/question-time.ts'
import { accessField } from '../../src/access/access-rules.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { type AnswerCall, openFakeSlack } from '../support/fake-slack.ts'

const TEAM = 'T1'
const USER = 'U1'

/** Creates the access policy over a Slack with one person, as described for `users.info`. */
async function policyFor(user: object, adminUsers: string[]) {
  return policyOver(() => ({ ok: true, user: { id: USER, team_id: TEAM, ...user } }), adminUsers)
}

/** Creates the access policy over a Slack that answers each call by its method, or with 503 if there is no answer. */
async function policyOver(answer: AnswerCall, adminUsers: string[] = []) {
  const { open } = await openFakeSlack(answer, { adminUsers })
  return (await open()).access
}

test.each([
  ['a member', {}, [], true, false],
  ['a member in ADMIN_USERS', {}, [USER], true, true],
  ['a workspace admin', { is_admin: true }, [], true, true],
  ['a workspace owner', { is_owner: true }, [], true, true],
  ['a guest in ADMIN_USERS', { is_restricted: true }, [USER], false, false],
  ['a single-channel guest in ADMIN_USERS', { is_restricted: true, is_ultra_restricted: true }, [USER], false, false],
  ['a deactivated person in ADMIN_USERS', { deleted: true }, [USER], false, false],
  ['a deactivated workspace admin', { deleted: true, is_admin: true }, [], false, false],
  ['an admin of another organization in ADMIN_USERS', { team_id: 'T2', is_admin: true }, [USER], false, false],
  ['a bot in ADMIN_USERS', { is_bot: true }, [USER], false, false],
])('%s', async (_, user, adminUsers, mayUse, mayAdminister) => {
  const access = await policyFor(user, adminUsers)
  expect(await access.mayUse(TEAM, USER)).toBe(mayUse)
  const { isAllowed } = await access.decide({ team: TEAM, user: USER, action: 'workspace.administer' })
  expect(isAllowed).toBe(mayAdminister)
})

test.each(['user_not_found', 'user_not_visible'])(
  'a person that Slack does not show may do nothing: %s',
  async (error) => {
    const access = await policyOver(() => ({ ok: false, error }))
    expect(await access.mayUse(TEAM, 'U2')).toBe(false)
  },
)

test.each([
  ['the workspace', 'workspace', '', 'jobs.start'],
  ['one project', 'project', 'acme docs', 'jobs.start'],
  ['one inbox', 'inbox', 'help@example.com', 'mail.read'],
] as const)(
  'guests named by a setting of %s read a public channel only if they are in it',
  async (_, scope, id, action) => {
    const { open } = await openFakeSlack((method, args) => {
      if (method === 'users.info') return { ok: true, user: { id: USER, team_id: TEAM, is_restricted: true } }
      if (method === 'users.conversations') return { ok: true, channels: [{ id: 'CIN' }] }
      return { ok: true, channel: { id: args.get('channel'), name: 'docs', is_private: false, is_member: true } }
    })
    const { access, settings } = await open()
    expect(await access.mayRead(TEAM, USER, 'CIN')).toBe(false)
    const values = { [accessField(action)]: ['members', 'guests'] }
    await settings.write({ team: TEAM, scope, id }, { version: 0, values, by: 'U9' })
    expect(await access.mayRead(TEAM, USER, 'CIN')).toBe(true)
    expect(await access.mayRead(TEAM, USER, 'COUT')).toBe(false)
  },
)

test('a channel is neither open nor closed while Slack does not answer whether the app is in it', async () => {
  let isAway = false
  const access = await policyOver((method) => {
    if (method === 'users.info') return { ok: true, user: { id: USER, team_id: TEAM } }
    return isAway ? undefined : { ok: true, channel: { id: 'C1', name: 'docs', is_private: false, is_member: true } }
  })
  expect(await access.checkChannel(TEAM, USER, 'C1')).toBe('open')
  isAway = true
  await expect(access.checkChannel(TEAM, USER, 'C1')).rejects.toThrow(UpstreamError)
})

test('a form waits for nothing that Slack does not answer, but a bug of the app does not pass for a slow Slack', async () => {
  const details = { service: 'slack', outcome: 'not_sent', code: 'no_answer' } as const
  expect(await withinDeadline(Promise.reject(new UpstreamError('no answer', details)))).toBeUndefined()
  await expect(withinDeadline(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
})

import { expect, test } from 'vitest'
import type { Act } from '../../src/access/authorize.ts'
import { accessField } from '../../src/access/access-rules.ts'
import { openFakeSlack } from '../support/fake-slack.ts'

const TEAM = 'T1'
const act: Act = { team: TEAM, user: 'U1', action: 'jobs.start', object: { kind: 'job', id: '1' }, opId: 'task' }

/** Opens a workspace with one member, who reads the channel CIN. `pauseMs` is the time that Slack takes to answer about people. */
async function openWorkspace(slack: { pauseMs: number } = { pauseMs: 0 }) {
  const { open } = await openFakeSlack(async (method, args) => {
    await new Promise((done) => setTimeout(done, slack.pauseMs))
    if (method === 'users.info')
      return { ok: true, user: { id: args.get('user'), team_id: TEAM, profile: { display_name: 'Tom' } } }
    if (method === 'users.list') return { ok: true, members: [] }
    if (method === 'users.conversations') return { ok: true, channels: [{ id: 'CIN' }] }
    return { ok: true, channel: { id: args.get('channel'), name: 'docs', is_private: true, is_member: true } }
  })
  const { authorizer, audit, settings } = await open()
  /** Allows only this person to start jobs in a project. */
  const reserve = async (project: string, user: string): Promise<void> => {
    const values = { [accessField('jobs.start')]: [`person:${user}`] }
    await settings.write({ team: TEAM, scope: 'project', id: project }, { version: 0, values, by: 'U9' })
  }
  const listRefused = async (): Promise<string[]> => {
    const { records } = await audit.list(TEAM, {}, { limit: 10 })
    return records.flatMap(({ outcome, action }) => (outcome === 'refused' ? [action] : []))
  }
  return { authorizer, reserve, listRefused }
}

test('a person without permission reads the names of the people to ask, and the audit has the refusal', async () => {
  const { authorizer, reserve, listRefused } = await openWorkspace()
  await reserve('docs', 'U2')
  const answer = await authorizer.ask({ ...act, project: 'docs' })
  expect(answer).toMatchObject({ is: 'refused', message: { text: expect.stringContaining('Ask @Tom.') } })
  expect(await listRefused()).toEqual(['jobs.start'])
})

test('a question about an act that was not tried leaves the audit empty', async () => {
  const { authorizer, reserve, listRefused } = await openWorkspace()
  await reserve('docs', 'U2')
  expect((await authorizer.ask({ ...act, project: 'docs' }, { isTried: false })).is).toBe('refused')
  expect(await listRefused()).toEqual([])
})

test('a person with permission is refused in a conversation that they cannot read', async () => {
  const { authorizer, listRefused } = await openWorkspace()
  expect(await authorizer.ask({ ...act, conversation: 'CIN' })).toEqual({ is: 'allowed' })
  expect(await authorizer.askToRead(act, 'COUT')).toMatchObject({ is: 'refused' })
  expect(await listRefused()).toEqual([])
  const answer = await authorizer.ask({ ...act, conversation: 'COUT' })
  expect(answer).toMatchObject({
    is: 'refused',
    message: { text: expect.stringContaining('not in the channel this email is in now') },
  })
  expect(await listRefused()).toEqual(['jobs.start'])
})

test('permission in one of several projects is enough while none is chosen', async () => {
  const { authorizer, reserve } = await openWorkspace()
  await reserve('docs', 'U2')
  await reserve('api', 'U1')
  expect((await authorizer.ask({ ...act, project: 'docs', projects: ['docs', 'api'] })).is).toBe('allowed')
  expect((await authorizer.ask({ ...act, project: 'docs', projects: ['docs'] })).is).toBe('refused')
})

test('a waiting person is asked to try again when Slack is slow, and a task gets the answer', async () => {
  const slack = { pauseMs: 300 }
  const { authorizer } = await openWorkspace(slack)
  const late = await authorizer.ask({ ...act, conversation: 'COUT' }, { withinMs: 1 })
  expect(late).toMatchObject({ is: 'late', message: { text: expect.stringContaining('Try again.') } })
  expect((await authorizer.askToRead(act, 'CIN', { withinMs: 1 })).is).toBe('late')
  slack.pauseMs = 0
  expect((await authorizer.ask({ ...act, conversation: 'CIN' })).is).toBe('allowed')
})

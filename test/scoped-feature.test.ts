import { expect, test } from 'vitest'
import { z } from 'zod'
import { taskKind } from '../src/queue/task-kinds.ts'
import { bindFeatures, scopedHandler, type ScopedFeature } from '../src/scoped-feature.ts'
import { createListenerTable } from './support/listener-table.ts'
import { createWorkspaces, type Workspaces } from '../src/workspace-scope.ts'
import { openMailSlice } from './support/mail-services.ts'

interface TestScope {
  team: string
}

const kind = taskKind('test.work', z.object({ team: z.string() }))
const notConnected = { title: () => 'Tests', sentence: () => 'Nothing is connected here.' }
const origin = { user: 'U1', eventId: 'e1', triggerId: 't1' }
const failure = { id: 'task-1', reason: 'broken', attempts: 3 }

/** A feature that listens to everything and only counts, bound to these workspaces. */
async function openFeature(workspaces: Workspaces<TestScope>) {
  const calls: string[] = []
  const count = async (scope: TestScope): Promise<void> => void calls.push(scope.team)
  const feature: ScopedFeature<TestScope> = {
    listen(slack) {
      slack.command('/test', count)
      slack.action('test.action', count)
      slack.submit('test.form', count)
      slack.close('test.form', count)
      slack.options('test.menu', async (scope) => {
        await count(scope)
        return { choices: [] }
      })
      slack.event('reaction_added', count)
      slack.message(count)
    },
    tasks: [scopedHandler(kind, count, count)],
    homeButtons: [{ actionId: 'test.action', text: () => 'Test', rank: 1 }],
    homeSections: [{ title: () => 'Tests', blocks: async (scope) => [{ type: 'divider', block_id: scope.team }] }],
    settingTargets: () => [{ scope: 'inbox', list: async () => ['one'] }],
  }
  const { services, sent } = await openMailSlice()
  const bound = bindFeatures([feature], workspaces, { ...services, notConnected })
  const { listeners, find } = createListenerTable()
  bound.listen(listeners)
  const [handler] = bound.tasks
  if (!handler) throw new Error('there is no task')
  const view = {
    id: 'V1',
    callbackId: 'test.form',
    privateMetadata: '',
    hash: 'h',
    values: { field: {} },
    inputs: ['field'],
  }
  return {
    calls,
    sent,
    bound,
    handler,
    /** Sends one request of each kind from this team; resolves to the answers to Slack. */
    sendAll: async (team: string) => {
      const at = { ...origin, team }
      const more = { actionId: 'test.action', blockId: 'b', value: undefined, message: { channel: 'C1', ts: '1.1' } }
      await find('action', 'test.action')?.({ ...at, ...more })
      await find('close', 'test.form')?.({ ...at, view } as never)
      await find('event', 'reaction_added')?.({ ...at, type: 'reaction_added', event: {} })
      const command = { command: '/test', text: '', channel: 'C1', channelName: 'test', responseUrl: '' }
      return {
        command: await find('command', '/test')?.({ ...at, ...command }),
        submission: await find('submit', 'test.form')?.({ ...at, view } as never),
        options: await find('options', 'test.menu')?.({ ...at, actionId: 'test.menu', blockId: 'b', typed: '' }),
      }
    },
  }
}

test('listeners and tasks receive the scope of the workspace that the request names', async () => {
  const scopes = createWorkspaces(async (team) => ({ team }))
  const { calls, sendAll, handler, bound } = await openFeature(scopes)
  await sendAll('T1')
  expect(new Set(calls)).toEqual(new Set(['T1']))
  await handler.run(kind.of({ team: 'T2' }), { id: 'task', attempt: 1, signal: new AbortController().signal })
  expect(calls.at(-1)).toBe('T2')
  expect(await scopes.of('T1')).toBe(await scopes.of('T1'))
  expect(await bound.homeSections[0]?.blocks('T3', 'U1')).toEqual([{ type: 'divider', block_id: 'T3' }])
})

test('people in a workspace without a connection read an explanation, and no listener or task runs', async () => {
  const { calls, sent, sendAll, handler, bound } = await openFeature({ of: async () => undefined })
  expect(await sendAll('T1')).toEqual({
    command: 'Nothing is connected here.',
    submission: { errors: { field: 'Nothing is connected here.' } },
    options: { choices: [] },
  })
  expect(JSON.stringify(sent)).toContain('Nothing is connected here.')
  const context = { id: 'task', attempt: 1, signal: new AbortController().signal }
  await expect(handler.run(kind.of({ team: 'T1' }), context)).rejects.toThrow('workspace T1 has no connection')
  expect(await handler.onDeadLetter(kind.of({ team: 'T1' }), failure)).toBe(false)
  expect(await bound.homeButtons[0]?.isShown?.('T1')).toBe(false)
  expect(await bound.settingTargets('T1')).toEqual([])
  expect(JSON.stringify(await Promise.all(bound.homeSections.map(({ blocks }) => blocks('T1', 'U1'))))).toContain(
    'Nothing is connected here.',
  )
  expect(calls).toEqual([])
})

test('a dead letter does not wait until the home workspace is known', async () => {
  const { handler } = await openFeature({ of: () => Promise.reject(new Error('Slack has not confirmed the token')) })
  expect(await handler.onDeadLetter(kind.of({ team: 'T1' }), failure)).toBe(false)
})

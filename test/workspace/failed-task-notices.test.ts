import { expect, test } from 'vitest'
import { createLogger } from '../../src/core/log.ts'
import { createOutbox } from '../../src/slack/outbox/outbox.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createFailedTaskNotifier } from '../../src/workspace/failed-task-notices.ts'
import { openAccess } from '../support/access-services.ts'
import { openMemory } from '../support/mail-services.ts'

const api = { reserve: () => Promise.resolve(), call: () => Promise.reject(new Error('nobody is asked')) }

test('a task that is given up leaves one record in the audit, without its subject', async () => {
  const { store, queue, clock } = openMemory()
  const { access, audit, languages, people } = await openAccess({ api, store, clock })
  const log = createLogger({ level: 'silent' })
  const effectsOf = (team: string) => createEffects(store, { team, clock })
  const outbox = createOutbox({ api, people, queue, clock, effectsOf, apiUrl: 'http://127.0.0.1:9/', log })
  const slack = { installations: { lastKnown: () => undefined } }
  const notify = createFailedTaskNotifier({ access, audit, outbox, clock, slack, languages })
  const task = { kind: 'jobs.create', version: 1, data: { team: 'T1', channel: 'C1', prompt: 'a secret plan' } }
  const failure = { id: 'jobs.create:T1:j1:1', reason: 'a secret plan', attempts: 3 }
  await notify(task, failure, true)
  await notify(task, failure, true)
  const { records } = await audit.list('T1', { action: 'task.give_up' })
  expect(records).toMatchObject([
    { verb: 'jobs.create', object: { kind: 'task' }, location: { channel: 'C1' }, outcome: 'failed' },
  ])
  expect(records[0]?.object.id).toMatch(/^[0-9A-F]{6}$/)
  expect(JSON.stringify(records)).not.toContain('secret')
})

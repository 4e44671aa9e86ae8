import { expect, test } from 'vitest'
import type { AccessPolicy } from '../../src/access/access-policy.ts'
import { offerToSend } from '../../src/jobs/follow-up/reply-hint.ts'
import { allowEverything } from '../support/allow-everything.ts'
import { openJobSlice } from '../support/job-services.ts'
import { english, jobRecord } from './job-record.ts'

const reply = { team: 'T1', user: 'U7', channel: 'C1', threadTs: '1.1', ts: '1.2', text: 'And the limits', opId: 'r1' }

test.each([
  ['may manage jobs in one of the projects', 'guides', true],
  ['may manage jobs in none', 'none', false],
])('a reply to a job without a project is offered to a person who %s: %s', async (_who, allowed, isOffered) => {
  const access: AccessPolicy = {
    ...allowEverything,
    decide: ({ project }) => Promise.resolve({ isAllowed: project === allowed, subjects: ['admins'] }),
  }
  const { services, sent } = await openJobSlice({ access, projects: ['acme docs', 'guides'] })
  await offerToSend(services, jobRecord({ project: '', state: 'picking' }), reply)
  expect(JSON.stringify(sent).includes(english.hint.offer)).toBe(isOffered)
})

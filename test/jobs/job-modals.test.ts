import { expect, test } from 'vitest'
import { validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { buildAdoptModal, buildHandOverModal, buildMirrorModal } from '../../src/jobs/actions/job-modals.ts'
import { buildPromptModal } from '../../src/jobs/actions/prompt-modal.ts'
import { buildFollowUpModal } from '../../src/jobs/follow-up/follow-up-modal.ts'
import { buildJobFormModal, buildLoadingModal, type JobFormContent } from '../../src/jobs/form/job-form-modal.ts'
import type { View } from '../../src/slack/blocks/slack-message.ts'
import { findElements } from '../support/block-queries.ts'
import { openJobSlice } from '../support/job-services.ts'
import { jobRecord, english } from './job-record.ts'

const LONG = `${'word '.repeat(2000)}end`
const MANY = Array.from({ length: 100 }, (_, index) => `project ${index} ${LONG}`)

const content: JobFormContent = {
  draft: 'd',
  title: 'Start',
  submit: 'Start',
  projects: MANY,
  project: MANY[0],
  text: LONG,
  asksChannel: true,
  inThread: false,
  quotes: Array.from({ length: 25 }, (_, index) => ({ name: 'tom', atMs: 0, text: `message ${index} ${LONG}` })),
  leftOut: [LONG],
  quota: [LONG],
}
const job = jobRecord({
  title: LONG,
  repository: `https://git.example.test/${'x'.repeat(3000)}`,
  branch: LONG,
  model: LONG,
})
const followUps = Array.from({ length: 100 }, (_, n) => ({
  n,
  attempt: 1,
  text: LONG,
  users: ['U1'],
  sources: [`${n}`],
  texts: [LONG],
  verb: 'follow_up',
  state: 'sent' as const,
  at: 0,
}))
const question = { sentence: () => LONG, agreement: 'C1' }

const MODALS: [title: string, build: () => View | Promise<View>][] = [
  ['the form of a job', () => buildJobFormModal(english, content)],
  ['a form that is still being read', () => buildLoadingModal(english, 'Start', 'jobs.new')],
  [
    'the prompt',
    () => buildPromptModal(english, job, 'x'.repeat(400_000), followUps, { canGoElsewhere: true, hidden: 3 }),
  ],
  [
    'the form for the agent’s id',
    () => buildAdoptModal(english, job, `https://agent.example.test/${'x'.repeat(3000)}`),
  ],
  ['the form for a mirrored card', () => buildMirrorModal(english, job.id, { channel: 'C1', question })],
  [
    'the form for another person',
    () => buildHandOverModal(english, job.id, { isWorking: true, person: 'U1', question }),
  ],
  [
    'the form of a follow-up',
    async () => buildFollowUpModal((await openJobSlice()).services, english, job, { location: undefined }),
  ],
  [
    'the form of a refused follow-up',
    async () =>
      buildFollowUpModal((await openJobSlice()).services, english, job, {
        location: undefined,
        edited: { n: 1, text: 'x'.repeat(20_000) },
      }),
  ],
]

test.each(MODALS)('Slack accepts %s with content of any length', async (_title, build) => {
  expect(validateView(await build())).toEqual([])
})

test.each([
  ['long', LONG],
  ['with characters of two units', '🙂'.repeat(4000)],
  ['empty', ''],
])('a prompt that is %s appears unabridged in the form', (_what, text) => {
  const form = buildJobFormModal(english, { ...content, text })
  expect(validateView(form)).toEqual([])
  const fields = findElements(form).filter(({ action_id: id }) => id === 'prompt')
  expect(fields.map(({ initial_value: part = '' }) => part).join('')).toBe(text)
})

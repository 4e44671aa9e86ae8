import { expect } from 'vitest'
import { testWith } from '../support/story-test.ts'
import { followLines, jobLines } from '../support/true-lines.ts'

const test = testWith({ env: { JOB_UNDO_SECONDS: '3' } })

test('no line is false while a job waits, works, fails, and another is undone', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  const first = followLines(app, jobLines)
  const working = await first.step({ job: 'working' }, async () => {
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findCard(docs, 'working')
  })
  const job = await agent.findJob(/retry schedule/)
  const failed = await first.step({ job: 'failed' }, async () => {
    await agent.changeJob(job.id, { status: 'failed' })
    await slack.findCard(docs, 'failed')
  })
  const second = followLines(app, jobLines)
  const undone = await second.step({ job: 'undone' }, async () => {
    await slack.command(maria, docs, '/docs Describe the limits')
    await slack.click(maria, await slack.findCard(docs, 'held'), 'jobs.undo')
    await slack.findMessage(docs, /Undone by/)
  })
  expect([working, failed, undone]).toEqual([[], [], []])
})

import { expect } from 'vitest'
import { findField, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const test = testWith({ env: { JOB_UNDO_SECONDS: '0' } })
const withQuotes = testWith({ env: { JOB_UNDO_SECONDS: '10' } })

test('the writer of a sent job reads once that an edit is too late, and can send the newest text as a follow-up', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const asked = await slack.say(maria, docs, `<@${bot}> explain the retry budget`)
  const { id } = await agent.findJob(/retry budget/)
  await slack.findCard(docs, 'working', { thread: asked.ts })
  await slack.editMessage(asked, `<@${bot}> explain the retry budget and jiter`)
  await slack.findEphemeral(docs, maria, /already has the earlier text/, asked.ts)
  await slack.editMessage(asked, `<@${bot}> explain the retry budget and jitter`)
  await app.settled()
  const shown = (await slack.messages(docs, asked.ts)).filter((one) => one.ephemeral_for === maria)
  const [line, ...others] = shown.filter((one) => readText(one).includes('earlier text'))
  expect(others).toEqual([])
  await slack.click(maria, { channel: docs, ts: line?.ts ?? '', thread: asked.ts }, 'jobs.send_reply')
  const sent = await until(async () => (await agent.jobs()).find((job) => job.id === id)?.followUps[0])
  expect(sent.prompt).toBe('explain the retry budget and jitter')
})

test('the writer of a sent follow-up reads that an edit or a deletion is too late', async ({
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const asked = await slack.say(maria, docs, `<@${bot}> explain the retry budget`)
  await agent.findJob(/retry budget/)
  await slack.findCard(docs, 'working', { thread: asked.ts })
  const said = await slack.say(maria, docs, `<@${bot}> also bursts`, { thread_ts: asked.ts })
  await slack.findMessage(docs, /Sent to the agent\./, asked.ts)
  await slack.editMessage(said, `<@${bot}> also bursts and limits`)
  await slack.findEphemeral(docs, maria, /already has the earlier text/, asked.ts)
  await slack.deleteMessage(said)
  await slack.findEphemeral(docs, maria, /Too late to undo: the agent already has it/, asked.ts)
})

test('the writer of an unconfirmed follow-up reads that the agent may have it when they delete it', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const asked = await slack.say(maria, docs, `<@${bot}> explain the retry budget`)
  await agent.findJob(/retry budget/)
  await slack.findCard(docs, 'working', { thread: asked.ts })
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 503, times: 1 })
  const said = await slack.say(maria, docs, `<@${bot}> also bursts`, { thread_ts: asked.ts })
  await slack.findMessage(docs, /may or may not have this follow-up/, asked.ts)
  await slack.deleteMessage(said)
  await slack.findEphemeral(docs, maria, /Too late to undo: the agent may already have it/, asked.ts)
})

withQuotes(
  'an edit of the message is not taken while somebody has the job open in a form',
  async ({ slack, agent, docs, maria, tom, bot }) => {
    const head = await slack.say(tom, docs, 'The page about keys is old')
    const asked = await slack.say(maria, docs, `<@${bot}> draw it`, { thread_ts: head.ts })
    const card = await slack.findCard(docs, 'held', { thread: head.ts })
    await slack.click(tom, { channel: docs, ts: card.ts }, 'jobs.trim')
    const form = await slack.findForm(tom)
    await slack.editMessage(asked, `<@${bot}> draw it in mermaid`)
    await slack.findEphemeral(docs, maria, /@Tom Hadley was editing the job in a form/, head.ts)
    await slack.submit(tom, form.id)
    expect((await agent.findJob(/draw it/)).prompt).toMatch(/^draw it\n/)
  },
)

withQuotes(
  'a text that a person rewrote in a form is not replaced by an edit of the message',
  async ({ slack, agent, docs, maria, tom, bot }) => {
    const head = await slack.say(tom, docs, 'The page about keys is old')
    const asked = await slack.say(maria, docs, `<@${bot}> draw it`, { thread_ts: head.ts })
    const card = await slack.findCard(docs, 'held', { thread: head.ts })
    await slack.click(tom, { channel: docs, ts: card.ts }, 'jobs.trim')
    const form = await slack.findForm(tom)
    const field = findField(form, /What should the agent do/)
    await slack.closeView(tom, form.id, {
      [String(field?.block_id)]: { [String(field?.action_id)]: 'draw it with a legend' },
    })
    await slack.findMessage(docs, /edited by @Tom Hadley/, head.ts)
    await slack.editMessage(asked, `<@${bot}> draw it.`)
    const line = await slack.findEphemeral(docs, maria, /@Tom Hadley rewrote the text in a form.*draw it\./s, head.ts)
    expect(readText(await slack.findCard(docs, 'paused', { thread: head.ts }))).toContain('edited by @Tom Hadley')
    await slack.click(maria, { channel: docs, ts: line.ts, thread: head.ts }, 'jobs.change_text')
    await slack.submit(maria, (await slack.findForm(maria)).id)
    expect((await agent.findJob(/draw it/)).prompt).toMatch(/^draw it with a legend\n/)
  },
)

import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

test(
  'a slip leads to a question, and Start it starts one job however often it is clicked',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs jobs all')
    const asked = await slack.findEphemeral(docs, maria, /or add channel, active, finished or failed/)
    expect(readText(asked)).toContain('You typed: jobs all')
    await Promise.all([1, 2].map(() => slack.click(maria, { channel: docs, ts: asked.ts }, 'jobs.start_asked')))
    await agent.findJob(/^jobs all$/)
    await slack.findEphemeral(docs, maria, /OK, starting it/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
    const messages = await slack.messages(docs)
    expect(messages.filter(({ ts }) => ts === asked.ts).map(({ text }) => text)).toEqual(['OK, starting it.'])
  },
)

test('an unknown job is named, by any form of its id, and Not a job dismisses the question', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await slack.command(maria, docs, '/docs status job_0123456789abcdef')
  await slack.findEphemeral(docs, maria, /doesn’t know a job job_0123456789abcdef/)
  await slack.command(maria, docs, '/docs status zzzzzz')
  const asked = await slack.findEphemeral(docs, maria, /doesn’t know a job zzzzzz/)
  await slack.click(maria, { channel: docs, ts: asked.ts }, 'jobs.not_a_job')
  await slack.findEphemeral(docs, maria, /nothing was started/)
  await slack.command(maria, docs, '/docs list the endpoints')
  const job = await agent.findJob(/list the endpoints/)
  await slack.findCard(docs, 'working')
  await slack.command(maria, docs, `/docs status ${job.id}`)
  await slack.findEphemeral(docs, maria, /list the endpoints/i)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
})

test('a status without a job is answered once, and offers to start nothing', async ({ slack, docs, maria }) => {
  const typed = await slack.command(maria, docs, '/docs status')
  expect(JSON.stringify(typed.body)).toMatch(/Which job/)
  expect(JSON.stringify(typed.body)).not.toMatch(/jobs\.start_asked|You typed/)
  await slack.say(maria, maria, 'Status')
  const answer = await slack.findMessage(maria, /Which job/)
  expect(answer.blocks?.map(({ type }) => type)).toEqual(['section'])
})

test('small talk in direct messages gets an answer in the conversation, and starts nothing', async ({
  app,
  slack,
  agent,
  maria,
}) => {
  for (const text of ['thank you', 'how does this work?', 'good morning everyone', '你好'])
    await slack.say(maria, maria, text)
  const thanked = await slack.findMessage(maria, /You’re welcome!/)
  const talk = await slack.findMessage(maria, /Not sure there’s a task/)
  expect(readText(talk)).toContain('/docs help')
  const hello = await slack.findMessage(maria, /Hi! What should change/)
  expect(hello.ephemeral_for).toBeUndefined()
  for (const answer of [thanked, hello]) expect(answer.blocks?.map(({ type }) => type)).toEqual(['section'])
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  await slack.click(maria, { channel: maria, ts: talk.ts }, 'jobs.start_asked')
  await agent.findJob(/how does this work/)
  await slack.findMessage(maria, /OK, starting it/)
  await slack.findCard(maria, 'working')
})

test('a mention leads to a private question, but below a conversation only if the text cannot mean a task', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  await slack.say(maria, docs, `<@${bot}> what can you do?`)
  await slack.findEphemeral(docs, maria, /Not sure there’s a task/)
  const head = await slack.say(tom, docs, 'The retry page says three tries')
  await slack.say(maria, docs, `<@${bot}> thanks!`, { thread_ts: head.ts })
  await slack.findEphemeral(docs, maria, /welcome/, head.ts)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  await slack.say(maria, docs, `<@${bot}> please do this`, { thread_ts: head.ts })
  const job = await agent.findJob(/please do this/)
  expect(job.prompt).toContain('> The retry page says three tries')
  await slack.findCard(docs, 'working', { thread: head.ts })
  await slack.say(maria, docs, `<@${bot}> ok cool`, { thread_ts: head.ts })
  await until(async () => (await agent.jobs())[0]?.followUps.find(({ prompt }) => prompt === 'ok cool'))
})

test('a request similar to a running job leads to a question, and another subject does not', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await slack.command(maria, docs, '/docs write a glossary of the billing terms')
  await agent.findJob(/billing terms/)
  await slack.command(maria, docs, '/docs Write a glossary of billing terms')
  await slack.findCard(docs, 'asking')
  await slack.command(maria, docs, '/docs Write a glossary of security terms')
  await agent.findJob(/security terms/)
  await app.settled()
  expect((await agent.jobs()).map(({ prompt }) => prompt)).not.toContain('Write a glossary of billing terms')
})

test('Start it names every file of the message, whatever its name', async ({ slack, agent, maria }) => {
  const names = ['draft.docx', ...Array.from({ length: 9 }, (_, n) => `${n}${'\u0001"'.repeat(100)}`)]
  const files = names.map((name) => ({ name, content_type: 'application/octet-stream', content: 'aGVsbG8=' }))
  await slack.say(maria, maria, 'Hello, how are you?', { files })
  const asked = await slack.findMessage(maria, /Start it/)
  await slack.click(maria, asked, 'jobs.start_asked')
  expect((await agent.findJob(/how are you/)).prompt).toContain('[10 files were left out: draft.docx, 0"')
})

test('a message with files that is sent twice leads to a question', async ({ slack, agent, maria }) => {
  const files = [{ name: 'terms.pdf', content: 'aGVsbG8=' }]
  await slack.say(maria, maria, 'Write a glossary of the billing terms', { files })
  await agent.findJob(/billing terms/)
  await slack.say(maria, maria, 'Write a glossary of billing terms', { files })
  await slack.findCard(maria, 'asking')
})

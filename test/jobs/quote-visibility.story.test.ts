import { expect } from 'vitest'
import { jobCallbackIds } from '../../src/jobs/action-ids.ts'
import { readText } from '../support/block-queries.ts'
import { until, type Harness, type View, type MessageRef } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { readJobId, viewPrompt } from './job-builder.ts'
import { lookAround } from '../support/until.ts'

const SECRET = 'The launch is on the ninth'

/** Opens the prompt from this card as this person. */
async function openPrompt(
  slack: Harness['slack'],
  user: string,
  card: MessageRef & { thread?: string },
): Promise<View> {
  const before = (await lookAround(() => slack.views(user))).map(({ id }) => id)
  await viewPrompt({ slack }, user, card)
  return until(async () => (await slack.views(user)).findLast((view) => !before.includes(view.id)))
}

/** A job from a thread in #leads, with its messages as quotes. */
async function startJobInLeads({ slack, agent }: Harness, ask: string) {
  const [leads, docs, maria, li, self] = await Promise.all([
    slack.channel('leads'),
    slack.channel('docs'),
    slack.user('maria'),
    slack.user('li'),
    slack.user('bellhop'),
  ])
  const head = await slack.say(maria, leads, SECRET)
  await slack.say(maria, leads, `<@${self}> ${ask}`, { thread_ts: head.ts })
  const card = await slack.findMessage(leads, /with 1 message from the conversation/, head.ts)
  return { agent, leads, docs, maria, li, head, place: { channel: leads, ts: card.ts, thread: head.ts } }
}

test(
  'a person who takes over a job does not see its quotes from a private channel',
  { tags: 'smoke' },
  async ({ app, slack, agent, tom }) => {
    const { leads, docs, maria, li, head, place } = await startJobInLeads(app, 'write the launch page')
    const job = await agent.findJob(/write the launch page/)
    expect(job.prompt).toContain(`> ${SECRET}`)
    const id = readJobId(await slack.findCard(leads, 'working', { thread: head.ts }))
    expect(readText(await openPrompt(slack, maria, place))).toContain(SECRET)
    expect(readText(await openPrompt(slack, tom, place))).toContain(SECRET)
    await slack.click(maria, place, 'jobs.more', `hand:${id}`)
    await slack.fillForm(maria, await slack.findForm(maria), [['person', li]])
    const asked = await until(async () =>
      (await slack.views(maria)).findLast((view) => readText(view).includes('Yes, they may see it')),
    )
    expect(readText(asked)).toContain(`<@${li}> isn’t in <#${leads}>`)
    await slack.fillForm(maria, asked, [], { [`agree-person:${li}`]: { 'jobs.agree': [`person:${li}`] } })
    await slack.findPost(leads, 'jobs.hand', head.ts)

    await slack.command(li, docs, `/docs status ${id.slice(-6)}`)
    const row = await slack.findEphemeral(docs, li, /write the launch page/i)
    await slack.click(li, { channel: docs, ts: row.ts }, 'jobs.listed', `prompt:${id}`)
    const listed = await until(async () =>
      (await slack.views(li)).findLast((view) => readText(view).includes('plus 1 quoted message')),
    )
    expect(readText(listed)).toMatch(/write the launch page/i)
    expect(readText(listed)).not.toContain(SECRET)

    await agent.changeJob(job.id, { status: 'failed' })
    await slack.findCard(leads, 'failed', { thread: head.ts })
    await slack.command(li, docs, `/docs status ${id.slice(-6)}`)
    const failed = await slack.findEphemeral(docs, li, /Edit and try again/)
    await slack.click(li, { channel: docs, ts: failed.ts }, 'jobs.listed', `edit:${id}`)
    await slack.findEphemeral(docs, li, /Only members of this job’s private channel can manage it/)
  },
)

test('the form for another try has no quotes from a private channel for people outside it', async ({
  slack,
  agent,
  docs,
  leads,
  maria,
  li,
}) => {
  const head = await slack.say(maria, leads, SECRET)
  const reply = await slack.say(maria, leads, 'describe the limits', { thread_ts: head.ts })
  await slack.useShortcut(maria, jobCallbackIds.fromMessage, reply)
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', docs]])
  const { id: remoteId } = await agent.findJob(/describe the limits/)
  await agent.changeJob(remoteId, { status: 'failed' })
  const stopped = await slack.findCard(docs, 'failed')
  await slack.click(li, stopped, 'jobs.edit')
  const form = await slack.findForm(li)
  expect(readText(form)).not.toContain(SECRET)
  expect(readText(form)).toContain('Left out: 1 message from a conversation you can’t see')
})

test('every member can read the quotes from a public channel, and a guest nothing of the job', async ({
  app,
  slack,
  docs,
  general,
  maria,
  li,
  gwen,
  bot,
}) => {
  await slack.changeWorkspace('kick', { channel: general, user: gwen }).catch(() => undefined)
  await slack.changeWorkspace('kick', { channel: general, user: li }).catch(() => undefined)
  const head = await slack.say(maria, general, SECRET)
  await slack.say(maria, general, `<@${bot}> write the launch page`, { thread_ts: head.ts })
  const card = await slack.findCard(general, 'working', { thread: head.ts })
  await slack.click(maria, { ...card, thread: head.ts }, 'jobs.more', `mirror:${readJobId(card)}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', docs]])
  const mirror = await slack.findMessage(docs, /write the launch page/i)
  expect(readText(await openPrompt(slack, li, mirror))).toContain(SECRET)
  await viewPrompt({ slack }, gwen, mirror)
  await slack.findEphemeral(docs, gwen, /Only full members/)
  await app.settled()
  expect(await slack.views(gwen)).toEqual([])
})

test('quotes of a job in another channel reach the agent but not that channel', async ({
  app,
  slack,
  agent,
  docs,
  general,
  leads,
  maria,
  li,
}) => {
  await slack.command(maria, docs, '/docs describe the launch on a page of its own')
  const card = await slack.findCard(docs, 'working')
  const head = await slack.say(maria, leads, SECRET)
  const reply = await slack.say(maria, leads, 'describe the launch on a page of its own', { thread_ts: head.ts })
  await app.client.slack.useShortcut({
    user: maria,
    callback_id: jobCallbackIds.fromMessage,
    channel: leads,
    message_ts: reply.ts,
  })
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', general]])
  const asking = await slack.findCard(general, 'asking')
  await slack.click(maria, asking, 'jobs.instead')
  const [followUp] = await until(async () => {
    const said = (await agent.jobs())[0]?.followUps ?? []
    return said.length > 0 ? said : undefined
  })
  expect(followUp?.prompt).toContain(`> ${SECRET}`)
  const told = await slack.findMessage(docs, /Follow-up by/, card.ts)
  expect(readText(told)).toContain('describe the launch')
  expect(readText(told)).not.toContain(SECRET)
  expect(readText(await openPrompt(slack, maria, card))).toContain(SECRET)
  const shown = readText(await openPrompt(slack, li, card))
  expect(shown).not.toContain(SECRET)
  expect(shown).toContain('plus 1 quoted message from a conversation you can’t see')
})

import { expect } from 'vitest'
import { button, until, whole } from '../support/harness.ts'
import { workingJob } from './job-builder.ts'
import { test, testWith } from '../support/story-test.ts'

const PR = 'https://git.example.test/acme/docs/pull/21'

const twoProjects = (env: Record<string, string>) => ({
  AGENT_PROJECTS: JSON.stringify([
    { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
  ]),
})

const testWithTwoProjects = testWith({ env: twoProjects })

testWithTwoProjects(
  'in a thread with a job, a mention that names a project asks first; its text can go to that job instead',
  async ({ slack, agent, docs, maria, tom, bot }) => {
    const head = await slack.say(tom, docs, 'The inbox page lacks the limits')
    await slack.say(maria, docs, `<@${bot}> Acme Guides: add the limits`, { thread_ts: head.ts })
    const first = await agent.job(/add the limits/)
    await slack.saw(docs, /Working since/, head.ts)
    await slack.say(tom, docs, 'and the quotas', { thread_ts: head.ts })
    await slack.say(tom, docs, `<@${bot}> Acme Docs: describe the quotas`, { thread_ts: head.ts })
    const asking = await slack.saw(docs, /A job from this thread is still running/, head.ts)
    expect(asking.text).not.toContain('http')
    await slack.click(tom, { channel: docs, ts: asking.ts, thread: head.ts }, /Follow up instead/)
    await slack.saw(docs, /sent to the other job as a follow-up instead/, head.ts)
    const said = await until(async () => (await agent.jobs()).find((job) => job.id === first.id)?.followUps[0])
    expect(said.prompt).toContain('describe the quotas')
    expect(said.prompt).toContain('> and the quotas')
    expect(said.prompt).not.toContain('lacks the limits')

    await slack.say(tom, docs, `<@${bot}> Acme Docs: write a page about pods`, { thread_ts: head.ts })
    const again = await until(async () =>
      (await slack.messages(docs, head.ts)).findLast((one) =>
        /write a page about pods.*Start anyway/s.test(whole(one)),
      ),
    )
    await slack.click(tom, { channel: docs, ts: again.ts, thread: head.ts }, /Start anyway/)
    const second = await agent.job(/page about pods/)
    expect(second).toMatchObject({ projectId: 'prj_sandboxdocs' })
    // Each end says which job it is about, and each card has its own buttons.
    await agent.move(first.id, { status: 'failed' })
    const failed = await slack.saw(docs, /this job stopped with an error: add the limits\. \*Try again/, head.ts)
    expect(failed.text).toContain(`<@${maria}>`)
    await agent.move(second.id, { status: 'completed', prLink: PR })
    await slack.saw(docs, /pull request is ready: write a page about pods/, head.ts)
    await slack.click(maria, { channel: docs, ts: failed.ts, thread: head.ts }, /Try again/)
    await until(async () =>
      (await agent.jobs()).filter((job) => job.prompt.startsWith('add the limits')).length === 2 ? true : undefined,
    )
  },
)

test('who asked to hear of a job hears of it, however silent, with a way to the card; and can take it back', async ({
  app,
  slack,
  agent,
  docs,
  tom,
  li,
}) => {
  await slack.command(tom, docs, '/docs settings')
  await slack.fill(tom, await slack.form(tom), [[/job fails/, 'silent']])
  const { job, card, place, id } = await workingJob(app, 'Explain the retry schedule')
  await slack.click(tom, place, 'jobs.more', `tell:${id}`)
  await slack.told(docs, tom, /I’ll message you when this job finishes/)
  await slack.click(li, place, 'jobs.more', `tell:${id}`)
  const told = await slack.told(docs, li, /I’ll message you when this job finishes/)
  await slack.click(li, { channel: docs, ts: told.ts }, /Never mind/)
  await slack.told(docs, li, /I won’t message you/)
  await agent.move(job.id, { status: 'failed' })
  const heard = await slack.saw(tom, /This job stopped with an error: Explain the retry schedule\./)
  expect(whole(heard)).toContain('Go to the card')
  await slack.saw(docs, /this job stopped with an error/, card.ts)
  await app.settled()
  expect((await slack.messages(li)).filter((one) => one.bot_id)).toHaveLength(0)
})

test('a mirror is refused where it would say nothing new or cannot stand, and leads to its own thread', async ({
  app,
  slack,
  agent,
  general,
  leads,
}) => {
  await slack.workspace('remove-app', { channel: leads })
  const { docs, maria, job, card, place, id } = await workingJob(app, 'Explain the retry schedule')
  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  const form = await slack.form(maria)
  const same = await slack.fill(maria, form, [[/Show this card in/, docs]])
  expect(JSON.stringify(same.errors)).toContain('already shows this job')
  const outside = await slack.fill(maria, form, [[/Show this card in/, leads]])
  expect(JSON.stringify(outside.errors)).toContain('/invite @Bellhop')
  await slack.fill(maria, form, [[/Show this card in/, general]])
  const mirror = await slack.saw(general, /This is a copy/)
  expect(whole(mirror)).toContain(`/archives/${docs}/p${card.ts.replace('.', '')}`)
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  const hand = await slack.form(maria)
  const theirs = await slack.fill(maria, hand, [[/Who takes over this job/, maria]])
  expect(JSON.stringify(theirs.errors)).toContain('already theirs')

  // Working again, a job keeps the pull request that it has.
  await agent.move(job.id, { status: 'completed', prLink: PR })
  await slack.saw(docs, /Pull request ready/)
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const again = await slack.saw(docs, /Working since/)
  expect(button(again, /View pull request/)?.['url']).toBe(PR)
})

test('a message is put aside once, the card says where its messages come from, and an unknown job is named', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const said = await slack.say(tom, docs, 'Nobody finds the page about pods')
  await slack.shortcut(maria, 'jobs.collect', said)
  await slack.told(docs, maria, /docs list \(1 message\)/)
  await slack.shortcut(maria, 'jobs.collect', said)
  await slack.told(docs, maria, /already on your docs list/)
  await slack.command(maria, docs, '/docs list')
  const list = await until(async () =>
    (await slack.views(maria)).findLast((view) => whole(view).includes('Start one job')),
  )
  await slack.clickIn(maria, list.id, 'jobs.start_collected')
  await slack.submit(maria, (await slack.form(maria, list)).id)
  await slack.saw(docs, /used 1 message of a docs list/)
  const unknown = await slack.command(maria, docs, '/docs status a1b2c3')
  expect(JSON.stringify(unknown.body)).toContain('doesn’t know a job a1b2c3')
  await slack.command(maria, docs, '/docs status of the pods page')
  await agent.job(/^status of the pods page/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(2)
})

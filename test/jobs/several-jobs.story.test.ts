import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { startWorkingJob } from './job-builder.ts'
import { test, testWith } from '../support/story-test.ts'

const PR = 'https://git.example.test/acme/docs/pull/21'

const twoProjects = (env: Record<string, string>) => ({
  AGENT_PROJECTS: JSON.stringify([
    { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
  ]),
})

const testWithTwoProjects = testWith({ env: twoProjects })

testWithTwoProjects(
  'a mention with a project in a job’s thread asks before it starts another job',
  { tags: 'smoke' },
  async ({ slack, agent, docs, maria, tom, bot }) => {
    const head = await slack.say(tom, docs, 'The inbox page lacks the limits')
    await slack.say(maria, docs, `<@${bot}> Acme Guides: add the limits`, { thread_ts: head.ts })
    const first = await agent.findJob(/add the limits/)
    const firstCard = await slack.findCard(docs, 'working', { thread: head.ts })
    await slack.say(tom, docs, 'and the quotas', { thread_ts: head.ts })
    await slack.say(tom, docs, `<@${bot}> Acme Docs: describe the quotas`, { thread_ts: head.ts })
    const asking = await slack.findMessage(docs, /A job from this thread is still running/, head.ts)
    expect(asking.text).not.toContain('http')
    await slack.click(tom, { channel: docs, ts: asking.ts, thread: head.ts }, 'jobs.instead')
    const sentOn = await slack.findMessage(docs, /sent to the other job as a follow-up instead/, head.ts)
    expect(readText(sentOn)).toContain(`/archives/${docs}/p${firstCard.ts.replace('.', '')}`)
    const said = await until(async () => (await agent.jobs()).find((job) => job.id === first.id)?.followUps[0])
    expect(said.prompt).toContain('describe the quotas')
    expect(said.prompt).toContain('> and the quotas')
    expect(said.prompt).not.toContain('lacks the limits')

    await slack.say(tom, docs, `<@${bot}> Acme Docs: write a page about pods`, { thread_ts: head.ts })
    const again = await until(async () =>
      (await slack.messages(docs, head.ts)).findLast((one) =>
        /write a page about pods.*Start anyway/is.test(readText(one)),
      ),
    )
    await slack.click(tom, { channel: docs, ts: again.ts, thread: head.ts }, 'jobs.anyway')
    const second = await agent.findJob(/page about pods/i)
    expect(second).toMatchObject({ projectId: 'prj_sandboxdocs' })
    const secondCard = await slack.findMessage(docs, /page about pods/i, head.ts)
    expect(readText(secondCard)).not.toContain('to follow up')
    expect(readText(await slack.findMessage(docs, /add the limits/i, head.ts))).toContain(
      'Reply in this thread and mention @Bellhop to follow up.',
    )
    // Each message about an end names its job, and each card has its own buttons.
    await agent.changeJob(first.id, { status: 'failed' })
    const failed = await slack.findMessage(
      docs,
      /this job stopped with an error: add the limits\. \*Try again/i,
      head.ts,
    )
    expect(failed.text).toContain(`<@${maria}>`)
    await agent.changeJob(second.id, { status: 'completed', prLink: PR })
    await slack.findMessage(docs, /pull request is ready: write a page about pods/i, head.ts)
    await slack.click(maria, { channel: docs, ts: failed.ts, thread: head.ts }, 'jobs.retry')
    await until(async () => (await agent.jobs()).filter((job) => job.prompt.startsWith('add the limits')).length === 2)
  },
)

test('people who subscribe to a job are notified until they unsubscribe', async ({
  app,
  slack,
  agent,
  docs,
  tom,
  li,
}) => {
  await slack.command(tom, docs, '/docs settings')
  await slack.fillForm(tom, await slack.findForm(tom), [[/job fails/, 'silent']])
  const { job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(tom, place, 'jobs.more', `tell:${id}`)
  await slack.findEphemeral(docs, tom, /You’ll get a message when this job ends/)
  await slack.click(li, place, 'jobs.more', `tell:${id}`)
  const told = await slack.findEphemeral(docs, li, /You’ll get a message when this job ends/)
  await slack.click(li, { channel: docs, ts: told.ts }, 'jobs.untell')
  await slack.findEphemeral(docs, li, /you won’t get a message/)
  await agent.changeJob(job.id, { status: 'failed' })
  const heard = await slack.findMessage(tom, /This job stopped with an error: Explain the retry schedule\./)
  expect(readText(heard)).toContain('Go to the card')
  await slack.findMessage(docs, /this job stopped with an error/, card.ts)
  await app.settled()
  expect((await slack.messages(li)).filter((one) => one.bot_id)).toHaveLength(0)
})

test('a copy of the card is refused where it exists or cannot be posted', async ({
  app,
  slack,
  agent,
  general,
  leads,
}) => {
  await slack.changeWorkspace('remove-app', { channel: leads })
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  const form = await slack.findForm(maria)
  const same = await slack.fillForm(maria, form, [['channel', docs]])
  expect(JSON.stringify(same.errors)).toContain('already shows this job')
  const outside = await slack.fillForm(maria, form, [['channel', leads]])
  expect(JSON.stringify(outside.errors)).toContain('/invite @Bellhop')
  await slack.fillForm(maria, form, [['channel', general]])
  const mirror = await slack.findMessage(general, /This is a copy/)
  expect(readText(mirror)).toContain(`/archives/${docs}/p${card.ts.replace('.', '')}`)
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  const hand = await slack.findForm(maria)
  const theirs = await slack.fillForm(maria, hand, [['person', maria]])
  expect(JSON.stringify(theirs.errors)).toContain('already assigned to that person')

  // A job that works again keeps its pull request.
  await agent.changeJob(job.id, { status: 'completed', prLink: PR })
  await slack.findCard(docs, 'finished')
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const again = await slack.findCard(docs, 'working')
  expect(findButton(again, /View pull request/)?.['url']).toBe(PR)
})

test('a message is saved once, and the card names the sources of its messages', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const said = await slack.say(tom, docs, 'Nobody finds the page about pods')
  // The task asks Slack again about the person.
  await app.addFault({ target: 'slack', match: 'users.info', mode: 'status', status: 503, times: 1 })
  await slack.useShortcut(maria, 'jobs.collect', said)
  await slack.findEphemeral(docs, maria, /docs list \(1 message\)/)
  await slack.useShortcut(maria, 'jobs.collect', said)
  await slack.findEphemeral(docs, maria, /already on your docs list/)
  await slack.command(maria, docs, '/docs list')
  const list = await until(async () =>
    (await slack.views(maria)).findLast((view) => readText(view).includes('Start one job')),
  )
  expect(readText(list)).toContain(`<#${docs}>`)
  await slack.clickInView(maria, list.id, 'jobs.start_collected')
  await slack.submit(maria, (await slack.findForm(maria, list)).id)
  const named = await slack.findMessage(docs, /with 1 message from a docs list/)
  expect(readText(named)).toContain('Nobody finds the page about pods')
  await agent.findJob(/about pods/)

  // The next list has the same instruction, and is no repetition of the first.
  await slack.useShortcut(maria, 'jobs.collect', await slack.say(tom, docs, 'The limits page lacks the quotas'))
  // The answer has the words of the first one.
  await app.settled()
  await slack.command(maria, docs, '/docs list')
  const next = await until(async () =>
    (await slack.views(maria)).findLast((view) => view.id !== list.id && /lacks the quotas/.test(readText(view))),
  )
  await slack.clickInView(maria, next.id, 'jobs.start_collected')
  await slack.submit(maria, (await slack.findForm(maria, next)).id)
  await agent.findJob(/lacks the quotas/)
  const unknown = await slack.command(maria, docs, '/docs status a1b2c3')
  expect(JSON.stringify(unknown.body)).toContain('doesn’t know a job a1b2c3')
  await slack.command(maria, docs, '/docs status of the pods page')
  await agent.findJob(/^status of the pods page/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(3)
})

testWithTwoProjects(
  'a project’s name without a task starts nothing, and a mistyped one is understood',
  async ({ app, slack, agent, docs, tom }) => {
    await slack.command(tom, docs, '/docs acme docs:')
    await slack.findEphemeral(docs, tom, /Tell Bellhop what to do/)
    await slack.command(tom, docs, '/docs acme guide: rewrite the quickstart')
    const job = await agent.findJob(/rewrite the quickstart/)
    expect(job.prompt).not.toContain('guide')
    expect(job).toMatchObject({ projectId: 'prj_sandboxguides' })
    await slack.command(tom, docs, '/docs add a page on SSO to acme docs')
    const asking = await slack.findCard(docs, 'picking')
    // The last job was for the other project.
    expect(findButton(asking, /^Acme Docs$/)).toMatchObject({ style: 'primary' })
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  },
)

testWithTwoProjects(
  'a name that is almost another project than the default one leads to a question',
  async ({ app, slack, agent, docs, tom }) => {
    await slack.command(tom, docs, '/docs settings')
    await slack.fillForm(tom, await slack.findForm(tom), [[/^Project$/, 'Acme Docs']])
    await app.settled()
    await slack.command(tom, docs, '/docs guides: add a page about quotas')
    const asking = await slack.findCard(docs, 'picking')
    expect(findButton(asking, /^Acme Guides$/)).toBeDefined()
    await app.settled()
    expect(await agent.jobs()).toEqual([])
  },
)

testWithTwoProjects(
  'a second line in direct messages is asked about while the first one waits for a project',
  async ({ app, slack, agent, tom }) => {
    await slack.say(tom, tom, 'add a page on SSO setup')
    const card = await slack.findCard(tom, 'picking')
    await slack.say(tom, tom, 'and screenshots of each step')
    const question = await slack.findMessage(tom, /is still waiting for its project/)
    await app.settled()
    expect(
      (await slack.messages(tom)).filter((one) => one.metadata?.event_payload['state'] === 'picking'),
    ).toHaveLength(1)
    const findQuestion = (words: RegExp): Promise<unknown> =>
      until(async () => {
        const shown = (await slack.messages(tom)).find(({ ts }) => ts === question.ts)
        return words.test(readText(shown))
      })
    await slack.click(tom, card, 'jobs.pick:0')
    await agent.findJob(/SSO setup/)
    await findQuestion(/To add this to \*Add a page on SSO setup\*, reply below its card/)
    await slack.click(tom, question, 'jobs.start_asked')
    await findQuestion(/OK, starting it/)
    await until(async () =>
      (await slack.messages(tom)).some(
        (one) => /screenshots of each step/.test(readText(one)) && one.metadata?.event_payload['state'] === 'picking',
      ),
    )
  },
)

testWithTwoProjects(
  'the question about a second line names no job that was decided against, and keeps its answer',
  async ({ app, slack, agent, aiko }) => {
    await slack.say(aiko, aiko, 'add a page on SSO setup')
    const card = await slack.findCard(aiko, 'picking')
    await slack.say(aiko, aiko, 'and screenshots of each step')
    const question = await slack.findMessage(aiko, /is still waiting for its project/)
    const findQuestion = (words: RegExp): Promise<unknown> =>
      until(async () => {
        const shown = (await slack.messages(aiko)).find(({ ts }) => ts === question.ts)
        return words.test(readText(shown))
      })
    await slack.click(aiko, card, 'jobs.drop')
    await findQuestion(/Is this a job of its own\?/)
    await slack.click(aiko, question, 'jobs.not_a_job')
    await findQuestion(/OK, nothing was started/)
    await app.settled()
    expect(await agent.jobs()).toEqual([])
  },
)

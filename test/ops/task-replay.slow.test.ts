import { expect, test } from 'vitest'
import { failWrites, openAppDatabase } from '../support/sqlite-faults.ts'
import { readText } from '../support/block-queries.ts'
import { openHarness, type Harness, type Message, until } from '../support/harness.ts'
import { startWorkingJob } from '../jobs/job-builder.ts'

const BUSY = ['act', 'admit', 'create', 'follow', 'heard', 'start']
  .map((kind) => `id LIKE 'jobs.${kind}:%'`)
  .join(' OR ')

/** The app that a test kills. */
const openSqliteHarness = (env: Record<string, string> = {}) => openHarness({ ownProcess: true, store: 'sqlite', env })
/** The app whose file a test fills. */
const openAppWithFile = (env: Record<string, string> = {}) => openHarness({ file: true, store: 'sqlite', env })

const untilDiskFull = ({ output }: Harness): Promise<boolean> => until(() => output().includes('the disk is full'))

/** Tasks of this kind take effect, but their end cannot be written: the app runs them again after a kill. */
function blockTaskEnd(app: Harness, kind: string) {
  const db = openAppDatabase(app)
  const count = (sql: string): number => Number(db.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n'])
  failWrites(db, `UPDATE OF state ON tasks WHEN new.state = 3 AND new.id LIKE '${kind}%'`)
  return {
    count,
    runAgain: async (): Promise<void> => {
      await app.kill()
      db.exec('DROP TRIGGER full')
      const due = count(`tasks WHERE id LIKE '${kind}%' AND state < 2`)
      expect(due).toBeGreaterThan(0)
      await app.start()
      await until(() => count(`tasks WHERE id LIKE '${kind}%' AND state < 2`) === 0)
      await until(() => count('arrivals') + count(`tasks WHERE state < 2 AND (${BUSY})`) === 0)
      await app.settled()
    },
  }
}

const countCreates = ({ sandbox }: Harness): number =>
  sandbox.server.exchanges.filter(({ method, path }) => method === 'POST' && path.endsWith('/job')).length

const untilCreated = (app: Harness, times: number): Promise<boolean> => until(() => countCreates(app) === times)

test('a replayed mention that started a job does not become its follow-up', { tags: 'rest' }, async () => {
  const app = await openSqliteHarness()
  const { slack, agent } = app
  const [docs, maria, tom] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('tom')])
  const self = await slack.user('bellhop')
  const head = await slack.say(tom, docs, 'The retry page says three tries')
  const mention = blockTaskEnd(app, 'jobs.heard')
  await slack.say(maria, docs, `<@${self}> correct the retry page`, { thread_ts: head.ts })
  await agent.findJob(/correct the retry page/)
  await slack.findCard(docs, 'working', { thread: head.ts })
  await mention.runAgain()
  expect(await agent.jobs()).toMatchObject([{ followUps: [] }])
})

test('a replayed Start anyway does not start a job whose outcome is unknown', async () => {
  const app = await openSqliteHarness()
  const { slack, addFault } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs Explain the twin')
  await slack.findCard(docs, 'working')
  await slack.command(maria, docs, '/docs Explain the twin')
  const asking = await slack.findMessage(docs, /is still running\. Start this one too/)
  await addFault({ target: 'agent', match: 'POST', mode: 'status', status: 500 })
  const press = blockTaskEnd(app, 'jobs.act')
  await slack.click(maria, asking, /Start anyway/)
  await slack.findMessage(docs, /may be running/)
  await press.runAgain()
  expect(countCreates(app)).toBe(2)
  await slack.findMessage(docs, /may be running/)
})

test('a replayed Dismiss does not answer a later question', { tags: 'rest' }, async () => {
  const app = await openSqliteHarness()
  const { slack, addFault } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await addFault({ target: 'agent', match: 'POST', mode: 'status', status: 500 })
  await slack.command(maria, docs, '/docs Explain the third question')
  const card = await slack.findMessage(docs, /may be running/)
  const press = blockTaskEnd(app, 'jobs.act')
  await slack.clickAndConfirm(maria, card, 'jobs.ask_drop')
  await slack.findMessage(docs, /Dismissed.*If the agent did start/)
  await slack.click(maria, card, 'jobs.edit')
  await slack.submit(maria, (await slack.findForm(maria)).id)
  await untilCreated(app, 2)
  await slack.findMessage(docs, /may be running/)
  await press.runAgain()
  expect(countCreates(app)).toBe(2)
  await slack.findMessage(docs, /may be running/)
  expect(press.count("tasks WHERE id LIKE 'note:%'")).toBe(0)
})

test('a job whose text was sent to another job says so although the disk was full', async () => {
  const app = await openAppWithFile()
  const { slack } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs Explain the twin')
  await slack.findCard(docs, 'working')
  await slack.command(maria, docs, '/docs Explain the twin')
  const asking = await slack.findMessage(docs, /is still running\. Start this one too/)
  const db = openAppDatabase(app)
  const id = String(asking.metadata?.event_payload['op_id'])
  failWrites(db, `INSERT ON tasks WHEN new.id LIKE 'edit:%${id}:%'`)
  await slack.click(maria, asking, /Follow up instead/)
  await untilDiskFull(app)
  db.exec('DROP TRIGGER full')
  await slack.findMessage(docs, /sent to the other job as a follow-up instead/)
})

test('a job over the quota says so although the disk was full', { tags: 'rest' }, async () => {
  const app = await openAppWithFile({ JOB_UNDO_SECONDS: '10' })
  const { slack, addFault } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 3600 })
  await slack.command(maria, docs, '/docs Explain the first place')
  await slack.findMessage(docs, /1st in line/)
  const db = openAppDatabase(app)
  failWrites(db, "INSERT ON tasks WHEN new.id LIKE 'edit:%'")
  await slack.command(maria, docs, '/docs Describe something else')
  await untilDiskFull(app)
  db.exec('DROP TRIGGER full')
  await slack.findMessage(docs, /2nd in line/)
})

test('a job is found by the agent’s id although the disk was full', { tags: 'rest' }, async () => {
  const app = await openAppWithFile()
  const { slack, agent } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const db = openAppDatabase(app)
  failWrites(db, "INSERT ON records WHEN new.partition LIKE '%/jobs-name' AND length(new.id) > 6")
  await slack.command(maria, docs, '/docs Explain the names')
  await untilDiskFull(app)
  db.exec('DROP TRIGGER full')
  await slack.findCard(docs, 'working')
  const { id } = await agent.findJob(/the names/)
  const named = db.prepare("SELECT 1 FROM records WHERE partition LIKE '%/jobs-name' AND length(id) > 6")
  await until(() => named.get() !== undefined)
  const answer = await slack.command(maria, docs, `/docs status ${id}`)
  expect(JSON.stringify(answer.body)).toContain('Explain the names')
})

test('a replayed Stop watching does not stop later polling', { tags: 'rest' }, async () => {
  const app = await openSqliteHarness()
  const { slack, agent } = app
  const { docs, maria, job, card, id } = await startWorkingJob(app, 'Explain the second thoughts')
  const press = blockTaskEnd(app, 'jobs.act:%:unwatch')
  await slack.click(maria, card, 'jobs.more', `stop:${id}`)
  await app.settled()
  await slack.click(maria, card, 'jobs.more', `unwatch:${id}`)
  await slack.findMessage(docs, /No longer watched/)
  await slack.click(maria, card, /Watch again/)
  await slack.findCard(docs, 'working')
  await press.runAgain()
  expect(press.count("tasks WHERE id LIKE 'note:%'")).toBe(0)
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findMessage(docs, /the job ended after @Maria Torres asked it to stop/, card.ts)
})

test('a replayed stop that was sent in time is not called too late', { tags: 'rest' }, async () => {
  const app = await openSqliteHarness()
  const { slack, agent } = app
  const { docs, maria, job, card, id } = await startWorkingJob(app, 'Explain the second thoughts')
  const press = blockTaskEnd(app, 'jobs.act:%:stop')
  await slack.click(maria, card, 'jobs.more', `stop:${id}`)
  await slack.findMessage(docs, /asked the agent to stop/, card.ts)
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findMessage(docs, /the job ended after @Maria Torres asked it to stop/, card.ts)
  await press.runAgain()
  expect(press.count("tasks WHERE id LIKE 'note:%'")).toBe(0)
  await app.settled()
  expect((await agent.jobs())[0]?.followUps).toHaveLength(1)
})

test('a replayed hand-over neither undoes a later one nor is announced again', { tags: 'rest' }, async () => {
  const app = await openSqliteHarness()
  const { slack, agent } = app
  const [docs, maria, tom, li] = await Promise.all([
    slack.channel('docs'),
    slack.user('maria'),
    slack.user('tom'),
    slack.user('li'),
  ])
  await slack.command(maria, docs, '/docs Explain the second thoughts')
  const job = await agent.findJob(/second thoughts/)
  const card = await slack.findCard(docs, 'working')
  const id = String(/hand:([0-9a-z]+)/.exec(readText(card))?.[1])
  await slack.click(maria, card, 'jobs.more', `hand:${id}`)
  const form = await slack.findForm(maria)
  const hand = blockTaskEnd(app, `jobs.act:%:hand:${form.id}`)
  await slack.fillForm(maria, form, [[/Assign to/, tom]])
  await slack.findMessage(docs, new RegExp(`assigned this job to <@${tom}>`), card.ts)
  await slack.click(maria, card, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria, form), [[/Assign to/, li]])
  // The later one waits for the first in the lane of the job.
  await hand.runAgain()
  await slack.findMessage(docs, new RegExp(`assigned this job to <@${li}>`), card.ts)
  await agent.changeJob(job.id, { status: 'failed' })
  const told = await slack.findMessage(docs, /this job stopped with an error/, card.ts)
  expect(told.text).toContain(`<@${li}>`)
  await app.settled()
  const thread = await slack.messages(docs, card.ts)
  expect(thread.filter((one) => readText(one).includes(`assigned this job to <@${tom}>`))).toHaveLength(1)
})

test('a replayed Undo that was in time is not called too late', { tags: 'rest' }, async () => {
  const app = await openSqliteHarness({ MAIL_UNDO_SECONDS: '600' })
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, /^Reply$/)
  await slack.fillForm(maria, await slack.findForm(maria), [[/^Your reply$/, 'A new invoice is on its way.']])
  const held: Message = await slack.findMessage(support, /Sending in/, head.ts)
  const press = blockTaskEnd(app, 'mail.decide')
  await slack.click(maria, { channel: support, ts: held.ts, thread: head.ts }, /^Undo$/)
  await slack.findMessage(support, /Not sent: stopped in time/, head.ts)
  await press.runAgain()
  expect(press.count("tasks WHERE id LIKE 'note:%:mail.decide:%'")).toBe(0)
})

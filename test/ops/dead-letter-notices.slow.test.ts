import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import type { OpenedStorage } from '../../src/adapters/opened-storage.ts'
import { requestSimulator } from '../support/simulators.ts'
import { readText } from '../support/block-queries.ts'
import { openHarness, type Harness, until } from '../support/harness.ts'
import { runCommand } from '../support/app-process.ts'
import { testWith } from '../support/story-test.ts'

const stores = [
  { store: 'sqlite', tags: [] },
  { store: 'redis', tags: ['rest'] },
] as const

/** Opens the store of the running app, as an operator's command does. */
async function openStorageBeside({ sandbox }: Harness): Promise<OpenedStorage> {
  const stores = await openStorage(sandbox.env['STORE_URL'] ?? '', {
    sealer: createSealer([Buffer.from(sandbox.env['ENCRYPTION_KEY'] ?? '', 'base64')]),
    clock: createClock(),
    log: createLogger({ level: 'silent' }),
    admin: true,
  })
  onTestFinished(() => stores.close())
  return stores
}

const runDeadCommand = ({ sandbox }: Harness, ...args: string[]) => runCommand(sandbox.env, 'dead', ...args)

async function readTeam({ sandbox }: Harness): Promise<string> {
  const headers = { authorization: `Bearer ${sandbox.env['SLACK_BOT_TOKEN']}` }
  return String(
    (await requestSimulator(`${sandbox.slackApi}auth.test`, { method: 'POST', headers, body: {} })).body['team_id'],
  )
}

const findReference = (text: string): string => /reference ([0-9A-F]{6})/.exec(text)?.[1] ?? ''
const deaths = async ({ sandbox }: Harness): Promise<string> =>
  /bellhop_tasks\{state="dead"\} (\d+)/.exec(await (await fetch(`${sandbox.app}/metrics`)).text())?.[1] ?? ''

test.each(stores)(
  'on $store a damaged job says so in its thread, and an operator can resume it',
  { tags: 'rest' },
  async ({ store }) => {
    const app = await openHarness({ file: true, store, env: { JOB_UNDO_SECONDS: '10' } })
    const { slack, agent } = app
    const [docs, maria, aiko] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('aiko')])
    const { store: records } = await openStorageBeside(app)
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const card = await slack.findMessage(docs, /Starts at/)
    const partition = `${await readTeam(app)}/jobs-prompt`
    const [prompt] = await records.list(partition)
    if (!prompt) throw new Error('no prompt is stored')
    await records.put(prompt.key, 'not a prompt', { version: prompt.version })

    const said = readText(
      await slack.findMessage(docs, /something went wrong in Bellhop, so it has stopped working on this job/, card.ts),
    )
    expect(said).toContain(`<@${maria}>`)
    const reference = findReference(said)
    const told = readText(await slack.findMessage(aiko, /gave up on a task/))
    expect(told).toContain('jobs.create')
    expect(findReference(told)).toBe(reference)
    await until(async () => (await deaths(app)) === '1')

    const list = await runDeadCommand(app, 'list')
    expect(list).toMatchObject({ code: 0, output: expect.stringContaining(`${reference}  `) })
    expect(list.output).toContain('cannot be read')
    const shown = await runDeadCommand(app, 'show', reference)
    expect(shown.output).toMatch(/kind +jobs\.create, version 1\n/)
    expect(shown.output).not.toContain('carries')
    expect((await runDeadCommand(app, 'show', reference, '--data')).output).toContain('"attempt"')
    expect(await runDeadCommand(app, 'retry', 'ABCDEF')).toMatchObject({
      code: 1,
      output: expect.stringContaining('no dead letter'),
    })
    expect((await runDeadCommand(app, 'bury')).output).toContain('WHICH is a reference')
    expect(await runCommand(app.sandbox.env, 'bury')).toMatchObject({
      code: 64,
      output: expect.stringContaining('no command bury'),
    })

    const damaged = await records.get(prompt.key)
    await records.put(prompt.key, prompt.value, { version: damaged?.version ?? 0 })
    expect(await runDeadCommand(app, 'retry', reference)).toEqual({ code: 0, output: '1 queued again\n' })
    await agent.findJob(/retry schedule/)
    await until(async () => (await deaths(app)) === '0')
    expect((await runDeadCommand(app, 'list')).output).toBe('No dead letters.\n')
  },
)

for (const { store, tags } of stores) {
  test(`on ${store} failed tasks are kept, announced and block nothing`, { tags: [...tags] }, async () => {
    const app = await openHarness({ file: true, store })
    const { slack, agent, output } = app
    const [docs, maria, aiko] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('aiko')])
    const { queue } = await openStorageBeside(app)
    const data = { team: await readTeam(app), user: maria, channel: docs, text: 'from another time' }
    await queue.send({ kind: 'jobs.start', version: 99, data }, { id: 'newer' })
    await queue.send({ kind: 'jobs.start', version: 1, data }, { id: 'older' })
    await queue.send({ kind: 'jobs.forgotten', version: 1, data: null }, { id: 'unknown' })
    await until(async () => (await deaths(app)) === '3')

    const person = readText(await slack.findMessage(maria, /stopped working on something you asked for/))
    expect(person).toContain(`<#${docs}>`)
    const list = (await runDeadCommand(app, 'list')).output
    expect(list).toContain(findReference(person))
    expect(list).toContain('task jobs.start has version 99, this process knows 1')
    expect(list).toMatch(/task jobs\.start cannot be read: [\w, ]+\n/)
    expect(list).toContain('no handler for task kind jobs.forgotten')
    expect(list).not.toContain('from another time')
    // Two of one kind within an hour are one message to the admins.
    await Promise.all([slack.findMessage(aiko, /jobs\.forgotten/), slack.findMessage(aiko, /jobs\.start/)])
    const admin = (await slack.messages(aiko)).filter((one) => readText(one).includes('gave up on a task'))
    expect(admin).toHaveLength(2)
    expect(output()).not.toContain('from another time')

    await slack.command(maria, docs, '/docs Explain the limits')
    await agent.findJob(/limits/)
    expect((await runDeadCommand(app, 'drop', 'jobs.start')).output).toBe('2 deleted\n')
    expect((await runDeadCommand(app, 'drop', 'all')).output).toBe('1 deleted\n')
    await until(async () => (await deaths(app)) === '0')
  })
}

testWith({ file: true, store: 'sqlite' })(
  'a dead mail task is announced in its thread, a dead reply to its writer',
  async ({ app, slack, mail, support, maria }) => {
    const { store: records, queue } = await openStorageBeside(app)
    const home = await readTeam(app)
    const inbound = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    const delivery = {
      inbox_id: mail.inbox,
      thread_id: inbound.thread_id,
      message_id: 'elsewhere',
      recipients: ['a@b.test'],
    }
    const deliver = (id: string) => {
      const event = { event_type: 'message.delivered', event_id: id, delivery }
      return queue.send({ kind: 'mail.event', version: 1, data: { team: home, event } }, { id })
    }
    await deliver('first')
    const facts = await until(async () => (await records.list(`${home}/mail.outgoing`))[0])
    await records.put(facts.key, 'no facts', { version: facts.version })
    await deliver('second')
    await slack.findMessage(support, /This thread may miss an email/, head.ts)

    await records.put(`${home}/mail.replies/damaged`, 'not a reply', { version: 0 })
    const reply = { team: home, reply: 'damaged', user: maria }
    await queue.send({ kind: 'mail.send', version: 1, data: reply }, { id: 'reply' })
    await slack.findMessage(maria, /stopped working on something you asked for/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)

    const [stored, thread] = [(await records.list(`${home}/mails`))[0], (await records.list(`${home}/mail.threads`))[0]]
    if (!stored || !thread) throw new Error('no mail is stored')
    await records.put(stored.key, 'not a mail', { version: stored.version })
    const [mailId, threadId] = [stored, thread].map(({ key }) => key.slice(key.lastIndexOf('/') + 1))
    const written = { form: 'F1', thread: threadId ?? '', mail: mailId ?? '', written: 'A second try.', files: [] }
    const letter = { team: home, user: maria, to: [], cc: [], bcc: [], ...written }
    await queue.send({ kind: 'mail.reply', version: 1, data: letter }, { id: 'letter' })
    const told = readText(await slack.findMessage(support, /stopped working on your email/, head.ts))
    expect(told).toContain(maria)
    expect(findReference(told)).toMatch(/^[0-9A-F]{6}$/)
    expect(app.output()).not.toContain('second try')
  },
)

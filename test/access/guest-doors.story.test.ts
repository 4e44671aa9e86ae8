import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'

import { createForger, type ForgedAnswer, type Forger } from '../support/forged-requests.ts'
import { driveApp, until } from '../support/harness.ts'
import { startSimulators } from '../support/simulators.ts'

/** The one refusal that outsiders read, of a listener and of a task: another one would show them what there is. */
const REFUSAL = /Only full members of this workspace can use Bellhop/

/** A door may look up a person who may not use it, refuse them privately, or do nothing. */
const isLookUp = (method: string): boolean => /^(auth|users|conversations)\./.test(method)

async function openDoors() {
  const { sandbox, close } = await startSimulators({ scale: 60 })
  const log = createLogger({ level: 'silent' })
  const app = await openApp(readConfig({ ...sandbox.env, STORE_URL: 'sqlite::memory:', JOB_UNDO_SECONDS: '0' }), log)
  const { driver, unwatch } = driveApp(app, sandbox)
  onTestFinished(async () => {
    unwatch()
    await app.close()
    await close()
  })
  const { team } = await driver.client.slack.app()
  return { app, driver, forger: createForger(sandbox, team.id) }
}

/** Words that fit each grammar from the first to the last, and words that fit none. */
const WORDS: Record<string, (id: string) => string[]> = {
  '/docs': (id) => [
    '',
    'help',
    'quota',
    'list',
    'settings',
    'jobs',
    'jobs channel',
    `status ${id}`,
    'hello',
    'hello you',
  ],
  '/mail': () => [
    '',
    'help',
    'status',
    'inboxes',
    'routes',
    'metrics',
    'route a@b.test off',
    'hold a@b.test 3',
    'hello',
  ],
}

/** A sample of an id that ends with a number or a key. */
const sampleOf = (id: string | RegExp): string => (typeof id === 'string' ? id : `${readPrefix(id)}0`)

/** The beginning of a pattern; `RegExp.escape` writes its first letter as a number. */
const readPrefix = ({ source }: RegExp): string =>
  source
    .replace('^', '')
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '')

/** A value that each listener accepts as its own. */
const valueOf = (name: string | RegExp, id: string): string => (sampleOf(name).startsWith('mail.') ? `${id}.${id}` : id)

/** Whether the answer itself refuses; undefined if it is empty, and a message may. */
const isRefusal = ({ status, body }: ForgedAnswer): boolean | undefined =>
  status === 200 && body === '' ? undefined : REFUSAL.test(body)

test('every listener refuses a guest, and does nothing for them', async () => {
  const { app, driver, forger } = await openDoors()
  const { slack, agent } = driver
  const [docs, maria, gwen] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('gwen')])
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const job = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  const id = String(/unwatch:([0-9a-z]+)/.exec(JSON.stringify(card))?.[1])
  // Nothing else happens to an ended job.
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findPost(docs, 'jobs.end', card.ts)
  await driver.settled()

  const message = { channel: docs, ts: card.ts }
  const { commands, shortcuts, actions, submissions, options, closings } = app.subscriptions
  const doors: [name: string, send: (forger: Forger) => Promise<ForgedAnswer>][] = [
    ...commands.flatMap((command) =>
      (WORDS[command]?.(id.slice(-6)) ?? ['']).map((text): (typeof doors)[number] => [
        `${command} ${text}`,
        ({ command: type }) => type(gwen, docs, command, text),
      ]),
    ),
    ...shortcuts.map((name): (typeof doors)[number] => [name, ({ shortcut }) => shortcut(gwen, name, message)]),
    // **Request access** answers the refused person; covered by `ask-for-access.story.test.ts`.
    ...actions
      .filter((name) => name !== 'access.ask')
      .map((name): (typeof doors)[number] => [
        String(name),
        ({ click }) => click(gwen, { actionId: sampleOf(name), value: valueOf(name, id), message }),
      ]),
    ...submissions.map((name): (typeof doors)[number] => [
      name,
      ({ submit }) => submit(gwen, name, id, { field: { field: { type: 'plain_text_input', value: 'x' } } }),
    ]),
  ]
  expect(doors.length).toBeGreaterThan(70)
  // Until Slack answers who Gwen is, the reply differs.
  await until(async () => REFUSAL.test(JSON.stringify((await slack.command(gwen, docs, '/docs help')).body)))
  await driver.settled()
  const before = (await slack.calls()).length
  // A menu and a closed form cannot show a reason: they show nothing.
  const view = { id: 'V0FORGED', type: 'modal' as const, private_metadata: id }
  const typed = { text: { 'mail.text': { type: 'plain_text_input', value: 'x' } } }
  for (const action_id of options) {
    const { status, body } = await forger.suggest(gwen, { action_id, block_id: 'b', value: 'a', view })
    expect([action_id, status, JSON.parse(body)]).toEqual([action_id, 200, { options: [] }])
  }
  for (const callback_id of closings)
    expect([callback_id, await forger.close(gwen, { ...view, callback_id }, typed)]).toEqual([
      callback_id,
      { status: 200, body: '' },
    ])
  const silent: string[] = []
  for (const [name, send] of doors) {
    const refused = isRefusal(await send(forger))
    expect(refused, `${name} answered something else`).not.toBe(false)
    if (refused === undefined) silent.push(name)
  }
  /** Everything that the app sent to anyone since. */
  const readTold = async () => (await slack.calls()).slice(before).filter(({ method, ok }) => ok && !isLookUp(method))
  // Each door with an empty answer sends the refusal as a message.
  await until(async () => (await readTold()).length >= silent.length)
  await driver.settled()
  const told = await readTold()
  expect(told.filter(({ args }) => !REFUSAL.test(String(args['text'])))).toEqual([])
  expect(told).toHaveLength(silent.length)
  expect(await slack.views(gwen)).toEqual([])
  expect(await agent.jobs()).toHaveLength(1)
})

test('a form that comes back without its metadata is answered, whichever it is', async () => {
  const { app, driver, forger } = await openDoors()
  const maria = await driver.slack.user('maria')
  const { closings, submissions } = app.subscriptions
  const view = { id: 'V0FORGED', private_metadata: '' }
  const values = { 'prompt-0': { prompt: { type: 'plain_text_input', value: 'Explain the limits' } } }
  for (const callback_id of closings)
    expect([callback_id, (await forger.close(maria, { ...view, callback_id }, values)).status]).toEqual([
      callback_id,
      200,
    ])
  for (const callback_id of submissions)
    expect([callback_id, (await forger.submit(maria, callback_id, '', values)).status]).toEqual([callback_id, 200])
})

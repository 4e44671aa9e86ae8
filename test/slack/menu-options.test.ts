import { expect, onTestFinished, test } from 'vitest'
import { guardListeners } from '../../src/access/guard-listeners.ts'
import { readConfig } from '../../src/config.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { createPlatform } from '../../src/platform.ts'
import {
  externalMultiSelect,
  inputBlock,
  type MenuChoices,
  modal,
  toMenuOptions,
} from '../../src/slack/blocks/form-fields.ts'
import { createBoltApp } from '../../src/slack/inbound/bolt-app.ts'
import { createBoltListeners } from '../../src/slack/inbound/bolt-listeners.ts'
import { selectedValues } from '../../src/slack/inbound/view-state.ts'
import { createForger } from '../support/forged-requests.ts'
import { untilDelivered } from '../support/settled.ts'
import { createDriver } from '../support/sandbox-driver.ts'
import { startSimulators, until } from '../support/simulators.ts'

const choice = (value: string) => ({ text: value.toUpperCase(), value })

/** The menu's answers, by the typed text; everything else is found nowhere. */
const ANSWERS: Record<string, () => Promise<MenuChoices>> = {
  '': async () => ({ groups: [{ title: 'Fruit', choices: [choice('fig'), choice('plum')] }] }),
  fig: async () => ({ choices: [choice('fig')] }),
  away: async () => {
    throw new UpstreamError('Slack is away', { service: 'slack', code: 'timeout', outcome: 'unknown' })
  },
  broken: async () => {
    throw new Error('broken')
  },
  late: () => new Promise(() => {}),
}

/** An app that only has `/docs`, which opens a form with one menu, and keeps what is chosen in it. */
async function openMenuApp(by: 'http' | 'socket') {
  const { sandbox, close } = await startSimulators({ scale: 1 })
  const socketEnv = { SLACK_APP_TOKEN: sandbox.env['SANDBOX_SOCKET_TOKEN'] ?? '', SLACK_SIGNING_SECRET: '' }
  const env = { ...sandbox.env, ...(by === 'socket' && socketEnv), STORE_URL: 'sqlite::memory:' }
  const config = readConfig(env)
  const log = createLogger({ level: 'silent' })
  const platform = await createPlatform(config, log)
  const { clock, languages, slack, views } = platform.services
  const bolt = createBoltApp({ ...config.slack, installations: slack.installations, clock, log })
  const listeners = guardListeners(createBoltListeners(bolt.app, { log, languages }).listeners, {
    ...platform.services,
    findClickAct: () => Promise.resolve(undefined),
  })
  const chosen: (string[] | undefined)[] = []
  listeners.command('/docs', async (command) => {
    const menu = externalMultiSelect({
      actionId: 'test.menu',
      initial: [choice('pear')],
      placeholder: 'Type a name',
      minQueryLength: 0,
      maxSelected: 3,
    })
    const blocks = [inputBlock({ blockId: 'b', label: 'Fruit' }, menu)]
    await views.open(
      command.team,
      command.triggerId,
      modal({ callbackId: 'test.form', title: 'Fruit', submit: 'Save', close: 'Cancel', blocks }),
    )
  })
  listeners.options('test.menu', async ({ typed }) => (ANSWERS[typed] ?? (async () => ({ choices: [] })))())
  listeners.submit('test.form', async ({ view }) => {
    chosen.push(selectedValues(view.values['b']?.['test.menu']))
  })
  const server = createHttpServer({ routes: bolt.routes, log })
  await server.listen(config.http.port, config.http.host)
  bolt.start()
  onTestFinished(async () => {
    await bolt.stop()
    await server.close(0)
    await platform.storage.close()
    await close()
  })
  await until(() => bolt.notReadyReason() === undefined)
  const driver = createDriver(sandbox, { untilSettled: () => untilDelivered(sandbox) })
  return { driver, sandbox, chosen }
}

test.each(['http', 'socket'] as const)('a person chooses what the app finds for what they type (%s)', async (by) => {
  const { driver, chosen } = await openMenuApp(by)
  const { slack } = driver
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs')
  const form = await slack.findForm(maria)
  const type = async (typed: string): Promise<unknown> => {
    const menu = { user: maria, view_id: form.id, action_id: 'test.menu', value: typed }
    return JSON.parse(String((await driver.client.slack.suggest(menu)).body))
  }

  expect(await type('')).toMatchObject({
    option_groups: [{ label: { text: 'Fruit' }, options: [{ value: 'fig' }, { text: { text: 'PLUM' } }] }],
  })
  expect(await type('fig')).toMatchObject({ options: [{ value: 'fig' }] })
  expect(await type('x'.repeat(3000))).toEqual({ options: [] })
  expect(await type('away')).toEqual({ options: [] })

  await slack.submit(maria, form.id, { b: { 'test.menu': ['fig', 'plum'] } })
  await until(() => chosen.length > 0)
  expect(chosen).toEqual([['fig', 'plum']])
})

test('nobody who may not use Bellhop is shown choices, and nothing odd or late stops the app', async () => {
  const { driver, sandbox } = await openMenuApp('http')
  const { slack } = driver
  const [docs, maria, gwen] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('gwen')])
  const { team } = await driver.client.slack.app()
  const forger = createForger(sandbox, team.id)
  const ask = (user: string, fields: object = {}) =>
    forger.suggest(user, { action_id: 'test.menu', block_id: 'b', value: '', ...fields })
  const nothing = { status: 200, body: '{"options":[]}' }

  expect(await ask(maria)).toMatchObject({ status: 200, body: expect.stringContaining('plum') as string })
  expect(await ask(gwen)).toEqual(nothing)
  expect(await ask('U0NOBODY')).toEqual(nothing)
  expect(await ask(maria, { action_id: 'test.unknown' })).toEqual(nothing)
  expect(await ask(maria, { value: 'late' })).toEqual(nothing)
  expect((await ask(maria, { value: 'broken' })).status).toBe(500)

  const odd = [
    { action_id: {} },
    { action_id: 'x'.repeat(256) },
    { value: 5 },
    { value: ['plum'] },
    { view: 'x' },
    { view: { id: 'V1', type: 'modal', state: { values: [null] } } },
    { user: null },
    { user: { id: 'U/1' } },
    { team: { id: 'T0ELSEWHERE' } },
  ]
  const answers = await Promise.all(odd.map((fields) => ask(maria, fields)))
  expect(answers.map(({ status }) => status)).toEqual(odd.map(() => 400))
  await slack.command(maria, docs, '/docs')
  await slack.findForm(maria)
})

test('choices keep to what Slack takes', () => {
  const many = Array.from({ length: 70 }, (_, index) => choice(`v${index}`))
  const answer = toMenuOptions({
    groups: [
      { title: 'x'.repeat(100), choices: [{ text: 't'.repeat(100), value: 'a' }, choice('x'.repeat(76)), choice('')] },
      { title: 'Empty', choices: [] },
      { title: 'Many', choices: many },
      { title: 'More', choices: many },
      { title: 'Last', choices: many },
    ],
  })
  const groups = 'option_groups' in answer ? answer.option_groups : []
  expect(groups.map(({ options }) => options.length)).toEqual([1, 70, 29])
  expect(groups[0]?.label.text).toHaveLength(75)
  expect(groups[0]?.options[0]?.text.text).toHaveLength(75)
  expect(toMenuOptions({ groups: [] })).toEqual({ options: [] })
})

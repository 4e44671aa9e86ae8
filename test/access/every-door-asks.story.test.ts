import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type AccessAction, accessActions } from '../../src/access/actions.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import type { Subscriptions } from '../../src/slack/inbound/subscriptions.ts'
import { openAccessRecords } from '../support/access-rules.ts'
import { findElements } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { driveApp } from '../support/harness.ts'
import { startSimulators, until } from '../support/simulators.ts'
import { pressInMore } from '../mail/mail-menu.ts'
import { doorRules } from './door-table.ts'

const SOON_MS = 30_000

/** The beginning of a pattern; `RegExp.escape` writes its first letter as a number. */
const readPrefix = ({ source }: RegExp): string =>
  source
    .replace('^', '')
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '')

/** Lists every listener, named as in the table. */
const listDoors = (subscriptions: Subscriptions): string[] =>
  Object.entries(subscriptions).flatMap(([kinds, names]: [string, (string | RegExp)[]]) =>
    names.map((name) => `${kinds.replace(/s$/, '')} ${typeof name === 'string' ? name : readPrefix(name)}`),
  )

/** Lists every task kind named in the source. */
const listTasks = (): string[] =>
  globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btaskKind\(\s*'([\w.]+)'/g)].map(([, kind]) => `task ${kind}`),
  )

async function openScene() {
  const { sandbox, close } = await startSimulators()
  const env = { ...sandbox.env, JOB_UNDO_SECONDS: '0', MAIL_UNDO_SECONDS: '600', ADMIN_USERS: '' }
  const app = await openApp(readConfig(env), createLogger({ level: 'silent' }))
  const { driver, unwatch } = driveApp(app, sandbox)
  const records = await openAccessRecords(driver)
  onTestFinished(async () => {
    unwatch()
    await records.close()
    await app.close()
    await close()
  })
  const { team } = (await driver.client.slack.app()) as { team: { id: string } }
  return { app, driver, records, forger: createForger(sandbox, team.id) }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** The value of an element in a message. */
const valueIn = (shown: unknown, actionId: string): string =>
  String(findElements(shown).find(({ action_id }) => action_id === actionId)?.['value'])

/** Creates a job, a mail, a quarantined mail, a reply and open forms while everyone may do everything. */
async function prepare({ driver }: Scene) {
  const { slack, agent, mail, settled } = driver
  const [docs, support, leads] = await Promise.all(['docs', 'support', 'leads'].map((name) => slack.channel(name)))
  const [maria, tom, li, bot] = await Promise.all(['maria', 'tom', 'li', 'bellhop'].map((name) => slack.user(name)))
  if (!docs || !support || !leads || !maria || !tom || !li || !bot) throw new Error('the sandbox lacks somebody')
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await mail.receive({ subject: 'Lottery', text: 'You have won', kind: 'spam' })
  const spam = await slack.findMessage(support, /Spam/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'We are looking into it.']])
  const reply = await slack.findMessage(support, /wrote a reply/, head.ts)

  const more = await pressInMore(slack, maria, head, 'mail.start_job')
  await slack.fillForm(maria, await slack.findForm(maria, more), [['prompt', 'Describe the totals']])
  const fromMail = await agent.findJob(/Describe the totals/)
  await agent.changeJob(fromMail.id, { status: 'completed', prLink: 'https://git.test/pull/1' })
  const ready = await slack.findCard(support, 'finished', { thread: head.ts })

  const between = `${tom},${li}`
  await slack.command(tom, between, '/docs Explain the limits')
  const draft = await slack.findEphemeral(between, tom, /Explain the limits/)
  await slack.changeWorkspace('remove-app', { channel: leads })
  await slack.command(tom, leads, '/docs Explain the quotas')
  const uninvited = await slack.findEphemeral(leads, tom, /Explain the quotas/)
  await slack.changeWorkspace('add-app', { channel: leads })
  await slack.command(tom, docs, '/docs')
  const jobForm = await slack.findForm(tom)
  await slack.click(tom, head, 'mail.reply')
  const replyForm = await slack.findForm(tom, jobForm)
  await settled()
  return {
    places: { docs, support },
    people: { tom, li, bot },
    messages: { card, head, spam },
    values: {
      job: valueIn(card, 'jobs.follow_up'),
      mail: valueIn(head, 'mail.reply'),
      spam: valueIn(spam, 'mail.show'),
      reply: valueIn(reply, 'mail.cancel'),
      draft: valueIn(draft, 'jobs.start_direct'),
      uninvited: valueIn(uninvited, 'jobs.start_here'),
      ready: valueIn(ready, 'mail.reply_with_pr'),
    },
    forms: { job: jobForm, reply: replyForm },
  }
}

interface Press {
  door: string
  action: AccessAction
  press: () => Promise<unknown>
}

/** The person's act at each door, sent like their own client would. */
function listPresses(
  {
    driver: {
      slack,
      mail: { inbox },
    },
    forger,
  }: Scene,
  at: Awaited<ReturnType<typeof prepare>>,
): Press[] {
  const { tom, bot } = at.people
  const { docs, support } = at.places
  const { card, head, spam } = at.messages
  const { job, mail, spam: spamValue, reply, draft, uninvited, ready } = at.values
  const asked = JSON.stringify({ text: 'Explain the limits' })
  const audit = { callback_id: 'workspace.audit', private_metadata: JSON.stringify({ pages: [], round: 0 }) }

  const values: Record<string, string> = {
    'jobs.start_asked': asked,
    'jobs.start_direct': draft,
    'jobs.start_here': uninvited,
    'jobs.start_in': draft,
    'jobs.pick_other': `${job}:0`,
    'mail.reply': mail,
    'mail.reply_all': mail,
    'mail.saved.add_here': support,
    'mail.start_job': mail,
    'mail.reply_with_pr': ready,
    'mail.reply_about_job': ready,
    'mail.forward': mail,
    'mail.bulk': `open:${support}:`,
  }
  for (const name of ['claim', 'done', 'reopen', 'snooze', 'block', 'block_address', 'block_domain'])
    values[`mail.${name}`] = mail
  for (const name of ['release', 'discard', 'not_spam', 'ask_release', 'ask_discard', 'ask_not_spam'])
    values[`mail.${name}`] = spamValue
  for (const name of [
    'edit',
    'undo_edit',
    'cancel',
    'stop',
    'look',
    'again',
    'drop',
    'ask_again',
    'ask_drop',
    'tell_admins',
    'send_now',
    'send_planned',
    'send_time',
    'review',
    'review_page:',
    'decline',
  ])
    values[`mail.${name}`] = reply

  const click = (name: string, value = values[name] ?? job) => {
    const on = name.startsWith('mail.') ? { channel: support, ts: head.ts } : { channel: docs, ts: card.ts }
    const place = name.startsWith('workspace.audit_') ? { view: audit } : { message: on }
    return forger.click(tom, { actionId: name.endsWith(':') ? `${name}0` : name, value, ...place })
  }
  const submit = (name: string, field: string, value: object) =>
    forger.submit(tom, name, job, { [field]: { [field]: { type: 'x', ...value } } })
  const command = (line: string, action: AccessAction): Press => ({
    door: `command ${line}`,
    action,
    press: () => slack.command(tom, docs, line),
  })

  const special: Record<string, () => Promise<unknown>> = {
    'shortcut jobs.from_message': () => slack.useShortcut(tom, 'jobs.from_message', card),
    'action mail.show': () => slack.click(tom, spam, 'mail.show'),
    'shortcut jobs.new': () => forger.shortcut(tom, 'jobs.new'),
    'shortcut mail.send_as_reply': () => forger.shortcut(tom, 'mail.send_as_reply', head),
    'event reaction_added': async () =>
      slack.addReaction(tom, await slack.say(tom, docs, 'The limits changed'), 'memo'),
    'submission jobs.new': () => slack.fillForm(tom, at.forms.job, [['prompt', 'Explain the limits']]),
    'submission mail.reply': () => slack.fillForm(tom, at.forms.reply, [['mail.text', 'Yes.']]),
    'submission mail.snooze': () =>
      forger.submit(tom, 'mail.snooze', JSON.stringify({ thread: mail.split('.')[0] }), {
        'mail.snooze_when': { 'mail.snooze_when': { type: 'x', selected_option: { value: 'tomorrow' } } },
      }),
    'submission mail.bulk': () =>
      forger.submit(tom, 'mail.bulk', JSON.stringify({ ids: [mail.split('.')[0]], location: { channel: support } }), {
        'mail.bulk_act': { 'mail.bulk_act': { type: 'x', selected_option: { value: 'done' } } },
        'mail.bulk_whole': { 'mail.bulk_whole': { type: 'x', selected_options: [{ value: 'all' }] } },
      }),
    'submission mail.ask_now': () => forger.submit(tom, 'mail.ask_now', JSON.stringify({ reply }), {}),
    'submission mail.ask_planned': () => forger.submit(tom, 'mail.ask_planned', JSON.stringify({ reply }), {}),
    'submission mail.ask_cancel': () => forger.submit(tom, 'mail.ask_cancel', JSON.stringify({ reply }), {}),
    'submission mail.ask_reply': () =>
      forger.submit(tom, 'mail.ask_reply', JSON.stringify({ reply, verb: 'drop' }), {}),
    'submission mail.ask_verdict': () =>
      forger.submit(tom, 'mail.ask_verdict', JSON.stringify({ target: spamValue, verb: 'release' }), {}),
    'submission mail.send_time': () =>
      forger.submit(tom, 'mail.send_time', JSON.stringify({ reply }), {
        'mail.time_when': {
          'mail.time_when': { type: 'x', selected_option: { value: `own|${Date.now() + 3_600_000}` } },
        },
      }),
    'submission mail.hand_over': () =>
      forger.submit(tom, 'mail.hand_over', JSON.stringify({ thread: mail.split('.')[0] }), {
        person: { person: { type: 'x', selected_user: at.people.li } },
      }),
    'action mail.assign_to:': () =>
      forger.click(tom, {
        actionId: 'mail.assign_to:0',
        value: at.people.li,
        view: { callback_id: 'mail.hand_over', private_metadata: JSON.stringify({ thread: mail.split('.')[0] }) },
      }),
    'submission mail.rule': () =>
      forger.submit(tom, 'mail.rule', '{}', { name: { name: { type: 'x', value: 'Mine' } } }),
    'submission mail.approve': () => forger.submit(tom, 'mail.approve', JSON.stringify({ reply, mark: 'x' }), {}),
    'submission mail.decline': () => forger.submit(tom, 'mail.decline', JSON.stringify({ reply, mark: 'x' }), {}),
    'submission jobs.follow_up': () => submit('jobs.follow_up', 'text', { value: 'more' }),
    'submission jobs.found': () => submit('jobs.found', 'id', { value: 'job-1' }),
    'submission jobs.ask': () =>
      forger.submit(tom, 'jobs.ask', JSON.stringify({ target: job, verb: 'drop', attempt: 1 }), {}),
    'submission jobs.mirror': () => submit('jobs.mirror', 'channel', { selected_conversation: support }),
    'submission jobs.hand_over': () => submit('jobs.hand_over', 'person', { selected_user: at.people.li }),
  }
  const named = Object.entries(doorRules).flatMap(([door, rule]): Press[] => {
    const [kind = '', name = ''] = door.split(' ')
    if (typeof rule !== 'string' || kind === 'task') return []
    if (special[door]) return [{ door, action: rule, press: special[door] }]
    const press = kind === 'shortcut' ? () => forger.shortcut(tom, name, card) : () => click(name)
    return [{ door, action: rule, press }]
  })
  return [
    ...named,
    command('/docs Explain the limits', 'jobs.start'),
    command('/docs audit', 'workspace.administer'),
    command(`/mail route ${inbox} #leads`, 'mail.administer'),
    command('/mail quarantine #leads', 'mail.administer'),
    command(`/mail approval ${inbox} off`, 'mail.administer'),
    command('/mail audit', 'workspace.administer'),
    { door: 'a mention', action: 'jobs.start', press: () => slack.say(tom, docs, `<@${bot}> Explain the limits`) },
    {
      door: 'a new mail',
      action: 'mail.reply',
      press: () =>
        forger.submit(tom, 'mail.reply', JSON.stringify({ kind: 'new', thread: '', mail: '', inboxId: inbox }), {
          to: { 'mail.recipients:to': { type: 'plain_text_input', value: 'rita@partner.test' } },
        }),
    },
    {
      door: 'a follow-up',
      action: 'jobs.steer',
      press: () => slack.say(tom, docs, `<@${bot}> and the costs`, { thread_ts: card.ts }),
    },
    ...['stop', 'unwatch', 'mirror', 'hand'].map((verb): Press => ({
      door: `the entry ${verb}`,
      action: 'jobs.steer',
      press: () => click('jobs.more', `${verb}:${job}`),
    })),
    ...['done', 'release', 'mute'].map((verb): Press => ({
      door: `the entry ${verb}`,
      action: 'mail.reply',
      press: () => click('mail.more', `${verb}:${mail}`),
    })),
    { door: 'a listed entry', action: 'jobs.steer', press: () => click('jobs.listed', `stop:${job}`) },
  ]
}

test('every listener and task kind is in the table of doors', async () => {
  const { app } = await openScene()
  const there = [...listDoors(app.subscriptions), ...listTasks()]
  expect(there.filter((door) => !doorRules[door])).toEqual([])
  expect(Object.keys(doorRules).filter((door) => !there.includes(door))).toEqual([])
})

test('every door that asks refuses a person that the settings do not name, once, and does nothing', async () => {
  const scene = await openScene()
  const { driver, records } = scene
  const at = await prepare(scene)
  await records.saveForWorkspace({ emoji: 'memo' })
  for (const action of accessActions) await records.allow(action, `person:${at.people.li}`)
  const readRefusals = async () => (await records.readAudit()).filter(({ user }) => user === at.people.tom)
  const countChanges = async () => {
    const requests = (await driver.exchanges()).filter(
      ({ direction, method, system }) => direction === 'from-app' && method !== 'GET' && /^(agent|mail)$/.test(system),
    )
    return { requests: requests.length, jobs: await driver.agent.jobs(), sent: await driver.mail.sent() }
  }
  const before = await countChanges()
  expect(before.requests).toBeGreaterThan(0)
  const earlier = (await readRefusals()).length
  const wrong: unknown[] = []
  let seen = earlier
  for (const { door, action, press } of listPresses(scene, at)) {
    await press()
    const refusals = await until(
      async () => {
        const found = await readRefusals()
        return found.length > seen && found
      },
      { ms: SOON_MS },
    ).catch(() => [])
    const [newest] = refusals
    if (newest?.action !== action || newest.outcome !== 'refused') wrong.push([door, action, newest])
    seen = Math.max(seen, refusals.length)
  }
  expect(wrong).toEqual([])
  await driver.settled()
  // Once each: a second record of a door would be here by now.
  expect((await readRefusals()).length).toBe(seen)
  expect(seen - earlier).toBe(listPresses(scene, at).length)
  expect(await countChanges()).toEqual(before)
})

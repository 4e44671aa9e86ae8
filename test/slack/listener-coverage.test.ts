import { createHmac } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { jobActionIds, jobCallbackIds } from '../../src/jobs/action-ids.ts'
import { buildAdoptModal, buildHandOverModal, buildMirrorModal } from '../../src/jobs/actions/job-modals.ts'
import { buildPromptModal } from '../../src/jobs/actions/prompt-modal.ts'
import { renderListMenu } from '../../src/jobs/card/action-buttons.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { renderFollowUpReply } from '../../src/jobs/follow-up/follow-up-message.ts'
import { buildJobFormModal } from '../../src/jobs/form/job-form-modal.ts'
import { jobActionList, jobActions } from '../../src/jobs/model/allowed-actions.ts'
import type { FollowUp } from '../../src/jobs/model/follow-up.ts'
import { jobStates } from '../../src/jobs/model/job.ts'
import { mailActionIds, mailCallbackIds, shortcutIds as mailShortcutIds } from '../../src/mail/action-ids.ts'
import { mailActions } from '../../src/mail/records/mail-actions.ts'
import { replyActions } from '../../src/mail/records/reply-actions.ts'
import { quarantineActions } from '../../src/mail/records/quarantine-actions.ts'
import { blockActions } from '../../src/mail/records/sender-actions.ts'
import { threadActions } from '../../src/mail/records/mail/thread-actions.ts'
import { ruleActionIds } from '../../src/mail/placement/rules/rule-ids.ts'
import { isListenedTo, type Subscriptions } from '../../src/slack/inbound/subscriptions.ts'
import { SETTINGS_FORM_ID } from '../../src/workspace/settings/settings-modal.ts'
import { createSandboxClient } from '../../tools/sandbox-client.ts'
import { cardContext, jobRecord, english } from '../jobs/job-record.ts'
import { until } from '../support/harness.ts'
import { startSimulators } from '../support/simulators.ts'

/** Forms without a submit button: Slack never sends their submission. */
const READ_ONLY_FORMS: string[] = [
  jobCallbackIds.prompt,
  jobCallbackIds.list,
  jobCallbackIds.details,
  jobCallbackIds.collected,
  mailCallbackIds.mail,
  mailCallbackIds.list,
  mailCallbackIds.drafts,
  mailCallbackIds.draftText,
  mailCallbackIds.scheduled,
  mailCallbackIds.approvals,
  mailCallbackIds.preview,
]

async function openRealApp() {
  const { sandbox, close } = await startSimulators()
  const lines: string[] = []
  const log = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const app = await openApp(readConfig({ ...sandbox.env, STORE_URL: 'sqlite::memory:' }), log)
  const closeAll = async () => {
    await app.close()
    await close()
  }
  return { sandbox, app, lines, closeAll }
}

let subscriptions: Subscriptions
beforeAll(async () => {
  const { app, closeAll } = await openRealApp()
  subscriptions = app.subscriptions
  await closeAll()
})

/** Some ids are followed by a number or a key: `jobs.pick:0`. */
const hasListener = (id: string): boolean =>
  isListenedTo(subscriptions.actions, id) || isListenedTo(subscriptions.actions, `${id}:0`)

const followUp = (state: FollowUp['state']): FollowUp => ({
  n: 1,
  attempt: 1,
  text: 'more',
  users: ['U1'],
  sources: ['1'],
  texts: ['more'],
  verb: 'follow_up',
  state,
  at: 0,
})

/** Everything that the builders of jobs show, in every state. */
function jobSamples(): unknown[] {
  const variants = [{}, { silentSince: 1 }, { prLink: 'https://git.example.test/pull/1' }, { heldUntil: 1 }]
  const jobs = jobStates.flatMap((state) => variants.map((more) => jobRecord({ state, ...more })))
  const job = jobRecord()
  return [
    ...jobs.flatMap((one) => [renderJobCard(english, one, cardContext).blocks, renderListMenu(english, one)]),
    renderFollowUpReply(english, job, followUp('unknown'), {}).blocks,
    renderFollowUpReply(english, job, followUp('refused'), { code: 'gone' }).blocks,
    buildPromptModal(english, job, 'text', [], { canGoElsewhere: true }).blocks,
  ]
}

/** The action ids of clickable elements: those of inputs in forms are read with the submission. */
function emittedIds(shown: unknown): string[] {
  if (typeof shown !== 'object' || shown === null || ('type' in shown && shown.type === 'input')) return []
  const own = 'action_id' in shown && typeof shown.action_id === 'string' && !('url' in shown) ? [shown.action_id] : []
  return [...own, ...Object.values(shown).flatMap(emittedIds)]
}

test('every button and menu of the tables has a listener', () => {
  const ids = [
    ...Object.values(jobActionIds),
    ...jobActionList.flatMap(([, { id, url, asks }]) => (id === undefined || url ? [] : [id, asks?.id ?? id])),
    // Only the form that has this field reads it.
    ...Object.values(mailActionIds).filter((id) => id !== mailActionIds.findWords),
    ...Object.values(ruleActionIds).filter((id) => id !== ruleActionIds.inboxes && id !== ruleActionIds.assign),
    ...[...mailActions, ...threadActions, ...quarantineActions, ...replyActions, ...blockActions].flatMap(
      ({ actionId, asks }) => [actionId ?? [], asks?.actionId ?? []].flat(),
    ),
    SETTINGS_FORM_ID,
  ]
  expect(ids.filter((id) => !hasListener(id))).toEqual([])
})

test('every button and menu that is shown with a job has a listener', () => {
  const ids = new Set(jobSamples().flatMap(emittedIds))
  expect(ids.size).toBeGreaterThan(15)
  expect([...ids].filter((id) => !hasListener(id))).toEqual([])
})

test('every form with a submit button and every shortcut has a listener', () => {
  const job = jobRecord()
  const form = buildJobFormModal(english, {
    draft: 'd',
    title: 'Start',
    submit: 'Start',
    projects: ['a'],
    project: 'a',
    text: '',
    asksChannel: true,
    inThread: false,
    quotes: [],
    leftOut: [],
    quota: [],
  })
  const views = [
    form,
    buildAdoptModal(english, job, undefined),
    buildMirrorModal(english, job.id),
    buildHandOverModal(english, job.id, { isWorking: true }),
  ]
  const known = [...subscriptions.submissions, ...subscriptions.shortcuts]
  const ids = [
    ...Object.values(jobCallbackIds),
    ...Object.values(mailCallbackIds),
    ...Object.values(mailShortcutIds),
    SETTINGS_FORM_ID,
    ...views.flatMap((view) => ('callback_id' in view ? (view.callback_id ?? '') : '')),
  ]
  expect(ids.filter((id) => !known.includes(id) && !READ_ONLY_FORMS.includes(id))).toEqual([])
})

test('a click that nothing listens to is logged as a warning, unless it opens a link', async () => {
  const { sandbox, lines, closeAll } = await openRealApp()
  onTestFinished(closeAll)
  const { slack } = createSandboxClient(sandbox.control)
  const [channel] = await slack.channels()
  const [user] = await slack.users()
  const button = (action_id: string, more = {}) => ({
    type: 'button',
    action_id,
    text: { type: 'plain_text', text: 'Go' },
    ...more,
  })
  const elements = [button('test.link', { url: 'https://docs.example.test' }), button('test.unknown')]
  const answer = await fetch(`${sandbox.env['SLACK_API_URL']}chat.postMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.env['SLACK_BOT_TOKEN']}` },
    body: JSON.stringify({ channel: channel?.id, text: 'Go', blocks: [{ type: 'actions', elements }] }),
  })
  const { ts } = (await answer.json()) as { ts: string }
  for (const action_id of ['test.link', 'test.unknown'])
    await slack.click({ user: user?.id ?? '', channel: channel?.id ?? '', message_ts: ts, action_id })
  await until(() => lines.some((line) => line.includes('test.unknown')))
  expect(lines.filter((line) => line.includes('an action without a listener'))).toHaveLength(1)
})

test('a shortcut or a form that nothing listens to is acknowledged and logged as a warning', async () => {
  const { sandbox, lines, closeAll } = await openRealApp()
  onTestFinished(closeAll)
  const { slack } = createSandboxClient(sandbox.control)
  const { team } = await slack.app()
  const [user] = await slack.users()
  const person = { team, user: { id: user?.id }, trigger_id: '1.2.three' }
  const view = { id: 'V1', callback_id: 'test.form', type: 'modal', private_metadata: '', state: { values: {} } }
  const payloads = [
    { type: 'shortcut', callback_id: 'test.shortcut', ...person },
    { type: 'view_submission', view, ...person },
  ]
  const statuses = await Promise.all(payloads.map((payload) => sendInteraction(sandbox, payload)))
  expect(statuses).toEqual([200, 200])
  expect(lines.filter((line) => /a (shortcut|submission) without a listener/.test(line))).toHaveLength(2)
})

test('a forged click that names no job, or an entry that its menu never shows, is acknowledged and does nothing', async () => {
  const { sandbox, lines, closeAll } = await openRealApp()
  onTestFinished(closeAll)
  const { slack } = createSandboxClient(sandbox.control)
  const { team } = await slack.app()
  const [user] = await slack.users()
  const click = (action: object) =>
    sendInteraction(sandbox, {
      type: 'block_actions',
      team,
      user: { id: user?.id },
      trigger_id: '1.2.three',
      actions: [{ type: 'button', block_id: 'b', action_ts: '1.2', ...action }],
    })
  const menu = (action_id: string, value: string) =>
    click({ type: 'overflow', action_id, selected_option: { text: { type: 'plain_text', text: 'Go' }, value } })
  const statuses = [
    await click({ action_id: jobActions.prompt.id }),
    await click({ action_id: jobActions.edit.id, value: '' }),
    await menu(jobActionIds.more, 'undo:0mwriwt6ib37a29'),
    await menu(jobActionIds.listed, 'untell:0mwriwt6ib37a29'),
  ]
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(lines.filter((line) => line.includes('a click names no job'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('unknown menu entry'))).toHaveLength(2)
})

/** Sends an interaction with Slack's signature and returns the status of the answer. */
async function sendInteraction({ app, env }: { app: string; env: Record<string, string> }, payload: unknown) {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const stamp = `${Math.floor(Date.now() / 1000)}`
  const digest = createHmac('sha256', env['SLACK_SIGNING_SECRET'] ?? '')
    .update(`v0:${stamp}:${body}`)
    .digest('hex')
  const { status } = await fetch(`${app}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': `v0=${digest}`,
    },
    body,
  })
  return status
}

/** @module-tag browser */
import { expect, test } from 'vitest'
import { openSandbox, callControl, openPage, serveFakeApp, useBrowser, type Fields } from './support/browser-page.ts'
import { until } from '../support/simulators.ts'

useBrowser()

const ask = (
  at: Awaited<ReturnType<typeof openSandbox>>,
  path: string,
  body: Fields,
  more: Record<string, string> = {},
) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  }).then((answer) => answer.json() as Promise<Fields>)

test('the Mail panel sends as a customer, shows sent mail and its delivery, and answers in the thread', async () => {
  const at = await openSandbox({ app: false })
  const inbox = at.env['SANDBOX_INBOX'] ?? ''
  const page = await openPage(`${at.page}#/panel/mail`)
  const templates = page.getByRole('group', { name: 'Templates' })
  const api = `${at.mailApi}/v0/inboxes/${encodeURIComponent(inbox)}/messages`
  const key = { authorization: `Bearer ${at.env['MAIL_API_KEY']}` }
  // While one mail is on its way, the button is busy and sends no other.
  const send = page.locator('button[aria-busy="false"]', { hasText: 'Send email' })
  const findMail = (fits: (mail: Fields) => unknown): Promise<Fields> =>
    until(async () => {
      const answer = await fetch(`${api}?include_spam=true&include_unauthenticated=true`, { headers: key })
      return ((await answer.json()) as { messages: Fields[] }).messages.find(fits)
    })
  for (const name of ['Newsletter', 'Long thread', 'Attachment', 'Spam', 'Phishing', 'Plain']) {
    await templates.getByRole('button', { name }).click()
    if (name === 'Attachment') await page.getByText('44 B').waitFor()
    await send.click()
  }
  const plain = await findMail((mail) => mail['subject'] === 'Invoice 4711')
  await findMail((mail) => mail['subject'] === 'What changed in March')
  await ask(
    at,
    `${api}/${encodeURIComponent(String(plain['message_id']))}/reply`,
    { text: 'A new invoice is on its way.' },
    key,
  )
  await page.getByText('A new invoice is on its way.').waitFor()
  const left = page.getByRole('region', { name: 'Sent mail' })
  await left.getByText('Sent', { exact: true }).first().waitFor()
  await left.getByRole('button', { name: 'Bounced' }).click()
  await left.getByText('Bounced', { exact: true }).first().waitFor()
  await left.getByRole('button', { name: 'Answer as the customer' }).click()
  await page.getByText('In the thread of').waitFor()
  // Shown for four seconds only, so the test looks for it before.
  await Promise.all([page.getByText('The email has arrived in the mailbox').last().waitFor(), send.click()])
  const answer = await findMail(
    (mail) =>
      mail['in_reply_to'] &&
      mail['thread_id'] === plain['thread_id'] &&
      String(mail['from']).includes('one@customer.test'),
  )
  expect(answer['subject']).toBe('Re: Invoice 4711')
})

test('the Agent panel shows jobs with their follow-ups and changes their state', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(`${at.page}#/panel/agent`)
  await page.getByText('No jobs yet').waitFor()
  const url = `${at.agentApi}/v2/agent/${at.env['AGENT_PROJECT_ID']}/job`
  const key = { authorization: `Bearer ${at.env['AGENT_API_KEY']}` }
  const job = await ask(at, url, { prompt: 'Explain the retry schedule' }, key)
  await page.getByRole('button', { name: /Explain the retry schedule.*Working/ }).waitFor()
  for (const [press, state] of [
    ['Finish with a pull request', 'Pull request'],
    ['Back to work', 'Working'],
    ['Nothing changed', 'Nothing changed'],
    ['Fail', 'Failed'],
    ['Archive', 'Archived'],
  ] as const) {
    await page.getByRole('button', { name: press, exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`Explain the retry schedule.*${state}`) }).waitFor()
  }
  const [kept] = await callControl<Fields[]>(at, '/agent/jobs')
  expect(kept).toMatchObject({ id: job['id'], status: 'archived' })
  await page.getByRole('combobox', { name: 'What new jobs do' }).selectOption('failed')
  await expect.poll(() => callControl(at, '/agent/script')).toMatchObject({ outcome: 'failed' })
  // A duration is always written in the same way.
  await callControl(at, '/agent/script', { outcome: 'failed', afterMs: 600_000 })
  const delay = page.getByRole('combobox', { name: 'When' }).locator('option:checked')
  await expect.poll(() => delay.textContent()).toBe('after 10 min')
  expect(await page.getByRole('option', { name: /^after (300|600) s$/ }).count()).toBe(0)
  // On a very small screen, the controls of the header still do not overlap the list.
  await page.setViewportSize({ width: 390, height: 500 })
  const [head, entry] = await Promise.all(
    [
      page.getByRole('combobox', { name: 'When' }),
      page.getByRole('button', { name: /Explain the retry schedule/ }),
    ].map((one) => one.boundingBox()),
  )
  expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThan(entry?.y ?? 0)
})

test('the Faults panel switches faults, sets the clock and resets the sandbox', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(`${at.page}#/panel/faults`)
  await page.getByText('No faults').waitFor()
  await page.getByText('Unavailable, 503').click()
  await expect.poll(() => callControl(at, '/faults')).toMatchObject([{ target: 'agent', mode: 'status', status: 503 }])
  await page.getByText('Add another fault').click()
  await page.getByRole('textbox', { name: 'Part of the call' }).fill('chat.update')
  await page.getByRole('textbox', { name: 'Times' }).fill('2')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('slack · status · chat.update · 2×').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => callControl(at, '/faults')).toEqual([])
  await page.getByRole('button', { name: '60×' }).click()
  await expect.poll(() => callControl(at, '/clock')).toMatchObject({ scale: 60 })
  await callControl(at, '/slack/message', { channel: 'C08DOCS001A', user: 'U08MARIA01A', text: 'soon gone' })
  // Without an app that the sandbox started, there is no story to play.
  expect(await page.getByRole('button', { name: 'Reset with the opening story' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reset to empty' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => callControl(at, '/slack/messages?channel=C08DOCS001A')).toEqual([])
  await expect.poll(() => callControl(at, '/clock')).toMatchObject({ scale: 1 })
  // Jobs and mail go on moving by themselves.
  await expect.poll(() => callControl(at, '/agent/script')).toMatchObject({ outcome: 'completed', afterMs: 8000 })
  await expect.poll(() => callControl(at, '/mail/script')).toMatchObject({ outcome: 'delivered', afterMs: 2000 })
})

test('the Requests panel lists every exchange, searches the bodies and shows them', async () => {
  const at = await openSandbox({ app: false })
  await serveFakeApp(at, () => undefined)
  const page = await openPage(`${at.page}#/panel/requests`)
  await page.getByText('No requests yet').waitFor()
  const slack = { authorization: `Bearer ${at.env['SLACK_BOT_TOKEN']}` }
  await ask(at, `${at.slackApi}chat.postMessage`, { channel: 'C08DOCS001A', text: 'needle in here' }, slack)
  await ask(at, `${at.slackApi}chat.postMessage`, { channel: 'C00NOWHERE', text: 'lost' }, slack)
  await ask(at, `${at.agentApi}/v2/agent/${at.env['AGENT_PROJECT_ID']}/job`, { prompt: 'x' })
  const rows = page.getByRole('button', { name: /^\d.*ms$/ })
  await page.getByText('/slack/events · message').waitFor()
  await page.getByRole('searchbox', { name: 'Filter' }).fill('postMessage needle')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().click()
  const detail = page.getByRole('complementary', { name: 'Exchange' })
  await detail.getByText('"text": "needle in here"').first().waitFor()
  await detail.getByText('"ok": true').waitFor()
  await page.getByRole('searchbox', { name: 'Filter' }).fill('')
  await page.getByRole('button', { name: 'Only failures' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('group', { name: 'System' }).getByRole('button', { name: 'Agent' }).click()
  await expect.poll(() => rows.count()).toBe(1)
})

test('an active fault and a stopped app are marked beside Chat, until they are over', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  const rail = page.getByRole('navigation', { name: 'Views' })
  await rail.getByRole('link', { name: 'Faults', exact: true }).waitFor()
  const { id } = await callControl<{ id: string }>(at, '/faults', { target: 'agent', mode: 'status', status: 503 })
  await callControl(at, '/faults', { target: 'slack', mode: 'status', status: 500, times: 1 })
  await rail.getByRole('link', { name: 'Faults (2 active faults)' }).waitFor()
  // A fault that is used up is over, though nobody removed it.
  await ask(at, `${at.slackApi}auth.test`, {})
  await rail.getByRole('link', { name: 'Faults (1 active fault)' }).waitFor()
  await fetch(`${at.control}/faults/${id}`, { method: 'DELETE' })
  await rail.getByRole('link', { name: 'Faults', exact: true }).waitFor()
})

test('the Requests panel shows repeated requests as one', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(`${at.page}#/panel/requests`)
  await page.getByText('No requests yet').waitFor()
  const url = `${at.agentApi}/v2/agent/${at.env['AGENT_PROJECT_ID']}/job`
  const headers = { authorization: `Bearer ${at.env['AGENT_API_KEY']}` }
  const jobs = [await ask(at, url, { prompt: 'One' }, headers), await ask(at, url, { prompt: 'Two' }, headers)]
  const poll = async () => {
    for (const job of jobs) await fetch(`${url}/${String(job['id'])}`, { headers })
  }
  for (let times = 0; times < 3; times++) await poll()
  const rows = page.getByRole('button', { name: /^\d.*ms$/ })
  // The polls of two jobs alternate, and are one line each.
  await expect.poll(() => page.getByText('×3').count()).toBe(2)
  expect(await rows.count()).toBe(4)
  await callControl(at, `/agent/jobs/${String(jobs[0]?.['id'])}`, { status: 'failed' })
  await poll()
  // The answer of one has changed.
  await page.getByText('×4').waitFor()
  await expect.poll(() => rows.count()).toBe(5)
  await page.getByText('×4').click()
  await page.getByText(/^4 times with the same answer: /).waitFor()
})

test('the Mail panel names people without quotes, and reports a delivery once', async () => {
  const at = await openSandbox({ app: false })
  const inbox = at.env['SANDBOX_INBOX'] ?? ''
  const page = await openPage(`${at.page}#/panel/mail`)
  const url = `${at.mailApi}/v0/inboxes/${encodeURIComponent(inbox)}/messages/send`
  const key = { authorization: `Bearer ${at.env['MAIL_API_KEY']}` }
  await ask(at, url, { to: ['"Prado, Ines" <ines@northwind.test>'], subject: 'Hi', text: 'Hello' }, key)
  const left = page.getByRole('region', { name: 'Sent mail' })
  await left.getByText(/^to Prado, Ines <ines@northwind.test> · /).waitFor()
  const report = left.getByRole('group', { name: 'Report as' }).getByRole('button', { name: 'Delivered' })
  await report.click()
  await expect.poll(() => report.isDisabled()).toBe(true)
})

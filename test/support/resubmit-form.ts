import { createHmac } from 'node:crypto'
import type { Harness } from './harness.ts'
import { lookAround } from './until.ts'

/** Submits the last form again, as from a screen where it is still open because the answer was lost. `change` may edit its text. */
export async function resubmitLastForm(app: Harness, change: (payload: string) => string): Promise<number> {
  return (await postLastForm(app, change)).status
}

/** Submits the last form again and returns what Slack is answered; an empty text closes the form. */
export async function readRepeatedAnswer(app: Harness, change: (payload: string) => string): Promise<string> {
  return (await postLastForm(app, change)).text()
}

async function postLastForm({ sandbox, exchanges }: Harness, change: (payload: string) => string): Promise<Response> {
  const wire = await lookAround(exchanges)
  const sent = wire.findLast((one) => one.path === '/slack/events' && one.requestBody?.includes('view_submission'))
  const payload = new URLSearchParams(sent?.requestBody).get('payload') ?? ''
  const body = new URLSearchParams({ payload: change(payload) }).toString()
  const stamp = `${Math.floor(Date.now() / 1000)}`
  const digest = createHmac('sha256', sandbox.env['SLACK_SIGNING_SECRET'] ?? '')
    .update(`v0:${stamp}:${body}`)
    .digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': stamp,
    'x-slack-signature': `v0=${digest}`,
  }
  return fetch(`${sandbox.app}/slack/events`, { method: 'POST', body, headers })
}

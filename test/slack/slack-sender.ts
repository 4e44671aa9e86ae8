import { createHmac } from 'node:crypto'
import type { Harness } from '../support/harness.ts'
import { lookAround } from '../support/until.ts'

export const JSON_TYPE = 'application/json'
export const FORM = 'application/x-www-form-urlencoded'

interface Sent {
  type?: string
  /** Seconds from now. */
  skewS?: number
  version?: string
  secret?: string
  headers?: Record<string, string>
}

/** A request as Slack sends it, in as many shapes as somebody else might. */
export function createSlackSender(sandbox: Harness['sandbox']) {
  const url = `${sandbox.app}/slack/events`
  const given = sandbox.env['SLACK_SIGNING_SECRET'] ?? ''
  const post = async (body: string, headers: Record<string, string>) => {
    const answer = await fetch(url, { method: 'POST', body, headers })
    return { status: answer.status, body: await answer.text(), isFinal: answer.headers.get('x-slack-no-retry') === '1' }
  }
  return {
    post,
    signed: (
      body: string,
      { type = JSON_TYPE, skewS = 0, version = 'v0', secret = given, headers = {} }: Sent = {},
    ) => {
      const stamp = `${Math.floor(Date.now() / 1000) + skewS}`
      const digest = createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')
      return post(body, {
        'content-type': type,
        'x-slack-request-timestamp': stamp,
        'x-slack-signature': `${version}=${digest}`,
        ...headers,
      })
    },
  }
}

export const encodeCommand = (sandbox: Harness['sandbox'], text: string, more: Record<string, string> = {}): string =>
  new URLSearchParams({
    command: '/docs',
    text,
    team_id: 'T',
    user_id: 'U',
    channel_id: 'C',
    trigger_id: '1.2.three',
    response_url: `${sandbox.slackApi}nowhere`,
    ...more,
  }).toString()

/** The envelope of the last event of this type that Slack sent to the app. */
export async function findLastEvent(exchanges: Harness['exchanges'], type: string): Promise<string> {
  const entries = await lookAround(exchanges)
  const found = entries.findLast((one) => one.path === '/slack/events' && one.requestBody.includes(`"type":"${type}"`))
  return found?.requestBody ?? ''
}

import { UpstreamError } from '../../core/errors.ts'

const TIMEOUT_MS = 10_000

/** Answers are sent to Slack's own hosts only, whatever address a payload names (docs/architecture.md, Promises). */
function isSlackAddress(url: string, apiUrl: string): boolean {
  const target = URL.parse(url)
  if (!target) return false
  return (
    target.origin === new URL(apiUrl).origin ||
    (target.protocol === 'https:' && /^hooks\.slack(-gov)?\.com$/.test(target.hostname))
  )
}

/** Posts to a `response_url`, without a token. Throws `UpstreamError` if Slack did not accept it. */
export async function postToResponseUrl(url: string, apiUrl: string, body: object): Promise<void> {
  const fail = (code: string, cause?: unknown): UpstreamError =>
    new UpstreamError(`response_url: ${code}`, { service: 'slack', code, outcome: 'unknown', cause })
  if (!isSlackAddress(url, apiUrl))
    throw new UpstreamError('response_url: not an address of Slack', {
      service: 'slack',
      code: 'bad_response_url',
      outcome: 'refused',
    })
  let response: Response
  let isPage: boolean
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    isPage = /^text\/html/i.test(response.headers.get('content-type') ?? '')
    await response.body?.cancel()
  } catch (error) {
    throw fail('no_answer', error)
  }
  // A proxy answered, not Slack.
  if (isPage) throw fail('bad_response')
  if (!response.ok) throw fail(`http_${response.status}`)
}

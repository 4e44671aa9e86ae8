import type { Exchange } from '../../../../control-types.ts'

/** Formats a body for reading: indents JSON, decodes forms, and parses JSON inside a form. */
export function formatBody(body: string): string {
  const text = body.trim()
  if (!text) return ''
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    if (!/^[\w.%+-]+=/.test(text)) return body
  }
  const open = (value: string): unknown => {
    try {
      return /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value
    } catch {
      return value
    }
  }
  return JSON.stringify(
    Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, open(value)])),
    null,
    2,
  )
}

/** Whether there was no response, an error status, or Slack's `ok: false`. */
export const hasFailed = (exchange: Exchange): boolean =>
  exchange.status === 0 ||
  exchange.status >= 400 ||
  (exchange.system.startsWith('slack') && exchange.responseBody.startsWith('{"ok":false'))

export const readSystem = (exchange: Exchange): string =>
  exchange.system.startsWith('slack') ? 'slack' : exchange.system

const NAMES: Record<string, string> = { slack: 'Slack', agent: 'the agent', mail: 'the mailbox' }
export const readSystemName = (exchange: Exchange): string => NAMES[readSystem(exchange)] ?? exchange.system

/** The path of an exchange, with the event or command in its body if the path does not show it. */
export function describeExchange(exchange: Exchange): string {
  if (exchange.direction === 'from-app') return exchange.path
  const type =
    /"event_type":"([^"]+)"/.exec(exchange.requestBody)?.[1] ??
    /"event":\{"type":"([^"]+)"/.exec(exchange.requestBody)?.[1]
  const form = /(?:^|&)command=([^&]+)/.exec(exchange.requestBody)?.[1]
  const interaction = /payload=.*?%22type%22%3A%22([a-z_]+)/.exec(exchange.requestBody)?.[1]
  const more = type ?? (form && decodeURIComponent(form)) ?? interaction
  return more ? `${exchange.path} · ${more}` : exchange.path
}

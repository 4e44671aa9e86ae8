import type { HttpAnswer } from './http-types.ts'

/** The page of a proxy or an edge that answers in place of a service. */
export function htmlPage(status: number): HttpAnswer {
  const title = status === 200 ? 'We’ll be back soon' : `${status} Error`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  }
}

function changeType(value: unknown): unknown {
  if (typeof value === 'string') return 7
  if (typeof value === 'number') return 'seven'
  if (typeof value === 'boolean') return 'yes'
  return Array.isArray(value) ? {} : [[]]
}

/** A JSON object whose fields all have another type, except Slack's `ok`. Other bodies stay unchanged. */
export function changeTypes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name === 'ok' ? value : changeType(value)]),
  )
}

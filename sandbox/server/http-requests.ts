import type { IncomingMessage } from 'node:http'
import type { Route } from './http-types.ts'

const BODY_LIMIT = 64 * 1024 * 1024

/** The answer of every area to a body over the limit. */
export const PAYLOAD_TOO_LARGE = {
  ok: false,
  error: 'payload_too_large',
  name: 'PayloadTooLargeError',
  message: 'The body is too large',
}

/** Decodes a path segment. Invalid percent-encoding stays unchanged, and the simulator answers with an unknown path. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Splits an address at its first question mark; a query may contain more of them. */
export function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** The decoded parameters if the route matches. A HEAD matches as a GET, of which Node sends no body. */
export function matchRoute(route: Route, method: string, segments: string[]): Record<string, string> | undefined {
  const wanted = route.pattern.split('/').slice(1)
  if (route.method !== (method === 'HEAD' ? 'GET' : method) || wanted.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeSegment(segment)
    else if (part !== segment) return undefined
  }
  return params
}

/** The body, or undefined if it is too large. It is read to its end in any case: a client that is still writing would not see the answer. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= BODY_LIMIT) chunks.push(chunk)
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks)
}

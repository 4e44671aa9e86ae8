import type { IncomingMessage } from 'node:http'
import type { Route } from './http-types.ts'

const BODY_LIMIT = 64 * 1024 * 1024

/** How every area refuses what is larger than anything that is served here. */
export const PAYLOAD_TOO_LARGE = {
  ok: false,
  error: 'payload_too_large',
  name: 'PayloadTooLargeError',
  message: 'The body is too large',
}

/** A path segment that is not valid percent-encoding stays as it is: the simulator then answers that it does not know it. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The path and what follows its first question mark; a query may hold more of these. */
export function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** The parameters of a route that fits, each decoded; a HEAD is a GET of which Node sends no body. */
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

/** The body, or undefined when it is too large. Read to its end all the same: who is still writing would not see the answer. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= BODY_LIMIT) chunks.push(chunk)
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks)
}

/** A control call that was refused; the message is the sandbox's own words. */
export class CallError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/control${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new CallError(0, 'The sandbox does not answer. Is it still running?')
  }
  const text = await response.text()
  let parsed: unknown
  try {
    parsed = text ? JSON.parse(text) : undefined
  } catch {
    parsed = undefined
  }
  if (response.ok) return parsed as T
  const told = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? String(parsed.error) : text
  throw new CallError(response.status, told || `The sandbox answered ${response.status}.`)
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path)
export const post = <T = unknown>(path: string, body: unknown): Promise<T> => call<T>('POST', path, body)
export const remove = (path: string): Promise<unknown> => call('DELETE', path)

/** For what an older simulator may not offer: absent instead of an error. */
export const maybe = async <T>(path: string): Promise<T | undefined> => {
  try {
    return await get<T>(path)
  } catch {
    return undefined
  }
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A refused call to the control surface; the message comes from the sandbox. */
export class ControlError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function callControl<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/control${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new ControlError(0, 'The sandbox isn’t answering. Is it still running?')
  }
  const text = await response.text()
  let parsed: unknown
  try {
    parsed = text ? JSON.parse(text) : undefined
  } catch {
    parsed = undefined
  }
  if (response.ok) return parsed as T
  const message = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? String(parsed.error) : text
  throw new ControlError(response.status, message || `The sandbox answered with status ${response.status}.`)
}

export const getControl = <T>(path: string): Promise<T> => callControl<T>('GET', path)
export const postControl = <T = unknown>(path: string, body: unknown): Promise<T> => callControl<T>('POST', path, body)
export const deleteControl = (path: string): Promise<unknown> => callControl('DELETE', path)

/** Like `getControl`, but undefined instead of an error. */
export const getOptional = async <T>(path: string): Promise<T | undefined> => {
  try {
    return await getControl<T>(path)
  } catch {
    return undefined
  }
}

/** The message of anything thrown. */
export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const derivedCodes: Record<number, string> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'rate_limit_exceeded',
  500: 'internal_error',
}

/**
 * The code for an answer without one, derived from its status as the mailbox's documentation does. The agent's answers never have a code.
 * A refusal that is not in the service's own form came from something in between, whose status says nothing about the request.
 */
export function codeOfStatus(status: number, isOwnForm: boolean): string {
  if (!isOwnForm && status < 500 && status !== 429) return 'bad_response'
  return derivedCodes[status] ?? (status >= 500 ? 'service_unavailable' : 'bad_response')
}

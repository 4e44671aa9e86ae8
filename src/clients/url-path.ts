import { type UpstreamService, UpstreamError } from '../core/errors.ts'

/**
 * Fills `{name}` places of a route. An empty id would surface as another error than it is (the mailbox's documentation, Other error
 * rules, 2), and a dot would be taken out of the path: neither is asked.
 */
export function fillPath(service: UpstreamService, route: string, ids: Record<string, string>): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name] ?? ''
    if (id.trim() === '' || id === '.' || id === '..' || !id.isWellFormed())
      throw new UpstreamError(`${service} was not asked: ${name} is no usable id`, {
        service,
        code: 'invalid_id',
        outcome: 'refused',
        errors: [{ path: name, message: 'is empty or cannot stand in an address' }],
      })
    return encodeURIComponent(id)
  })
}

/** A base address and a path, with exactly one slash between them. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`
}

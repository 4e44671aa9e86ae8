import { type UpstreamService, UpstreamError } from '../core/errors.ts'
import { removeTrailing } from '../core/remove-trailing.ts'

/**
 * Fills the `{name}` placeholders of a route. Throws on ids that would ask for something else: an empty one shortens the path (the mailbox's
 * documentation), and a dot is removed from it.
 */
export function fillPath(service: UpstreamService, route: string, ids: Record<string, string>): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name] ?? ''
    if (id.trim() === '' || id === '.' || id === '..' || !id.isWellFormed())
      throw new UpstreamError(`${service} was not asked: ${name} is no usable id`, {
        service,
        code: 'invalid_id',
        outcome: 'refused',
        errors: [{ path: name, message: 'is empty or cannot be part of an address' }],
      })
    return encodeURIComponent(id)
  })
}

/** Joins a base address and a path with exactly one slash. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${removeTrailing(baseUrl, '/')}${path}`
}

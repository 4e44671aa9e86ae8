import { isJsonObject, type JsonObject } from '../../server/control-routes.ts'
import { MailboxError, type FieldIssue } from './error-codes.ts'
import type { MailboxState } from './mailbox-types.ts'

const KEY_FORM = /^[A-Za-z0-9\-._~]{1,256}$/

export const CLIENT_KEY_RULE = 'must be 1 to 256 characters from A-Z a-z 0-9 - . _ ~'

export const isClientKey = (value: string): boolean => KEY_FORM.test(value)

/** Reads the fields of a body and collects an issue for each invalid one; one refusal lists them all. */
export function createFieldReader(fields: JsonObject) {
  const issues: FieldIssue[] = []
  const wrong = (name: string, message: string): undefined => void issues.push({ path: [name], message })
  const valueOf = (name: string): unknown => fields[name] ?? undefined
  return {
    wrong,
    text(name: string): string | undefined {
      const value = valueOf(name)
      return value === undefined || typeof value === 'string' ? value : wrong(name, 'Expected string')
    },
    flag(name: string): boolean | undefined {
      const value = valueOf(name)
      return value === undefined || typeof value === 'boolean' ? value : wrong(name, 'Expected boolean')
    },
    texts(name: string): string[] | undefined {
      const value = valueOf(name)
      if (value === undefined) return undefined
      if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
      return wrong(name, 'Expected array of strings')
    },
    /** A string or an array of strings. */
    oneOrMany(name: string): string[] | undefined {
      const value = valueOf(name)
      return typeof value === 'string' ? [value] : this.texts(name)
    },
    /** An object of plain values; `null` clears it. */
    plain(name: string): Record<string, unknown> | null | undefined {
      const value = fields[name]
      if (value === undefined || value === null) return value
      if (!isJsonObject(value)) return wrong(name, 'Expected object')
      for (const [key, one] of Object.entries(value))
        if (one !== null && !['string', 'number', 'boolean'].includes(typeof one))
          issues.push({ path: [name, key], message: 'Expected string, number or boolean' })
      return value
    },
    record(name: string): Record<string, string> | undefined {
      const value = valueOf(name)
      if (value === undefined) return undefined
      if (!isJsonObject(value)) return wrong(name, 'Expected object of strings')
      const read: Record<string, string> = {}
      for (const [key, one] of Object.entries(value)) {
        if (typeof one === 'string') read[key] = one
        else issues.push({ path: [name, key], message: 'Expected string' })
      }
      return read
    },
    clientId(): string | undefined {
      const value = this.text('client_id')
      if (value !== undefined && !isClientKey(value)) return wrong('client_id', CLIENT_KEY_RULE)
      return value
    },
    /** Throws if any field was invalid. Call it before changing anything. */
    check(): void {
      if (issues.length > 0) throw new MailboxError('validation_error', { errors: issues })
    },
  }
}

/** The existing resource with this `client_id`. Refuses one that names a resource of another kind. */
export function findByClientId<T>(
  state: MailboxState,
  kind: string,
  kept: Map<string, T>,
  clientId: string | undefined,
): T | undefined {
  const known = clientId === undefined ? undefined : state.clientIds.get(clientId)
  if (known && known.kind !== kind)
    throw new MailboxError('already_exists', { message: `client_id is already in use by a ${known.kind}` })
  return known && kept.get(known.id)
}

/** All values of a query parameter. Clients repeat it, add indices or send a JSON array. */
export function queryValues(query: URLSearchParams, name: string): string[] {
  const named = [...query].filter(([key]) => key === name || (key.startsWith(`${name}[`) && key.endsWith(']')))
  return named.flatMap(([, value]) => {
    if (!value.startsWith('[')) return [value]
    try {
      const list: unknown = JSON.parse(value)
      return Array.isArray(list) ? list.map(String) : [value]
    } catch {
      return [value]
    }
  })
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Without the fields that are undefined. */
export const omitUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

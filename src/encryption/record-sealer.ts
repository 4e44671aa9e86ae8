import type { Json } from '../core/json.ts'
import type { Sealer } from './sealer.ts'

/** Frozen: marks a listed record whose value cannot be opened. */
const MARK = '$unreadable'

/** Frozen: the context for which a record is sealed. */
export const recordSealContext = (key: string): string => `record:${key}`

type Sealed = string | Uint8Array

/** Seals and opens the values of records; the same for every adapter. */
export function createRecordSealer(sealer: Sealer) {
  const open = (key: string, sealed: Sealed): Json =>
    JSON.parse(
      typeof sealed === 'string'
        ? sealer.open(sealed, recordSealContext(key))
        : sealer.openBytes(sealed, recordSealContext(key)),
    )
  return {
    seal: (key: string, value: Json): string => sealer.seal(JSON.stringify(value), recordSealContext(key)),
    sealBytes: (key: string, value: Json): Uint8Array =>
      sealer.sealBytes(JSON.stringify(value), recordSealContext(key)),
    open(key: string, sealed: Sealed): Json {
      try {
        return open(key, sealed)
      } catch (cause) {
        throw new Error(`the record ${key} cannot be read: ${reason(cause)}`, { cause })
      }
    },
    /** A record that cannot be read must not hide the others of its page; `unreadableReason` recognizes it. */
    openListed(key: string, sealed: Sealed): Json {
      try {
        return open(key, sealed)
      } catch (cause) {
        return { [MARK]: reason(cause) }
      }
    },
  }
}

/** Why a listed value cannot be read; undefined for a readable value. */
export function unreadableReason(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const mark = value[MARK]
  return typeof mark === 'string' ? mark : undefined
}

/** A JSON error quotes the text it met, so its message is not repeated. */
function reason(cause: unknown): string {
  return cause instanceof Error && !(cause instanceof SyntaxError) ? cause.message : 'it is not JSON'
}

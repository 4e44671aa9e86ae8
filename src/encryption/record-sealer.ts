import type { Json } from '../core/json.ts'
import type { Sealer } from './sealer.ts'

/** Frozen: stands in a listed entry for a value that cannot be opened. */
const MARK = '$unreadable'

/** Frozen: what a record is sealed for. */
export const recordSealContext = (key: string): string => `record:${key}`

type Sealed = string | Uint8Array

/** How both adapters write and read values. */
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
    /** One record that cannot be read does not hide the others of its page; `unreadable` tells it from them. */
    openListed(key: string, sealed: Sealed): Json {
      try {
        return open(key, sealed)
      } catch (cause) {
        return { [MARK]: reason(cause) }
      }
    },
  }
}

/** Why a listed value cannot be read; undefined if it can. */
export function unreadableReason(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const mark = value[MARK]
  return typeof mark === 'string' ? mark : undefined
}

/** A JSON error quotes the text it met, so its message stays inside. */
function reason(cause: unknown): string {
  return cause instanceof Error && !(cause instanceof SyntaxError) ? cause.message : 'it is not JSON'
}

import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { createBufferCollector } from '../core/collect-buffers.ts'

/** A multiple of three: only the last piece of a file is padded. */
const PIECE_BYTES = 48 * 1024

/** Bytes that stand in a JSON body as base64. They are encoded piece by piece while the body is sent, and kept in memory once. */
export class Base64Bytes {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** In bytes, before they are encoded. */
  get size(): number {
    return this.#bytes.length
  }

  get encodedSize(): number {
    return Math.ceil(this.#bytes.length / 3) * 4
  }

  *encode(): Generator<Buffer> {
    for (let from = 0; from < this.#bytes.length; from += PIECE_BYTES)
      yield Buffer.from(this.#bytes.subarray(from, from + PIECE_BYTES).toString('base64'), 'latin1')
  }
}

/** A JSON body whose size is known before it is sent. */
export interface JsonBody {
  size: number
  /** Whether it contains files, and is to be sent piece by piece. */
  hasFiles: boolean
  /** The same bytes each time, as `JSON.stringify` would make them of a value with base64 texts. */
  readPieces(this: void): Iterable<Buffer>
}

/** Builds the body of a value that may contain `Base64Bytes`. */
export function buildJsonBody(value: unknown): JsonBody {
  const mark = randomUUID()
  const files: Base64Bytes[] = []
  const json = JSON.stringify(value, (_key, one: unknown) => {
    if (!(one instanceof Base64Bytes)) return one
    files.push(one)
    return mark
  })
  const parts = json.split(mark).map((part) => Buffer.from(part))
  const sizes = [...parts.map(({ length }) => length), ...files.map(({ encodedSize }) => encodedSize)]
  return {
    size: sizes.reduce((sum, one) => sum + one, 0),
    hasFiles: files.length > 0,
    *readPieces() {
      const giveBack = files.length > 0 ? createBufferCollector() : () => {}
      for (const [index, part] of parts.entries()) {
        yield part
        for (const piece of files[index]?.encode() ?? []) {
          giveBack(piece.length)
          yield piece
        }
      }
    },
  }
}

/** The SHA-256 of a body in hex; other work goes on while a large one is read. */
export async function hashJsonBody({ readPieces }: JsonBody): Promise<string> {
  const hash = createHash('sha256')
  let read = 0
  for (const piece of readPieces()) {
    hash.update(piece)
    read += piece.length
    if (read < 1024 * 1024) continue
    read = 0
    await yieldToOthers()
  }
  return hash.digest('hex')
}

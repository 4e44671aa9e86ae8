import { createBufferCollector } from './collect-buffers.ts'

/** Reads content of a known length into one buffer, without a second copy; undefined if it is shorter or longer. */
export async function readExactly(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  length: number,
): Promise<Buffer | undefined> {
  const giveBack = createBufferCollector()
  // Its pages take no memory before they are filled.
  const bytes = Buffer.allocUnsafeSlow(length)
  let filled = 0
  for await (const chunk of content) {
    if (filled + chunk.length > length) return undefined
    bytes.set(chunk, filled)
    filled += chunk.length
    giveBack(chunk.length)
  }
  return filled === length ? bytes : undefined
}

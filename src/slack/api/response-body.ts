import type { ByteBudget } from '../../core/byte-budget.ts'

/** Almost every answer is smaller; those are read without asking whether there is room. */
const SMALL_BYTES = 64 * 1024

/**
 * The content of an answer, or undefined if it is larger than `maxBytes`, whatever length was declared. A large one first waits until the
 * budget has room for it. Throws if it breaks off.
 */
export async function readResponseBody(
  response: Response,
  { maxBytes, budget }: { maxBytes: number; budget?: ByteBudget },
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  let hasRoom = false
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      // Leaving the loop cancels the download.
      if (size > maxBytes) return undefined
      chunks.push(chunk)
      if (!budget || hasRoom || size <= SMALL_BYTES) continue
      await budget.reserve(maxBytes)
      hasRoom = true
    }
    return Buffer.concat(chunks)
  } finally {
    if (hasRoom) budget?.release(maxBytes)
  }
}

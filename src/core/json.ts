/** Values that a store or a queue can keep. Undefined fields are left out when written. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

/** A value as a store returns it. */
export const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Where the string that begins at `start` ends; the length of the text if it does not. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** Whether a text has more than `limit` values, as far as its commas and brackets tell. */
export function hasMoreValues(text: string, limit: number): boolean {
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = findStringEnd(text, at)
    else if ((code === COMMA || code === BRACKET || code === BRACE) && ++values > limit) return true
  }
  return false
}

/** Undefined for text that is not JSON, or has more than `maxValues`, which would take long to read; the error of `JSON.parse` would quote it. */
export function parseJson(text: string, maxValues = Infinity): Json | undefined {
  if (maxValues < text.length && hasMoreValues(text, maxValues)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

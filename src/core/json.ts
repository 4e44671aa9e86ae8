/** What a store or a queue can keep. A field that is undefined is left out when it is written. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

/** Undefined for text that is not JSON; the error of `JSON.parse` would quote it. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

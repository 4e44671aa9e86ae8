/** Reads JSON piece by piece and keeps the beginning of each text in it. */
export interface JsonExcerpt {
  add(chunk: Buffer): void
  /** The JSON with its texts cut. If the end was not read, it has the fields that were, and the one that is being cut. */
  read(): Buffer
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const LOWER_U = 0x75
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

interface Scan {
  depth: number
  inText: boolean
  /** Bytes of an escape sequence that are still to come. */
  escape: number
  chars: number
  /** The text has reached its limit: the rest is left out. */
  isSkipping: boolean
  /** A field of the outermost object: what follows is its value. */
  isValue: boolean
  /** Where the last complete field of the outermost object ends in what is kept. */
  completeBytes: number
}

/** Moves over a byte of a text; true at its closing quote. */
function scanText(scan: Scan, byte: number, maxChars: number): boolean {
  if (scan.escape > 0) {
    scan.escape = scan.escape === 1 && byte === LOWER_U ? 4 : scan.escape - 1
    // The four digits are counted down from 4 to 1; none of them is a `u`.
    return false
  }
  if (byte === QUOTE) return true
  if ((byte & 0xc0) !== 0x80 && ++scan.chars > maxChars) scan.isSkipping = true
  if (byte === BACKSLASH) scan.escape = 1
  return false
}

function scanStructure(scan: Scan, byte: number, keptBytes: number): void {
  if (byte === QUOTE) {
    scan.inText = true
    scan.chars = 0
  } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) scan.depth += 1
  else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) scan.depth -= 1
  else if (scan.depth !== 1) return
  else if (byte === COLON) scan.isValue = true
  else if (byte === COMMA) {
    scan.isValue = false
    scan.completeBytes = keptBytes
  }
}

/**
 * Keeps at most `maxChars` characters of each text: an answer with a mail of 60 MB costs the memory and the time of one with 1 MB. Expects the
 * outermost value to be an object.
 */
export function createJsonExcerpt(maxChars: number): JsonExcerpt {
  const kept: Buffer[] = []
  let keptBytes = 0
  const scan: Scan = {
    depth: 0,
    inText: false,
    escape: 0,
    chars: 0,
    isSkipping: false,
    isValue: false,
    completeBytes: 0,
  }

  function keep(chunk: Buffer, from: number, to: number): void {
    if (to <= from) return
    kept.push(chunk.subarray(from, to))
    keptBytes += to - from
  }

  return {
    add(chunk) {
      let from = 0
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] ?? 0
        if (!scan.inText) scanStructure(scan, byte, keptBytes + at - from)
        else {
          const wasSkipping = scan.isSkipping
          const isEnd = scanText(scan, byte, maxChars)
          if (scan.isSkipping && !wasSkipping) keep(chunk, from, at)
          if (isEnd) {
            if (wasSkipping) from = at
            scan.inText = false
            scan.isSkipping = false
          }
        }
      }
      if (!scan.isSkipping) keep(chunk, from, chunk.length)
    },
    read() {
      if (scan.depth === 0) return Buffer.concat(kept)
      if (scan.isSkipping && scan.depth === 1 && scan.isValue) return Buffer.concat([...kept, Buffer.from('"}')])
      const complete = Buffer.concat(kept).subarray(0, scan.completeBytes)
      return Buffer.concat([complete, Buffer.from(complete.length > 0 ? '}' : '{}')])
    },
  }
}

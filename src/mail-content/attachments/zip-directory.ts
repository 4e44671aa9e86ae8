import { sanitizeLine } from '../../core/sanitize-text.ts'

/** An entry of an archive: a name from outside, and the size that it claims. */
export interface ArchiveEntry {
  name: string
  size: number
}

/** The content that an archive declares. None of its files are unpacked. */
export interface ArchiveContent {
  entries: ArchiveEntry[]
  count: number
}

const END_BYTES = 22
const ENTRY_BYTES = 46
const NAME_CHARS = 120
const MAX_ENTRIES = 20_000
const [END, ENTRY] = [0x06054b50, 0x02014b50]

function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--) if (tail.readUInt32LE(at) === END) return at
  return undefined
}

/** Names are UTF-8 or in an old code page, of which only the Latin letters are certain. */
const decodeName = (bytes: Buffer, isUtf8: boolean): string =>
  sanitizeLine(bytes.toString(isUtf8 ? 'utf8' : 'latin1'))
    .slice(0, NAME_CHARS)
    .toWellFormed()

/**
 * Reads the directory at the end of a zip file; `tail` are its last bytes, `length` its whole length. Undefined if the directory begins before the tail, or
 * contradicts itself.
 */
export function readZipDirectory(tail: Buffer, length: number): ArchiveContent | undefined {
  const end = findEnd(tail)
  if (end === undefined) return undefined
  const [count, size] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12)]
  const entries: ArchiveEntry[] = []
  // By its size, not by the offset that it names: something may stand before the archive.
  let at = end - size
  if (at < 0 || length < tail.length) return undefined
  while (at + ENTRY_BYTES <= end && entries.length < MAX_ENTRIES && tail.readUInt32LE(at) === ENTRY) {
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => tail.readUInt16LE(at + offset))
    const isUtf8 = (tail.readUInt16LE(at + 8) & 0x0800) !== 0
    const from = at + ENTRY_BYTES
    const to = from + (nameBytes ?? 0)
    entries.push({ name: decodeName(tail.subarray(from, to), isUtf8), size: tail.readUInt32LE(at + 24) })
    at = to + (extra ?? 0) + (comment ?? 0)
  }
  return { entries, count: Math.max(count, entries.length) }
}

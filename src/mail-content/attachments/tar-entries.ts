import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import type { ArchiveContent, ArchiveEntry } from './zip-directory.ts'

/** Lists the entries of an archive while it passes, and keeps nothing else. */
export interface ArchiveReader {
  add(this: void, chunk: Buffer): void | Promise<void>
  /** Undefined if the archive ends too early, or is none. */
  finish(this: void): Promise<ArchiveContent | undefined>
}

const BLOCK_BYTES = 512
const MAX_ENTRIES = 20_000
/** Leaves out folders, and entries that only extend the next one: the long form of a name that its header has in part. */
const FILE_TYPES = new Set(['0', '\0', '1', '2', '7'])

const readField = (header: Buffer, from: number, bytes: number): string =>
  header.toString('utf8', from, from + bytes).replace(/\0.*$/s, '')

function readHeader(header: Buffer): { type: string; entry: ArchiveEntry } | undefined {
  const size = readField(header, 124, 12).trim()
  if (header.toString('latin1', 257, 262) !== 'ustar' || !/^[0-7]+$/.test(size)) return undefined
  const isOld = header.toString('latin1', 257, 265) === 'ustar  \0'
  const folder = isOld ? '' : readField(header, 345, 155)
  const name = sanitizeLine([folder, readField(header, 0, 100)].filter((part) => part !== '').join('/'))
  return { type: header.toString('latin1', 156, 157), entry: { name, size: Number.parseInt(size, 8) } }
}

/** Reads the headers of a tar file (POSIX ustar, also as GNU and pax write them). */
export function createTarReader(): ArchiveReader & { isOver(): boolean } {
  const entries: ArchiveEntry[] = []
  let header = Buffer.alloc(0)
  let skipped = 0
  let state: 'open' | 'complete' | 'broken' = 'open'

  function take(block: Buffer): void {
    const read = readHeader(block)
    if (block.every((byte) => byte === 0)) state = 'complete'
    else if (!read || entries.length === MAX_ENTRIES) state = 'broken'
    else {
      skipped = Math.ceil(read.entry.size / BLOCK_BYTES) * BLOCK_BYTES
      if (FILE_TYPES.has(read.type)) entries.push(read.entry)
    }
  }

  return {
    isOver: () => state !== 'open',
    add(chunk) {
      for (let at = 0; at < chunk.length && state === 'open';) {
        const left = Math.min(skipped, chunk.length - at)
        skipped -= left
        const part = chunk.subarray(at + left, at + left + BLOCK_BYTES - header.length)
        at += left + part.length
        header = Buffer.concat([header, part])
        if (header.length < BLOCK_BYTES) continue
        take(header)
        header = Buffer.alloc(0)
      }
    },
    finish: () => Promise.resolve(state === 'complete' ? { entries, count: entries.length } : undefined),
  }
}

/** Maximum number of bytes unpacked to list the entries. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** Reads the headers of a tar file within a gzip file; a gzip file with anything else is not read further. */
export function createTarGzipReader(): ArchiveReader {
  const tar = createTarReader()
  const gunzip = createGunzip()
  let unpacked = 0
  gunzip.on('error', () => gunzip.destroy())
  const closed = new Promise<void>((done) => gunzip.once('close', () => done()))
  gunzip.on('data', (part: Buffer) => {
    unpacked += part.length
    void tar.add(part)
    if (tar.isOver() || unpacked > MAX_UNPACKED_BYTES) gunzip.destroy()
  })
  return {
    async add(chunk) {
      if (gunzip.destroyed) return
      const { promise, resolve } = Promise.withResolvers<void>()
      gunzip.write(chunk, () => resolve())
      // A chunk that cannot be unpacked is never called back.
      await Promise.race([promise, closed])
    },
    async finish() {
      gunzip.end()
      await finished(gunzip).catch(() => undefined)
      return tar.finish()
    },
  }
}

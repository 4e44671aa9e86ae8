import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import type { FileContent } from '../workspace/workspace-types.ts'

/** The boundary and the headers before a form's file are shorter than this. */
const FORM_HEAD = 4096

export const contentOf = (bytes: Buffer): FileContent => ({ size: bytes.length, open: () => Readable.from([bytes]) })

/** Where in a form its only file begins and ends. */
async function findFormFile(path: string, size: number, boundary: string): Promise<[start: number, end: number]> {
  const file = await open(path)
  try {
    const edge = Buffer.alloc(Math.min(size, FORM_HEAD))
    await file.read(edge, 0, edge.length, 0)
    const head = edge.indexOf('\r\n\r\n')
    const from = Math.max(0, size - FORM_HEAD)
    await file.read(edge, 0, edge.length, from)
    const tail = edge.lastIndexOf(`\r\n--${boundary}--`)
    return head < 0 || tail < 0 ? [0, 0] : [head + 4, from + tail]
  } finally {
    await file.close()
  }
}

export interface FileStorage {
  /** Keeps a body of any size on disk as it arrives; of a form, the file in it. */
  receive(body: Readable, boundary?: string): Promise<FileContent>
}

/** Where uploads are kept until the sandbox is reset or closed. */
export function createFileStorage(server: SandboxServer): FileStorage {
  let folder: string | undefined
  const drop = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    folder = undefined
  }
  server.onReset(drop)
  server.onClose(drop)
  return {
    async receive(body, boundary) {
      folder ??= mkdtempSync(join(tmpdir(), 'sandbox-files-'))
      const path = join(folder, randomUUID())
      const target = createWriteStream(path)
      try {
        await pipeline(body, target)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      const whole = target.bytesWritten
      const [start, end] = boundary === undefined ? [0, whole] : await findFormFile(path, whole, boundary)
      const size = end - start
      return { size, open: () => (size === 0 ? Readable.from([]) : createReadStream(path, { start, end: end - 1 })) }
    },
  }
}

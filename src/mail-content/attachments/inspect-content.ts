import { type ArchiveKind, HEAD_BYTES, recognizeHead, type UnsafeKind } from './content-signs.ts'
import { type ArchiveReader, createTarGzipReader, createTarReader } from './tar-entries.ts'
import { type ArchiveContent, readZipDirectory } from './zip-directory.ts'

/** The finding after a whole file was read once. */
export interface ContentInspection {
  unsafe?: UnsafeKind
  /** Archives only; without `content`, its entries cannot be read. */
  archive?: { kind: ArchiveKind; content?: ArchiveContent }
}

/** The directory of a zip file with a few thousand entries. */
const TAIL_BYTES = 512 * 1024
/** Longer than any of the signs, which may be cut in two by a chunk's border. */
const OVERLAP_BYTES = 64

const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
/** The names of the streams with macros, and the class of Windows installers, anywhere in an old Office file. */
const oleSigns: [UnsafeKind, Buffer][] = [
  ['macros', inUtf16('_VBA_PROJECT')],
  ['macros', inUtf16('Ole10Native')],
  ['installer', Buffer.from('84100c0000000000c000000000000046', 'hex')],
]
const pictureSigns: [UnsafeKind, Buffer][] = [
  ['script', Buffer.from('<script')],
  ['script', Buffer.from('onload=')],
  ['script', Buffer.from('javascript:')],
]
const richTextSigns: [UnsafeKind, Buffer][] = [['macros', Buffer.from('\\objdata')]]

/** Entries that make a zip file more than a folder of files. */
const zipSigns: [UnsafeKind, RegExp][] = [
  ['macros', /(?:^|\/)vbaproject\.bin$/i],
  ['macros', /^basic\/.+\.xml$/i],
  ['program', /(?:^|\/)(?:classes\.dex|meta-inf\/manifest\.mf)$/i],
  ['installer', /^appx(?:bundle)?manifest\.xml$/i],
]
/** Office and e-book files are also zip files; nobody takes them for archives. */
const DOCUMENT_ENTRY = /^(?:\[content_types\]\.xml|mimetype)$/i

function selectSigns(head: Buffer, isOle: boolean): [UnsafeKind, Buffer][] {
  if (isOle) return oleSigns
  const text = head.toString('latin1').trimStart()
  if (text.startsWith('{\\rt')) return richTextSigns
  return /<svg[\s>]/i.test(text) && text.startsWith('<') ? pictureSigns : []
}

function judgeZip(content: ArchiveContent | undefined): ContentInspection {
  const entries = content?.entries ?? []
  const unsafe = zipSigns.find(([, pattern]) => entries.some(({ name }) => pattern.test(name)))?.[0]
  if (unsafe) return { unsafe }
  if (entries.some(({ name }) => DOCUMENT_ENTRY.test(name))) return {}
  return { archive: { kind: 'zip', ...(content && { content }) } }
}

const archiveReaders: Partial<Record<ArchiveKind, () => ArchiveReader>> = {
  tar: createTarReader,
  gzip: createTarGzipReader,
}

/** Inspects a file while it passes, keeping only its end. `name` helps only with text. */
export function createContentInspector(name: string) {
  let head = Buffer.alloc(0)
  let length = 0
  let isBegun = false
  let found: ContentInspection = {}
  let isZip = false
  let reader: ArchiveReader | undefined
  let signs: [UnsafeKind, Buffer][] = []
  let tail: Buffer[] = []
  let tailBytes = 0
  let before = Buffer.alloc(0)

  function begin(): void {
    isBegun = true
    const { unsafe, archive, isOle } = recognizeHead(head, name)
    found = unsafe ? { unsafe } : archive ? { archive: { kind: archive } } : {}
    isZip = !unsafe && archive === 'zip'
    reader = unsafe || !archive ? undefined : archiveReaders[archive]?.()
    signs = unsafe ? [] : selectSigns(head, isOle)
  }

  function keepTail(chunk: Buffer): void {
    tail.push(chunk)
    tailBytes += chunk.length
    for (let first = tail[0]; first && tailBytes - first.length >= TAIL_BYTES; first = tail[0]) {
      tail = tail.slice(1)
      tailBytes -= first.length
    }
  }

  function search(chunk: Buffer): void {
    if (signs.length === 0 || found.unsafe) return
    const window = Buffer.concat([before, chunk])
    const text = signs === oleSigns ? window : Buffer.from(window.toString('latin1').toLowerCase(), 'latin1')
    const unsafe = signs.find(([, bytes]) => text.includes(bytes))?.[0]
    if (unsafe) found = { unsafe }
    before = Buffer.from(window.subarray(-OVERLAP_BYTES))
  }

  return {
    /** Whether the file is known to be unsafe by now: the rest need not be read. */
    async add(chunk: Buffer): Promise<boolean> {
      const unread = isBegun ? [chunk] : [...tail, chunk]
      length += chunk.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      if (!isBegun && head.length === HEAD_BYTES) {
        begin()
        search(head)
      }
      if (!isBegun || isZip) keepTail(chunk)
      else tail = []
      search(chunk)
      if (isBegun) for (const one of unread) await reader?.add(one)
      return found.unsafe !== undefined
    },
    async finish(): Promise<ContentInspection> {
      if (!isBegun) {
        begin()
        search(head)
        for (const one of tail) await reader?.add(one)
      }
      if (isZip) return judgeZip(readZipDirectory(Buffer.concat(tail), length))
      const content = await reader?.finish()
      return found.archive && content ? { archive: { ...found.archive, content } } : found
    },
  }
}

import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createContentInspector } from '../../src/mail-content/attachments/inspect-content.ts'

async function inspect(name: string, content: Buffer | string, chunkBytes = 1000) {
  const bytes = Buffer.from(content)
  const inspector = createContentInspector(name)
  for (let at = 0; at < bytes.length; at += chunkBytes)
    if (await inspector.add(bytes.subarray(at, at + chunkBytes))) break
  return inspector.finish()
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const ole = (text: string): Buffer =>
  Buffer.concat([latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.alloc(9_990), Buffer.from(text, 'utf16le')])

/** A zip file of empty entries that claim to have these sizes. */
function zip(entries: Record<string, number>, before = ''): Buffer {
  const directory = Object.entries(entries).map(([name, size]) => {
    const bytes = Buffer.from(name)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(0x0800, 8)
    head.writeUInt32LE(size, 24)
    head.writeUInt16LE(bytes.length, 28)
    return Buffer.concat([head, bytes])
  })
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  return Buffer.concat([latin1('PK\x03\x04'), Buffer.from(before), ...directory, end])
}

test.for([
  ['invoice.pdf', 'program', latin1('MZ\x90\0\x03')],
  ['a.png', 'program', latin1('\x7fELF\x02\x01')],
  ['a.txt', 'program', latin1('\xcf\xfa\xed\xfe\x07\0')],
  ['notes.txt', 'script', '#!/bin/sh\nrm -rf ~'],
  ['notes.txt', 'script', '// hello\n/* more */\nvar x = new ActiveXObject("WScript.Shell")'],
  ['notes.txt', 'script', '\uFEFFOn Error Resume Next\r\nSet x = CreateObject("x")'],
  ['list.bat', 'script', 'dir'],
  ['invoice.pdf', 'web_page', '\n <!-- x -->\n<!DOCTYPE HTML><html>'],
  ['logo.svg', 'script', '<svg xmlns="x"><path/><ScRiPt>alert(1)</sCrIpT></svg>'],
  ['photo.jpg', 'shortcut', latin1('L\0\0\0\x01\x14\x02\0\0\0')],
  ['a.doc', 'macros', ole('_VBA_PROJECT')],
  ['a.docm', 'macros', zip({ '[Content_Types].xml': 1, 'word/vbaProject.bin': 9 })],
  ['a.zip', 'program', zip({ 'META-INF/MANIFEST.MF': 1, 'Main.class': 9 })],
] as const)('%s is recognized as %s', async ([name, unsafe, content]) => {
  for (const chunkBytes of [3, 777, 1 << 16]) expect(await inspect(name, content, chunkBytes)).toEqual({ unsafe })
})

test.for([
  ['a.pdf', '%PDF-1.7 /JavaScript'],
  ['letter.txt', 'Dear all,\nplease run this in powershell: var x = 1; <script>alert(1)</script>'],
  ['a.csv', 'name;sum\nimport;5\n'],
  ['logo.svg', '<svg xmlns="x"><path/></svg>'],
  ['invoice.xml', '<?xml version="1.0"?><Invoice/>'],
  ['a.doc', ole('WordDocument')],
  ['a.docx', zip({ '[Content_Types].xml': 1, 'word/document.xml': 9 })],
  ['empty.txt', ''],
] as const)('%s is a file like any other', async ([name, content]) => {
  expect(await inspect(name, content)).toEqual({})
})

test('a zip file says what it holds, whatever sizes it claims', async () => {
  const content = {
    count: 2,
    entries: [
      { name: 'a/bücher.txt', size: 12 },
      { name: 'bomb.bin', size: 0xffff_ffff },
    ],
  }
  expect(
    await inspect('a.zip', zip({ 'a/bücher.txt': 12, 'bomb.bin': 0xffff_ffff }, 'x'.repeat(700_000)), 65_536),
  ).toEqual({
    archive: { kind: 'zip', content },
  })
  expect(await inspect('a.7z', latin1('7z\xbc\xaf\x27\x1c rest'))).toEqual({ archive: { kind: '7z' } })
})

test('a zip file that lies is an archive of which nothing is known', async () => {
  const broken = zip({ 'a.txt': 1 })
  broken.writeUInt32LE(0xffff_ffff, broken.length - 10)
  expect(await inspect('a.zip', broken)).toEqual({ archive: { kind: 'zip' } })
  expect(await inspect('a.zip', latin1(`PK\x03\x04${'\xff'.repeat(5_000)}`))).toEqual({ archive: { kind: 'zip' } })
})

/** A tar file of these files, with a folder before them. */
function tar(files: Record<string, string>): Buffer {
  const block = (name: string, type: string, size: number): Buffer => {
    const head = Buffer.alloc(512)
    head.write(name, 0)
    head.write(size.toString(8).padStart(11, '0'), 124)
    head.write(type, 156)
    head.write('ustar\0' + '00', 257)
    head.write('logs', 345)
    return head
  }
  const entries = Object.entries(files).flatMap(([name, text]) => [
    block(name, '0', text.length),
    Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]),
  ])
  return Buffer.concat([block('', '5', 0), ...entries, Buffer.alloc(1024)])
}

test.for([
  ['tar', (bytes: Buffer) => bytes],
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
] as const)('a %s file says what it holds', async ([kind, pack]) => {
  const noise = randomBytes(6_000).toString('hex')
  const packed = pack(tar({ 'a.log': 'hello', 'b.log': noise, 'empty.log': '' }))
  const content = {
    count: 3,
    entries: [
      { name: 'logs/a.log', size: 5 },
      { name: 'logs/b.log', size: 12_000 },
      { name: 'logs/empty.log', size: 0 },
    ],
  }
  for (const chunkBytes of [100, 3_000, 1 << 20])
    expect(await inspect('a', packed, chunkBytes)).toEqual({ archive: { kind, content } })
  expect(await inspect('a', packed.subarray(0, 3_000))).toEqual({ archive: { kind } })
})

test('a gzip file of something else, or of far too much, is an archive of which nothing is known', async () => {
  const huge = tar({ 'a.log': 'x' })
  huge.write('77777777777', 512 + 124)
  for (const bytes of [
    Buffer.from('one file'),
    Buffer.alloc(2_000, 'x'),
    Buffer.concat([huge, Buffer.alloc(140_000_000)]),
  ])
    expect(await inspect('a.gz', gzipSync(bytes), 1 << 16)).toEqual({ archive: { kind: 'gzip' } })
})

test('a damaged gzip file ends its inspection', async () => {
  const whole = gzipSync(randomBytes(300_000))
  const damaged = Buffer.from(whole).fill(7, 1000, 60_000)
  for (const bytes of [damaged, Buffer.concat([latin1('\x1f\x8b'), randomBytes(20)]), whole.subarray(0, 50_000)])
    expect(await inspect('a.gz', bytes, 1 << 16)).toEqual({ archive: { kind: 'gzip' } })
})

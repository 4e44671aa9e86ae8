/** Why a file stays in the mailbox; stored, frozen. */
export const unsafeKinds = ['program', 'script', 'shortcut', 'installer', 'macros', 'web_page'] as const
export type UnsafeKind = (typeof unsafeKinds)[number]

/** Archives by their content; stored, frozen. */
export const archiveKinds = ['zip', 'rar', '7z', 'gzip', 'bzip2', 'xz', 'tar', 'cab', 'disk_image'] as const
export type ArchiveKind = (typeof archiveKinds)[number]

/** Bytes inspected at a file's beginning. */
export const HEAD_BYTES = 4096

interface Sign<Kind> {
  kind: Kind
  /** In latin1. */
  bytes: string
  at?: number
}

/** Beginnings that the machine recognizes, whatever the file's name. */
const programs: Sign<UnsafeKind>[] = [
  { kind: 'program', bytes: 'MZ' },
  { kind: 'program', bytes: '\x7fELF' },
  ...['\xfe\xed\xfa\xce', '\xfe\xed\xfa\xcf', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'].map(
    (bytes) => ({ kind: 'program' as const, bytes }),
  ),
  { kind: 'program', bytes: '\0asm' },
  { kind: 'program', bytes: 'dex\n' },
  { kind: 'script', bytes: '#!' },
  { kind: 'script', bytes: 'ITSF' },
  { kind: 'script', bytes: 'REGEDIT4' },
  { kind: 'shortcut', bytes: 'L\0\0\0\x01\x14\x02\0' },
  { kind: 'macros', bytes: '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3' },
  { kind: 'installer', bytes: 'xar!' },
  { kind: 'installer', bytes: '!<arch>\ndebian' },
  { kind: 'installer', bytes: '\xed\xab\xee\xdb' },
]

const archives: Sign<ArchiveKind>[] = [
  { kind: 'zip', bytes: 'PK\x03\x04' },
  { kind: 'zip', bytes: 'PK\x05\x06' },
  { kind: 'rar', bytes: 'Rar!\x1a\x07' },
  { kind: '7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { kind: 'gzip', bytes: '\x1f\x8b' },
  { kind: 'bzip2', bytes: 'BZh' },
  { kind: 'xz', bytes: '\xfd7zXZ\0' },
  { kind: 'tar', bytes: 'ustar', at: 257 },
  { kind: 'cab', bytes: 'MSCF' },
  { kind: 'disk_image', bytes: 'vhdxfile' },
  { kind: 'disk_image', bytes: 'conectix' },
]

const findSign = <Kind>(signs: Sign<Kind>[], head: string): Kind | undefined =>
  signs.find(({ bytes, at = 0 }) => head.startsWith(bytes, at))?.kind

/** Names whose text a computer would run, though the text itself may look like any other. */
const SCRIPT_NAME =
  /\.(?:bat|cmd|com|cpl|hta|inf|js|jse|jsx|mjs|cjs|msc|pif|ps1|psm1|py|pyw|rb|reg|scf|scr|sct|settingcontent-ms|sh|url|vb|vbe|vbs|website|ws|wsc|wsf|wsh)$/i
const PAGE_NAME = /\.(?:[sx]?html?|xht|mht|mhtml)$/i

/** Beginnings of code; a mail or a log that mentions these words does not begin like this. */
const codeBeginnings: [UnsafeKind, RegExp][] = [
  ['web_page', /^(?:<!doctype html|<(?:html|head|body|script|iframe|object|embed|meta|style|title)\b)/],
  ['web_page', /^(?:<\?xml[^>]*>\s*)?<!doctype html/],
  ['script', /^(?:<\?php|<%|<(?:job|package|component|scriptlet|hta:application)\b)/],
  ['shortcut', /^\[(?:internetshortcut|desktop entry)\]/],
  ['script', /^(?:windows registry editor|@echo off|@?setlocal\b|rem [^\n]*\n\s*@?(?:echo|set)\b)/],
  ['script', /^(?:["']use strict["']|!?\(?\s*(?:async )?function\b[^\n]*[({]|\(\s*\(\s*\)\s*=>)/],
  [
    'script',
    /^(?:var|let|const)\s+[\w$]+\s*=|^import\s+[\w{*"'][^\n]*(?:from|;)|^(?:window|document|wscript|eval)\s*[.(]/,
  ],
  ['script', /^(?:on error resume next|option explicit|dim \w+|set \w+\s*=\s*createobject|(?:private )?sub \w+\s*\()/],
  ['script', /^(?:param\s*\(|\[cmdletbinding|set-executionpolicy|invoke-|\$\w+\s*=\s*)/],
]

const COMMENTS =
  /^(?:\s+|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]{0,2000}?\*\/|'[^\n]*\n|<!--[\s\S]{0,2000}?-->|<#[\s\S]{0,2000}?#>)/

function readText(head: Buffer): string | undefined {
  const [first = 0, second = 0] = head
  if (first === 0xff && second === 0xfe) return head.toString('utf16le', 2)
  if (first === 0xfe && second === 0xff)
    return Buffer.from(head.subarray(2, head.length - (head.length % 2)))
      .swap16()
      .toString('utf16le')
  return head.includes(0) ? undefined : head.toString('utf8').replace(/^\uFEFF/, '')
}

/** Returns what the beginning of a text does if a computer runs it. */
function findCode(text: string): UnsafeKind | undefined {
  let code = text.toLowerCase()
  for (let rounds = 0; rounds < 50; rounds++) {
    const comment = COMMENTS.exec(code)?.[0]
    if (comment === undefined || comment === '') break
    code = code.slice(comment.length)
  }
  return codeBeginnings.find(([, pattern]) => pattern.test(code))?.[0]
}

const findCodeByName = (name: string): UnsafeKind | undefined =>
  SCRIPT_NAME.test(name) ? 'script' : PAGE_NAME.test(name) ? 'web_page' : undefined

/** A file by its first bytes: why it is unsafe, or what kind of archive it is. A name counts only for text, whose bytes reveal too little. */
export function recognizeHead(
  head: Buffer,
  name: string,
): { unsafe?: UnsafeKind; archive?: ArchiveKind; isOle: boolean } {
  const bytes = head.toString('latin1')
  const isOle = bytes.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
  const text = readText(head)
  const inText = text === undefined ? undefined : (findCode(text) ?? findCodeByName(name))
  const unsafe = findSign(programs, bytes) ?? inText
  const archive = findSign(archives, bytes)
  return { ...(unsafe && { unsafe }), ...(archive && { archive }), isOle }
}

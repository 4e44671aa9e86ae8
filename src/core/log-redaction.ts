import { createHmac, randomBytes } from 'node:crypto'

const HIDDEN = '[hidden]'

/** Values under these names are never written, at any depth: credentials and people's words. */
const secretNames =
  'authorization|cookie|api_?key|(?:bot_?|app_?|access_?|refresh_?)?token|(?:\\w+_?)?secrets?|password'
const contentNames = 'text|html|extracted_?(?:text|html)|subject|preview|prompt|body|blocks|content|private_metadata'
const names = new RegExp(`("(?:${secretNames}|${contentNames})":)"(?:[^"\\\\]|\\\\.)*"`, 'gi')

const shapes: [RegExp, string][] = [
  [/\bxox[a-z]*(?:\.xox[a-z])?-[\w.-]+/gi, HIDDEN],
  [/\bxapp-[\w-]+/gi, HIDDEN],
  [/\bwhsec_[\w+/=-]+/g, HIDDEN],
  [/\bBearer\s+[^\s"\\]+/gi, `Bearer ${HIDDEN}`],
  [/\bhttps?:\/\/hooks\.slack(?:-gov)?\.com\/[^\s"\\]*/gi, HIDDEN],
  // The user ends at the first colon: a user that may contain colons can be matched in as many ways as there are colons.
  [/(:\/\/)[^\s"\\/@:]{0,200}:[^\s"\\@]{0,500}@/g, `$1${HIDDEN}@`],
]

/** Removes everything that looks like a credential; used for logs and for texts that people are shown. */
export function redactCredentials(text: string): string {
  return shapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), text)
}

const ADDRESS = /[^\s"\\<>@,;:()[\]/]{1,64}@(?:[^\s"\\<>@,;:()[\]/.]{1,63}\.){1,8}[^\s"\\<>@,;:()[\]/.]{2,63}/g
/** Random per process: equal addresses get equal marks, and nobody can guess an address from its mark. */
const mask = randomBytes(32)

/** The operator's own inboxes are named in full; they are nobody's private address. */
const OWN = /("inbox_?[iI]d":"[^"]*")/

/** Replaces each mail address by a mark that distinguishes it from others. */
function maskAddresses(line: string): string {
  if (!line.includes('@')) return line
  const short = (address: string) => `[address ${createHmac('sha256', mask).update(address).digest('hex').slice(0, 8)}]`
  return line
    .split(OWN)
    .map((part) => (OWN.test(part) ? part : part.replace(ADDRESS, short)))
    .join('')
}

/** Removes credential shapes and mail addresses, wherever they are in a text. */
export const redactText = (text: string): string => maskAddresses(redactCredentials(text))

/** Cleans a whole line of JSON: also the values under names that hold secrets or content. */
export const redactLine = (line: string): string => redactText(line.replace(names, `$1"${HIDDEN}"`))

const NOT_JSON = ' is not valid JSON'

/** V8 quotes the source text in the message of a JSON error, and that text may be a mail. */
export function removeQuotedSource(error: Error, text: string): string {
  const end = error instanceof SyntaxError ? text.lastIndexOf(NOT_JSON) : -1
  const start = text.indexOf('"')
  return end < 0 || start < 0 || start > end ? text : `${text.slice(0, start)}…${text.slice(end)}`
}

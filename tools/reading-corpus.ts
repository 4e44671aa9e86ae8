import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Verdict } from './judge-reading.ts'

/** The parts of a mail as the mailbox hands them over. */
export interface MailParts {
  subject?: string
  senderName?: string
  text?: string
  html?: string
  extracted_text?: string
  preview?: string
}

/** The parts given to a reader: one alone, or the mail as delivered. */
export type Reading = 'text' | 'html' | 'mail'

/** A mail of the corpus; test/fixtures/mails/README.md describes the file. */
export interface CorpusMail {
  name: string
  headers: Record<string, string>
  parts: MailParts
  /** Each way to read it, with the text that a person has to see; where the parts differ, either may be shown of the whole mail. */
  readings: { reading: Reading; expected: string[]; known: Verdict }[]
}

const FOLDER = join(import.meta.dirname, '../test/fixtures/mails')
const SECTION = /^=== (expected of text|expected of html|expected of mail|expected|text|html|extracted text|preview)\n/m
const REPEAT = /\{\{(\d+) × ([\s\S]*?)\}\}/g

const readHeaders = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .trim()
      .split(/\n(?![ \t])/)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

const readMark = (mark: string | undefined, reading: Reading): Verdict => {
  const [, verdict] = /^\w+ (\w+)$/.exec(mark?.split(', ').find((one) => one.startsWith(`${reading} `)) ?? '') ?? []
  return verdict === 'lost' || verdict === 'leaked' || verdict === 'layout' ? verdict : 'right'
}

/** Reads one mail from the text of its file. */
export function parseCorpusMail(name: string, file: string): CorpusMail {
  const [head = '', ...rest] = file.split(SECTION)
  const headers = readHeaders(head)
  const sections = new Map<string, string>()
  for (let at = 0; at < rest.length; at += 2) sections.set(rest[at] ?? '', rest[at + 1] ?? '')
  const lineEnd = headers['line-ends'] === 'CRLF' ? '\r\n' : '\n'
  const part = (section: string): string | undefined =>
    sections
      .get(section)
      ?.replace(REPEAT, (_, times: string, what: string) => what.repeat(Number(times)))
      .replaceAll('\n', lineEnd)
  const all = {
    subject: headers['subject'],
    senderName: /^"?([^"<]*[^"<\s])"?\s*</.exec(headers['from'] ?? '')?.[1],
    text: part('text'),
    html: part('html'),
    extracted_text: part('extracted text'),
    preview: part('preview'),
  }
  const parts: MailParts = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const expectedOf = (reading: Reading): string[] => {
    const { expected = '', ...others } = Object.fromEntries(sections)
    const [ofText, ofHtml] = [others['expected of text'] ?? expected, others['expected of html'] ?? expected]
    const ofMail = others['expected of mail']
    if (reading !== 'mail') return [reading === 'text' ? ofText : ofHtml]
    return ofMail === undefined ? [...new Set([expected, ofText, ofHtml])] : [ofMail]
  }
  const readings: Reading[] = parts.text !== undefined && parts.html !== undefined ? ['text', 'html', 'mail'] : []
  if (readings.length === 0) readings.push(parts.html === undefined ? 'text' : 'html')
  return {
    name,
    headers,
    parts,
    readings: readings.map((reading) => ({
      reading,
      expected: expectedOf(reading),
      known: readMark(headers['known'], reading),
    })),
  }
}

/** Selects the parts of a mail that a reader sees in one reading. */
export function selectParts({ parts }: CorpusMail, reading: Reading): MailParts {
  const { text, html, ...rest } = parts
  if (reading === 'text') return { ...rest, ...(text !== undefined && { text }) }
  if (reading === 'html') return { ...rest, ...(html !== undefined && { html }) }
  return parts
}

/** All mails of the corpus, in the order of their names. */
export const readCorpus = (folder = FOLDER): CorpusMail[] =>
  globSync(join(folder, '*.txt'))
    .toSorted()
    .map((path) => parseCorpusMail(basename(path, '.txt'), readFileSync(path, 'utf8')))

/** Writes into each mail's file which of its readings are wrong today. */
export function markCorpus(verdicts: Map<string, [Reading, Verdict][]>, folder = FOLDER): void {
  for (const [name, readings] of verdicts) {
    const path = join(folder, `${name}.txt`)
    const file = readFileSync(path, 'utf8')
    const wrong = readings.filter(([, verdict]) => verdict !== 'right').map((pair) => pair.join(' '))
    const [head = '', ...body] = file.split(/(?=^=== )/m)
    const bare = head.replace(/^Known: .*\n/m, '').trimEnd()
    const mark = wrong.length > 0 ? `\nKnown: ${wrong.join(', ')}` : ''
    const marked = `${bare}${mark}\n\n${body.join('')}`
    if (marked !== file) writeFileSync(path, marked)
  }
}

import { READER_VERSION } from '../src/mail/records/mail/mail-reading.ts'
import { extractNewContent } from '../src/mail-content/reading/new-content.ts'
import { toPlainText } from '../src/mail-content/reading/rich-text.ts'
import { judgeReading, type Verdict } from '../tools/judge-reading.ts'
import { type CorpusMail, markCorpus, readCorpus, type Reading, selectParts } from '../tools/reading-corpus.ts'
import {
  askToRaiseVersion,
  digestReadings,
  findChangedReadings,
  readDigests,
  writeDigests,
} from '../tools/reading-digests.ts'
import { PEERS, type Reader } from './reading-peers.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'

const READINGS: Record<Reading, string> = {
  text: 'text part alone',
  html: 'HTML part alone',
  mail: 'both parts, as delivered',
}

const BELLHOP: Reader = {
  name: '**Bellhop**',
  read: (parts) => toPlainText(extractNewContent(parts).richText),
}

type Verdicts = [Reading, Verdict][]

async function judgeMail(reader: Reader, mail: CorpusMail): Promise<Verdicts> {
  const verdicts: Verdicts = []
  for (const { reading, expected } of mail.readings) {
    const visible = await reader.read(selectParts(mail, reading))
    verdicts.push([reading, judgeReading(expected, visible, { isWrapped: reading === 'text' }).verdict])
  }
  return verdicts
}

async function judgeAll(reader: Reader, corpus: CorpusMail[]): Promise<Map<string, Verdicts>> {
  const verdicts = new Map<string, Verdicts>()
  for (const mail of corpus) verdicts.set(mail.name, await judgeMail(reader, mail))
  return verdicts
}

/** A parser for plain text is asked about text, one for HTML about HTML; of a whole mail, each reads what it reads better. */
const isAsked = (reader: Reader, reading: Reading): boolean =>
  reader === BELLHOP || (reading !== 'mail' && (reading === 'html' || reader.name !== '@u22n/mailtools'))

function printTable(print: PrintLine, found: Map<Reader, Map<string, Verdicts>>): void {
  print(formatHead('mails', 'reader', 'right', 'lost text', 'leaked folded text', 'wrong lines'))
  for (const reading of ['text', 'html', 'mail'] as const) {
    for (const [reader, verdicts] of found) {
      if (!isAsked(reader, reading)) continue
      const all = [...verdicts.values()].flat().filter(([one]) => one === reading)
      const count = (verdict: Verdict): string => {
        const some = all.filter(([, one]) => one === verdict).length
        return `${some} (${((100 * some) / Math.max(all.length, 1)).toFixed(1)} %)`
      }
      const cells = [count('right'), count('lost'), count('leaked'), count('layout')]
      print(formatRow(`${all.length}, ${READINGS[reading]}`, reader.name, ...cells))
    }
  }
}

/** Notes how each mail is read; refuses to hide that mails are read in another way by a reader of the same version. */
function markReadings(corpus: CorpusMail[]): void {
  const { version, digests } = readDigests()
  const now = digestReadings(corpus, extractNewContent)
  const changed = findChangedReadings(digests, now)
  if (version === READER_VERSION && changed.length > 0) throw new Error(askToRaiseVersion(changed))
  writeDigests(READER_VERSION, now)
}

export interface ReadingOptions {
  /** Another folder than the corpus. */
  folder?: string
  /** Writes what Bellhop shows wrong into the mails, without a look at the others. */
  mark?: boolean
}

/** `npm run bench reading`: how many mails of the corpus each reader shows right. */
export async function benchReading(print: PrintLine, { folder, mark }: ReadingOptions): Promise<void> {
  const corpus = readCorpus(folder)
  const found = new Map<Reader, Map<string, Verdicts>>()
  for (const reader of mark ? [BELLHOP] : [BELLHOP, ...PEERS]) found.set(reader, await judgeAll(reader, corpus))
  printTable(print, found)
  if (mark) markCorpus(found.get(BELLHOP) ?? new Map(), folder)
  if (mark && folder === undefined) markReadings(corpus)
}

import { extractNewContent } from '../src/mail/content/new-content.ts'
import { toPlainText } from '../src/mail/content/rich-text.ts'
import { judgeReading, type Verdict } from '../tools/judge-reading.ts'
import {
  type CorpusMail,
  type MailParts,
  markCorpus,
  readCorpus,
  type Reading,
  selectParts,
} from '../tools/reading-corpus.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'

/** A program that finds the new text of a mail. */
interface Reader {
  name: string
  read: (parts: MailParts) => string | Promise<string>
}

const READINGS: Record<Reading, string> = {
  text: 'text part alone',
  html: 'HTML part alone',
  mail: 'both parts, as delivered',
}

const bellhop: Reader = { name: 'Bellhop', read: (parts) => toPlainText(extractNewContent(parts).richText) }
const READERS: Reader[] = [bellhop]

async function judgeMail(reader: Reader, mail: CorpusMail): Promise<[Reading, Verdict][]> {
  const verdicts: [Reading, Verdict][] = []
  for (const { reading, expected } of mail.readings) {
    const visible = await reader.read(selectParts(mail, reading))
    verdicts.push([reading, judgeReading(expected, visible, { isWrapped: reading === 'text' }).verdict])
  }
  return verdicts
}

const formatShare = (count: number, total: number): string =>
  `${count} (${((100 * count) / Math.max(total, 1)).toFixed(1)} %)`

/** `npm run bench reading`: how many mails of the corpus each reader shows right. */
export async function benchReading(
  print: PrintLine,
  { mark, folder }: { mark?: boolean; folder?: string },
): Promise<void> {
  const corpus = readCorpus(folder)
  print(formatHead('mails', 'reader', 'right', 'lost text', 'leaked folded text', 'wrong lines'))
  const found = new Map<Reader, Map<string, [Reading, Verdict][]>>()
  for (const reader of READERS) {
    const verdicts = new Map<string, [Reading, Verdict][]>()
    for (const mail of corpus) verdicts.set(mail.name, await judgeMail(reader, mail))
    found.set(reader, verdicts)
  }
  for (const [reading, what] of Object.entries(READINGS)) {
    for (const [reader, verdicts] of found) {
      const all = [...verdicts.values()].flat().filter(([one]) => one === reading)
      const count = (verdict: Verdict): string =>
        formatShare(all.filter(([, one]) => one === verdict).length, all.length)
      print(
        formatRow(
          `${all.length}, ${what}`,
          reader.name,
          count('right'),
          count('lost'),
          count('leaked'),
          count('layout'),
        ),
      )
    }
  }
  if (mark) markCorpus(found.get(bellhop) ?? new Map(), folder)
}

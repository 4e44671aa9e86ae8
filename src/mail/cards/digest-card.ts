import { isolateLineStart } from '../../core/isolate-direction.ts'
import { button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../action-ids.ts'
import { type Digest, type DigestLine, newestIn } from '../records/mail/digest.ts'
import type { MailText } from '../text/mail-text.ts'

/** Room for a line: keeps a full digest within Slack's limits for a message, however much its characters count there. */
const LINE_WEIGHT = 128
/** Least room for the subject beside a long sender. */
const SUBJECT_WEIGHT = 32

/** The weight of a text at Slack: in markup, `&`, `<` and `>` are entities, whose `&` counts more in turn. */
const weigh = (text: string): number => text.length + (text.match(/[&<>]/g)?.length ?? 0) * 8

/** Returns the beginning of a text that weighs no more than this. */
function fitWeight(text: string, limit: number): string {
  let weight = 0
  let end = 0
  for (const character of text) {
    weight += weigh(character)
    if (weight > limit) return `${text.slice(0, end).trimEnd()}…`
    end += character.length
  }
  return text
}

const countMails = (lines: DigestLine[]): number =>
  lines.reduce((sum, { threads }) => sum + threads.reduce((mails, one) => mails + one.mails, 0), 0)

/** Sorts by the time when the mails came; of two in the same second, the later line is newer. */
const sortNewestFirst = (lines: DigestLine[]): DigestLine[] =>
  lines.toReversed().toSorted((one, other) => newestIn(other) - newestIn(one))

/** Lists new mail threads in one message, by sender and subject, the newest first. Each can be opened. */
export function buildDigest(text: MailText, digest: Digest): Message {
  const { kind, startedAt, lines } = digest
  const texts = text.digest
  const mails = countMails(lines)
  const isImport = kind === 'import'
  const title = isImport ? texts.imported({ mails }) : texts.new({ mails, time: formatMoment(startedAt) })
  const blocks: MessageBlock[] = [
    section(`${title}\n${isImport ? texts.aboutImported : texts.about}`),
    ...sortNewestFirst(lines).map((line) => buildLine(text, line)),
    ...contextBlock(describeEnd(text, digest)),
  ]
  return { text: isImport ? texts.importedText({ mails }) : texts.text({ mails }), blocks }
}

/** Describes the end of a digest; undefined for a reason of a later version. */
function describeEnd({ digest: texts }: MailText, { kind, ended }: Digest): string | undefined {
  if (!ended) return kind === 'import' ? texts.importing : texts.growing
  if (ended.why === 'full') return texts.full
  return ended.why === 'calm' ? texts.calm({ time: dateToken(ended.at) }) : undefined
}

/** Offers the newest thread that nobody has opened or finished. Once all are open, the button of the newest one shows where it is. */
function buildLine(text: MailText, line: DigestLine): MessageBlock {
  const { digest: texts } = text
  const newestFirst = line.threads.toReversed().toSorted((one, other) => other.at - one.at)
  const unopened = newestFirst.filter(({ isOpened }) => !isOpened)
  const next = unopened.find(({ isDone }) => !isDone) ?? unopened[0] ?? newestFirst[0]
  const label = unopened.length === 0 ? texts.opened : line.threads.length > 1 ? texts.openNewest : texts.open
  const mails = countMails([line])
  const isDone = line.threads.every((one) => one.isDone)
  const name = (sender: string, about: string) => {
    const [from, subject] = [escapeMrkdwn(sender), escapeMrkdwn(about)]
    return mails > 1 ? texts.lineOfSeveral({ isDone, subject, mails, from }) : texts.line({ isDone, subject, from })
  }
  const room = LINE_WEIGHT - label.length - name('', '').length
  const from = fitWeight(line.from, room - SUBJECT_WEIGHT)
  const subject = fitWeight(line.subject || text.noSubject, room - weigh(from)).replaceAll('*', '∗')
  return section(
    name(from, isolateLineStart(subject)),
    button({ actionId: mailActionIds.openListed, text: label, value: next?.thread ?? '' }),
  )
}

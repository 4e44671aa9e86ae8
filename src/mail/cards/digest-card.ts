import { isolateLineStart } from '../../core/isolate-direction.ts'
import { button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../action-ids.ts'
import { type Digest, type DigestLine, newestIn } from '../records/mail/digest.ts'
import type { MailText } from '../text/mail-text.ts'

/** Room for a line, so that a full digest stays within Slack's limits for a whole message, however much its characters count there. */
const LINE_WEIGHT = 128
const DAY_TIME = '{date_short_pretty} {time}'

/** A long sender leaves at least this much to the subject. */
const SUBJECT_WEIGHT = 32

/** What the characters of a text count at Slack: in markup, `&`, `<` and `>` are entities, whose `&` counts more in turn. */
const weigh = (text: string): number => text.length + (text.match(/[&<>]/g)?.length ?? 0) * 8

/** The beginning of a text that counts no more than this at Slack. */
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

/** By when the mails came; of two in one second, the later line is the newer one. */
const sortNewestFirst = (lines: DigestLine[]): DigestLine[] =>
  lines.toReversed().toSorted((one, other) => newestIn(other) - newestIn(one))

/** New mail threads as one message: by sender and subject, the newest first, each of which can be opened. */
export function buildDigest(text: MailText, digest: Digest): Message {
  const { kind, startedAt, lines } = digest
  const texts = text.digest
  const mails = countMails(lines)
  const isImport = kind === 'import'
  const title = isImport ? texts.imported({ mails }) : texts.new({ mails, time: dateToken(startedAt, DAY_TIME) })
  const blocks: MessageBlock[] = [
    section(`${title}\n${isImport ? texts.aboutImported : texts.about}`),
    ...sortNewestFirst(lines).map((line) => buildLine(text, line)),
    ...contextBlock(describeEnd(text, digest)),
  ]
  return { text: isImport ? texts.importedText({ mails }) : texts.text({ mails }), blocks }
}

/** A reason that only a later version knows is left out. */
function describeEnd({ digest: texts }: MailText, { kind, ended }: Digest): string | undefined {
  if (!ended) return kind === 'import' ? texts.importing : texts.growing
  if (ended.why === 'full') return texts.full
  return ended.why === 'calm' ? texts.calm({ time: dateToken(ended.at) }) : undefined
}

/** The newest thread that nobody has opened or finished; once all are open, the newest, whose button says where it is. */
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

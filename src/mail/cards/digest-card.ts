import { isolateDirection, isolateLineStart } from '../../core/isolate-direction.ts'
import { button, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, formatMoment, keepLiteral } from '../../slack/blocks/mrkdwn.ts'
import type { Button, Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../action-ids.ts'
import { countThreads, type Digest, type DigestLine, formatDigestValue, newestIn } from '../records/mail/digest.ts'
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

/** Lists new mail threads in one message, by sender and subject, the newest first. Each can be opened, and with `id` several can be chosen. */
export function buildDigest(text: MailText, digest: Digest, id?: string): Message {
  const { kind, lines } = digest
  const mails = countMails(lines)
  const { title, about, summary } = describeList(text, digest, mails)
  const line = kind === 'quarantine' ? buildQuarantinedLine : buildLine
  const blocks: MessageBlock[] = [
    section(`${title}\n${about}`.trimEnd(), buildBulkButton(text, digest, id)),
    ...sortNewestFirst(lines).map((one) => line(text, one)),
    ...contextBlock(describeEnd(text, digest)),
  ]
  return { text: summary, blocks }
}

/** Offers to choose several mails, while some are not done. */
function buildBulkButton({ work }: MailText, digest: Digest, id: string | undefined): Button | undefined {
  const { threads, done } = countThreads(digest)
  if (id === undefined || digest.kind === 'quarantine' || threads - done < 2) return undefined
  return button({ actionId: mailActionIds.bulk, text: work.bulk.open, value: formatDigestValue(id) })
}

/** Describes what a digest lists, with the number of mails. */
function describeList({ digest: texts }: MailText, digest: Digest, mails: number) {
  const { kind, startedAt } = digest
  const { threads, done } = countThreads(digest)
  const time = formatMoment(startedAt)
  const counts = done > 0 ? texts.counts({ open: threads - done, done }) : ''
  if (kind === 'import')
    return {
      title: texts.imported({ mails }) + counts,
      about: texts.aboutImported,
      summary: texts.importedText({ mails }),
    }
  if (kind !== 'quarantine')
    return { title: texts.new({ mails, time }) + counts, about: texts.about, summary: texts.text({ mails }) }
  if (mails === 0) return { title: texts.allDeleted, about: '', summary: texts.allDeleted }
  const title = texts.quarantined({ mails, time })
  return { title, about: texts.aboutQuarantined, summary: texts.quarantinedText({ mails }) }
}

/** Describes the end of a digest; undefined for a reason of a later version. */
function describeEnd({ digest: texts }: MailText, { kind, ended }: Digest): string | undefined {
  if (!ended && kind === 'quarantine') return texts.growingQuarantined
  if (!ended) return kind === 'import' ? texts.importing : texts.growing
  if (ended.why === 'full') return texts.full
  return ended.why === 'calm' ? texts.calm({ time: dateToken(ended.at) }) : undefined
}

/** Offers the newest thread that nobody has opened or finished. Once all are open, the button of the newest one shows where it is. */
function buildOpenButton({ digest: texts }: MailText, { threads }: DigestLine) {
  const newestFirst = threads.toReversed().toSorted((one, other) => other.at - one.at)
  const unopened = newestFirst.filter(({ isOpened }) => !isOpened)
  const next = unopened.find(({ isDone }) => !isDone) ?? unopened[0] ?? newestFirst[0]
  const isNewest = threads.length > 1 && next === newestFirst[0]
  const label = unopened.length === 0 ? texts.opened : isNewest ? texts.openNewest : texts.open
  return { label, open: button({ actionId: mailActionIds.openListed, text: label, value: next?.thread ?? '' }) }
}

/** Shows quarantined mail as plain text: an address of the web in a subject is no link. */
function buildQuarantinedLine(text: MailText, line: DigestLine): MessageBlock {
  const { digest: texts } = text
  const { label, open } = buildOpenButton(text, line)
  const mails = countMails([line])
  const room = LINE_WEIGHT - label.length - texts.quarantinedLine({ mails, from: '', subject: '' }).length
  const from = fitWeight(line.from, room - SUBJECT_WEIGHT)
  const subject = isolateDirection(fitWeight(line.subject || text.noSubject, room - weigh(from)))
  return section(plainText(texts.quarantinedLine({ mails, from, subject })), open)
}

function buildLine(text: MailText, line: DigestLine): MessageBlock {
  const { digest: texts } = text
  const { label, open } = buildOpenButton(text, line)
  const mails = countMails([line])
  const isDone = line.threads.every((one) => one.isDone)
  const done = isDone ? 0 : countMails([{ ...line, threads: line.threads.filter((one) => one.isDone) }])
  const name = (sender: string, about: string) => {
    const [from, subject] = [escapeMrkdwn(sender), escapeMrkdwn(about)]
    return mails > 1
      ? texts.lineOfSeveral({ isDone, subject, mails, done, from })
      : texts.line({ isDone, subject, from })
  }
  const room = LINE_WEIGHT - label.length - name('', '').length
  const from = fitWeight(line.from, room - SUBJECT_WEIGHT)
  const subject = keepLiteral(fitWeight(line.subject || text.noSubject, room - weigh(from)))
  return section(name(from, isolateLineStart(subject)), open)
}

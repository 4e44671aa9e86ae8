import { contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { isGone } from '../../notify/gone-writer.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { chooseNoticeLocation } from '../../notify/notify-person.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { ListedThread } from '../work/work-page.ts'
import { buildWorkLines, buildWorkRows } from '../work/work-rows.ts'

/** The most threads that one reminder shows; the others are only counted. */
const MAX_ROWS = 8

/** A thread that a reminder names. */
export interface RemindedThread extends ListedThread {
  /** Whether it still waits for what the reminder is about. */
  isDue: boolean
  /** The person whose claim ended because they are gone or may no longer answer it. */
  former: string | undefined
}

/** Builds one message with all reminders of a person or a channel: first what still waits, then a line for each thread that no longer does. */
export async function buildReminder(
  scope: DeskScope,
  { target, isPerson }: { target: string; isPerson: boolean },
  threads: RemindedThread[],
): Promise<Message> {
  const { team, languages } = scope
  const text = mailTextIn(isPerson ? await languages.ofPerson(team, target) : await languages.ofWorkspace(team))
  const due = threads.filter(({ isDue }) => isDue)
  const inOrder = [...due.filter(isOpen), ...due.filter((one) => !isOpen(one))]
  const called = isPerson ? [] : await findCalled(scope, due)
  const line = [await describeHead(scope, text, isPerson, due), called.map(userMention).join(' ')]
    .filter(Boolean)
    .join(' ')
  const shown = inOrder.slice(0, MAX_ROWS)
  const over = threads.filter(({ isDue }) => !isDue).slice(0, MAX_ROWS)
  const user = isPerson ? target : ''
  const blocks: MessageBlock[] = [
    section(line),
    ...(await buildWorkRows(scope, text, user, shown, [], { isPosted: true })),
    ...contextBlock(
      inOrder.length > shown.length && text.work.reminder.more({ count: inOrder.length - shown.length, isPerson }),
    ),
    ...(await buildWorkLines(scope, text, user, over)),
  ]
  return { text: line, blocks }
}

const isOpen = ({ source }: ListedThread): boolean => source.list === 'open'

async function describeHead(
  { team, people }: DeskScope,
  text: MailText,
  isPerson: boolean,
  due: RemindedThread[],
): Promise<string> {
  const { reminder: words } = text.work
  if (due.length === 0) return words.over
  if (isPerson) return words.mine({ count: due.length })
  const open = due.filter(isOpen)
  const waiting = due.length - open.length
  const formers = open.flatMap(({ former }) => former ?? [])
  const unclaimed = open.length - formers.length
  const names = await Promise.all([...new Set(formers)].map((user) => readQuietName(text, people, team, user)))
  return [
    formers.length > 0 && words.released({ count: formers.length, names: text.formats.list(names) }),
    unclaimed > 0 && words.unclaimed({ count: unclaimed }),
    waiting > 0 && words.waiting({ count: waiting }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The people whose threads wait for an answer, if they are not gone and their settings allow a mention. */
async function findCalled(scope: DeskScope, threads: ListedThread[]): Promise<string[]> {
  const called = new Set<string>()
  for (const { thread } of threads.filter((one) => !isOpen(one))) {
    const user = thread.owner?.user ?? thread.replies.at(-1)?.user
    if (user === undefined || called.has(user) || (await isGone(scope, user, findReaderChannel(thread)))) continue
    if ((await chooseNoticeLocation(scope, thread, { user, reason: 'concerns' })) === 'thread') called.add(user)
  }
  return [...called]
}

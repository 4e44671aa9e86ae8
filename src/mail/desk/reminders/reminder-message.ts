import { contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { isGone } from '../../notify/gone-writer.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { chooseNoticeLocation } from '../../notify/notify-person.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { ListedThread } from '../work/work-page.ts'
import { buildWorkRows } from '../work/work-rows.ts'

/** The most threads that one reminder shows; the others are only counted. */
const MAX_ROWS = 8

/** Builds one message with all reminders of a person or a channel. */
export async function buildReminder(
  scope: DeskScope,
  { target, isPerson }: { target: string; isPerson: boolean },
  threads: ListedThread[],
): Promise<Message> {
  const { team, languages } = scope
  const language = isPerson ? await languages.ofPerson(team, target) : await languages.ofWorkspace(team)
  const text = mailTextIn(language)
  const inOrder = [...threads.filter(isOpen), ...threads.filter((one) => !isOpen(one))]
  const called = isPerson ? [] : await findCalled(scope, threads)
  const head = describeHead(text, isPerson, threads)
  const line = [head, called.map(userMention).join(' ')].filter(Boolean).join(' ')
  const shown = inOrder.slice(0, MAX_ROWS)
  const blocks: MessageBlock[] = [
    section(line),
    ...(await buildWorkRows(scope, text, isPerson ? target : '', shown)),
    ...contextBlock(
      inOrder.length > shown.length && text.work.reminder.more({ count: inOrder.length - shown.length, isPerson }),
    ),
  ]
  return { text: line, blocks }
}

const isOpen = ({ source }: ListedThread): boolean => source.list === 'open'

function describeHead({ work: { reminder: words } }: MailText, isPerson: boolean, threads: ListedThread[]): string {
  const open = threads.filter(isOpen).length
  const waiting = threads.length - open
  if (isPerson) return words.mine({ count: threads.length })
  return [open > 0 && words.unclaimed({ count: open }), waiting > 0 && words.waiting({ count: waiting })]
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

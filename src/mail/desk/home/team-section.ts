import { actionsBlock, button, contextBlock } from '../../../slack/blocks/block-builders.ts'
import { channelMention, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { createReaderCheck } from '../../access/channel-readers.ts'
import { mailActionIds } from '../../action-ids.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { judgeReplies } from '../../cards/replies/reply-standing.ts'
import { readStoredReplies } from '../../cards/thread-summary.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { DeskScope } from '../desk-scope.ts'
import { formatList } from '../work/work-list.ts'
import { countThreadsListed, type ListedThread, readWorkPage } from '../work/work-page.ts'
import { buildWorkRows } from '../work/work-rows.ts'

/** The most channels that Home counts: each costs a read of its lists, and one for each open thread that is read. */
const MAX_CHANNELS = 8
/** The most open threads of a channel that are read to find those without an owner. */
const MAX_READ = 25
/** The newest replies of an open thread that are read for a failed delivery. A scheduled one may fail after a later one was sent. */
const REPLIES_READ = 3
const SHOWN = 3

/**
 * The open mail of a channel that nobody has claimed, the oldest first, how much waits for an answer, and how many open threads have a reply that did
 * not arrive; of each there may be more.
 */
interface ChannelWork {
  channel: string
  unclaimed: ListedThread[]
  isMore: boolean
  undelivered: number
  waiting: number
  isMoreWaiting: boolean
}

/** Shows the team's mail on Home: counters over the channels that the person can read, and the oldest unclaimed emails of each. */
export async function buildTeamSection(scope: DeskScope, user: string): Promise<MessageBlock[]> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const isReader = createReaderCheck(scope, user)
  const channels: string[] = []
  for (const channel of await listMailChannels(scope))
    if (channels.length < MAX_CHANNELS && (await isReader(channel))) channels.push(channel)
  const all = await Promise.all(channels.map((channel) => readChannelWork(scope, user, channel)))
  if (all.length === 0) return []
  const rows = all
    .filter(({ unclaimed }) => unclaimed.length > 0)
    .map((one) => buildChannelRows(scope, text, user, one))
  return [...contextBlock(describeCounts(text, all)), ...(await Promise.all(rows)).flat()]
}

/** The channels of the inboxes, of the rules, and the default one, and then others that still have waiting mail. */
async function listMailChannels({ routes, records: { workIndex } }: DeskScope): Promise<string[]> {
  const { rules, mailRules } = await routes.read()
  const channels = [
    routes.defaultChannel,
    ...rules.map(({ channel }) => channel),
    ...mailRules.map(({ channel }) => channel),
    ...(await workIndex.listChannels()),
  ]
  return [...new Set(channels.filter((channel) => channel !== undefined).filter((channel) => channel !== ''))]
}

async function readChannelWork(scope: DeskScope, user: string, channel: string): Promise<ChannelWork> {
  const query = { user, channel }
  const [{ threads, next }, [waiting]] = await Promise.all([
    readWorkPage(scope, query, { view: 'open', order: 'oldest', limit: MAX_READ }),
    countThreadsListed(scope, query, 'waiting'),
  ])
  const unclaimed = threads.filter(({ thread }) => thread.owner === undefined)
  const isUndelivered = await Promise.all(threads.map(({ thread }) => hasUndelivered(scope, thread)))
  return {
    channel,
    unclaimed,
    isMore: next !== undefined,
    undelivered: isUndelivered.filter(Boolean).length,
    waiting: waiting?.count ?? 0,
    isMoreWaiting: waiting?.isMore ?? false,
  }
}

/** Whether a reply of an open thread bounced, was refused, marked as spam or not sent, and nobody has written again since. */
async function hasUndelivered(scope: DeskScope, { replies }: MailThread): Promise<boolean> {
  if (replies.length === 0) return false
  return judgeReplies(await readStoredReplies(scope, replies.slice(-REPLIES_READ))).troubles.length > 0
}

function describeCounts({ work: { team: words } }: MailText, all: ChannelWork[]): string {
  const unclaimed = all.flatMap((one) => one.unclaimed)
  const times = unclaimed.map(({ thread }) => thread.workAt ?? 0).filter((at) => at > 0)
  const waiting = all.reduce((sum, one) => sum + one.waiting, 0)
  const isMore = all.some((one) => one.isMore)
  const undelivered = all.reduce((sum, one) => sum + one.undelivered, 0)
  const isMoreWaiting = all.some((one) => one.isMoreWaiting)
  return [
    // The threads that were not read may be unclaimed.
    (unclaimed.length > 0 || !isMore) && words.unclaimed({ count: unclaimed.length, more: isMore ? '+' : '' }),
    times.length > 0 && words.oldest({ when: formatMoment(Math.min(...times)) }),
    words.waiting({ count: waiting, more: isMoreWaiting ? '+' : '' }),
    undelivered > 0 && words.undelivered({ count: undelivered, more: isMore ? '+' : '' }),
  ]
    .filter(Boolean)
    .join(' · ')
}

async function buildChannelRows(
  scope: DeskScope,
  text: MailText,
  user: string,
  { channel, unclaimed, isMore }: ChannelWork,
): Promise<MessageBlock[]> {
  const { team: words } = text.work
  const list = formatList({ view: 'open', channel, order: 'oldest', before: [] })
  return [
    ...contextBlock(`*${words.here({ channel: channelMention(channel) })}*`),
    ...(await buildWorkRows(scope, text, user, unclaimed.slice(0, SHOWN), [], { hasHeadings: false })),
    ...(unclaimed.length > SHOWN || isMore
      ? actionsBlock(button({ actionId: mailActionIds.openList, text: text.work.list.allHere, value: list }))
      : []),
  ]
}

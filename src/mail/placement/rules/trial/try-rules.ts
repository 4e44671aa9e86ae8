import { questionTimeMs, withinDeadline } from '../../../../core/question-time.ts'
import { askToReadMail, findThreadChannel } from '../../../access/mail-acts.ts'
import { decideRoute, type MailRoute } from '../../../records/routing/decide-route.ts'
import { isDeleted, isQuarantined, type Mail } from '../../../records/mail/mail.ts'
import type { RoutingSettings } from '../../../records/routing/routing-settings.ts'
import type { MailThread } from '../../../records/mail/mail-thread.ts'
import { findChannel } from '../../../records/mail/placement.ts'
import type { PlacementScope } from '../../placement-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { describeUnusableChannels } from '../rule-channels.ts'

/** The number of mails that the rules are tried on. */
const TRIED_MAILS = 50

/** The place of a mail: a channel, the quarantine, or the wait for a channel. */
export type MailDestination = { channel: string } | 'quarantine' | 'waiting'

/** Mails that would go from one destination to another for the same reason. */
export interface TrialGroup {
  from: MailDestination
  to: MailDestination
  route: MailRoute | undefined
  mails: Mail[]
}

/** The effects that rules would have had on the newest mail. */
export interface RuleTrial {
  count: number
  /** Mail that would change, and that the person may read. */
  groups: TrialGroup[]
  unchanged: number
  /** Mail that the person may not read, and how much would change. */
  hidden: { count: number; changing: number }
  /** Mail quarantined by the mailbox, which rules don't affect. */
  restricted: number
  /** Problems with channels that mail would go to, as markup. */
  unusable: ReadonlyMap<string, string>
}

interface TriedMail {
  key: string
  mail: Mail
  thread: MailThread | undefined
  from: MailDestination
  to: MailDestination
  route: MailRoute | undefined
}

const toDestination = (channel: string | undefined): MailDestination =>
  channel === undefined ? 'waiting' : { channel }

const isSameDestination = (one: MailDestination, other: MailDestination): boolean => nameKey(one) === nameKey(other)
const nameKey = (destination: MailDestination): string =>
  typeof destination === 'string' ? destination : destination.channel

/** Whether a mail would change: its destination, or the other effects of its rule. */
function changes({ thread, from, to, route }: TriedMail): boolean {
  if (!isSameDestination(from, to)) return true
  const isMore = route?.assign !== undefined || route?.isMuted === true
  return isMore && thread?.why?.mark?.id !== route.why.mark?.id
}

interface StoredMail {
  key: string
  mail: Mail
}

/** Limit of mails read at the same time: each may have a megabyte of text, none of which is kept. */
const READ_AT_ONCE = 5

function withoutText(mail: Mail): Mail {
  const { text: _, html: __, newText: ___, newHtml: ____, preview: _____, reading: ______, ...rest } = mail
  return { ...rest, headers: {} }
}

/** Reads the newest mails, without deleted ones. */
async function readRecentMails({ mailStore }: PlacementScope): Promise<StoredMail[]> {
  const keys = await mailStore.listRecent(TRIED_MAILS)
  const found: StoredMail[] = []
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    const some = keys.slice(from, from + READ_AT_ONCE).map(async (key): Promise<StoredMail[]> => {
      const mail = await mailStore.findMail(key)
      return mail && !isDeleted(mail) ? [{ key, mail: withoutText(mail) }] : []
    })
    found.push(...(await Promise.all(some)).flat())
  }
  return found
}

/** Tries the route of a mail, which follows its thread; the thread's first mail decides. */
async function tryMail(
  { mailStore, routes }: PlacementScope,
  { key, mail }: StoredMail,
  settings: RoutingSettings,
): Promise<TriedMail> {
  const thread = await mailStore.findThread(mail.thread)
  const [firstKey] = thread?.mails ?? []
  const first = firstKey === undefined || firstKey === key ? mail : ((await mailStore.findMail(firstKey)) ?? mail)
  const route = decideRoute(settings, routes.defaultChannel, first)
  const begins = isQuarantined(mail) || first === mail
  return {
    key,
    mail,
    thread,
    route,
    from: isQuarantined(mail) ? 'quarantine' : toDestination(thread && findChannel(thread)),
    to:
      route?.isQuarantined && begins && mail.held?.state !== 'released' ? 'quarantine' : toDestination(route?.channel),
  }
}

/** Builds a check whether a person may read mail in each destination; false if Slack does not answer in time. */
function createReaderCheck(scope: PlacementScope, user: string) {
  const { team, access } = scope
  const known = new Map<string, Promise<boolean>>()
  const may = async (action: 'mail.read' | 'mail.administer', inbox: string): Promise<boolean> =>
    (await withinDeadline(access.decide({ team, user, action, inbox })))?.isAllowed ?? false
  const ask = async ({ from, key, mail }: TriedMail): Promise<boolean> => {
    if (typeof from !== 'string') return (await withinDeadline(access.mayRead(team, user, from.channel))) ?? false
    const permission = await askToReadMail(scope, { user }, { key, mail }, { withinMs: questionTimeMs() })
    if (permission.is !== 'allowed') return false
    if (from === 'quarantine') return may('mail.read', mail.inboxId)
    // Only the channel that did not accept the mail shows who could read it.
    return (await findThreadChannel(scope, mail.thread)) !== undefined || may('mail.administer', mail.inboxId)
  }
  return (one: TriedMail): Promise<boolean> => {
    const asked = typeof one.from === 'string' ? one.key : one.from.channel
    const answer = known.get(asked) ?? ask(one)
    known.set(asked, answer)
    return answer
  }
}

/** Tries routing settings on the newest mail without changing anything. */
export async function tryRules(
  scope: PlacementScope,
  text: MailText,
  user: string,
  settings: RoutingSettings,
): Promise<RuleTrial> {
  const mails = await readRecentMails(scope)
  const open = mails.filter(({ mail }) => !isQuarantined(mail) || mail.restriction === 'rule')
  const tried = await Promise.all(open.map((one) => tryMail(scope, one, settings)))
  const mayRead = createReaderCheck(scope, user)
  const groups = new Map<string, TrialGroup>()
  const trial = { unchanged: 0, hidden: { count: 0, changing: 0 } }
  const readable = await Promise.all(tried.map(mayRead))
  for (const [index, one] of tried.entries()) {
    const isChanging = changes(one)
    if (!readable[index]) {
      trial.hidden.count++
      if (isChanging) trial.hidden.changing++
    } else if (isChanging) {
      const { from, to, route, mail } = one
      const key = JSON.stringify([nameKey(from), nameKey(to), route?.why.rule, route?.why.mark?.id])
      const group = groups.get(key) ?? { from, to, route, mails: [] }
      group.mails.push(mail)
      groups.set(key, group)
    } else trial.unchanged++
  }
  const targets = [...groups.values()].map(({ to }) => (typeof to === 'string' ? undefined : to.channel))
  return {
    ...trial,
    count: mails.length,
    groups: [...groups.values()],
    restricted: mails.length - open.length,
    unusable: await describeUnusableChannels(scope, text, { user }, targets),
  }
}

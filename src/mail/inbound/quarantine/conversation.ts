import { withinDeadline } from '../../../core/question-time.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import { mrkdwnLink } from '../../../slack/blocks/mrkdwn.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { formatMailTarget } from '../../action-ids.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { notifyPerson, type PersonNotice, rewordNotice } from '../../notify/notify-person.ts'
import { findThreadLink, linkSubject } from '../../notify/thread-link.ts'
import { findConcerned } from '../../placement/threads/find-responsible.ts'
import { findAction } from '../../records/action-row.ts'
import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { quarantineActions } from '../../records/quarantine-actions.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { InboundScope } from '../inbound-scope.ts'

const HOUR_MS = 3_600_000

/** Finds the thread that had other mail before a quarantined one came. */
async function findConversation({ mailStore }: InboundScope, mail: Mail): Promise<MailThread | undefined> {
  const thread = await mailStore.findThread(mail.thread)
  return thread && thread.mails.length > 0 ? thread : undefined
}

/**
 * Names the conversation of a quarantined mail for its card, in mrkdwn, with the link; undefined if it has none. Its subject is shown only if every reader
 * of the card's channel may read it.
 */
export async function nameConversation(
  scope: InboundScope,
  text: MailText,
  mail: Mail,
  channel: string,
): Promise<string | undefined> {
  const { team, people, mailStore } = scope
  const thread = await findConversation(scope, mail)
  if (!thread) return undefined
  const shownIn = findReaderChannel(thread)
  const words = text.quarantine.conversation
  const isReadable =
    shownIn === channel ||
    (shownIn !== undefined && (await withinDeadline(people.channel(team, shownIn)))?.isPrivate === false)
  if (!isReadable) return mrkdwnLink(await findThreadLink(scope, mail.thread), words.elsewhere)
  const first = await mailStore.findMail(thread.mails[0])
  return words.named({ subject: await linkSubject(scope, text, { id: mail.thread, mail: first }) })
}

/**
 * Notifies the person responsible for the conversation of a quarantined mail, which its thread doesn't show: at most once an hour for each conversation, and
 * without its words. Mail of a blocked sender notifies nobody.
 */
export async function noticeConversation(
  scope: InboundScope,
  { key, mail }: { key: string; mail: Mail },
): Promise<void> {
  const thread = await findConversation(scope, mail)
  if (!thread || thread.muted || mail.restriction === 'blocked' || isAutomatic(mail)) return
  const { responsible } = await findConcerned(scope, { key, mail, thread })
  if (!responsible) return
  const wanted = { mail: key, user: responsible.user, at: scope.clock.now() }
  const noted = await scope.mailStore.threads.update(mail.thread, (now) => now && withNotice(now, wanted))
  const notice = noted?.quarantineNotices?.find((one) => one.mail === key && one.user === wanted.user)
  if (notice) await notifyPerson(scope, { id: mail.thread, thread }, await buildNotice(scope, { mail, thread }, notice))
}

/** Shows in the notice of a quarantined mail that someone released or deleted it. Safe to repeat. */
export async function closeConversationNotice(scope: InboundScope, key: string, mail: Mail): Promise<void> {
  const thread = await scope.mailStore.findThread(mail.thread)
  for (const notice of thread?.quarantineNotices ?? [])
    if (thread && notice.mail === key)
      await rewordNotice(scope, { id: mail.thread, thread }, await buildNotice(scope, { mail, thread }, notice))
}

type QuarantineNotice = NonNullable<MailThread['quarantineNotices']>[number]

const MAX_NOTICES = 20

/** The thread with a notice; undefined if it has the notice, or the person was notified less than an hour before. */
function withNotice(thread: MailThread, notice: QuarantineNotice): MailThread | undefined {
  const { quarantineNotices = [] } = thread
  const isRepeated = quarantineNotices.some(
    ({ mail, user, at }) => user === notice.user && (mail === notice.mail || notice.at - at < HOUR_MS),
  )
  return isRepeated ? undefined : { ...thread, quarantineNotices: [...quarantineNotices, notice].slice(-MAX_NOTICES) }
}

async function buildNotice(
  { team, people, mailStore }: InboundScope,
  { mail, thread }: { mail: Mail; thread: MailThread },
  { mail: key, user, at }: QuarantineNotice,
): Promise<PersonNotice> {
  const first = await mailStore.findMail(thread.mails[0])
  const { state, by } = mail.held ?? {}
  const verdict = state === 'released' || state === 'deleted' ? state : undefined
  const target = formatMailTarget({ thread: mail.thread, mail: key })
  return {
    user,
    opId: `mail.quarantined:${mail.thread}:${user}:${Math.floor(at / HOUR_MS)}`,
    reason: 'concerns',
    build: async (text) => {
      const about = { subject: isolateDirection(first?.subject || text.noSubject), why: nameReason(mail) }
      const words = text.quarantine
      if (verdict === undefined)
        return mentionMessage(
          user,
          words.inConversation(about),
          actionsBlock(buildActionButton(text, findAction(quarantineActions, 'show'), target)),
        )
      const name = by === undefined ? text.unnamed : await readPlainName(text, people, team, by)
      return mentionMessage(user, words.decidedInConversation({ ...about, verdict, by: name }))
    },
  }
}

const nameReason = ({ restriction }: Mail): 'spam' | 'unauthenticated' | 'rule' | 'other' =>
  restriction === 'spam' || restriction === 'unauthenticated' || restriction === 'rule' ? restriction : 'other'

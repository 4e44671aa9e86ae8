import { z } from 'zod'
import { type ScopedFeature, type ScopedCardKind, scopedHandler } from '../../../scoped-feature.ts'
import { DAY_MS } from '../../../core/clock.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage, plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { cardKinds, formatMailTarget } from '../../action-ids.ts'
import { findHeadMail, type HeadMail } from '../../records/mail/head-mail.ts'
import { type MailThread, threadLane } from '../../records/mail/mail-thread.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { findWriterPlace, notifySuccessors } from '../../notify/gone-writer.ts'
import { chooseNoticeLocation } from '../../notify/notify-person.ts'
import { findThreadAnchor } from '../../notify/thread-anchor.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildThreadButtons } from '../../cards/action-buttons.ts'
import { buildStateLine } from '../../cards/state-line.ts'
import { summarizeThread } from '../../cards/thread-summary.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'

/** Ends a snooze. Frozen. */
const wakeTask = taskKind('mail.wake', z.object({ team: z.string(), thread: z.string(), at: z.number() }))

const REMEMBER_MS = 3 * DAY_MS

/** Schedules the end of a thread's snooze; `at` identifies the snooze. */
export async function sendWake(
  { team, queue, clock }: DeskScope,
  thread: string,
  { until, at }: { until: number; at: number },
): Promise<void> {
  const delayMs = Math.max(0, clock.scaled(until - clock.now()))
  await queue.send(wakeTask.of({ team, thread, at }), {
    id: `mail.wake:${team}:${thread}:${at}`,
    lane: threadLane(team, thread),
    delayMs,
    rememberMs: delayMs + REMEMBER_MS,
  })
}

/** Announces in the channel that a mail is back. */
const returnedCard: ScopedCardKind<DeskScope> = {
  kind: cardKinds.returned,
  render: async (scope, id, copy) => {
    const thread = await scope.mailStore.findThread(id)
    // A message about an earlier snooze is not edited: the thread stores only the last one.
    if (!thread?.returned || copy !== String(thread.returned.at)) return undefined
    const { by: user } = thread.returned
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    return buildReturned(text, scope, id, (await findCallLocation(scope, id, thread)) === 'thread' ? user : undefined)
  },
  onLost: async (scope, id, { copy }) => {
    const returned = (await scope.mailStore.findThread(id))?.returned
    if (returned && copy === String(returned.at)) await tellDirectly(scope, id, { ...returned, user: returned.by })
  },
}

/** Brings snoozed mail back at its time, and notifies the person who snoozed it. */
export const returnedMailFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(
      wakeTask,
      (scope: DeskScope, { thread, at }) => wakeThread(scope, thread, at),
      noticeFailedThreadTask,
    ),
  ],
  cards: [returnedCard],
}

async function wakeThread(scope: DeskScope, id: string, at: number): Promise<void> {
  const thread = await changeThread(scope, id, (now) => {
    if (now.snooze?.at !== at) return undefined
    const { snooze, ...rest } = now
    return { ...rest, returned: { by: snooze.by, at } }
  })
  // A repeat after a crash only does the remaining steps.
  if (thread?.returned?.at === at) await announceReturn(scope, id, thread)
}

const returnedRef = (team: string, id: string, at: number) => ({
  team,
  kind: cardKinds.returned,
  id,
  copy: String(at),
})

/** How the person who snoozed the thread is notified; `others` if they are gone. */
async function findCallLocation(scope: DeskScope, id: string, thread: MailThread) {
  const user = thread.returned?.by ?? ''
  if ((await findWriterPlace(scope, { user, thread: id })).isWriterGone) return 'others'
  return chooseNoticeLocation(scope, thread, { user, reason: 'concerns' })
}

async function announceReturn(scope: DeskScope, id: string, thread: MailThread): Promise<void> {
  const { by: user, at } = thread.returned ?? { by: '', at: 0 }
  const anchor = await findThreadAnchor(scope, id)
  const location = await findCallLocation(scope, id, thread)
  // A muted thread is not moved up in the channel.
  if (anchor) await scope.cards.show(returnedRef(scope.team, id, at), { ...anchor, isBroadcast: !thread.muted })
  if (location === 'direct' || (location && !anchor)) await tellDirectly(scope, id, { user, at })
}

/** Notifies the person who snoozed the thread by direct message, or those who look after it if that person is gone. */
async function tellDirectly(scope: DeskScope, id: string, { user, at }: { user: string; at: number }): Promise<void> {
  const opId = `mail.returned:${id}:${at}:direct`
  const quiet = await buildReturned(mailTextIn(await scope.languages.ofWorkspace(scope.team)), scope, id, undefined)
  if (!quiet) return undefined
  if ((await findWriterPlace(scope, { user, thread: id })).isWriterGone) {
    const build = async (text: MailText) => (await buildReturned(text, scope, id, undefined)) ?? quiet
    return notifySuccessors(scope, { user, thread: id }, { opId, build })
  }
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const message = (await buildReturned(text, scope, id, user)) ?? quiet
  const linked = await withThreadLink(scope, text, id, message)
  return scope.outbox.postDirect({ team: scope.team, user, opId, message: linked })
}

/** Builds the message, which mentions `user`. */
async function buildReturned(
  text: MailText,
  scope: DeskScope,
  id: string,
  user: string | undefined,
): Promise<Message | undefined> {
  const { team, mailStore, people } = scope
  const thread = await mailStore.findThread(id)
  const mail = await mailStore.findMail(thread?.mails[0])
  if (!thread?.returned || !mail) return undefined
  const subject = isolateDirection(mail.subject || text.noSubject)
  const head = await findHeadMail(mailStore, thread)
  const value = formatMailTarget({ thread: id, ...(head && { mail: head.seen }) })
  // Somebody else's claim ends what the message asks for, as Done and a snooze do.
  const isOthers = thread.owner !== undefined && thread.owner.user !== thread.returned.by
  const buttons = isOthers ? [] : actionsBlock(...buildThreadButtons(text, ['claim', 'done', 'snooze'], thread, value))
  const below = [...(await describeSince(scope, text, thread, head)), ...buttons]
  if (user !== undefined) return mentionMessage(user, text.work.returned({ subject }), below)
  const name = await readPlainName(text, people, team, thread.returned.by)
  const { text: plain, blocks } = plainTextMessage(text.work.returnedQuietly({ name, subject }))
  return { text: plain, blocks: [...blocks, ...below] }
}

/** Shows what colleagues have done about the mail: somebody has claimed or answered it, or is going to. */
async function describeSince(
  scope: DeskScope,
  text: MailText,
  thread: MailThread,
  head: HeadMail | undefined,
): Promise<MessageBlock[]> {
  if (!head) return []
  const { writing: _, alsoWriting: __, snooze: ___, ...record } = thread
  const summary = await summarizeThread(scope, record, head, text.unnamed)
  return buildStateLine(text, summary, {
    replies: summary.replies,
    mailAt: head.mail.reply === undefined ? head.mail.at : 0,
  })
}

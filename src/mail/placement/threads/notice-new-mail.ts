import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import { findBroughtBy, type MailThread, threadLane } from '../../records/mail/mail-thread.ts'
import { findQueued, findReaderChannel, findWait, hasChannel } from '../../records/mail/placement.ts'
import { isQuiet, withWaitingNotice } from '../../records/mail/thread-changes.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { chooseNoticeLocation, notifyPerson } from '../../notify/notify-person.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { buildHiddenNews, describeNewMail, findNewsOpId, type NewMailReason } from '../waiting-notices.ts'
import { findConcerned } from './find-responsible.ts'

/** Notifies a person of a mail that no channel showed when it arrived. Frozen. */
const newsTask = taskKind('mail.news', z.object({ team: z.string(), mail: z.string() }))

/** Notifies the person of a new mail after the tasks that the lane of its thread has now; once per mail. */
export const sendNoticeNewMail = ({ queue, team }: PlacementScope, key: string, mail: Mail): Promise<void> =>
  queue.send(newsTask.of({ team, mail: key }), {
    id: `mail.news:${team}:${key}`,
    lane: threadLane(team, mail.thread),
  })

/** Notifies people of mail that no channel showed when it arrived. */
export const noticeNewMailFeature: ScopedFeature<PlacementScope> = {
  tasks: [
    scopedHandler(
      newsTask,
      async (scope: PlacementScope, { mail: key }) => {
        const mail = await scope.mailStore.findMail(key)
        const thread = mail && (await scope.mailStore.findThread(mail.thread))
        if (thread) await noticeNewMail(scope, { key, mail, thread }, { isLate: true })
      },
      noticeFailedMailTask,
    ),
  ],
}

/**
 * Notifies of a new mail: the person who snoozed the thread, if the mail ends the snooze, the person who is responsible for it, and the writer of the
 * reply that it answers;
 * at most once a minute, and nobody twice. `isLate`: no channel showed the mail when it arrived. It may be in another channel than the earlier mail by
 * now, of which the responsible person is notified anyway (`noticeMove`).
 */
export async function noticeNewMail(
  scope: PlacementScope,
  { key, mail, thread }: { key: string; mail: Mail; thread: MailThread },
  { isLate = false } = {},
): Promise<void> {
  if (isAutomatic(mail) || thread.muted) return
  // While no channel shows the thread, the notice alone shows the mail.
  if (hasChannel(thread) && isQuiet(thread, key)) return
  const { wokenBy, wokenFor } = thread
  const snoozer = wokenBy === key ? wokenFor : undefined
  const { responsible, answered } = await findConcerned(scope, { key, mail, thread })
  if (responsible && responsible.user !== snoozer) {
    const isMoved = isLate && responsible.role === 'owner' && isMoveNoticed(thread)
    const level = responsible.isWithdrawn || isMoved ? 'everything' : 'concerns'
    await noticePerson(scope, { key, mail, thread }, { ...responsible, level, isLate, isSecond: snoozer !== undefined })
  }
  if (answered && answered.user !== snoozer)
    await noticePerson(
      scope,
      { key, mail, thread },
      { ...answered, level: 'concerns', isLate, isSecond: false, isAnswered: true },
    )
  // Their snooze outlives their membership of a private channel, and the notice names the sender and the subject.
  if (snoozer === undefined || !(await isReader(scope, thread, snoozer))) return
  const reason = [responsible, answered].find((one) => one?.user === snoozer) ?? { after: 'other' as const }
  await noticePerson(
    scope,
    { key, mail, thread },
    { ...reason, user: snoozer, level: 'concerns', isLate, isSecond: false, endsSnooze: true },
  )
}

/** Whether the person who claimed the thread is notified that it continues in another channel. */
function isMoveNoticed(thread: MailThread): boolean {
  const { last, ...placement } = thread.placement
  const channel = 'channel' in placement ? placement.channel : undefined
  const mover = findWait(thread)?.moved?.by ?? thread.why?.by
  return last !== undefined && last.channel !== channel && mover !== thread.owner?.user
}

/** How a person is notified of a new mail. */
interface PersonalNews extends NewMailReason {
  user: string
  level: 'concerns' | 'everything'
  isLate: boolean
  isSecond: boolean
  isAnswered?: true
}

async function noticePerson(
  scope: PlacementScope,
  { key, mail, thread: read }: { key: string; mail: Mail; thread: MailThread },
  news: PersonalNews,
): Promise<void> {
  const { user, level, isLate } = news
  if ((isLate || !hasChannel(read)) && !(await isReader(scope, read, user))) return
  const thread = hasChannel(read) ? read : await noteWaiting(scope, { key, mail, thread: read }, news)
  const isShown = hasChannel(thread)
  const by = findBroughtBy(thread, key)
  await notifyPerson(
    scope,
    { id: mail.thread, thread },
    {
      user,
      opId: findNewsOpId(key, news),
      reason: isShown ? level : 'concerns',
      build: (text) =>
        isShown && !findQueued(thread)
          ? mentionMessage(user, describeNewMail(text, mail, news, by))
          : buildHiddenNews(text, { user, key, mail, reason: news, by, isWaiting: !isShown }),
    },
  )
}

/** Records that the notice shows the mail as waiting, before it is posted. Returns the thread, which may have a channel by now. */
async function noteWaiting(
  scope: PlacementScope,
  { key, mail, thread }: { key: string; mail: Mail; thread: MailThread },
  { user, role, after, isSecond, isAnswered, endsSnooze }: PersonalNews,
): Promise<MailThread> {
  const notice = {
    mail: key,
    user,
    ...(role && { role }),
    after,
    ...(isSecond && { isSecond }),
    ...(isAnswered && { isAnswered }),
    ...(endsSnooze && { endsSnooze }),
  }
  if ((await chooseNoticeLocation(scope, thread, { user, reason: 'concerns' })) === undefined) return thread
  const noted = await scope.mailStore.threads.update(mail.thread, (now) =>
    now && !hasChannel(now) ? withWaitingNotice(now, notice) : undefined,
  )
  return noted ?? thread
}

/** Whether a person may read the channel of a thread, or the last one of a thread that waits for another. */
async function isReader({ team, access }: PlacementScope, thread: MailThread, user: string): Promise<boolean> {
  const channel = findReaderChannel(thread)
  return channel !== undefined && (await access.mayRead(team, user, channel))
}

import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { sendCheckOwner } from '../../tasks/check-owner-task.ts'
import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import { type MailThread, threadLane } from '../../records/mail/mail-thread.ts'
import { findReaderChannel, hasChannel } from '../../records/mail/placement.ts'
import { withWaitingNotice } from '../../records/mail/thread-changes.ts'
import { isGone } from '../../notify/gone-writer.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { chooseNoticeLocation, notifyPerson } from '../../notify/notify-person.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { buildHiddenNews, describeNewMail, newMailOpId } from '../waiting-notices.ts'

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
 * Notifies the person who snoozed a thread of the mail that ends the snooze. Further mail is for the responsible person or the last one to answer, if
 * they or the channel want to be notified of everything, or if no channel shows it. `isLate`: none did when it arrived. It may be in another channel
 * than the earlier mail by now, of which the responsible person is notified anyway (`noticeMove`).
 */
export async function noticeNewMail(
  scope: PlacementScope,
  { key, mail, thread: read }: { key: string; mail: Mail; thread: MailThread },
  { isLate = false } = {},
): Promise<void> {
  const { wokenBy, wokenFor, owner, replies } = read
  const isReturn = wokenBy === key && wokenFor !== undefined
  const user = isReturn ? wokenFor : (owner?.user ?? replies.at(-1)?.user)
  if (user === undefined || isAutomatic(mail) || read.muted) return
  if (owner && (await isGone(scope, owner.user, findReaderChannel(read))))
    await sendCheckOwner(scope.queue, { team: scope.team, user: owner.user, thread: mail.thread }, key)
  if ((isLate || !hasChannel(read)) && !(await isReader(scope, read, user))) return
  const thread = hasChannel(read) ? read : await noteWaiting(scope, { key, mail, thread: read }, user)
  const isShown = hasChannel(thread)
  const concerns = isReturn || !isShown || (isLate && owner === undefined)
  await notifyPerson(
    scope,
    { id: mail.thread, thread },
    {
      user,
      opId: newMailOpId(key),
      reason: concerns ? 'concerns' : 'everything',
      build: (text) =>
        isShown
          ? mentionMessage(user, describeNewMail(text, mail))
          : buildHiddenNews(text, { user, key, mail, isWaiting: true }),
    },
  )
}

/** Records that the notice shows the mail as waiting, before it is posted. Returns the thread, which may have a channel by now. */
async function noteWaiting(
  scope: PlacementScope,
  { key, mail, thread }: { key: string; mail: Mail; thread: MailThread },
  user: string,
): Promise<MailThread> {
  if ((await chooseNoticeLocation(scope, thread, { user, reason: 'concerns' })) === undefined) return thread
  const noted = await scope.mailStore.threads.update(mail.thread, (now) =>
    now && !hasChannel(now) ? withWaitingNotice(now, { mail: key, user }) : undefined,
  )
  return noted ?? thread
}

/** Whether a person may read the channel of a thread, or the last one of a thread that waits for another. */
async function isReader({ team, access }: PlacementScope, thread: MailThread, user: string): Promise<boolean> {
  const channel = findReaderChannel(thread)
  return channel !== undefined && (await access.mayRead(team, user, channel))
}

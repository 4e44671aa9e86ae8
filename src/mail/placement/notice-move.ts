import { isolateDirection } from '../../core/isolate-direction.ts'
import { readPersonalNotices } from '../../settings/notice-settings.ts'
import { channelMention, escapeMrkdwn, keepLiteral } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { withThreadLink } from '../notify/thread-link.ts'
import type { PlacedThread } from '../records/mail/mail-thread.ts'
import { findWait } from '../records/mail/placement.ts'
import { mailTextIn } from '../text/mail-text.ts'
import type { PlacementScope } from './placement-scope.ts'

/**
 * Notifies the person responsible for a mail thread by direct message that it moved to another channel, once per move, unless they moved it. Its
 * wait names that person; without it, for a thread in a digest or a repeat after a crash, the reason for its channel does.
 */
export async function noticeMove(scope: PlacementScope, id: string, thread: PlacedThread): Promise<void> {
  const { team, access, languages, mailStore, outbox, settings } = scope
  const { owner, placement, mails, why } = thread
  const wait = findWait(thread)
  const mover = wait ? wait.moved?.by : why?.by
  if (!owner || mover === owner.user) return
  const { user } = owner
  if ((await readPersonalNotices(settings, team, user)).level === 'nothing' || !(await access.mayUse(team, user)))
    return
  const text = mailTextIn(await languages.ofPerson(team, user))
  const mail = await mailStore.findMail(mails[0])
  const subject = keepLiteral(escapeMrkdwn(isolateDirection(mail?.subject || text.noSubject)))
  const { channel, head } = placement
  const isAssigned = why?.assigned?.user === user
  const message = (await access.mayRead(team, user, channel))
    ? await withThreadLink(
        scope,
        text,
        id,
        textMessage(text.work.continues({ subject, isAssigned, channel: channelMention(channel) })),
      )
    : textMessage(text.work.continuesHidden({ subject, isAssigned }))
  return outbox.postDirect({ team, user, opId: `mail.moved:${id}:${head}`, message })
}

import { isolateDirection } from '../../../core/isolate-direction.ts'
import { contextBlock, plainText, quoteBlock } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { chooseNoticeLocation, notifyPerson } from '../../notify/notify-person.ts'
import { findThreadAnchor } from '../../notify/thread-anchor.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { ThreadAct } from './thread-act-task.ts'

/** Notifies the new owner of a mail, with the note of the person who handed it over; the thread shows the note in any case. */
export async function noticeHandOver(
  scope: DeskScope,
  done: ThreadAct & { to: string },
  thread: MailThread,
  mail: Mail | undefined,
): Promise<void> {
  const { team, people } = scope
  const { user, thread: id, event, to, note } = done
  const quoted = note === undefined ? [] : [quoteBlock(note)]
  const isOthers = to !== user
  if (isOthers)
    await notifyPerson(
      scope,
      { id, thread },
      {
        user: to,
        opId: `mail.handed:${event}`,
        reason: 'concerns',
        build: async (text) => {
          const by = await readPlainName(text, people, team, user)
          const subject = isolateDirection(mail?.subject || text.noSubject)
          return mentionMessage(to, text.work.handedOver({ by, subject }), quoted)
        },
      },
    )
  const location = isOthers && (await chooseNoticeLocation(scope, thread, { user: to, reason: 'concerns' }))
  if (note !== undefined && location !== 'thread') await postNote(scope, { ...done, note })
}

/** Posts the note in the thread, which mentions nobody there. */
async function postNote(
  scope: DeskScope,
  { user, thread: id, event, to, note }: ThreadAct & { to: string; note: string },
): Promise<void> {
  const { team, people, languages, outbox } = scope
  const anchor = await findThreadAnchor(scope, id)
  if (!anchor) return
  const text = mailTextIn(await languages.ofConversation(team, anchor.channel, user))
  const [by, name] = await Promise.all([user, to].map((one) => readPlainName(text, people, team, one)))
  const words = { by: by ?? '', name: name ?? '' }
  const sentence = to === user ? text.work.ownNote(words) : text.work.noteFor(words)
  const message = { text: escapeMrkdwn(sentence), blocks: [...contextBlock(plainText(sentence)), quoteBlock(note)] }
  await outbox.post({ team, opId: `mail.hand_note:${event}`, message, ...anchor })
}

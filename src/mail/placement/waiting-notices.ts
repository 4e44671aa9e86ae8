import { isolateDirection } from '../../core/isolate-direction.ts'
import { actionsBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'
import { buildReadButton } from '../cards/action-buttons.ts'
import { withThreadLink } from '../notify/thread-link.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { PlacedThread } from '../records/mail/mail-thread.ts'
import { withoutWaitingNotices } from '../records/mail/thread-changes.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import type { PlacementScope } from './placement-scope.ts'

/** Names the notice of a new mail. Frozen: direct messages with it are edited later. */
export const newMailOpId = (key: string): string => `mail.news:${key}`

/** The line of the notice. */
export const describeNewMail = (text: MailText, { from, subject }: Mail): string =>
  text.work.news({ from: from.address || text.noSender, subject: isolateDirection(subject || text.noSubject) })

/** The notice of a mail that no channel shows, with a button that opens it; `isWaiting` also names that as the reason. */
export function buildHiddenNews(
  text: MailText,
  { user, key, mail, isWaiting }: { user: string; key: string; mail: Mail; isWaiting: boolean },
): Message {
  const read = actionsBlock(buildReadButton(text, { thread: mail.thread, mail: key }))
  return mentionMessage(user, describeNewMail(text, mail), [
    ...(isWaiting ? contextBlock(text.work.waits) : []),
    ...read,
  ])
}

/**
 * Edits the direct messages that show a mail as waiting, once its thread has a channel: they have a link for the people who may read it there. Safe to
 * repeat.
 */
export async function closeWaitingNotices(scope: PlacementScope, id: string, thread: PlacedThread): Promise<void> {
  const { team, access, languages, mailStore, outbox } = scope
  const { waitingNotices = [], placement } = thread
  if (waitingNotices.length === 0) return
  for (const { mail: key, user } of waitingNotices) {
    const mail = await mailStore.findMail(key)
    if (!mail) continue
    const text = mailTextIn(await languages.ofPerson(team, user))
    const news = buildHiddenNews(text, { user, key, mail, isWaiting: false })
    const mayRead = await access.mayRead(team, user, placement.channel)
    const message = mayRead ? await withThreadLink(scope, text, id, news) : news
    await outbox.replace({ team, opId: `${newMailOpId(key)}:direct`, message })
  }
  await mailStore.threads.update(id, (now) => now && withoutWaitingNotices(now, waitingNotices))
}

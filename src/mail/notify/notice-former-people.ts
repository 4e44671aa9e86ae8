import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'
import { readPlainName, readQuietName } from '../../slack/directory/quiet-name.ts'
import type { MailScope } from '../mail-scope.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import { findFormerPeople } from '../records/mail/thread-changes.ts'
import type { MailText } from '../text/mail-text.ts'
import { isGone } from './gone-writer.ts'
import { notifyPerson } from './notify-person.ts'
import { isHidden } from './thread-anchor.ts'
import { linkSubject } from './thread-link.ts'

/** Emails that one message about several names. */
const MAX_NAMED = 5

/** Acts with words of their own; others take the thread from its owner. */
const namedVerbs = ['done', 'release', 'snooze', 'wake'] as const

/**
 * Notifies the owner of a mail thread that another person was done with it, snoozed it, ended its snooze or took it from them, and the person whose
 * snooze that ended: each once per `opId`, and not those who are gone. `click`: what changed the thread.
 */
export async function noticeFormerPeople(
  scope: MailScope,
  at: { id: string; thread: MailThread; mail: Mail | undefined },
  { click, opId, ...act }: { click: string; verb: string; by: string; to?: string | undefined; opId: string },
): Promise<void> {
  const { owner, snoozer } = findFormerPeople(at.thread, click)
  if (owner !== undefined) await noticeFormer(scope, at, { ...act, user: owner, opId })
  if (snoozer !== undefined)
    await noticeFormer(scope, at, { ...act, user: snoozer, isSnoozer: true, opId: `${opId}:snoozer` })
}

async function noticeFormer(
  scope: MailScope,
  { id, thread, mail }: { id: string; thread: MailThread; mail: Mail | undefined },
  act: { verb: string; by: string; to?: string | undefined; user: string; isSnoozer?: boolean; opId: string },
): Promise<void> {
  const { team, people } = scope
  const { verb, by, to, user, isSnoozer = false, opId } = act
  if (user === by || (await isGone(scope, user, findReaderChannel(thread)))) return
  await notifyPerson(
    scope,
    { id, thread },
    {
      user,
      opId,
      reason: 'concerns',
      build: async (text) => {
        const subject = isolateDirection(mail?.subject || text.noSubject)
        const [byName, toName] = await Promise.all([by, to ?? by].map((one) => readPlainName(text, people, team, one)))
        return mentionMessage(
          user,
          text.work.taken({
            verb: namedVerbs.find((one) => one === verb) ?? 'other',
            by: byName ?? '',
            isOwn: to === by,
            isSnoozer,
            name: toName ?? '',
            until: thread.snooze ? formatMoment(thread.snooze.until) : '',
            subject,
          }),
        )
      },
    },
  )
}

/** Builds the message for the owner of several mail threads that another person was done with or took from them, or the one who had snoozed them, with links to some. */
export async function buildTakenNotice(
  scope: MailScope,
  text: MailText,
  {
    by,
    verb,
    to,
    owner,
    threads,
  }: { by: string; verb: string; to: string | undefined; owner: string; threads: string[] },
): Promise<Message> {
  const { team, people, mailStore, access } = scope
  const [byName, name] = await Promise.all([by, to ?? by].map((one) => readQuietName(text, people, team, one)))
  const line = text.work.bulk.taken({
    verb: verb === 'done' ? verb : 'other',
    by: byName ?? '',
    isOwn: to === by,
    name: name ?? '',
    count: threads.length,
  })
  const links: string[] = []
  for (const id of threads.slice(0, MAX_NAMED)) {
    const thread = await mailStore.findThread(id)
    const channel = thread && findReaderChannel(thread)
    if (!thread || channel === undefined || (await isHidden(scope, thread))) continue
    if (!(await access.mayRead(team, owner, channel))) continue
    links.push(await linkSubject(scope, text, { id, mail: await mailStore.findMail(thread.mails[0]) }))
  }
  return { text: line, blocks: [section(line), ...contextBlock(links.join('\n'))] }
}

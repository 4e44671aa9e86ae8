import { findChannel } from '../../records/mail/placement.ts'
import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { readSearchText } from '../../records/mail/mail-preview.ts'
import { type Address, domainOf } from '../../records/address.ts'
import { withSentVersion } from '../../records/replies/first-mail.ts'
import { isDeleted, isQuarantined, isUnsent, type Mail } from '../../records/mail/mail.ts'
import { formatTerm, INDEX_VERSION, splitSearchWords } from './word-index.ts'
import type { DeskScope } from '../desk-scope.ts'
import { indexMailTask } from '../../tasks/index-task.ts'

const reindexSchema = z.object({ team: z.string(), version: z.number(), after: z.string().exactOptional() })
type ReindexPage = z.infer<typeof reindexSchema>

/** Indexes all mail of a team again, page by page. Frozen. */
const reindexTask = taskKind('mail.reindex', reindexSchema)

/** Each mail writes up to 150 rows: with a pause after every page, people notice no delay. */
const PAGE_MAILS = 10
const PAUSE_MS = 1_000

/** Maintains the index of `/mail find`. */
export const indexMailFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(indexMailTask, async (scope, { team, mail }) => {
      await indexMail(scope, mail)
      if (!(await scope.desk.wordIndex.isComplete())) await sendReindex(scope.queue, { team, version: INDEX_VERSION })
    }),
    scopedHandler(reindexTask, indexPage),
  ],
}

const sendReindex = (queue: Queue, page: ReindexPage): Promise<void> =>
  queue.send(reindexTask.of(page), {
    id: `mail.reindex:${page.team}:${page.version}:${page.after ?? ''}`,
    ...(page.after !== undefined && { delayMs: PAUSE_MS }),
    isBackground: true,
  })

/** Indexes one page of earlier mail; new mail is indexed on arrival. */
async function indexPage(scope: DeskScope, { team, version, after }: ReindexPage): Promise<void> {
  const {
    mailStore,
    queue,
    desk: { wordIndex },
  } = scope
  const { rows, next } = await mailStore.mails.list({ limit: PAGE_MAILS, ...(after !== undefined && { after }) })
  for (const { id } of rows) await indexMail(scope, id)
  await (next === undefined ? wordIndex.recordComplete(version) : sendReindex(queue, { team, version, after: next }))
}

/** Indexes a mail. Restricted mail is indexed after its release, mail written in Slack once it was sent. */
async function indexMail(scope: DeskScope, key: string): Promise<void> {
  const {
    mailStore,
    desk: { wordIndex },
  } = scope
  const mail = await findAsSent(scope, key)
  if (!mail || isQuarantined(mail) || isDeleted(mail) || isUnsent(mail)) return
  const found = await mailStore.findThread(mail.thread)
  const { at, thread } = mail
  await wordIndex.add(listTerms(mail, found && findChannel(found)), { key, at, thread })
}

/** Finds a mail. A first mail that still has the text of a withdrawn version, as earlier releases stored it, becomes what was sent. */
async function findAsSent({ mailStore, replyStore }: DeskScope, key: string): Promise<Mail | undefined> {
  const mail = await mailStore.findMail(key)
  if (mail?.reply === undefined || isUnsent(mail)) return mail
  const id = (await replyStore.findDeliveryReport(mail))?.reply
  const reply = id === undefined || id === mail.reply ? undefined : await replyStore.findReply(id)
  if (id === undefined || !reply) return mail
  const { messageId, threadId, at } = mail
  const sent = { id, reply, messageId, threadId, at: reply.sentAt ?? at }
  return mailStore.mails.update(key, (now) => now && withSentVersion(now, sent))
}

const wordsOf = ({ name = '', address }: Address): string[] => [...splitSearchWords(name), ...splitSearchWords(address)]

/** Lists all terms of a mail, the most distinctive first. */
export function listTerms(mail: Mail, channel: string | undefined): string[] {
  const { from, to, cc, subject, inboxId, own } = mail
  const sender = [from.address, domainOf(from.address), ...wordsOf(from)].filter((word) => word !== '')
  const terms = [inboxId, ...(own === undefined ? [] : [own]), ...(channel === undefined ? [] : [channel])]
  return [
    ...sender.map((word) => formatTerm('from', word)),
    ...terms.map((term) => formatTerm('in', term)),
    ...splitSearchWords(subject),
    ...[from, ...to, ...cc].flatMap(wordsOf),
    ...splitSearchWords(readSearchText(mail)),
  ]
}

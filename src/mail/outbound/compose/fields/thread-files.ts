import { withinDeadline } from '../../../../core/question-time.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { isDeleted, isInlinePicture, isQuarantined, type Mail } from '../../../records/mail/mail.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { threadHeadRef } from '../../../notify/thread-anchor.ts'
import { isOftenRefused } from '../../files/file-types.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { AnsweredMail } from './form-context.ts'

/** The newest mails of a thread that are read. */
const RECENT_MAILS = 30

/** A file of a mail thread or of its Slack thread that can be attached to an answer. */
export interface ThreadFile {
  /** Identifies the file in the menu; frozen, because forms stay open over an upgrade. */
  value: string
  id: string
  name: string
  size?: number
  /** The sender of its mail, or the person who posted it in Slack. */
  from: string
  /** The key of its mail. */
  mail?: string
  /** The person who posted it in Slack. */
  by?: string
}

const receivedValue = (mail: string, index: number): string => `mail.${mail}.${index}`
const postedValue = (id: string): string => `slack.${id}`

/** Whether a choice in the menu is a file posted in Slack. */
export const isPostedFile = (value: string): boolean => value.startsWith('slack.')

/** Lists the files of a thread's mails, newest first; leaves out restricted mail, and files that could harm a recipient. */
export async function listReceivedFiles(
  { mailStore }: OutboundScope,
  { noSender }: MailText,
  { thread }: AnsweredMail,
): Promise<ThreadFile[]> {
  const keys = thread.mails.slice(-RECENT_MAILS).toReversed()
  const found = await Promise.all(
    keys.map(async (key) => {
      const mail = await mailStore.findMail(key)
      if (!mail || isQuarantined(mail) || isDeleted(mail) || mail.attachments.length === 0) return []
      const shared = (await mailStore.sharedFiles.get(key))?.value.files
      const from = nameSender(mail, noSender)
      return mail.attachments.flatMap((file, index): ThreadFile[] => {
        const { id, name, size } = file
        const isUnsafe = shared?.[index]?.reason === 'unsafe' || isOftenRefused(name)
        if (id === undefined || isInlinePicture(file) || isUnsafe) return []
        return [{ value: receivedValue(key, index), id, name, from, mail: key, ...(size !== undefined && { size }) }]
      })
    }),
  )
  return found.flat()
}

/** Lists the files posted in the Slack thread, newest first; undefined if Slack does not answer in time. */
export async function listPostedFiles(
  { team, cards, people, slack: { listThreadFiles } }: OutboundScope,
  { unnamed }: MailText,
  { thread, mail }: AnsweredMail,
): Promise<ThreadFile[] | undefined> {
  const head = await cards.findMessage(threadHeadRef(team, mail.thread, thread.placement.head))
  if (!head) return []
  const posted = await withinDeadline(listThreadFiles(team, head.channel, head.ts))
  if (!posted) return undefined
  const users = [...new Set(posted.map(({ user }) => user))]
  const names = users.length > 0 ? await withinDeadline(people.names(team, { users, channels: [] })) : undefined
  return posted.map(({ user, ...file }) => ({
    ...file,
    value: postedValue(file.id),
    from: names?.get(user) ?? unnamed,
    by: user,
  }))
}

/** The files of received mails attached to a reply, as named in the menu; leaves out those whose mail is gone. */
export async function recallMailFiles(
  { mailStore }: OutboundScope,
  { noSender }: MailText,
  { mailFiles = [] }: Pick<Reply, 'mailFiles'>,
): Promise<ThreadFile[]> {
  const found = await Promise.all(
    mailFiles.map(async (file) => {
      const mail = await mailStore.findMail(file.mail)
      const index = mail?.attachments.findIndex(({ id }) => id === file.id) ?? -1
      if (!mail || index < 0) return []
      return [{ ...file, value: receivedValue(file.mail, index), from: nameSender(mail, noSender) }]
    }),
  )
  return found.flat()
}

const nameSender = ({ from }: Mail, noSender: string): string => from.name || from.address || noSender

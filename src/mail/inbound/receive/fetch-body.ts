import { UpstreamError } from '../../../core/errors.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import type { Feature } from '../../../slice.ts'
import { withReading } from '../../records/mail/mail-preview.ts'
import { isDeleted, type Mail } from '../../records/mail/mail.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import type { InboundServices } from '../inbound-services.ts'
import { refreshMailCards } from '../../cards/refresh-cards.ts'
import { fetchBodyTask } from './fetch-task.ts'
import { readBody } from './mail-record.ts'

/** Fetches bodies that were too large for their events. */
export const fetchBodyFeature = (services: InboundServices): Feature => ({
  tasks: [
    fetchBodyTask.handler(
      async ({ team, mail: key }) => {
        const mail = await completeBody(services, team, key).catch((error: unknown) => {
          if (!(error instanceof UpstreamError) || error.details.outcome === 'not_sent') throw error
          services.log.warn({ err: error }, 'the mailbox does not hand out the body of a large mail')
          return markBodyUnavailable(services, team, key)
        })
        if (mail) await refreshMailCards(services, team, key, mail)
        if (mail?.isFetched) await sendIndexMail(services.queue, team, key, 'body')
      },
      (task, failure) => noticeFailedMailTask(services, task, failure),
    ),
  ],
})

/** Stores the body. Returns the mail as it is to be shown now, even if an earlier attempt has stored its body. */
async function completeBody(services: InboundServices, team: string, key: string): Promise<Mail | undefined> {
  const { mailStore, mailbox } = services
  const mail = await mailStore.findMail(team, key)
  if (!mail || isDeleted(mail)) return undefined
  if (mail.isFetched) return mail
  const { inboxId, messageId } = mail
  const body = readBody(await mailbox.message({ inboxId, messageId }))
  return mailStore
    .mails(team)
    .update(key, (now) => (now && !isDeleted(now) ? withReading({ ...now, ...body, isFetched: true }) : undefined))
}

/** The mailbox refused the body for good: the mail says so from now on. */
const markBodyUnavailable = ({ mailStore }: InboundServices, team: string, key: string): Promise<Mail | undefined> =>
  mailStore.mails(team).update(key, (now) => (now && !isDeleted(now) ? { ...now, isRefused: true } : undefined))

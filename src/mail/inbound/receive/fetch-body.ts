import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { runInOwnTurns } from '../../../core/own-turn.ts'
import { readMail } from '../../records/mail/mail-reading.ts'
import { isDeleted, type Mail } from '../../records/mail/mail.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { refreshMailCards } from '../../cards/refresh-cards.ts'
import { fetchBodyTask } from './fetch-task.ts'
import { readEarlierTexts } from './earlier-texts.ts'
import { readBody } from './mail-record.ts'

/** Fetches bodies that were too large for their events. */
export const fetchBodyFeature: ScopedFeature<InboundScope> = {
  tasks: [
    scopedHandler(
      fetchBodyTask,
      async (scope: InboundScope, { team, mail: key }) => {
        const mail = await completeBody(scope, key).catch((error: unknown) => {
          if (!(error instanceof UpstreamError) || error.details.outcome === 'not_sent') throw error
          scope.log.warn({ err: error }, 'the mailbox does not hand out the body of a large mail')
          return markBodyUnavailable(scope, key)
        })
        if (mail) await refreshMailCards(scope, key, mail)
        if (mail?.isFetched) await sendIndexMail(scope.queue, team, key, 'body')
      },
      noticeFailedMailTask,
    ),
  ],
}

/** Stores the body. Returns the mail to show now, even if an earlier attempt stored its body. */
async function completeBody(scope: InboundScope, key: string): Promise<Mail | undefined> {
  const { mailStore, mailbox } = scope
  const mail = await mailStore.findMail(key)
  if (!mail || isDeleted(mail)) return undefined
  if (mail.isFetched) return mail
  const { inboxId, messageId } = mail
  const message = await mailbox.message({ inboxId, messageId })
  const body = readBody(message)
  const earlier = await readEarlierTexts(scope, { key, thread: mail.thread, from: mail.from.address })
  const { reading } = await runInOwnTurns(readMail({ ...mail, ...body }, earlier))
  return mailStore.mails.update(key, (now) =>
    now && !isDeleted(now) ? { ...now, ...body, reading, isFetched: true } : undefined,
  )
}

/** Marks a mail as one whose body the mailbox refused for good, which its card shows. */
const markBodyUnavailable = ({ mailStore }: InboundScope, key: string): Promise<Mail | undefined> =>
  mailStore.mails.update(key, (now) => (now && !isDeleted(now) ? { ...now, isRefused: true } : undefined))

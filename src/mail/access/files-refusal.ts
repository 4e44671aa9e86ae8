import type { Message } from '../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import { isQuarantined, type Mail } from '../records/mail/mail.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { findReadingRefusal, findRefusal, type MailAct } from './mail-acts.ts'

/** Whether a person may have the files of a mail. Those of restricted mail leave the mailbox for nobody, until it is released. */
export async function findFilesRefusal(services: MailServices, act: MailAct, mail: Mail): Promise<Message | undefined> {
  if (!isQuarantined(mail)) return findReadingRefusal(services, act, mail)
  const refusal = await findRefusal(services, act)
  if (refusal) return refusal
  await services.authorizer.recordAct(act, { outcome: 'refused' })
  const text = mailTextIn(await services.languages.ofPerson(act.team, act.user))
  return plainTextMessage(text.fileCard.releaseFirst)
}

import type { Message } from '../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import { isQuarantined, type Mail } from '../records/mail/mail.ts'
import type { MailScope } from '../mail-scope.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { findReadingRefusal, findRefusal, type MailAct } from './mail-acts.ts'

/** Whether a person may have the files of a mail. Those of restricted mail leave the mailbox for nobody, until it is released. */
export async function findFilesRefusal(scope: MailScope, act: MailAct, mail: Mail): Promise<Message | undefined> {
  if (!isQuarantined(mail)) return findReadingRefusal(scope, act, mail)
  const refusal = await findRefusal(scope, act)
  if (refusal) return refusal
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  const text = mailTextIn(await scope.languages.ofPerson(act.team, act.user))
  return plainTextMessage(text.fileCard.releaseFirst)
}

import type { AccessAnswer, Act } from '../../access/authorize.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import { isQuarantined, type Mail } from '../records/mail/mail.ts'
import type { MailScope } from '../mail-scope.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { askToOpenMail } from './mail-acts.ts'

/** Whether a person may get the files of a mail. Nobody gets files of restricted mail until it is released. */
export async function askForFiles(scope: MailScope, act: Act, mail: Mail): Promise<AccessAnswer> {
  if (!isQuarantined(mail)) return askToOpenMail(scope, act, mail)
  const answer = await scope.authorizer.ask(act)
  if (answer.is !== 'allowed') return answer
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  const text = mailTextIn(await scope.languages.ofPerson(act.team, act.user))
  return { is: 'refused', message: plainTextMessage(text.fileCard.releaseFirst) }
}

import type { AccessAnswer } from '../../access/authorize.ts'
import type { MailScope } from '../mail-scope.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { replyToRequester } from './requester-reply.ts'

/**
 * Returns the plain text of an error in a form whose content can't be saved, and sends the person the reason by direct message: it names people and
 * channels and has a button, which an error can't show.
 */
export async function refuseSave(
  scope: MailScope,
  { user, opId }: { user: string; opId: string },
  refusal: Exclude<AccessAnswer, { is: 'allowed' }>,
): Promise<string> {
  if (refusal.is === 'late') return refusal.message.text
  await replyToRequester(scope, { team: scope.team, user, opId }, refusal.message)
  return mailTextIn(await scope.languages.ofPerson(scope.team, user)).forms.notSaved
}

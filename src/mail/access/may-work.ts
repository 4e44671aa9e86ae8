import type { MailScope } from '../mail-scope.ts'

/** Whether the settings let a person work on the mail of an inbox: claim, answer, finish it. Throws if Slack does not answer. */
export async function mayWorkOn(
  { team, access }: Pick<MailScope, 'team' | 'access'>,
  user: string,
  inbox: string,
): Promise<boolean> {
  return (await access.decide({ team, user, action: 'mail.reply', inbox })).isAllowed
}

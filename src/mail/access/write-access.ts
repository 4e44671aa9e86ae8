import { type AccessAnswer, type Act, allowed, answerInTime, type AskOptions } from '../../access/authorize.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import type { MailScope } from '../mail-scope.ts'
import { mailTextIn } from '../text/mail-text.ts'

/** Mail from an inbox, as the channels that show it. */
type Writing = Pick<Act, 'user' | 'inbox' | 'conversation'>

/** Whether no channel shows the mail of the inbox. */
const lacksChannel = ({ conversation }: Pick<Act, 'conversation'>): boolean => conversation?.length === 0

/** Whether a person may write from an inbox whose mail no channel shows: only people who administer it may. Throws if Slack does not answer. */
const mayWriteWithoutChannel = async ({ team, access }: MailScope, { user, inbox }: Writing): Promise<boolean> =>
  (await access.decide({ team, user, action: 'mail.administer', inbox })).isAllowed

/** Whether a person may write new mail from an inbox. Throws if Slack does not answer. */
export async function mayWriteFrom(scope: MailScope, { user }: { user: string }, inbox: string): Promise<boolean> {
  const { team, access, routes } = scope
  if (!(await access.decide({ team, user, action: 'mail.reply', inbox })).isAllowed) return false
  const channels = await routes.listInboxChannels(inbox)
  if (lacksChannel({ conversation: channels })) return mayWriteWithoutChannel(scope, { user, inbox })
  for (const channel of channels) if (await access.mayRead(team, user, channel)) return true
  return false
}

/** Asks about an act that sends mail. From an inbox whose mail no channel shows, only people who administer the inbox may write. */
export async function askToSend(scope: MailScope, act: Act, options: AskOptions = {}): Promise<AccessAnswer> {
  if (!lacksChannel(act)) return scope.authorizer.ask(act, options)
  const answer = await scope.authorizer.ask({ ...act, conversation: undefined }, options)
  if (answer.is !== 'allowed') return answer
  const reading = await askToReadWriting(scope, act, options)
  if (reading.is === 'refused') await scope.authorizer.recordAct(act, { outcome: 'refused' })
  return reading
}

/** Whether a person may see new mail from an inbox while it is written; records nothing. */
export async function askToReadWriting(
  scope: MailScope,
  { user, inbox, conversation }: Writing,
  options: AskOptions,
): Promise<AccessAnswer> {
  const { team, authorizer, languages } = scope
  if (!lacksChannel({ conversation })) return authorizer.askToRead({ team, user }, conversation, options)
  const decide = async (): Promise<AccessAnswer> => {
    if (await mayWriteWithoutChannel(scope, { user, inbox })) return allowed
    const { compose } = mailTextIn(await languages.ofPerson(team, user))
    return { is: 'refused', message: plainTextMessage(compose.inboxWithoutChannel) }
  }
  return answerInTime(scope, { team, user }, decide(), options)
}

import { mayWorkOn } from '../../access/may-work.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import type { DeskScope } from '../desk-scope.ts'

/** The reason why email can't be assigned to a person: they may not use the app, can't read the email's channel, or may not answer it. */
export type TakerProblem = 'outsider' | 'notReader' | 'notAllowed'

/** Finds the reason why a person can't take over a mail thread; undefined if they can. Throws if Slack does not answer. */
export async function findTakerProblem(
  scope: DeskScope,
  to: string,
  thread: MailThread,
): Promise<TakerProblem | undefined> {
  const { team, access } = scope
  const channel = findReaderChannel(thread)
  if (channel !== undefined && !(await access.mayRead(team, to, channel)))
    return (await access.mayUse(team, to)) ? 'notReader' : 'outsider'
  return (await mayWorkOn(scope, to, thread.inboxId)) ? undefined : 'notAllowed'
}

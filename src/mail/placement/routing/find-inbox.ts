import { withinDeadline } from '../../../core/question-time.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import type { PlacementScope } from '../placement-scope.ts'
import type { MailText } from '../../text/mail-text.ts'

const INBOXES_NAMED = 5

/**
 * Finds the inbox that an admin named by its id or address, or a refusal. An inbox with mail or a route is found without the mailbox. If the mailbox
 * has no list of inboxes, the name is used unchanged.
 */
export async function findInbox(
  text: MailText,
  { routes, mailbox }: PlacementScope,
  named: string,
): Promise<{ inboxId: string } | { refusal: string }> {
  const { rules, seen } = await routes.read()
  const known = [...rules.map(({ inboxId }) => inboxId), ...seen].find((one) => isSameInbox(one, named))
  if (known !== undefined) return { inboxId: known }
  const answer = await withinDeadline(mailbox.inboxes.all().then((list) => ({ list })))
  if (!answer) return { refusal: text.command.mailboxSilent }
  const { list } = answer
  if (!list) return { inboxId: named }
  const names = list.map(({ inbox_id: id, email }) => ({ id, email: email || id }))
  const found = names.find(({ id, email }) => isSameInbox(id, named) || isSameInbox(email, named))
  if (found) return { inboxId: found.id }
  const emails = names.map(({ email }) => escapeMrkdwn(email))
  return { refusal: describeNoInbox(text, escapeMrkdwn(named), emails) }
}

/** Reports that the mailbox has no inbox of this name, and names others. */
function describeNoInbox({ command, formats }: MailText, inbox: string, others: string[]): string {
  if (others.length === 0) return command.noSuchInboxNorOthers({ inbox })
  const count = others.length - INBOXES_NAMED
  const named = count > 0 ? [...others.slice(0, INBOXES_NAMED), command.furtherInboxes({ count })] : others
  return command.noSuchInbox({ inbox, others: formats.list(named) })
}

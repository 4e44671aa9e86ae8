import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Alert } from '../../notify/admin-alerts.ts'
import { identifyReply } from '../../notify/identify-reply.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** The most replaced versions of a reply that are followed. */
const VERSIONS_MAX = 20

/** Notes messages that ask the admins to solve the problem of a reply: each is edited once the reply, or a newer version, was sent. */
export async function noteAdminRequests(scope: OutboundScope, id: string, asked: Alert[]): Promise<void> {
  const reply = await scope.replyStore.replies.update(id, (now) => {
    const known = now?.adminRequests ?? []
    const added = asked.filter(({ opId }) => !known.some((one) => one.opId === opId))
    return now && added.length > 0 ? { ...now, adminRequests: [...known, ...added] } : undefined
  })
  // The reply may have been sent while the messages were on their way.
  if (reply?.state === 'sent') await closeAdminRequests(scope, id)
}

/** Shows in the messages that asked the admins that a reply was sent, also if they were about a version that it replaces. Safe to repeat. */
export async function closeAdminRequests(scope: OutboundScope, sent: string): Promise<void> {
  let id: string | undefined = sent
  for (let turn = 0; id !== undefined && turn < VERSIONS_MAX; turn++) {
    const reply: Reply | undefined = await scope.replyStore.findReply(id)
    for (const request of reply?.adminRequests ?? []) if (reply) await closeRequest(scope, { id, reply }, request)
    id = reply?.replaces
  }
}

async function closeRequest(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  { opId, user }: Alert,
): Promise<void> {
  const { team, languages, outbox } = scope
  const text = mailTextIn(await (user === undefined ? languages.ofWorkspace(team) : languages.ofPerson(team, user)))
  const solved = textMessage(text.alerts.tellAdminsSolved({ inbox: escapeMrkdwn(reply.inboxId) }))
  // Slack accepts no edit without the quotation that the message began with.
  const message = user === undefined ? solved : await identifyReply(scope, text, { reader: user, id }, solved)
  await outbox.replace({ team, opId, message })
}

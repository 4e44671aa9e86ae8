import { expect } from 'vitest'
import type { MailScope } from '../../../../src/mail/mail-scope.ts'
import { requestApproval } from '../../../../src/mail/records/replies/reply-approval.ts'
import { buildReply, type Reply } from '../../../../src/mail/records/replies/reply.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { type GivenMailServices, openMailSlice, openMemory } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'
import { sampleReply as content } from '../../sample-reply.ts'

export const team = 'T1'

/** A Monday, in working hours and long after them. */
export const [NOON, NIGHT] = [Date.UTC(2026, 10, 23, 12), Date.UTC(2026, 10, 23, 22)]

/** Runs a task as in a process that is stopped when it sends the first step of a request for approval. */
export async function runUntilStopped({ queue }: Pick<MailScope, 'queue'>, run: () => Promise<unknown>): Promise<void> {
  const send = queue.send.bind(queue)
  const stop = new Error('the process was stopped')
  queue.send = (task, options) => (task.kind === 'mail.approval' ? Promise.reject(stop) : send(task, options))
  await expect(run()).rejects.toThrow(stop)
  queue.send = send
}

/** Opens Maria’s reply, which waits for Tom. */
export async function openWaiting(
  now: { at: number },
  change: Partial<Reply> = {},
  { hasRequest = true, ...given }: { hasRequest?: boolean } & Pick<GivenMailServices, 'mailbox'> = {},
) {
  const clock = { now: () => now.at, scaled: (ms: number) => ms }
  const person = async (_: string, id: string) => ({
    id,
    name: id,
    kind: 'member' as const,
    isMember: true,
    isAdmin: false,
    timeZone: 'UTC',
  })
  const opened = await openMailSlice({
    ...given,
    memory: openMemory(clock),
    access: allowEverything,
    people: { person, channel: () => Promise.reject(new Error('unused')), names: () => Promise.resolve(new Map()) },
  })
  const { services } = opened
  await services.settings.write(
    { team, scope: 'inbox', id: content.inboxId },
    { version: 0, values: { 'access.mail.approve': ['person:UTOM'] }, by: 'UAIKO' },
  )
  await services.mailStore.mails.put('key', sampleMail, 0)
  const approval = requestApproval(clock, content, [content.user])
  const reply: Reply = {
    ...buildReply('r1', content, now.at),
    state: 'awaiting',
    ...(hasRequest && { approval }),
    ...change,
  }
  await services.replyStore.replies.put('r1', reply, 0)
  const direct = () =>
    opened.sent.flatMap(({ kind, data }) =>
      kind === 'slack.direct' ? [data as { user: string; message: { text: string } }] : [],
    )
  const steps = () => opened.sent.filter(({ kind }) => kind === 'mail.approval').map(({ data }) => data)
  return { ...opened, direct, steps }
}

import { expect, test } from 'vitest'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import { buildReply } from '../../../../src/mail/records/replies/reply.ts'
import { requestApproval } from '../../../../src/mail/records/replies/reply-approval.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { openMailSlice } from '../../../support/mail-services.ts'
import { replyIdOf } from '../../../../src/mail/outbound/send/create-reply.ts'
import { sampleMail } from '../../sample-mail.ts'
import { sampleReply } from '../../sample-reply.ts'

const person = async (_: string, id: string) => ({
  id,
  name: id,
  kind: 'member' as const,
  isMember: true,
  isAdmin: false,
})
const people = {
  person,
  channel: () => Promise.reject(new Error('unused')),
  names: () => Promise.resolve(new Map<string, string>()),
}
const write = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})

test('the content that is sent in place of a refused one is the only one that its form sends', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything, people })
  await services.mailStore.mails.put('key', { ...sampleMail, thread: 'thread' }, 0)
  const thread = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' }), mails: ['key'], count: 1 }
  await services.mailStore.threads.put('thread', thread, 0)
  const submit = (text: string, previewed?: string) =>
    runTask('mail.reply', {
      team: 'T1',
      user: 'UMARIA',
      form: 'V1',
      version: text,
      thread: 'thread',
      mail: 'key',
      to: [sampleMail.from],
      cc: [],
      bcc: [],
      written: write(text),
      files: [],
      ...(previewed !== undefined && { previewed }),
    })
  const find = async () => {
    const found: Record<string, unknown> = {}
    for await (const { value } of services.replyStore.replies.all()) found[value.text] = [value.state, value.refusal]
    return found
  }
  // Their mail differs from what their preview showed.
  await submit('First', 'another mail')
  await submit('Second', 'another mail')
  await submit('Third')
  await submit('Fourth')
  // Their tasks run again after a crash.
  for (const text of ['First', 'Third', 'Fourth']) await submit(text)
  expect(await find()).toEqual({
    First: ['cancelled', 'changedLater'],
    Second: ['cancelled', 'changedLater'],
    Third: ['sending', undefined],
    Fourth: ['cancelled', 'secondVersion'],
  })
})

test('a version whose email was sent after its form was checked is kept, unless the form had shown that', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything, people })
  await services.mailStore.mails.put('key', { ...sampleMail, thread: 'thread' }, 0)
  const thread = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' }), mails: ['key'], count: 1 }
  await services.mailStore.threads.put('thread', thread, 0)
  const content = { ...sampleReply, thread: 'thread' }
  const approval = {
    ...requestApproval(services.clock, content, ['UMARIA']),
    decided: { verdict: 'approved' as const, by: 'ULI', at: 1 },
  }
  const sent = { ...buildReply('old', content, 0), state: 'sent' as const, sentAt: 0 }
  await services.replyStore.replies.put('approved', { ...sent, approval }, 0)
  await services.replyStore.replies.put('scheduled', sent, 0)
  const submit = async (form: string, more: Record<string, unknown>) => {
    const addressed = { to: [sampleMail.from], cc: [], bcc: [], written: write(form), files: [] }
    await runTask('mail.reply', {
      team: 'T1',
      user: 'UMARIA',
      form,
      version: form,
      thread: 'thread',
      mail: 'key',
      ...addressed,
      ...more,
    })
    const { state, refusal } = (await services.replyStore.findReply(replyIdOf(services, form))) ?? {}
    return [state, refusal]
  }
  expect(await submit('V1', { instead: 'approved' })).toEqual(['cancelled', 'overtaken'])
  expect(await submit('V2', { instead: 'scheduled', takesBack: true })).toEqual(['cancelled', 'tooLate'])
  expect(await submit('V3', { instead: 'approved', isSeparate: true })).toEqual(['sending', undefined])
  expect(await submit('V4', { instead: 'scheduled', takesBack: true, isSeparate: true })).toEqual([
    'sending',
    undefined,
  ])
})

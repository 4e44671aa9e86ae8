import { expect, test } from 'vitest'
import type { AccessPolicy } from '../../../../src/access/access-policy.ts'
import { buildReply } from '../../../../src/mail/records/replies/reply.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { openFormSlice, typedText } from './open-form.ts'
import { sampleMail } from '../../sample-mail.ts'
const secret = /@secret\.test|salaries\.pdf|For the leads/

test('a form and a draft of a new mail show nothing to a person who can no longer read its channel', async () => {
  let isReader = true
  const mayRead: AccessPolicy['mayRead'] = (_team, _user, channel) => Promise.resolve(channel !== 'CLEADS' || isReader)
  const slice = await openFormSlice({}, { access: { ...allowEverything, mayRead } })
  const { mailStore, replyStore } = slice.services
  const { inboxId } = sampleMail
  const placement = { is: 'posted' as const, channel: 'CLEADS', head: 0 }
  const begun = { inboxId, threadId: '', placement, mails: ['begun'], count: 1, replies: [] }
  await mailStore.threads.put('leads', begun, 0)
  await mailStore.mails.put('begun', { ...sampleMail, thread: 'leads', messageId: '', reply: 'r1' }, 0)
  const content = {
    kind: 'new' as const,
    thread: 'leads',
    mail: 'begun',
    inboxId,
    messageId: '',
    subject: 'Our offer',
    user: 'ULI',
    userName: 'Li',
    to: [{ address: 'boss@secret.test' }],
    cc: [],
    bcc: [],
    written: null,
    text: 'For the leads',
    html: 'For the leads',
    files: [{ id: 'F1', name: 'salaries.pdf' }],
  }
  const reply = { ...buildReply('r1', content, Date.now()), state: 'cancelled' as const }
  await replyStore.replies.put('r1', reply, 0)

  await slice.act('mail.edit', { button: 'r1' })
  expect(slice.readForm()).toMatch(secret)
  await slice.act('mail.text', { block: 'text', ...typedText('Hello') })
  await slice.close()
  const form = slice.minimize()
  isReader = false
  const refused = 'You’re not in the channel this email is in now'
  for (const run of [
    () => slice.act('mail.continue_draft', { button: 'new::r1' }),
    () => slice.act('mail.show_more'),
    () => slice.act('mail.preview'),
  ]) {
    form.restore()
    await run()
    const [answer = slice.form()] = slice.above.splice(0)
    expect(JSON.stringify(answer)).toContain(refused)
    expect(JSON.stringify(answer)).not.toMatch(secret)
  }
  form.restore()
  expect(JSON.stringify(await slice.submit())).toContain(refused)
  expect(slice.above).toEqual([])
  expect(slice.submitted()).toEqual([])
})

import { expect, test } from 'vitest'
import { allowed, type Authorizer } from '../../../../src/access/authorize.ts'
import { textMessage } from '../../../../src/slack/blocks/text-message.ts'
import { withRequest } from '../../../../src/mail/records/replies/reply-approval.ts'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import { buildReply, type Reply } from '../../../../src/mail/records/replies/reply.ts'
import { markContent } from '../../../../src/mail/outbound/approval/approval-acts.ts'
import { sampleMail } from '../../sample-mail.ts'
import { answerWith, content, mailFile, openOutgoing, team } from '../files/open-outgoing.ts'

/** Opens a reply with a file, in a thread in which the customer can write again. `happen` runs while the file is read for an attempt. */
async function openSlowFile(change: Partial<Reply> = {}) {
  let mayReply = true
  const authorizer: Authorizer = {
    ask: () => Promise.resolve(mayReply ? allowed : { is: 'refused', message: textMessage('Ask Tom') }),
    askToRead: () => Promise.resolve(allowed),
    recordAct: () => Promise.resolve(),
  }
  let happen: () => Promise<unknown> = () => Promise.resolve()
  const opened = await openOutgoing({
    answers: { '/files/a1': (response) => void happen().then(() => answerWith('abcde')(response)) },
    given: { authorizer },
  })
  const { services, runTask, findReply, send } = opened
  const thread = { ...buildThread({ inboxId: content.inboxId, threadId: 'th1' }), mails: ['key'], count: 1 }
  await services.mailStore.threads.put('thread', thread, 0)
  const written = buildReply('r1', { ...content, mailFiles: [mailFile] }, Date.now())
  await services.replyStore.replies.put('r1', { ...written, ...change }, 0)
  const setApproval = () =>
    services.settings.write(
      { team, scope: 'inbox', id: content.inboxId },
      { version: 0, values: { 'access.mail.approve': ['person:UTOM'] }, by: 'UAIKO' },
    )
  const approve = async () => {
    await setApproval()
    await services.replyStore.replies.update('r1', (one) => one && withRequest(services.clock, one))
    await runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
    const decision = { team, user: 'UTOM', reply: 'r1', event: 'e1', verdict: 'approved', seen: '', at: Date.now() }
    await runTask('mail.approve', { ...decision, mark: markContent(services, 'r1', await findReply()) })
    expect((await findReply()).state).toBe('sending')
  }
  const receive = async () => {
    await services.mailStore.mails.put('newer', { ...sampleMail, messageId: 'newer', text: 'Never mind' }, 0)
    await services.mailStore.threads.update('thread', (one) => one && { ...one, mails: [...one.mails, 'newer'] })
  }
  return {
    ...opened,
    approve,
    /** Makes an attempt to send, in the middle of which something happens. */
    sendWhile: async (event: 'news' | 'approval' | 'refusal') => {
      happen = {
        news: receive,
        approval: setApproval,
        refusal: () => Promise.resolve((mayReply = false)),
      }[event]
      await send(undefined, 0, (await findReply()).schedules)
      return findReply()
    },
  }
}

const timed = { sendAt: Date.now(), seen: 'key' }

test('a scheduled reply is paused by mail that comes while its files are read', async () => {
  const { sendWhile, sent } = await openSlowFile(timed)
  expect(await sendWhile('news')).toMatchObject({ state: 'paused', pausedBy: 'newer', tries: 0 })
  expect(sent).toEqual([])
})

test('mail that comes while the files of an approved reply are read requires another approval', async () => {
  const { approve, sendWhile, sent } = await openSlowFile()
  await approve()
  expect(await sendWhile('news')).toMatchObject({ state: 'awaiting', tries: 0, approval: { request: 1 } })
  expect(sent).toEqual([])
})

test('a reply waits for approval that is switched on while its files are read', async () => {
  const { sendWhile, sent } = await openSlowFile()
  expect(await sendWhile('approval')).toMatchObject({ state: 'awaiting', tries: 0 })
  expect(sent).toEqual([])
})

test('a reply whose writer loses permission while its files are read is not sent', async () => {
  const { sendWhile, sent } = await openSlowFile()
  expect(await sendWhile('refusal')).toMatchObject({ state: 'failed', trouble: { code: 'not_allowed' }, tries: 0 })
  expect(sent).toEqual([])
})

test.each([
  ['approval', 'approval_since'],
  ['refusal', 'not_allowed'],
  ['news', 'news_since'],
] as const)('%s in between stops a repeat whose files are being read', async (event, code) => {
  const { send, silence, sendWhile, sent } = await openSlowFile(event === 'news' ? timed : {})
  silence(true)
  await send()
  silence(false)
  expect(sent).toHaveLength(1)
  expect(await sendWhile(event)).toMatchObject({ state: 'unknown', trouble: { code }, tries: 1 })
  expect(sent).toHaveLength(1)
})

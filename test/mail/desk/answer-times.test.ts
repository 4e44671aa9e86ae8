import { expect, test } from 'vitest'
import { type Mail, mailSchema } from '../../../src/mail/records/mail/mail.ts'
import { buildThread, type MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { withArrival, withFirstAnswer } from '../../../src/mail/records/mail/thread-changes.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'
import { sampleReply } from '../sample-reply.ts'

const team = 'T1'
const MINUTE = 60_000
const start = Date.UTC(2026, 10, 2, 9)
const empty = buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' })
const content = { ...sampleReply, thread: 't' }

const arrive = (thread: MailThread, key: string, at: number, mail: Partial<Mail> = {}): MailThread =>
  withArrival(thread, { key, mail: mailSchema.parse({ ...sampleMail, ...mail, at }), now: at })

test('a first answer is counted from the first mail by a person, and only in threads that they began', () => {
  const automatic = arrive(empty, 'a', start, { kinds: ['auto_reply'] })
  const asked = arrive(arrive(automatic, 'b', start + MINUTE), 'c', start + 2 * MINUTE)
  const answered = withFirstAnswer(asked, { sentAt: start + 11 * MINUTE })
  expect(answered?.firstAnswer).toEqual({ at: start + 11 * MINUTE, tookMs: 10 * MINUTE })
  expect(answered && withFirstAnswer(answered, { sentAt: start + 30 * MINUTE })).toBeUndefined()

  const others: MailThread[] = [
    automatic,
    arrive({ ...empty, isImported: true }, 'a', start),
    arrive({ ...empty, replies: [{ id: 'r', user: 'U1', at: start }] }, 'a', start + 1),
    // The thread is from before first answers were counted.
    arrive({ ...empty, mails: ['z'], count: 1, work: 'waiting', workAt: start }, 'a', start + 1),
  ]
  expect(others.map((thread) => withFirstAnswer(thread, { sentAt: start + MINUTE }))).toEqual(
    others.map(() => undefined),
  )
})

test('the first sent reply is recorded once, and a forward is no answer', async () => {
  const { services, runTask } = await openMailSlice()
  const {
    mailStore,
    replyStore,
    desk: { answerTimes },
  } = services
  const now = Date.now()
  await mailStore.mails.put('key', sampleMail, 0)
  for (const [index, waited] of [1, 2, 3, 40].entries()) {
    const thread = `t${index}`
    const asked = arrive(empty, 'key', now - waited * MINUTE)
    await mailStore.threads.put(thread, asked, 0)
    const sent = { state: 'sent' as const, sentId: 'm2' }
    const ids = [`f${index}`, `r${index}`, `later${index}`]
    const forward = { ...buildReply('f', { ...content, thread, kind: 'forward' }, now), ...sent, sentAt: now - 30_000 }
    const first = { ...buildReply('r', { ...content, thread }, now), ...sent, sentAt: now }
    await replyStore.replies.put(ids[0] ?? '', forward, 0)
    await replyStore.replies.put(ids[1] ?? '', first, 0)
    await replyStore.replies.put(ids[2] ?? '', { ...first, sentAt: now + MINUTE }, 0)
    for (const reply of [...ids, ...ids]) await runTask('mail.replied', { team, thread, reply })
    expect(await mailStore.findThread(thread)).toMatchObject({ work: 'waiting', firstAnswer: { at: now } })
  }
  const inboxId = sampleMail.inboxId
  expect(await answerTimes.measure(now - MINUTE)).toEqual([
    { inboxId, answers: 4, medianMs: 2 * MINUTE, p90Ms: 40 * MINUTE },
  ])
  expect(await answerTimes.measure(now + 1)).toEqual([])
})

test('a reply that bounced for everyone leaves its thread open, and one that reached someone does not', async () => {
  const { services, runTask } = await openMailSlice()
  const { mailStore, replyStore } = services
  const now = Date.now()
  const one = 'one@customer.test'
  const two = 'two@customer.test'
  await mailStore.mails.put('key', sampleMail, 0)
  await mailStore.threads.put('t', arrive(empty, 'key', now - MINUTE), 0)
  const to = [one, two].map((address) => ({ address }))
  const reply = { ...buildReply('r', { ...content, to }, now), state: 'sent' as const, sentId: 'm2', sentAt: now }
  await replyStore.replies.put('r', reply, 0)
  const report = async (address: string) => {
    const bounce = { address, at: now, type: 'Permanent', subType: 'General' }
    await replyStore.recordDelivery({ inboxId: sampleMail.inboxId, messageId: 'm2' }, (known) => ({
      ...known,
      bounced: [...known.bounced, bounce],
    }))
    await runTask('mail.replied', { team, thread: 't', reply: 'r' })
    return mailStore.findThread('t')
  }
  const countAnswers = async () => (await services.desk.answerTimes.measure(0)).length
  expect(await report(one)).toMatchObject({ work: 'waiting', firstAnswer: { at: now } })
  expect(await countAnswers()).toBe(1)
  const lost = await report(two)
  expect(lost).toMatchObject({ work: 'open' })
  expect(lost).not.toHaveProperty('firstAnswer')
  expect(await countAnswers()).toBe(0)
  // A thread done or answered since stays closed.
  await mailStore.threads.update('t', (thread) => thread && { ...thread, work: 'done', workAt: now + MINUTE })
  expect(await report(two)).toMatchObject({ work: 'done' })
})

test('a reply that closes its thread leaves it open to what others decided after it was written', async () => {
  const { services, runTask } = await openMailSlice()
  const { mailStore, replyStore } = services
  const now = Date.now()
  const at = now - MINUTE
  const snooze = { until: now + 60 * MINUTE, by: 'U3', at: at + 1 }
  const owner = { user: 'U3', at: at + 1 }
  const own = { user: content.user, at: at + 1 }
  const changes: Record<string, Partial<MailThread>> = {
    reopened: { work: 'open', workAt: at + 1 },
    snoozed: { snooze },
    handedOver: { owner },
    claimedByWriter: { owner: own },
    answeredBefore: { work: 'waiting', workAt: at + 1 },
    snoozedBefore: { snooze: { ...snooze, at: at - 1 } },
  }
  await mailStore.mails.put('key', sampleMail, 0)
  const found: Record<string, unknown> = {}
  for (const [thread, change] of Object.entries(changes)) {
    await mailStore.threads.put(thread, { ...arrive(empty, 'key', now - 5 * MINUTE), ...change }, 0)
    const sent = { state: 'sent' as const, sentAt: now, closes: true }
    const reply = { ...buildReply('r', { ...content, thread }, at), ...sent }
    await replyStore.replies.put(thread, reply, 0)
    for (let times = 0; times < 2; times++) await runTask('mail.replied', { team, thread, reply: thread })
    const after = await mailStore.findThread(thread)
    found[thread] = [after?.work, after?.snooze?.by]
  }
  expect(found).toEqual({
    reopened: ['waiting', undefined],
    snoozed: ['waiting', 'U3'],
    handedOver: ['waiting', undefined],
    claimedByWriter: ['done', undefined],
    answeredBefore: ['done', undefined],
    snoozedBefore: ['done', undefined],
  })
})

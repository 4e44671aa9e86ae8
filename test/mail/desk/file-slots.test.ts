import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { filesCardRef } from '../../../src/mail/desk/files/files-card-kind.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { threadHeadRef } from '../../../src/mail/notify/thread-anchor.ts'
import { updateCard } from '../../../src/slack/outbox/card-tasks.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const [team, user] = ['T1', 'U1']

/** Hangs until the test ends, then fails: the tasks release their slots, which all tests of a process share. */
function createHang() {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const tasks: Promise<unknown>[] = []
  onTestFinished(async () => {
    reject(new Error('the test is over'))
    await Promise.allSettled(tasks)
  })
  return { promise, keep: (task: Promise<unknown>) => void tasks.push(task) }
}

test('files that wait for large transfers leave their slots to other tasks', async () => {
  const memory = openMemory()
  const busy = Promise.withResolvers<void>()
  const endless = createHang()
  let asked = 0
  const hang = () => {
    asked += 1
    if (asked === 4) busy.resolve()
    return endless.promise
  }
  const mailbox = createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log })
  const english = async () => 'en' as const
  const { services, runTask, sent } = await openMailSlice({
    memory,
    access: allowEverything,
    languages: { ofPerson: english, ofWorkspace: english, ofConversation: english },
    mailbox: { ...mailbox, attachment: hang, raw: hang },
    slack: { sendFile: () => Promise.resolve({ isSent: true }) },
  })
  const { mailStore, cards } = services
  const attachments = [{ id: 'a1', name: 'a.txt', size: 1, isInline: false }]
  const mails = ['m1', 'm2', 'm3', 'm4', 'm5']
  for (const key of mails) {
    const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
    const thread = { inboxId: sampleMail.inboxId, threadId: key, placement, mails: [key], count: 1, replies: [] }
    await mailStore.threads.put(key, thread, 0)
    await mailStore.mails.put(key, { ...sampleMail, thread: key, attachments }, 0)
    for (const ref of [threadHeadRef(team, key, 0), filesCardRef(team, key, 0)]) {
      await cards.show(ref, { channel: 'C1' })
      await updateCard(memory.store, ref, (card) => card && { ...card, ts: '1.1' })
    }
  }
  const run = (kind: string, mail: string) =>
    runTask(kind, { team, user, mail, click: `${kind}.${mail}`, channel: 'C1' })
  for (const key of mails.slice(0, 2)) {
    endless.keep(run('mail.share_files', key))
    endless.keep(run('mail.original', key))
  }
  await busy.promise
  sent.length = 0
  expect(await run('mail.original', 'm5')).toEqual({ againMs: 2000 })
  expect(await run('mail.share_files', 'm5')).toEqual({ againMs: 2000 })
  expect(asked).toBe(4)
  // The card of waiting files is not edited each time.
  expect(sent.map(({ kind }) => kind)).not.toContain('slack.edit')
})

test('replies with files that wait for others to be sent leave their slots to other tasks', async () => {
  const busy = Promise.withResolvers<void>()
  const endless = createHang()
  let read = 0
  const readFile = () => {
    read += 1
    if (read === 2) busy.resolve()
    return endless.promise
  }
  const { services, runTask } = await openMailSlice({ access: allowEverything, slack: { readFile } })
  await services.mailStore.mails.put('key', sampleMail, 0)
  const about = { thread: 'thread', mail: 'key', inboxId: sampleMail.inboxId, messageId: 'm1', user, userName: 'Maria' }
  const content = { ...about, to: sampleMail.to, cc: [], bcc: [], written: null, text: 'Hello', html: '' }
  for (const id of ['r1', 'r2', 'r3'])
    await services.replyStore.replies.put(
      id,
      buildReply(id, { ...content, files: [{ id: 'F1', name: 'a.txt' }] }, 1),
      0,
    )
  const link = { url: 'https://files.example.com/a.txt', name: 'a.txt' }
  const withLink = { ...content, files: [], links: [link] }
  await services.replyStore.replies.put('r4', buildReply('r4', withLink, 1), 0)
  for (const reply of ['r1', 'r2']) endless.keep(runTask('mail.send', { team, user: 'U1', reply }))
  await busy.promise
  for (const reply of ['r3', 'r4'])
    expect(await runTask('mail.send', { team, user: 'U1', reply })).toEqual({ againMs: 2000 })
})

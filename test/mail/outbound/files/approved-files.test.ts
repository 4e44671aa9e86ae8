import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { UpstreamError } from '../../../../src/core/errors.ts'
import { requestApproval, withRequest } from '../../../../src/mail/records/replies/reply-approval.ts'
import { buildReply, type Reply, type ReplyContent } from '../../../../src/mail/records/replies/reply.ts'
import { markContent } from '../../../../src/mail/outbound/approval/approval-acts.ts'
import { UnreadableFile } from '../../../../src/slack/api/slack-files.ts'
import { content, openOutgoing, team, upload } from './open-outgoing.ts'

const busy = new UpstreamError('Slack is busy', { service: 'slack', code: 'ratelimited', outcome: 'not_sent' })
const files = [{ id: 'F1', name: 'terms.txt', size: 5 }]

/** Opens a reply with these files that waits for Tom. */
async function openWaiting(
  given: Parameters<typeof openOutgoing>[0],
  more: (baseUrl: string) => Partial<ReplyContent>,
) {
  const opened = await openOutgoing(given)
  const { services, runTask, findReply, baseUrl, send } = opened
  const values = { 'access.mail.approve': ['person:UTOM'] }
  await services.settings.write({ team, scope: 'inbox', id: content.inboxId }, { version: 0, values, by: 'UAIKO' })
  const written = buildReply('r1', { ...content, ...more(baseUrl) }, Date.now())
  await services.replyStore.replies.put('r1', withRequest(services.clock, written), 0)
  const ask = () => runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
  const approve = async () => {
    const mark = markContent(services, 'r1', await findReply())
    await runTask('mail.approve', {
      team,
      user: 'UTOM',
      reply: 'r1',
      event: `${Math.random()}`,
      verdict: 'approved',
      mark,
    })
    return (await findReply()).state
  }
  const sendNow = async () => send(undefined, 0, (await findReply()).schedules)
  const direct = () =>
    opened.toSlack.flatMap(({ kind, data }) => (kind === 'slack.direct' ? [(data as { user: string }).user] : []))
  return { ...opened, ask, approve, sendNow, direct }
}

const oneLink = (baseUrl: string) => ({ links: [{ url: `${baseUrl}/list.csv`, name: 'list.csv' }] })

/** An address whose file the test can exchange. */
function createAddress(body: string) {
  const address = { body, status: 200, type: 'text/csv; charset=utf-8' }
  const answer = (response: ServerResponse) =>
    void response.writeHead(address.status, { 'content-type': address.type }).end(address.body)
  return { address, answers: { '/list.csv': answer } }
}

test('a file at an address is sent as it was when approval was requested', async () => {
  const { answers } = createAddress('a,b')
  const { ask, approve, sendNow, sent } = await openWaiting({ answers }, oneLink)
  await ask()
  expect(await approve()).toBe('sending')
  expect(await sendNow()).toMatchObject({ state: 'sent' })
  const bytes = Buffer.from('a,b').toString('base64')
  expect(sent).toEqual([[expect.objectContaining({ filename: 'list.csv', content_type: 'text/csv', content: bytes })]])
})

test('a file at an address that changed after approval was requested is named and not sent', async () => {
  const { address, answers } = createAddress('a,b')
  const { ask, approve, sendNow, sent } = await openWaiting({ answers }, oneLink)
  await ask()
  await approve()
  address.body = 'c,d'
  expect(await sendNow()).toMatchObject({
    state: 'failed',
    reason: 'link_changed',
    said: expect.stringContaining('list.csv'),
  })
  expect(sent).toEqual([])
})

test('a lost answer is looked up with the approved bytes, and not with others', async () => {
  const { address, answers } = createAddress('a,b')
  const { ask, approve, sendNow, sent, silence, findReply } = await openWaiting({ answers }, oneLink)
  await ask()
  await approve()
  silence(true)
  expect(await sendNow()).toMatchObject({ state: 'sending' })
  address.status = 503
  expect(await sendNow()).toMatchObject({ state: 'sending', reason: 'unfetched_file' })
  address.status = 200
  address.type = 'text/plain'
  expect(await sendNow()).toMatchObject({ state: 'sending' })
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  address.body = 'c,d'
  silence(false)
  expect(await sendNow()).toMatchObject({ state: 'unknown', reason: 'changed_bytes' })
  expect((await findReply()).tries).toBe(2)
})

test.each([
  ['an address with nothing', { answers: { '/list.csv': answerWith404 } }, oneLink, 'link_gone', 'list.csv'],
  [
    'a file that Slack no longer has',
    { uploads: { F1: new UnreadableFile('file_gone') } },
    () => ({ files }),
    'file_gone',
    'terms.txt',
  ],
  [
    'a program with the name of a text',
    { uploads: { F1: upload('terms.txt', 'MZ\0\0\0') } },
    () => ({ files }),
    'file_disguised',
    'terms.txt',
  ],
  [
    'a file of another person',
    { uploads: { F1: upload('terms.txt', 'total', 'U2') } },
    () => ({ files }),
    'file_of_others',
    'terms.txt',
  ],
] as const)('%s goes back to the writer, and nobody is asked to approve it', async (_, given, more, reason, name) => {
  const { ask, findReply, sendNow, direct, toSlack } = await openWaiting(given, more)
  await ask()
  // A repeat after a crash.
  await ask()
  const reply = await findReply()
  expect([reply.state, reply.trouble?.reason, reply.trouble?.facts.file]).toEqual(['failed', reason, name])
  expect(direct()).not.toContain('UTOM')
  // The task that asks sends the one that shows the problem.
  expect(toSlack.filter(({ kind }) => kind === 'mail.send')).not.toEqual([])
  await sendNow()
  expect(JSON.stringify(toSlack)).toContain(name)
})

function answerWith404(response: ServerResponse): void {
  response.writeHead(404).end()
}

test('approvers are asked once Slack has given the files, and a file edited since then is not sent', async () => {
  const uploads: Record<string, ReturnType<typeof upload> | Error> = { F1: busy }
  const { ask, approve, sendNow, sent, direct } = await openWaiting({ uploads }, () => ({ files }))
  await expect(ask()).rejects.toThrow(UpstreamError)
  expect(direct()).toEqual([])
  // Nobody can approve what could still change unnoticed.
  expect(await approve()).toBe('awaiting')
  uploads['F1'] = upload('terms.txt', 'total')
  await ask()
  expect(direct()).toContain('UTOM')
  expect(await approve()).toBe('sending')
  uploads['F1'] = upload('terms.txt', 'other')
  expect(await sendNow()).toMatchObject({ state: 'failed', reason: 'file_changed' })
  expect(sent).toEqual([])
})

const decided = { verdict: 'approved' as const, at: 1, by: 'UTOM' }

test.each([
  ['file', { F1: upload('terms.txt', 'total') }, () => ({ files }), 'terms.txt'],
  ['address', {}, oneLink, 'list.csv'],
] as const)(
  'a %s of a mail that an earlier version had approved without recording it is named and not sent',
  async (_, uploads, more, name) => {
    const { answers } = createAddress('a,b')
    const { services, sendNow, sent } = await openWaiting({ answers, uploads }, more)
    await services.replyStore.replies.update(
      'r1',
      (now) => now?.approval && { ...now, state: 'sending', approval: { ...now.approval, decided } },
    )
    expect(await sendNow()).toMatchObject({
      state: 'failed',
      reason: 'file_unexamined',
      said: expect.stringContaining(name),
    })
    expect(sent).toEqual([])
  },
)

test('an attempt of an earlier version is looked up with the same bytes: the address itself', async () => {
  const { answers } = createAddress('a,b')
  const { services, send, sent, silence, baseUrl } = await openOutgoing({ answers })
  silence(true)
  expect(await send(oneLink(baseUrl))).toMatchObject({ state: 'sending' })
  const approve = (reply: Reply) => ({ ...requestApproval(services.clock, reply, ['U1']), decided })
  await services.replyStore.replies.update('r1', (now) => now && { ...now, approval: approve(now) })
  silence(false)
  expect(await send()).toMatchObject({ state: 'sent' })
  expect(sent[1]).toEqual(sent[0])
})

test('a file edited in Slack to another size after its approval is not sent', async () => {
  const uploads = { F1: upload('terms.txt', 'total') }
  const { ask, approve, sendNow, sent } = await openWaiting({ uploads }, () => ({ files }))
  await ask()
  await approve()
  uploads.F1 = upload('terms.txt', 'another total')
  expect(await sendNow()).toMatchObject({ state: 'failed', reason: 'file_changed' })
  expect(sent).toEqual([])
})

import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import type { Harness } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openForwardForm, openWriteForm, sendForm, writeMail } from './new-mail.ts'
import { findInThread, withoutHold } from '../send/reply-sending.ts'

const testWithoutHold = testSending(withoutHold)

const file = (name: string) => ({
  filename: name,
  content_type: 'text/plain',
  content: Buffer.from(`This is ${name}`).toString('base64'),
})

testWithoutHold(
  'a forward without one of the files quotes the mail and includes the others',
  { tags: 'smoke' },
  async ({ app }) => {
    const support = await app.slack.channel('support')
    const maria = await app.slack.user('maria')
    const attachments = [file('contract.txt'), file('salary.txt')]
    await app.mail.receive({ subject: 'Contract', text: 'Please sign this.', attachments })
    const head = await app.slack.findMessage(support, /Please sign this/)
    const form = await openForwardForm(app, maria, head)
    const [id] = /att[\w-]+/.exec(JSON.stringify(form.blocks)) ?? []
    await sendForm(app, maria, form, [
      [/^To$/, 'legal@partner.test'],
      [/^Attachments of the email$/, [id]],
    ])
    const sent = await app.mail.findSentMail(/Please sign this/)
    expect(sent.attachments.map(({ filename }) => filename)).toEqual(['contract.txt'])
    expect(sent.text).toMatch(
      /^Forwarded: “Contract”, which Customer One <one@customer\.test> wrote on .*\n> Please sign/,
    )
    expect(readText(await findInThread(app, head, /forwarded this to/))).toContain('contract.txt')
    await app.mail.receive({ from: 'legal@partner.test', text: 'Yes, it is.', in_reply_to: sent.message_id })
    await findInThread(app, head, /Yes, it is/)
  },
)

/** Removes the permission to send from the app's own key. */
async function forbidSending({ sandbox: { env } }: Harness, permissions: Record<string, boolean>): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${env['MAIL_API_URL']}/v0${path}`, {
      method,
      headers: { authorization: `Bearer ${env['MAIL_API_KEY']}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { api_key_id: string }
  }
  const { api_key_id: id } = await call('GET', '/auth/me')
  await call('PATCH', `/api-keys/${id}`, { permissions })
}

testWithoutHold('the form shows immediately that the key may not send, if that can be looked up', async ({ app }) => {
  const maria = await app.slack.user('maria')
  await forbidSending(app, { message_read: true, inbox_read: true, api_key_read: true })
  const form = await openWriteForm(app, maria, await app.slack.channel('general'))
  expect(readText(form)).toContain('Nothing can be sent right now: the mailbox key lacks the permission message_send.')
  const { errors } = await app.slack.fillForm(maria, form, [
    [/^To$/, 'rita@partner.test'],
    [/^Your message$/, 'Hello'],
  ])
  expect(errors?.['text']).toContain('Not sent: the mailbox key lacks the permission message_send.')
})

testWithoutHold(
  'the last refusal of a key that may not send is remembered, and names the missing permission',
  async ({ app }) => {
    const support = await app.slack.channel('support')
    const maria = await app.slack.user('maria')
    await forbidSending(app, { message_read: true, inbox_read: true })
    const head = await writeMail(app, maria, support)
    const failed = await app.slack.findMessage(support, /Not sent/)
    expect(failed.ts).toBe(head.ts)
    expect(readText(failed)).toContain('message_send')
    const form = await openWriteForm(app, maria, support)
    expect(readText(form)).toContain('lacks the permission message_send')
    await app.settled()
    expect(await app.mail.sent()).toEqual([])
  },
)

testWithoutHold('mail written in a direct message has its thread in the channel of the inbox', async ({ app }) => {
  const support = await app.slack.channel('support')
  const maria = await app.slack.user('maria')
  const tom = await app.slack.user('tom')
  const form = await openWriteForm(app, maria, `${maria},${tom}`)
  expect(readText(form)).toMatch(/will be in <#\w+>, the inbox’s channel/)
  await sendForm(app, maria, form, [
    [/^To$/, 'rita@partner.test'],
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, 'Hello Rita, here is our offer.'],
  ])
  await app.slack.findMessage(support, /here is our offer/)
})

testWithoutHold(
  'mail written in a channel shared with another organization has its thread in the channel of the inbox; a guest writes none',
  async ({ app, slack, mail, maria, gwen, support }) => {
    const shared = await slack.channel('with-globex')
    const refused = await slack.command(gwen, support, '/mail write rita@partner.test')
    expect(JSON.stringify(refused.body)).toContain('Only full members of this workspace can use Bellhop')
    const form = await openWriteForm(app, maria, shared, 'rita@partner.test')
    expect(readText(form)).toContain(`will be in <#${support}>, the inbox’s channel`)
    await sendForm(app, maria, form, [
      [/^Subject$/, 'Our offer'],
      [/^Your message$/, 'Hello Rita, here is our offer.'],
    ])
    await slack.findMessage(support, /here is our offer/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
    expect(await slack.messages(shared)).toEqual([])
    expect(await slack.views(gwen)).toEqual([])
  },
)

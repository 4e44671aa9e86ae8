import { expect, onTestFinished } from 'vitest'
import { openAccessRecords } from '../../support/access-rules.ts'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness, until } from '../../support/harness.ts'
import { test as base } from '../../support/story-test.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { withoutHold } from '../outbound/send/reply-sending.ts'

const test = testSending({ ...withoutHold, file: true })
const SECRET = 'The offer is a secret'

const forge = async (app: Harness) => createForger(app.sandbox, (await app.client.slack.app()).team.id)

/** Messages that one person got in private. */
const readPrivate = async ({ slack }: Harness, user: string, channel: string, thread?: string): Promise<string[]> =>
  (await slack.messages(channel, thread)).filter((one) => one.ephemeral_for === user).map(readText)

test(
  'a person outside the channel of a mail can neither read nor answer it, whatever their client sends',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, leads, maria, tom, li }) => {
    const aiko = await slack.user('aiko')
    await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
    await until(async () => JSON.stringify((await slack.command(aiko, support, '/mail inboxes')).body).includes(leads))
    await mail.receive({
      subject: 'Offer',
      text: SECRET,
      attachments: [{ filename: 'offer.pdf', content: 'aGVsbG8=' }],
    })
    const head = await slack.findMessage(leads, /The offer is a secret/)
    const target = String(findButton(head, /^Reply$/)?.['value'])
    const elsewhere = await slack.say(maria, support, 'Hello')
    const forger = await forge(app)
    const clicks = ['mail.reply', 'mail.reply_all', 'mail.read', 'mail.files'].map((actionId) => ({
      actionId,
      value: target,
    }))
    const entries = ['headers', 'why', 'files'].map((verb) => ({ actionId: 'mail.more', value: `${verb}:${target}` }))
    const all = [...clicks, ...entries]
    for (const click of all) await forger.click(li, { ...click, message: elsewhere })
    await until(async () => (await readPrivate(app, li, support)).length >= all.length)
    await app.settled()
    for (const told of await readPrivate(app, li, support))
      expect(told).toContain('not in the channel this email is in now')

    // Li changes and sends a form that Tom opened, with all its content.
    await slack.click(tom, head, 'mail.reply')
    const form = await slack.findForm(tom)
    const section = { type: 'rich_text_section', elements: [{ type: 'text', text: 'Words of an outsider' }] }
    const rich_text_value = { type: 'rich_text', elements: [section] }
    const fields = { text: { 'mail.text': { type: 'rich_text_input', rich_text_value } } }
    const answer = await forger.submit(li, form.callback_id, form.private_metadata, fields)
    expect(answer.body).toMatch(/"response_action":"errors".*not in the channel this email is in now/)
    const view = { id: form.id, callback_id: form.callback_id, private_metadata: form.private_metadata }
    await forger.click(li, { actionId: 'mail.edit_recipients', view })
    await app.settled()
    expect(await mail.sent()).toEqual([])
    expect(JSON.stringify(await slack.views(li))).not.toMatch(/secret|customer\.test/)
    expect(readText((await slack.views(tom)).at(-1))).toContain('Edit recipients')
  },
)

test('closing a form shows nothing of its mail to a person outside the channel', async ({
  app,
  slack,
  mail,
  support,
  leads,
  tom,
  li,
  gwen,
  aiko,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await until(async () => JSON.stringify((await slack.command(aiko, support, '/mail inboxes')).body).includes(leads))
  await mail.receive({ subject: 'Secret offer', text: SECRET })
  await slack.click(tom, await slack.findMessage(leads, /The offer is a secret/), 'mail.reply')
  const form = await slack.findForm(tom)
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: 'Typed by me' }] }
  const rich_text_value = { type: 'rich_text', elements: [section] }
  const values = { text: { 'mail.text': { type: 'rich_text_input', rich_text_value } } }
  const forger = await forge(app)
  const metadata = { ...JSON.parse(form.private_metadata), place: { channel: support } }
  const closed = (id: string) => ({
    id,
    callback_id: form.callback_id,
    private_metadata: JSON.stringify(metadata),
  })
  await forger.close(gwen, closed('V0GUEST'), values)
  await forger.close(li, closed('V0OUTSIDER'), values)
  // Li keeps what they typed, and learns nothing about the mail.
  await until(async () => (await readPrivate(app, li, support)).length === 1)
  await app.settled()
  expect((await readPrivate(app, li, support))[0]).toMatch(/Draft of your reply: kept/)
  expect(await readPrivate(app, gwen, support)).toEqual([])
})

test('a target that mixes two threads names no mail', async ({ app, slack, mail, support, maria }) => {
  await mail.receive({ subject: 'First', text: 'The first mail' })
  await mail.receive({ subject: 'Second', text: 'The second mail' })
  const [first, second] = [
    await slack.findMessage(support, /The first mail/),
    await slack.findMessage(support, /The second mail/),
  ].map((head) => String(findButton(head, /^Reply$/)?.['value']).split('.'))
  const mixed = `${first?.[0]}.${second?.[1]}`
  const forger = await forge(app)
  const on = await slack.say(maria, support, 'Hello')
  for (const actionId of ['mail.reply', 'mail.read']) await forger.click(maria, { actionId, value: mixed, message: on })
  await until(async () => (await readPrivate(app, maria, support)).length === 2)
  await app.settled()
  for (const told of await readPrivate(app, maria, support)) expect(told).toContain('Bellhop no longer has this email')
  expect(await slack.views(maria)).toEqual([])
})

base('restricted mail is read by nobody outside its channel', async ({ app, slack, mail, support, maria, li }) => {
  const [aiko, leads] = [await slack.user('aiko'), await slack.channel('leads')]
  await slack.command(aiko, support, '/mail quarantine #leads')
  await until(async () =>
    JSON.stringify((await slack.command(aiko, support, '/mail inboxes')).body).includes('Spam, blocked and'),
  )
  await mail.receive({ kind: 'spam', subject: 'You won', text: SECRET })
  const held = await slack.findMessage(leads, /You won/)
  const value = String(findElements(held).find(({ action_id: id }) => id === 'mail.show')?.['value'])
  const on = await slack.say(maria, support, 'Hello')
  const forger = await forge(app)
  for (const click of [
    { actionId: 'mail.show', value },
    { actionId: 'mail.reply', value },
    { actionId: 'mail.more', value: `headers:${value}` },
    { actionId: 'mail.release', value },
  ])
    await forger.click(li, { ...click, message: on })
  await until(async () => (await readPrivate(app, li, support)).length === 4)
  await app.settled()
  expect(await slack.views(li)).toEqual([])
  expect(JSON.stringify(await slack.messages(support))).not.toContain('You won')
})

test('members of a group can answer its inbox for as long as they are members', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const records = await openAccessRecords(app)
  onTestFinished(() => records.close())
  const group = await slack.changeGroup('create', { name: 'Answerers', handle: 'answerers', users: [tom] })
  await records.allowInInbox(mail.inbox, 'mail.reply', `group:${group.id}`)
  await records.allowInInbox(mail.inbox, 'mail.release', `person:${maria}`)
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const refused = await slack.findEphemeral(support, maria, /can reply to email here\. Ask @answerers/)
  expect(findButton(refused, /^Request access$/)).toBeDefined()

  await slack.click(tom, head, 'mail.reply')
  const form = await slack.findForm(tom)
  await slack.changeGroup('members', { group: group.id, users: [maria] })
  await app.settled()
  await slack.click(maria, head, 'mail.reply')
  await slack.findForm(maria)
  const answer = await slack.fillForm(tom, form, [['mail.text', 'Hours later']])
  expect(JSON.stringify(answer)).toContain('Your text stays in this form')
  expect(await slack.findForm(tom)).toMatchObject({ id: form.id })
  await slack.findEphemeral(support, tom, /can reply to email here\. Ask @answerers/)

  await mail.receive({ kind: 'spam', subject: 'You won', text: 'A prize' })
  await slack.clickAndConfirm(maria, await slack.findMessage(support, /You won/), 'mail.ask_release')
  await slack.findMessage(support, /Released by Maria Torres/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  const ownActs = (await records.readAudit()).filter(({ user }) => user === maria || user === tom)
  expect(ownActs.map(({ user, verb, outcome }) => [user, verb, outcome])).toEqual([
    [maria, 'release', 'done'],
    [tom, 'send', 'refused'],
    [maria, 'send', 'refused'],
  ])
})

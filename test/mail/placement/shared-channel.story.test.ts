import { expect } from 'vitest'
import { createForger } from '../../support/forged-requests.ts'
import { findElements, findField, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until, type View } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { pressInMore } from '../mail-menu.ts'
import { withoutHold } from '../outbound/send/reply-sending.ts'

const test = testWith({ env: { ...withoutHold.env, JOB_UNDO_SECONDS: '0' } })

const HIDDEN = 'This email is no longer shown in this channel.'
const ALARM = /is shared with another organization\. Choose another channel/
const testWithoutAdmins = testWith({ env: { ...withoutHold.env, ADMIN_USERS: '' } })

/**
 * Receives a mail with a file in #support, which is shared with another organization afterwards. `isMissed`: the event that says so never arrives, and
 * the channel's facts are asked for again later.
 */
async function shareLater(app: Harness, support: string, { isMissed = false } = {}) {
  const inbound = await app.mail.receive({
    subject: 'Contract',
    text: 'Please sign this.',
    attachments: [{ filename: 'contract.txt', content_type: 'text/plain', content: 'aGVsbG8=' }],
  })
  const head = await app.slack.findMessage(support, /Please sign this/)
  await app.settled()
  const before = (await app.slack.calls()).length
  if (isMissed) await app.addFault({ target: 'events', match: 'channel_shared', mode: 'drop' })
  await app.slack.changeWorkspace('share', { channel: support })
  const { team } = await app.client.slack.app()
  if (isMissed)
    await createForger(app.sandbox, team.id).event({
      type: 'channel_rename',
      channel: { id: support, name: 'support' },
    })
  await app.settled()
  /** Everything that was shown in the channel to all its readers since, but for the line that hides a card. */
  const readShown = async () =>
    (await app.slack.calls())
      .slice(before)
      .filter(
        ({ method, ok, args }) => ok && isShowing(method) && [args['channel'], args['channel_id']].includes(support),
      )
      .filter(({ args }) => args['text'] !== HIDDEN)
  return { inbound, head, readShown }
}

/** Opens the full message from the line that hides a card. */
async function openHidden({ slack }: Harness, user: string, channel: string): Promise<View> {
  await slack.click(user, await slack.findMessage(channel, new RegExp(HIDDEN)), 'mail.open_listed')
  const answer = await slack.findEphemeral(channel, user, /waiting until an admin chooses a channel/)
  await slack.click(user, { ...answer, channel }, 'mail.read')
  return slack.findForm(user)
}

const isShowing = (method: string): boolean => /^(chat\.(postMessage|update)|files\.completeUpload)/.test(method)

/** Answers the mail as Maria, also if a newer one has come. */
async function answer({ slack }: Harness, maria: string, head: Message & MessageRef): Promise<void> {
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  const asked = await slack.fillForm(maria, form, [['mail.text', 'Here is the signed contract.']])
  if (asked.response_action === 'update') await slack.submit(maria, form.id)
}

test(
  'nothing is edited, and nobody can put files into a channel that has become shared',
  {
    tags: 'smoke',
  },
  async ({ app, slack, support, maria, aiko }) => {
    const { head, readShown } = await shareLater(app, support, { isMissed: true })
    await slack.click(maria, head, 'mail.files')
    await until(async () =>
      /now shared with another organization, so its files/.test(JSON.stringify(await slack.views(maria))),
    )
    // Its thread is parked like new mail, and the admins choose where it goes on.
    const alarm = await slack.findMessage(aiko, ALARM)
    expect(readText(alarm)).toContain('can read any email already posted in')
    await app.settled()
    expect(await readShown()).toEqual([])
  },
)

test('a claim in a channel that has become shared is answered privately, and the cards there are hidden', async ({
  app,
  slack,
  support,
  maria,
}) => {
  const { head, readShown } = await shareLater(app, support, { isMissed: true })
  await slack.click(maria, head, 'mail.claim')
  await slack.findEphemeral(support, maria, /You claimed this email.*card doesn’t show it yet/is)
  const hidden = await slack.findMessage(support, new RegExp(HIDDEN))
  expect(hidden.ts).toBe(head.ts)
  await app.settled()
  expect(await readShown()).toEqual([])
})

test('a reply is sent, and its card appears where the thread goes on', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
}) => {
  const { head, readShown } = await shareLater(app, support, { isMissed: true })
  await answer(app, maria, head)
  await mail.findSentMail(/signed contract/)
  const alarm = await slack.findMessage(aiko, ALARM)
  await app.settled()
  expect(await readShown()).toEqual([])
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  const moved = await slack.findMessage(leads, /Please sign this/)
  await slack.findMessage(leads, /Here is the signed contract/, moved.ts)
})

test('once the channel is no longer shared, its thread goes on there', async ({ app, slack, mail, support, aiko }) => {
  const { inbound, head, readShown } = await shareLater(app, support)
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  expect(await readShown()).toEqual([])
  await slack.changeWorkspace('unshare', { channel: support })
  await slack.findMessage(support, /Did you get it/, head.ts)
})

test('a person is notified by direct message instead of in the thread', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  const { inbound, head, readShown } = await shareLater(app, support, { isMissed: true })
  await app.addFault({ target: 'mail', match: '/reply', mode: 'status', status: 422, error: 'validation_error' })
  await answer(app, maria, head)
  await slack.findMessage(maria, /[Nn]ot sent|wasn’t sent|didn’t/)
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  await app.settled()
  expect(await readShown()).toEqual([])
})

test('a list of new mail and a reminder never reach a channel that has become shared', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  const { readShown } = await shareLater(app, support)
  await Promise.all(Array.from({ length: 30 }, (_, n) => mail.receive({ subject: `Case ${n}`, text: `Words ${n}.` })))
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  expect(await readShown()).toEqual([])
  const alarms = (await slack.messages(aiko)).filter((one) => ALARM.test(readText(one)))
  expect(alarms).toHaveLength(1)
  expect(findElements(alarms[0]).length).toBeGreaterThan(0)
})

test('the facts of a channel are asked again when it is shared, not a minute later', async ({
  app,
  slack,
  mail,
  support,
}) => {
  const { inbound, readShown } = await shareLater(app, support)
  await mail.receive({ thread_id: inbound.thread_id, text: 'Still there?' })
  await app.settled()
  const asked = async () =>
    (await slack.calls()).filter(({ method, args }) => method === 'conversations.info' && args['channel'] === support)
  await until(async () => (await asked()).length > 1)
  expect(await readShown()).toEqual([])
})

test('a job from a mail shows its card, which names the mail, only after its requester has agreed', async ({
  app,
  slack,
  agent,
  support,
  maria,
}) => {
  const { head, readShown } = await shareLater(app, support, { isMissed: true })
  await pressInMore(slack, maria, head, 'mail.start_job')
  const form = await until(async () => (await slack.views(maria)).find((view) => findField(view, /What should the/)))
  await slack.fillForm(maria, form, [['prompt', 'Correct the page about limits']])
  await agent.findJob(/page about limits/)
  const notice = await slack.findMessage(maria, /is shared with another organization, so the card of/)
  await app.settled()
  expect(await readShown()).toEqual([])
  await slack.click(maria, notice, 'jobs.post_here')
  await slack.findMessage(support, /the email “Contract”/, head.ts)
})

testWithoutAdmins(
  'without admins of Bellhop, those of the workspace hear that mail waits',
  async ({ app, slack, mail, support, aiko, leads }) => {
    const { readShown } = await shareLater(app, support)
    await mail.receive({ subject: 'Next', text: 'Another one.' })
    const alarm = await slack.findMessage(aiko, ALARM)
    await app.settled()
    expect(await readShown()).toEqual([])
    await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
    await slack.findMessage(leads, /Another one/)
  },
)

test('Files in a thread that is parked since its channel became shared names the reason', async ({
  app,
  slack,
  mail,
  support,
  maria,
  aiko,
}) => {
  const { inbound, head } = await shareLater(app, support)
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  // The window of the files was open when the card was hidden.
  const { team } = await app.client.slack.app()
  const [files] = findElements(head).filter(({ action_id: id }) => id === 'mail.files')
  const { id } = await openHidden(app, maria, support)
  const click = { actionId: 'mail.more_files', value: String(files?.['value']), view: { id } }
  await createForger(app.sandbox, team.id).click(maria, click)
  await until(async () =>
    /now shared with another organization, so its files/.test(JSON.stringify(await slack.views(maria))),
  )
})

testWith({ env: { MAIL_UNDO_SECONDS: '600' } })(
  'a reply from the full message of a thread without a channel offers Undo by direct message',
  async ({ app, slack, mail, support, maria, aiko }) => {
    const { inbound } = await shareLater(app, support)
    await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
    await slack.findMessage(aiko, ALARM)
    await app.settled()
    const whole = await openHidden(app, maria, support)
    await slack.clickInView(maria, whole.id, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria, whole), [['mail.text', 'Here is the signed contract.']])
    const offer = await slack.findMessage(maria, /You can undo your reply/)
    await slack.click(maria, offer, 'mail.cancel')
    await slack.findEphemeral(String(offer.channel), maria, /You stopped this email before it was sent/)
    await app.settled()
    expect(await mail.sent()).toEqual([])
  },
)

test('open mail of a channel is hidden, and its admins are alerted, as soon as the channel is shared', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
}) => {
  // Email that is done stays unchanged.
  await mail.receive({ subject: 'Closed', text: 'Thank you.' })
  const done = await slack.findMessage(support, /Thank you/)
  await slack.click(maria, done, 'mail.done')
  const { head, readShown } = await shareLater(app, support)
  await slack.findMessage(aiko, ALARM)
  expect((await slack.findMessage(support, new RegExp(HIDDEN))).ts).toBe(head.ts)
  expect(await readShown()).toEqual([])
  await app.settled()
  expect((await slack.messages(support)).filter((one) => one.text === HIDDEN)).toHaveLength(1)
  const status = await slack.command(aiko, leads, '/mail status')
  expect(JSON.stringify(status.body)).toMatch(/1 email thread is waiting for a channel/)
  await slack.changeWorkspace('unshare', { channel: support })
  expect((await slack.findMessage(support, /Please sign this/)).ts).toBe(head.ts)
  await app.settled()
  expect((await slack.messages(support)).filter((one) => one.text === HIDDEN)).toEqual([])
})

test('open mail of a channel waits for another one as soon as the channel is archived', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
}) => {
  await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  await slack.findMessage(support, /Please sign this/)
  await app.settled()
  await slack.changeWorkspace('archive', { channel: support })
  const alarm = await slack.findMessage(aiko, /is archived\. Choose another channel/)
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  await slack.findMessage(leads, /Please sign this/)
})

test('cards in a channel that a thread has left show only that it moved, without names where another organization reads', async ({
  app,
  slack,
  mail,
  support,
  leads,
  docs,
  maria,
  aiko,
}) => {
  const { inbound, head } = await shareLater(app, support)
  await slack.changeWorkspace('unshare', { channel: support })
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  await slack.findMessage(support, /Did you get it/, head.ts)
  await app.settled()
  await answer(app, maria, await slack.findMessage(support, /Did you get it/))
  await slack.findMessage(support, /Here is the signed contract/, head.ts)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'One more thing.' })
  const alarm = await slack.findMessage(aiko, ALARM)
  await app.settled()
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  await slack.findMessage(leads, /"Contract"/)
  await app.settled()
  const left = await slack.messages(support, head.ts)
  expect(left).toHaveLength(3)
  for (const one of left) {
    expect(one.text).toBe(HIDDEN)
    expect(readText(one)).not.toMatch(/Contract|contract|sign|get it|Maria/)
    expect(new Set(findElements(one).map(({ action_id: id }) => id))).toEqual(new Set(['mail.open_listed']))
  }

  await slack.changeWorkspace('archive', { channel: leads })
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'The last thing.' })
  const second = await slack.findMessage(aiko, /is archived\. Choose another channel/)
  await app.settled()
  await slack.changeWorkspace('unshare', { channel: support })
  await slack.click(aiko, second, `mail.place_in:${leads}`, docs)
  await slack.findMessage(docs, /"Contract"/)
  await app.settled()
  for (const one of await slack.messages(support, head.ts)) expect(one.text).toBe(`This email moved to <#${docs}>.`)
})

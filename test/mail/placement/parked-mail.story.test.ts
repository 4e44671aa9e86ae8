import { expect } from 'vitest'
import { openAccessRecords } from '../../support/access-rules.ts'
import { findElements, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness, until, type View } from '../../support/harness.ts'
import { test, testWith } from '../../support/story-test.ts'
import { lookAround } from '../../support/until.ts'
import { pickEntry } from '../mail-menu.ts'

const ALARM = /is shared with another organization\. Choose another channel/
const HIDDEN = 'This email is no longer shown in this channel.'
const WAITS = 'waiting until an admin chooses a channel'

/** Receives a mail in #support, where Maria claims and snoozes it. */
async function receiveSnoozed({ slack, mail }: Harness, support: string, maria: string) {
  const inbound = await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  const head = await slack.findMessage(support, /Please sign this/)
  await slack.click(maria, head, 'mail.claim')
  await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  await pickEntry(slack, maria, await slack.findMessage(support, /Please sign this/), 'snooze')
  await slack.fillForm(maria, await slack.findForm(maria), [[/^Until when/, 'tomorrow']])
  await slack.findMessage(support, /Snoozed by/)
  return { inbound, head }
}

/** Shares the channel, and receives the customer's answer, which no channel accepts then. */
async function receiveParked(app: Harness, support: string, maria: string, aiko: string) {
  const { slack, mail } = app
  const received = await receiveSnoozed(app, support, maria)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await app.settled()
  await mail.receive({ thread_id: received.inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  const alarm = await slack.findMessage(aiko, ALARM)
  await app.settled()
  return { ...received, alarm }
}

/** Opens the view of a command. */
async function openView({ slack }: Harness, user: string, channel: string, command: string): Promise<View> {
  const before = await lookAround(() => slack.views(user))
  await slack.command(user, channel, command)
  return until(async () =>
    (await slack.views(user)).find((one: View) => one.type === 'modal' && !before.some(({ id }) => id === one.id)),
  )
}

test('mail whose channel became shared stays in the lists of the people who may read it', async ({
  app,
  slack,
  support,
  maria,
  tom,
  aiko,
}) => {
  await receiveParked(app, support, maria, aiko)
  for (const command of [
    '/mail',
    '/mail mine',
    '/mail open',
    '/mail find contract',
    '/mail find in:#support is:open',
  ]) {
    const list = readText(await openView(app, maria, support, command))
    expect(list, command).toContain('Contract')
    expect(list, command).toMatch(/Needs your reply|Claimed by you/)
    expect(list, command).toContain(WAITS)
    expect(list, command).not.toContain('a search may not find it')
  }
  const others = readText(await openView(app, tom, support, '/mail open'))
  expect(others).toContain('Claimed by @Maria Torres')
  expect(others).toContain(WAITS)
  await slack.openHome(maria)
  await until(async () =>
    (await slack.views(maria)).some((view) => view.type === 'home' && readText(view).includes(WAITS)),
  )
})

test('mail whose first channel is shared is listed there', async ({ app, slack, mail, support, maria, aiko }) => {
  await slack.changeWorkspace('share', { channel: support })
  await app.settled()
  await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  for (const command of ['/mail open', '/mail find contract']) {
    const list = readText(await openView(app, maria, support, command))
    expect(list, command).toContain('Contract')
    expect(list, command).toContain(WAITS)
  }
})

testWith({ file: true })(
  'nobody of another organization can open mail that waits because its channel is shared with them',
  async ({ app, slack, support, maria, aiko, gwen, onTestFinished }) => {
    await receiveParked(app, support, maria, aiko)
    // A setting lets people of other organizations use Bellhop.
    const records = await openAccessRecords(app)
    onTestFinished(records.close)
    await records.allow('jobs.start', 'members', 'external')
    await slack.changeRole(gwen, 'external')
    await slack.join(gwen, support)
    await app.settled()
    await slack.click(gwen, await slack.findMessage(support, new RegExp(HIDDEN)), 'mail.open_listed')
    await app.settled()
    const shown = (await slack.calls()).filter(({ args }) => args['user'] === gwen)
    expect(JSON.stringify(shown)).not.toMatch(/Contract|waiting|mail\.read/)
  },
)

test('the person who snoozed mail is notified once, privately, of an answer that no channel shows', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
}) => {
  const { inbound, alarm } = await receiveParked(app, support, maria, aiko)
  const listNews = async () =>
    (await slack.calls()).filter(
      ({ method, args }) => method === 'chat.postMessage' && /wrote again/.test(String(args['text'])),
    )
  const news = await slack.findMessage(maria, /wrote again/)
  expect(readText(news)).toContain('until an admin chooses a channel')
  await slack.click(maria, news, 'mail.read')
  await until(async () => (await slack.views(maria)).some((view) => readText(view).includes('Did you get it?')))
  // The owner is notified of further mail, which no card shows.
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'One more thing.' })
  await until(async () => (await listNews()).length === 2)
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  const moved = await slack.findMessage(leads, /"Contract"/)
  await slack.findMessage(leads, /Did you get it/, moved.ts)
  await app.settled()
  const posted = await listNews()
  expect(posted).toHaveLength(2)
  for (const { args } of posted) expect(args['channel']).not.toBe(leads)
})

test('a person who can no longer read the channel is not notified of an answer', async ({
  app,
  slack,
  mail,
  leads,
  support,
  tom,
  aiko,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  const { thread_id } = await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  await slack.click(tom, await slack.findMessage(leads, /Please sign this/), 'mail.claim')
  await slack.findCard(leads, 'claimed', { kind: 'mail.card' })
  await slack.leave(tom, leads)
  await slack.changeWorkspace('share', { channel: leads })
  await app.settled()
  await mail.receive({ thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  expect((await slack.messages(tom)).map((one) => readText(one)).filter((one) => one.includes('wrote again'))).toEqual(
    [],
  )
})

test('cards of mail that waits are hidden in the shared channel, show where it goes on, and are whole once it is back', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
}) => {
  const { head, inbound, alarm } = await receiveParked(app, support, maria, aiko)
  const readHead = async () => (await slack.messages(support)).find(({ ts }) => ts === head.ts)
  await until(async () => (await readHead())?.text === HIDDEN)
  const hidden = await slack.findMessage(support, new RegExp(HIDDEN))
  expect(findElements(hidden).map(({ action_id: id }) => id)).toEqual(['mail.open_listed'])
  expect(JSON.stringify(hidden)).not.toMatch(/Contract|sign|Maria|customer/)
  await slack.click(maria, hidden, 'mail.open_listed')
  await slack.findEphemeral(support, maria, /waiting until an admin chooses a channel/)

  await slack.changeWorkspace('unshare', { channel: support })
  await slack.findMessage(support, /Did you get it/, head.ts)
  await app.settled()
  expect(readText(await readHead())).toContain('Did you get it?')

  await slack.changeWorkspace('share', { channel: support })
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'One more thing.' })
  const second = await until(async () =>
    (await slack.messages(aiko)).find((one) => ALARM.test(readText(one)) && one.ts !== alarm.ts),
  )
  await slack.click(aiko, { ...second, channel: alarm.channel }, `mail.place_in:${support}`, leads)
  const moved = await slack.findMessage(leads, /"Contract"/)
  await app.settled()
  for (const one of await slack.messages(support, head.ts)) expect(one.text).toBe(HIDDEN)
  await slack.click(maria, hidden, 'mail.open_listed')
  const answer = await slack.findEphemeral(support, maria, /This email is here/)
  expect(readText(answer)).toContain(moved.ts.replace('.', ''))
})

test('cards of mail that waits for another reason are hidden once their channel is shared', async ({
  app,
  slack,
  mail,
  support,
  maria,
  aiko,
}) => {
  const { inbound, head } = await receiveSnoozed(app, support, maria)
  await app.settled()
  await slack.changeWorkspace('archive', { channel: support })
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  await slack.findMessage(aiko, /is waiting, because the channel is archived/)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await slack.changeWorkspace('unarchive', { channel: support })
  await slack.findMessage(aiko, ALARM)
  const readHead = async () => (await slack.messages(support)).find(({ ts }) => ts === head.ts)
  await until(async () => (await readHead())?.text === HIDDEN)
  await slack.changeWorkspace('unshare', { channel: support })
  await slack.findMessage(support, /Did you get it/, head.ts)
  await app.settled()
  expect(readText(await readHead())).toContain('Did you get it?')
})

test('an act that comes too late is answered with the state of the mail', async ({
  app,
  slack,
  support,
  maria,
  tom,
  aiko,
}) => {
  await receiveParked(app, support, maria, aiko)
  const [own, others] = [
    await openView(app, maria, support, '/mail open'),
    await openView(app, tom, support, '/mail open'),
  ]
  const value = /"(done:[^"]+)"/.exec(readText(own))?.[1] ?? ''
  const pick = ({ id }: View, user: string) =>
    app.client.slack.click({ user, view_id: id, action_id: 'mail.listed', block_id: '', value })
  await pick(others, tom)
  await app.settled()
  await pick(own, maria)
  await until(async () =>
    (await slack.views(maria)).some((view) =>
      /"type":"mrkdwn","text":"Someone got there first\. “[^”]+”: Claimed by you · ✅ Done by @Tom/.test(
        readText(view),
      ),
    ),
  )
})

test('the owner of mail that moved is notified once, with a link', async ({
  app,
  slack,
  support,
  leads,
  maria,
  aiko,
}) => {
  const { alarm } = await receiveParked(app, support, maria, aiko)
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  await slack.findEphemeral(String(alarm.channel), aiko, /The waiting email now goes to/)
  const moved = await slack.findMessage(leads, /"Contract"/)
  const notice = await slack.findMessage(maria, /“Contract”, which you claimed, continues in/)
  expect(readText(notice)).toContain(moved.ts.replace('.', ''))
  await app.settled()
  const notices = (await slack.messages(maria)).filter((one) => readText(one).includes('which you claimed'))
  expect(notices).toHaveLength(1)
})

test('the owner of mail that moved is not notified if they moved it', async ({ app, slack, support, leads, aiko }) => {
  const { alarm } = await receiveParked(app, support, aiko, aiko)
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  await slack.findMessage(leads, /"Contract"/)
  await app.settled()
  expect((await slack.messages(aiko)).filter((one) => readText(one).includes('which you claimed'))).toEqual([])
})

test('the owner of mail that moved to a channel that they cannot read gets neither its name nor a link', async ({
  app,
  slack,
  support,
  leads,
  li,
  aiko,
}) => {
  const { alarm } = await receiveParked(app, support, li, aiko)
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  const notice = await slack.findMessage(li, /“Contract”, which you claimed, moved to a channel that you can’t read/)
  expect(readText(notice)).not.toMatch(new RegExp(`${leads}|Go to the email`))
})

test('a snooze that ended while mail waited is not shown once the mail is back', async ({
  app,
  slack,
  mail,
  support,
  maria,
  aiko,
}) => {
  const { thread_id } = await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  const head = await slack.findMessage(support, /Please sign this/)
  await mail.receive({ thread_id, subject: 'Re: Contract', text: 'Did you get it?' })
  const newest = await slack.findMessage(support, /Did you get it/, head.ts)
  await app.settled()
  await pickEntry(slack, maria, newest, 'snooze')
  await slack.fillForm(maria, await slack.findForm(maria), [[/^Until when/, 'tomorrow']])
  await slack.findMessage(support, /Did you get it.*Snoozed by/, head.ts)
  await slack.changeWorkspace('share', { channel: support })
  await mail.receive({ thread_id, subject: 'Re: Contract', text: 'One more thing.' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  await slack.changeWorkspace('unshare', { channel: support })
  await slack.findMessage(support, /One more thing/, head.ts)
  await app.settled()
  for (const one of await slack.messages(support, head.ts)) expect(readText(one)).not.toContain('Snoozed by')
})

test('the first card of mail that moved is whole again once the mail is back in its channel', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
}) => {
  const { thread_id } = await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  const head = await slack.findMessage(support, /Please sign this/)
  const readHead = async () => (await slack.messages(support)).find(({ ts }) => ts === head.ts)
  const moveFrom = async (from: string, to: string) => {
    await slack.changeWorkspace('archive', { channel: from })
    await mail.receive({ thread_id, subject: 'Re: Contract', text: `On from ${from}.` })
    const alarm = await slack.findMessage(aiko, new RegExp(`<#${from}> is waiting, because the channel is archived`))
    await app.settled()
    await slack.changeWorkspace('unarchive', { channel: to })
    await slack.click(aiko, alarm, `mail.place_in:${from}`, to)
    await slack.findMessage(to, /"Contract"/)
    await app.settled()
  }
  await moveFrom(support, leads)
  // Nobody changes anything in the thread: the card doesn't wait for that.
  await slack.changeWorkspace('unarchive', { channel: support })
  await until(async () => (await readHead())?.text === `This email moved to <#${leads}>.`)
  await slack.click(maria, await slack.findMessage(leads, /"Contract"/), 'mail.claim')
  // An act on an older card there, which isn't edited, is answered with the place of the thread.
  const { team } = await app.client.slack.app()
  const [reply] = findElements(await slack.findMessage(leads, /"Contract"/))
  await createForger(app.sandbox, team.id).click(maria, {
    actionId: 'mail.done',
    value: String(reply?.['value']),
    message: { channel: support, ts: head.ts },
  })
  const answer = await slack.findEphemeral(support, maria, /Marked as done\. This email is now in/)
  expect(readText(answer)).toContain('Go to the email')
  // A person who may read the new channel finds the thread there.
  await app.settled()
  expect(readText(await readHead())).toContain('Go to the email')
  await moveFrom(leads, support)
  const first = readText(await readHead())
  expect(first).toContain('"Contract"')
  expect(first).toContain('Claimed by')
})

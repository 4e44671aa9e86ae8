import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../support/harness.ts'
import { createForger } from '../../support/forged-requests.ts'
import { test } from '../../support/story-test.ts'

const THREADS = 4

const texts = async ({ slack }: Harness, channel: string): Promise<string[]> =>
  (await slack.messages(channel)).filter((one) => one.bot_id).map((one) => readText(one))

/** The text of an admin's alarm about an archived channel. */
const ALARM = /is archived\. Choose another channel/

const countAlarms = async (app: Harness, admin: string): Promise<number> =>
  (await texts(app, admin)).filter((one) => /is archived|✅ Solved/.test(one)).length

/** Sends a mail in each thread. */
const receiveInThreads = ({ mail }: Harness, words: string): Promise<unknown> =>
  Promise.all(
    Array.from({ length: THREADS }, (_, n) =>
      mail.receive({ thread_id: `thread-${n}`, subject: `Case ${n}`, text: `${words} ${n}.` }),
    ),
  )

/** Archives #support, with waiting mail in each of its threads. Resolves to the alarm of an admin. */
async function archiveSupport(
  app: Harness,
  { support, aiko }: Record<'support' | 'aiko', string>,
): Promise<Message & MessageRef> {
  await receiveInThreads(app, 'first')
  await until(async () => (await app.slack.messages(support)).length > 0)
  await app.settled()
  await app.slack.changeWorkspace('archive', { channel: support })
  await receiveInThreads(app, 'second')
  const alarm = await app.slack.findMessage(aiko, ALARM)
  await app.settled()
  return alarm
}

const readHome = async ({ slack }: Harness, user: string): Promise<string> =>
  readText((await slack.views(user)).find(({ type }) => type === 'home'))

test('threads of an archived channel cause one alarm, which stays on the Home of admins until it is solved', async ({
  app,
  slack,
  support,
  docs,
  aiko,
  maria,
}) => {
  const alarm = await archiveSupport(app, { support, aiko })
  expect(await countAlarms(app, aiko)).toBe(1)
  await slack.openHome(aiko)
  await until(async () => (await readHome(app, aiko)).includes('Email that can’t be posted'))
  await slack.openHome(maria)
  await app.settled()
  expect(await readHome(app, maria)).not.toContain('can’t be posted')
  await slack.click(aiko, alarm, `mail.place_in:${support}`, docs)
  await until(async () => !(await readHome(app, aiko)).includes('Email that can’t be posted'))
  const solved = await slack.findMessage(aiko, /✅ Solved: no email that goes to <#/)
  expect(solved.ts).toBe(alarm.ts)
  expect(findButton(solved, /./)).toBeUndefined()
  await app.settled()
  expect(await countAlarms(app, aiko)).toBe(1)
})

test('more mail for an archived channel neither closes its alarm nor causes another one, while Slack is slow to refuse an edit', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Moving', text: 'first' })
  await slack.findMessage(support, /first/)
  await slack.changeWorkspace('archive', { channel: support })
  await mail.receive({ thread_id: threadId, text: 'second' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  await app.addFault({ target: 'slack', match: 'chat.update', mode: 'delay', delayMs: 2000, times: 1 })
  await mail.receive({ thread_id: threadId, text: 'third' })
  await app.settled()
  expect(await texts(app, aiko)).toEqual([expect.stringMatching(ALARM)])
})

test('waiting mail and new mail go to the channel that an admin chooses, and can be found there', async ({
  app,
  slack,
  support,
  docs,
  aiko,
  maria,
}) => {
  const alarm = await archiveSupport(app, { support, aiko })
  await slack.click(aiko, alarm, `mail.place_in:${support}`, docs)
  await until(async () => (await texts(app, docs)).join('\n').includes('Case 0'))
  await app.settled()
  await slack.command(maria, docs, '/mail find in:#docs case')
  const found = await until(async () =>
    (await slack.views(maria)).find(({ callback_id }) => callback_id === 'mail.find'),
  )
  expect(readText(found)).toContain('Case 0')
  // Mail for the archived channel now goes to the new one.
  await app.mail.receive({ subject: 'New case', text: 'a new thread' })
  await slack.findMessage(docs, /a new thread/)
  await app.settled()
  expect(await countAlarms(app, aiko)).toBe(1)
})

test('an admin confirms the choice of a channel, which is recorded, and a second click changes nothing', async ({
  app,
  slack,
  support,
  docs,
  aiko,
}) => {
  const alarm = await archiveSupport(app, { support, aiko })
  await slack.click(aiko, alarm, `mail.place_in:${support}`, docs)
  await slack.findEphemeral(aiko, aiko, /The waiting email now goes to <#/)
  await until(async () => (await texts(app, docs)).join('\n').includes('Case 0'))
  await app.settled()
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  // The screen of another device may still show the alarm.
  await forger.click(aiko, { actionId: 'mail.place', value: 'waiting' })
  await slack.findMessage(aiko, /No email is waiting for a channel/)
  await slack.command(aiko, docs, '/mail audit')
  await until(async () =>
    /moved the waiting email of/.test(
      readText((await slack.views(aiko)).find((view) => view['callback_id'] === 'workspace.audit')),
    ),
  )
})

test('choosing a channel for waiting mail names the threads and the people who can read them', async ({
  app,
  slack,
  support,
  docs,
  aiko,
}) => {
  const alarm = await archiveSupport(app, { support, aiko })
  const readConfirm = (message: { blocks?: unknown }): string => JSON.stringify(message.blocks)
  expect(readConfirm(alarm)).toMatch(/"Every waiting email thread will be posted there with all earlier email/)
  await slack.openHome(aiko)
  const home = await until(async () =>
    (await slack.views(aiko)).find((view) => view.type === 'home' && readText(view).includes('can’t be posted')),
  )
  expect(readConfirm(home)).toMatch(/"4 waiting email threads will be posted there [^"]*public, that’s everyone/)
  await slack.click(aiko, alarm, `mail.place_in:${support}`, docs)
  await slack.findEphemeral(aiko, aiko, /The waiting email now goes to .* is public\. Everyone in this workspace/)
  await app.settled()
})

test('open mail of an archived channel, also in its lists, is posted in the channel that replaces it', async ({
  app,
  slack,
  support,
  docs,
  aiko,
}) => {
  const all = Array.from({ length: 24 }, (_, n) => n)
  const numbersIn = async (channel: string): Promise<number[]> => {
    const shown = (await texts(app, channel)).join('\n')
    return all.filter((n) => shown.includes(`Number ${n}.`))
  }
  // Together, because a busy machine receives one after another more slowly than a channel shows them, and lists none.
  await Promise.all(all.slice(0, -1).map((n) => app.mail.receive({ subject: `Number ${n}.`, text: 'Hello' })))
  await until(async () => (await numbersIn(support)).length === all.length - 1)
  await slack.changeWorkspace('archive', { channel: support })
  await app.mail.receive({ subject: `Number ${all.length - 1}.`, text: 'Hello' })
  const alarm = await slack.findPost(aiko, 'mail.homeless')
  await app.settled()
  await slack.click(aiko, alarm, `mail.place_in:${support}`, docs)
  await until(async () => JSON.stringify(await numbersIn(docs)) === JSON.stringify(all))
})

test('nothing is posted below a head that someone deleted', async ({ app, slack, support }) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Gone', text: 'first words' })
  const head = await slack.findMessage(support, /first words/)
  await app.mail.receive({ thread_id: threadId, subject: 'Re: Gone', text: 'second words' })
  await slack.findMessage(support, /second words/, head.ts)
  await slack.deleteMessage(head)
  await app.settled()
  await app.mail.receive({ thread_id: threadId, subject: 'Re: Gone', text: 'third words' })
  const next = await until(async () =>
    (await slack.messages(support)).find((one) => one.ts > head.ts && /"Gone"/.test(readText(one)) && !one.thread_ts),
  )
  await slack.findMessage(support, /third words/, next.ts)
  await app.settled()
  const below = (await slack.calls()).filter(
    ({ method, args }) => method === 'chat.postMessage' && args['thread_ts'] === head.ts,
  )
  expect(below).toHaveLength(1)
})

test('mail of an archived private channel waits for an admin if its route changes, and a solved alarm moves nothing', async ({
  app,
  slack,
  mail,
  support,
  docs,
  leads,
  aiko,
}) => {
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
  await slack.command(aiko, docs, '/mail quarantine #leads')
  await app.settled()
  const { thread_id: threadId } = await mail.receive({ subject: 'Salaries', text: 'in private' })
  await slack.findMessage(leads, /in private/)
  await slack.changeWorkspace('archive', { channel: leads })
  await mail.receive({ kind: 'spam', subject: 'Held salaries', text: 'a prize' })
  await mail.receive({ thread_id: threadId, subject: 'Re: Salaries', text: 'more' })
  const alarm = await slack.findPost(aiko, 'mail.homeless')
  await app.settled()
  for (const command of [`/mail route ${mail.inbox} #support`, '/mail quarantine #support'])
    await slack.command(aiko, docs, command)
  await slack.findMessage(aiko, /Its route now leads to another channel, where other people could read it/)
  await mail.receive({ subject: 'Fresh', text: 'a new thread' })
  await slack.findMessage(support, /a new thread/)
  await app.settled()
  expect((await texts(app, support)).join('\n')).not.toMatch(/Salaries/i)
  expect((await texts(app, aiko)).filter((one) => /Email (?:that|from) .* is waiting/.test(one))).toHaveLength(2)

  // The choice also counts while another attempt is on its way to the old channel.
  await app.addFault({ target: 'slack', match: 'chat.postMessage', mode: 'delay', delayMs: 2000, times: 2 })
  await slack.click(aiko, alarm, 'mail.place')
  await slack.click(aiko, alarm, `mail.place_in:${leads}`, docs)
  const head = await slack.findMessage(docs, /"Salaries"/)
  await slack.findMessage(docs, /more/, head.ts)
  await slack.findMessage(docs, /Held salaries/)
  await app.settled()
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  await forger.click(aiko, { actionId: `mail.place_in:${leads}`, value: support })
  await slack.findMessage(aiko, /Already solved/)
  await app.settled()
})

test('a thread keeps its card when the app comes back to its channel, and waiting mail comes with the next one', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Kept', text: 'first words' })
  const head = await slack.findMessage(support, /first words/)
  await mail.receive({ thread_id: threadId, subject: 'Re: Kept', text: 'second words' })
  await slack.findMessage(support, /second words/, head.ts)
  await slack.changeWorkspace('remove-app', { channel: support })
  await mail.receive({ thread_id: threadId, subject: 'Re: Kept', text: 'third words' })
  await slack.findMessage(aiko, /Invite it there with/)
  await app.settled()
  await slack.changeWorkspace('add-app', { channel: support })
  await mail.receive({ thread_id: threadId, subject: 'Re: Kept', text: 'fourth words' })
  for (const text of [/third words/, /fourth words/]) await slack.findMessage(support, text, head.ts)
  await app.settled()
  await slack.changeWorkspace('archive', { channel: support })
  await mail.receive({ thread_id: threadId, subject: 'Re: Kept', text: 'fifth words' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  await slack.changeWorkspace('unarchive', { channel: support })
  await slack.findMessage(support, /fifth words/, head.ts)
  await app.settled()
  const shown = await texts(app, support)
  expect(shown.filter((one) => one.includes('"Kept"'))).toHaveLength(1)
  const below = (await slack.messages(support, head.ts)).filter(({ ts }) => ts !== head.ts).map((one) => readText(one))
  for (const text of ['second', 'third', 'fourth', 'fifth'])
    expect(below.filter((one) => one.includes(`${text} words`))).toHaveLength(1)

  await slack.changeWorkspace('remove-app', { channel: support })
  await mail.receive({ thread_id: threadId, subject: 'Re: Kept', text: 'sixth words' })
  await slack.findMessage(aiko, /Invite it there with/)
  await app.settled()
  await slack.deleteMessage(head)
  await slack.changeWorkspace('add-app', { channel: support })
  const next = await until(async () =>
    (await slack.messages(support)).find((one) => one.ts > head.ts && readText(one).includes('"Kept"')),
  )
  await slack.findMessage(support, /sixth words/, next.ts)
})

import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, openHarness, until, type View } from '../../support/harness.ts'
import { lookAround } from '../../support/until.ts'
import { pressInMore } from '../mail-menu.ts'
import { createMachineClock } from '../../support/machine-clock.ts'

const DAY_MS = 86_400_000

/** Opens the app on a file, at a time that the test sets. */
async function openApp(env: Record<string, string> = {}) {
  const clock = createMachineClock()
  let url = ''
  const app = await openHarness({
    file: true,
    store: 'sqlite',
    env: (given) => {
      url = given['STORE_URL'] ?? ''
      return { MAIL_UNDO_SECONDS: '0', ...env }
    },
  })
  const people = { support: await app.slack.channel('support'), maria: await app.slack.user('maria') }
  const listKeys = (): string[] => {
    const db = new DatabaseSync(url.replace(/^sqlite:/, ''), { readOnly: true })
    const rows = db
      .prepare("SELECT partition || '/' || id AS key FROM records WHERE expires_at IS NULL OR expires_at > ?")
      .all(Date.now())
    db.close()
    return rows.map(({ key }) => String(key))
  }
  return { clock, app, listKeys, ...people }
}

const keysOf = (keys: string[], partition: string): string[] =>
  keys.flatMap((key) => (key.split('/')[1] === partition ? [key.split('/')[2] ?? ''] : []))

async function receive(app: Harness, channel: string, subject: string, text = `text of ${subject}`) {
  const { thread_id: threadId } = await app.mail.receive({
    subject,
    text,
    from: `${subject.toLowerCase()}@customer.test`,
  })
  return { threadId, head: await app.slack.findMessage(channel, new RegExp(text)) }
}

/** The page of `/mail find` for these words. */
async function find({ slack }: Harness, user: string, channel: string, words: string): Promise<View> {
  const before = (await lookAround(() => slack.views(user))).map(({ id }) => id)
  await slack.command(user, channel, `/mail find ${words}`)
  return until(async () =>
    (await slack.views(user)).find(({ id, callback_id: page }) => page === 'mail.find' && !before.includes(id)),
  )
}

test('mail is deleted with everything about it a year after the last mail of its thread', async () => {
  const { clock, app, listKeys, support, maria } = await openApp()
  const { head, threadId } = await receive(app, support, 'Answered')
  await app.settled()
  const [mail = ''] = keysOf(listKeys(), 'mails')
  const [thread = ''] = keysOf(listKeys(), 'mail.threads')
  await app.slack.click(maria, head, /^Reply$/)
  await app.slack.fillForm(maria, await app.slack.findForm(maria), [['mail.text', 'our answer']])
  await app.mail.findSentMail(/our answer/)
  await app.settled()
  const [reply = ''] = keysOf(listKeys(), 'mail.replies')
  const claimed = await receive(app, support, 'Claimed')
  await app.slack.click(maria, claimed.head, 'mail.claim')
  await app.settled()
  expect(listKeys().filter((key) => key.includes(thread)).length).toBeGreaterThan(3)

  clock.setAhead(366 * DAY_MS)
  await receive(app, support, 'Fresh')
  await until(() => keysOf(listKeys(), 'mail.threads').length === 2)
  await app.settled()
  const about = listKeys().filter((key) => [mail, thread, reply].some((id) => id !== '' && key.includes(id)))
  expect(about.map((key) => key.split('/')[1])).toEqual(['mail.kept'])
  expect(keysOf(listKeys(), 'mails')).toHaveLength(2)

  expect(readText(await find(app, maria, support, 'text of customer'))).toMatch(/Fresh[^]*Claimed/)
  expect(readText(await find(app, maria, support, 'answered'))).not.toContain('answered@customer.test')

  // The message in Slack stays, and a click on it is answered.
  await app.slack.click(maria, head, /^Reply$/)
  const told = await until(async () =>
    [...(await app.slack.messages(support)), ...(await app.slack.messages(support, head.ts))].find(
      (one) => one.ephemeral_for === maria,
    ),
  )
  expect(readText(told)).toContain('Bellhop no longer has this email')

  // The customer goes on with the conversation.
  await app.mail.receive({ thread_id: threadId, subject: 'Re: Answered', text: 'one more question' })
  expect((await app.slack.findMessage(support, /one more question/)).ts).not.toBe(head.ts)
})

test('a thread from which a docs job was started lately is kept', async () => {
  const { clock, app, listKeys, support, maria } = await openApp()
  const { head } = await receive(app, support, 'Limits')
  await receive(app, support, 'Other')
  clock.setAhead(300 * DAY_MS)
  await pressInMore(app.slack, maria, head, 'mail.start_job')
  await app.slack.fillForm(maria, await app.slack.findForm(maria), [['prompt', 'Correct the page']])
  await app.agent.findJob(/Correct the page/)
  await app.settled()
  clock.setAhead(366 * DAY_MS)
  await receive(app, support, 'Fresh')
  await until(() => keysOf(listKeys(), 'mail.threads').length === 2)
  await app.settled()
  expect(readText(await find(app, maria, support, 'text of customer'))).toMatch(/Fresh[^]*Limits/)
})

test('without a limit, all mail is kept', async () => {
  const { clock, app, listKeys, support } = await openApp({ MAIL_DAYS: '0' })
  await receive(app, support, 'Old')
  await app.settled()
  clock.setAhead(3_000 * DAY_MS)
  await receive(app, support, 'Fresh')
  await app.settled()
  expect(keysOf(listKeys(), 'mails')).toHaveLength(2)
})

import { expect } from 'vitest'
import { findElements, readText } from '../../support/block-queries.ts'
import { openSettings } from '../../support/app-settings.ts'
import { type Harness, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { sendReply, withoutHold } from '../outbound/send/reply-sending.ts'

/** Without the check for leaks, which takes what was posted before a channel became shared for one. */
const test = testWith(withoutHold)

const ALARM = /is shared with another organization\. Choose another/
const WAITS = 'waiting until an admin chooses a channel'

/** The person's direct messages about new mail. */
const listNews = async ({ slack }: Harness, user: string): Promise<string[]> =>
  (await slack.messages(user)).map((one) => readText(one)).filter((text) => text.includes('claimed by you'))

test('new mail in a thread that goes on in a chosen channel is announced there, not as waiting', async ({
  app,
  slack,
  mail,
  docs,
  aiko,
}) => {
  const { support, maria, inbound } = await sendReply(app)
  // An edit that is refused before the mail comes makes the thread wait, and the mail is then announced like any other.
  const own = await openSettings(app, maria, docs, 'mine')
  await slack.fillForm(maria, own, [[/^Notify me about/, 'everything']])
  await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  // From then on the app knows that the channel is shared: mail is not tried there first.
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #support`)
  await slack.findEphemeral(docs, aiko, /shared with another organization/)
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #docs`)
  await app.settled()
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text: 'Any news?' })
  const moved = await slack.findMessage(docs, /"header".*Any news/)
  const news = await slack.findMessage(docs, /claimed by you/, moved.ts)
  expect(readText(news)).toContain(`<@${maria}>`)
  await app.settled()
  expect(await listNews(app, maria)).toEqual([])
})

test(
  'a direct message about mail that waits no longer shows that once the mail has a channel, and links to it',
  { tags: 'redis' },
  async ({ app, slack, mail, leads, aiko }) => {
    const { support, maria, inbound } = await sendReply(app)
    await mail.findSentMail(/new invoice/)
    await app.settled()
    await slack.changeWorkspace('share', { channel: support })
    await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text: 'Any news?' })
    const waiting = await slack.findMessage(maria, /claimed by you/)
    expect(readText(waiting)).toContain(WAITS)
    await slack.click(aiko, await slack.findMessage(aiko, ALARM), `mail.place_in:${support}`, leads)
    const moved = await slack.findMessage(leads, /"header".*Any news/)
    const shown = await until(async () =>
      (await slack.messages(maria)).find(({ ts, ...one }) => ts === waiting.ts && !readText(one).includes(WAITS)),
    )
    expect(readText(shown)).toContain('claimed by you')
    expect(readText(shown)).toContain(moved.ts.replace('.', ''))
    expect(findElements(shown).map(({ action_id: id }) => id)).toContain('mail.read')
  },
)

test('a direct message about mail that waits no longer shows that once its channel is no longer shared', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, inbound } = await sendReply(app)
  await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text: 'Any news?' })
  await slack.findMessage(maria, new RegExp(WAITS))
  await app.settled()
  await slack.changeWorkspace('unshare', { channel: support })
  await slack.findMessage(support, /Any news\?/, head.ts)
  await app.settled()
  const [news = ''] = await listNews(app, maria)
  expect(news).not.toContain(WAITS)
  expect(news).toContain(head.ts.replace('.', ''))
})

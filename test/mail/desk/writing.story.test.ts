import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test(
  'a card says who is writing a reply until the form is sent or closed, and so does a second form',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria, tom }) => {
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    const readHead = async () => readText((await slack.messages(support))[0])
    await slack.click(tom, head, 'mail.reply')
    const first = await slack.findForm(tom)
    await slack.findMessage(support, /@Tom [^"]*is writing a reply/)
    await slack.click(maria, head, 'mail.reply')
    const second = await slack.findForm(maria)
    expect(readText(second)).toContain('is also writing a reply')
    expect(readText(first)).not.toContain('is writing')
    await until(async () => /@Tom [^"]* and @Maria Torres are writing a reply/.test(await readHead()))
    await slack.closeView(maria, second.id)
    await until(async () => /@Tom [^"]*is writing a reply/.test(await readHead()))
    await app.settled()
    expect(await readHead()).not.toContain('Maria')
    await slack.closeView(tom, first.id)
    await until(async () => !(await readHead()).includes('is writing a reply'))

    await slack.click(maria, head, 'mail.reply')
    await slack.findMessage(support, /@Maria Torres is writing a reply/)
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'We are looking into it.']])
    await mail.findSentMail(/looking into it/)
    await until(async () => !(await readHead()).includes('is writing a reply'))
  },
)

// Ten minutes pass in a second.
testSending({ env: { CLOCK_SCALE: '600' } })(
  'nobody is shown as writing for more than ten minutes',
  async ({ app, slack, mail, support, tom }) => {
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(tom, head, 'mail.reply')
    await slack.findMessage(support, /is writing a reply/)
    await until(async () => !readText((await slack.messages(support))[0]).includes('is writing a reply'))
    await app.settled()
    expect((await slack.views(tom)).length).toBeGreaterThan(0)
  },
)

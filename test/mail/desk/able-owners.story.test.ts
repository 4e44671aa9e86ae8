import { expect } from 'vitest'
import { type AccessRecords, recordsFixture } from '../../support/access-rules.ts'
import { findElements, readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { pickEntry } from '../mail-menu.ts'

const test = testWith({ file: true }).extend<{ records: AccessRecords }>({ records: recordsFixture })

test('an email can’t be assigned to a person who may not reply to it, alone or with others', async ({
  app,
  slack,
  mail,
  records,
  support,
  maria,
  tom,
}) => {
  await mail.receive({ subject: 'First', text: 'About the first' })
  const first = await slack.findMessage(support, /About the first/)
  await slack.click(maria, first, 'mail.claim')
  await slack.findMessage(support, /Claimed by @Maria/)
  await mail.receive({ subject: 'Second', text: 'About the second' })
  const second = await slack.findMessage(support, /About the second/)
  await app.settled()
  await records.allow('mail.reply', `person:${tom}`)
  await pickEntry(slack, tom, second, 'hand_over')
  const form = await slack.findForm(tom)
  expect(readText(form)).not.toContain('mail.assign_to')
  const refused = await slack.fillForm(tom, form, [['person', maria]])
  expect(JSON.stringify(refused)).toContain('don’t have permission to reply')
  await slack.closeView(tom, form.id)
  await slack.command(tom, support, '/mail open')
  const list = await until(async () => (await slack.views(tom)).find((view) => readText(view).includes('mail.listed')))
  const listed = findElements(list).find(({ action_id: id }) => id === 'mail.bulk')?.['value']
  await slack.clickInView(tom, list.id, 'mail.bulk', listed)
  const bulk = await until(async () =>
    (await slack.views(tom)).find((view) => readText(view).includes('mail.bulk_act')),
  )
  await slack.clickInView(tom, bulk.id, 'mail.bulk_act', 'hand_over')
  const asked = await until(async () =>
    (await slack.views(tom)).find((view) => readText(view).includes('mail.bulk_person')),
  )
  const [option] = /"[0-9a-f]{24}"(?=,"description":{"type":"plain_text","text":"Customer One · About the second)/.exec(
    readText(asked),
  ) ?? ['']
  await slack.fillForm(tom, asked, [
    ['mail.bulk_act', 'hand_over'],
    ['mail.bulk_person', maria],
    ['mail.bulk_mails:0', [option.slice(1, -1)]],
  ])
  await until(async () =>
    (await slack.views(tom)).find((view) => /unchanged: @Maria Torres doesn’t have permission/.test(readText(view))),
  )
  await app.settled()
  const posted = (await slack.messages(support)).map((one) => readText(one))
  expect(posted.find((one) => one.includes('About the second'))).not.toContain('Claimed by')
})

test('mail of a person whose permission to reply was taken away is not offered for a reply, and is unclaimed', async ({
  app,
  slack,
  mail,
  records,
  support,
  maria,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.claim')
  await slack.findMessage(support, /Claimed by @Maria/)
  await app.settled()
  await records.allow('mail.reply', `person:${tom}`)
  await slack.command(maria, support, '/mail mine')
  const list = await until(async () =>
    (await slack.views(maria)).find((view) => /you don’t have permission to reply/.test(readText(view))),
  )
  expect(findElements(list).some(({ action_id: id }) => id === 'mail.reply')).toBe(false)
  await until(async () => {
    const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
    return card !== undefined && !readText(card).includes('Claimed by')
  })
})

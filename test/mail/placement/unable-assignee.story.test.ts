import { expect } from 'vitest'
import { type AccessRecords, recordsFixture } from '../../support/access-rules.ts'
import { readText } from '../../support/block-queries.ts'
import { testWith } from '../../support/story-test.ts'
import { addRule, findList, findView, openRules } from './rule-story.ts'

const test = testWith({ file: true }).extend<{ records: AccessRecords }>({ records: recordsFixture })

test('a rule for a person who may not reply to the inbox is saved after a warning, and assigns nobody', async ({
  app,
  slack,
  mail,
  records,
  support,
  aiko,
  maria,
  tom,
}) => {
  await mail.receive({ subject: 'Greetings', text: 'Hello there' })
  await slack.findMessage(support, /Hello there/)
  await records.allow('mail.reply', `person:${tom}`)
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'contract'],
    [/^Assign to$/, [`person:${maria}`]],
  ])
  const warned = await findView(app, aiko, 'mail.rule', /Maria Torres doesn’t have permission to reply to email for/)
  expect(readText(warned)).toContain(mail.inbox)
  expect((await slack.fillForm(aiko, warned, [])).errors).toBeUndefined()
  await findList(app, aiko, /1\. contract/)
  await mail.receive({ subject: 'The contract', text: 'Please sign' })
  const head = await slack.findMessage(support, /Please sign/)
  await slack.findMessage(aiko, /who doesn’t have permission to reply to it/)
  await app.settled()
  expect(readText(await slack.findMessage(support, /Please sign/))).not.toContain('Assigned to')
  expect((await slack.messages(support, head.ts)).map(readText).join()).not.toContain('has assigned this email')
})

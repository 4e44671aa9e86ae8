import { expect } from 'vitest'
import { type AccessRecords, recordsFixture } from '../../support/access-rules.ts'
import { findButton, readText } from '../../support/block-queries.ts'
import { until, type View } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { openRuleForm, openRules } from '../placement/rule-story.ts'

const test = testWith({ file: true }).extend<{ records: AccessRecords }>({ records: recordsFixture })

test('a form that its person may no longer save shows plain text, and a message has the button', async ({
  app,
  slack,
  records,
  support,
  general,
  maria,
  li,
}) => {
  const readRefusal = (errors: Record<string, string> | undefined) => Object.values(errors ?? {})
  const findMessage = (sentence: RegExp) =>
    until(async () => {
      const found = (await slack.messages(maria)).find((one) => sentence.test(readText(one)))
      return found && findButton(found, /^Request access$/) && found
    })
  await records.allow('mail.administer', `person:${maria}`)
  const rule = await openRuleForm(app, maria, await openRules(app, maria, support))
  await records.allow('mail.administer', `channel:${general}`)
  await slack.leave(maria, general)
  const ruleAnswer = await until(async () => {
    const answer = await slack.fillForm(maria, rule, [
      [/^Sender$/, 'ac me.com'],
      [/^Channel$/, support],
    ])
    return /permission/.test(JSON.stringify(answer)) && answer
  })
  expect(readRefusal(ruleAnswer.errors)).toEqual([expect.stringMatching(/^Not saved: .*sent you a message/)])
  await findMessage(/can set up inboxes here/)

  await slack.command(maria, support, '/mail saved')
  const findView = (callback: string): Promise<View> =>
    until(async () => (await slack.views(maria)).findLast((one) => one.callback_id === callback))
  const list = await findView('mail.saved')
  const add = findButton(list, /^New, for this channel$/)
  await slack.clickInView(maria, list.id, add?.action_id ?? '', add?.['value'])
  const form = await findView('mail.saved_form')
  await records.allow('mail.reply', `person:${li}`)
  const savedAnswer = await slack.fillForm(maria, form, [
    [/^Name$/, 'Hours'],
    [/^Text$/, 'We are open.'],
  ])
  expect(readRefusal(savedAnswer.errors)).toEqual([expect.stringMatching(/^Not saved: .*sent you a message/)])
  await findMessage(/can reply to email here/)
})

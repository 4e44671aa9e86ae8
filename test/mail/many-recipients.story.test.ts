import { expect } from 'vitest'
import { findElements, findField, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

test('Reply all counts the people that its fields name, and says once how many it leaves out', async ({ app }) => {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  const to = Array.from({ length: 300 }, (_, index) => `person${index}@company${index % 40}.test`)
  await mail.receive({ text: 'For all of you.', to })
  await slack.click(maria, await slack.findMessage(support, /For all of you/), /^Reply all$/)
  const listed = await slack.findForm(maria)
  await slack.clickInView(maria, listed.id, 'mail.edit_recipients')
  const form = await until(async () => (await slack.views(maria)).find((view) => findField(view, /^Cc$/)))
  const fields = findElements(form).filter(({ action_id }) => action_id.startsWith('mail.recipients:'))
  const named = fields.flatMap(({ initial_value: value }) => (typeof value === 'string' ? value.split(', ') : []))
  const shown = readText(listed)
  expect(named.length).toBeGreaterThan(80)
  expect(shown).toContain(`Goes to ${named.length} people at 41 companies.`)
  expect([...shown.matchAll(/(\d+) recipients don’t fit/g)].map(([, count]) => Number(count))).toEqual([
    to.length + 1 - named.length,
  ])
  await slack.fillForm(maria, form, [[/^Your reply$/, 'Hello everybody.']])
  const head = await slack.findMessage(support, /For all of you/)
  const card = readText(await slack.findMessage(support, /Hello everybody/, head.ts))
  const others = (one: 'to' | 'cc') => {
    const field = fields.find(({ action_id: id }) => id === `mail.recipients:${one}`)
    return String(field?.['initial_value']).split(', ').length - 9
  }
  expect(card).toContain(`, person7@company7.test and ${others('to')} others`)
})

import { expect } from 'vitest'
import { findElements, findField, readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { sendTicked } from '../send/reply-sending.ts'

testSending()(
  'Reply all counts the people in its fields, and shows once how many it leaves out',
  { tags: 'smoke' },
  async ({ app }) => {
    const { slack, mail } = app
    const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
    const to = Array.from({ length: 300 }, (_, index) => `person${index}@company${index % 40}.test`)
    await mail.receive({ text: 'For all of you.', to })
    await slack.click(maria, await slack.findMessage(support, /For all of you/), 'mail.claim')
    await slack.click(maria, await slack.findCard(support, 'claimed', { kind: 'mail.card' }), 'mail.reply_all')
    const listed = await slack.findForm(maria)
    await slack.clickInView(maria, listed.id, 'mail.edit_recipients')
    const form = await until(async () => (await slack.views(maria)).find((view) => findField(view, /^Cc$/)))
    const fields = findElements(form).filter(({ action_id }) => action_id.startsWith('mail.recipients:'))
    const named = fields.flatMap(({ initial_value: value }) => (typeof value === 'string' ? value.split(', ') : []))
    const shown = readText(listed)
    expect(named.length).toBeGreaterThan(80)
    expect(shown).toContain(`"${named.length} people at 41 companies.`)
    expect([...shown.matchAll(/(\d+) recipients don’t fit/g)].map(([, count]) => Number(count))).toEqual([
      to.length + 1 - named.length,
    ])
    const refused = await slack.fillForm(maria, form, [['mail.text', 'Hello everybody.']])
    expect(refused.errors?.['to']).toContain(`at most 50 people, and this one has ${named.length}.`)
    await slack.fillForm(maria, form, [
      [/^To$/, named.slice(0, 40).join(', ')],
      [/^Cc$/, ''],
    ])
    await sendTicked(app, maria, await slack.findForm(maria))
    const head = await slack.findMessage(support, /For all of you/)
    const card = readText(await slack.findMessage(support, /Hello everybody/, head.ts))
    expect(card).toContain(', person7@company7.test and 31 others')
  },
)

testSending()('a form that was switched to Reply all refuses too many people below To', async ({ app }) => {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  const to = Array.from({ length: 300 }, (_, index) => `person${index}@company${index % 40}.test`)
  await mail.receive({ text: 'For all of you.', to })
  await slack.click(maria, await slack.findMessage(support, /For all of you/), 'mail.claim')
  await slack.click(maria, await slack.findCard(support, 'claimed', { kind: 'mail.card' }), 'mail.reply')
  await slack.clickInView(maria, (await slack.findForm(maria)).id, 'mail.switch_reply')
  const all = await until(async () => (await slack.views(maria)).find((view) => /person7@/.test(readText(view))))
  const listed = await slack.fillForm(maria, all, [['mail.text', 'Hello everybody.']])
  expect(Object.values(listed.errors ?? {})).toEqual([expect.stringMatching(/at most 50 people.*“Edit recipients”/)])
  await slack.clickInView(maria, all.id, 'mail.edit_recipients')
  const form = await until(async () => (await slack.views(maria)).find((view) => findField(view, /^Cc$/)))
  const refused = await slack.fillForm(maria, form, [['mail.text', 'Hello everybody.']])
  // A field that was filled again has an id of its own.
  const field = findField(form, /^To$/)?.block_id ?? ''
  expect(refused.errors?.[field]).toContain('at most 50 people')
})

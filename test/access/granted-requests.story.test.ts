import { expect } from 'vitest'
import { findButton, findField } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

test('a request for access that an admin grants is closed, and the person who asked is notified', async ({
  slack,
  mail,
  support,
  maria,
  aiko,
}) => {
  await mail.receive({ kind: 'spam', subject: 'You won', text: 'A prize' })
  const card = await slack.findMessage(support, /You won/)
  await slack.click(maria, card, 'mail.ask_release')
  const refusal = await slack.findEphemeral(support, maria, /can release quarantined email/)
  await slack.click(maria, { channel: support, ts: refusal.ts }, 'access.ask')
  const asked = await slack.findMessage(aiko, /would like permission to release/)
  expect(findButton(asked, /^Open settings$/)).toBeDefined()
  await slack.click(aiko, asked, 'access.allow')
  const label = /^Who can release quarantined email$/
  const form = await until(async () => (await slack.views(aiko)).find((view) => findField(view, label)))
  await slack.fillForm(aiko, form, [[label, [`person:${maria}`, `person:${aiko}`]]])
  const closed = await slack.findMessage(aiko, /Allowed by @Aiko Tanaka/)
  expect(closed.ts).toBe(asked.ts)
  expect(findButton(closed, /^Open settings$/)).toBeUndefined()
  await slack.findMessage(maria, /@Aiko Tanaka gave you permission: .*Try again/)
  await slack.clickAndConfirm(maria, card, 'mail.ask_release')
  await until(async () => /Released by Maria/.test(JSON.stringify(await slack.messages(support))))
})

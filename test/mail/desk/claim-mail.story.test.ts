/** @module-tag redis */
import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { readMentioned } from '../../support/mentions.ts'
import { test } from '../../support/story-test.ts'
import { pressInMore } from '../mail-menu.ts'

test('one of two people who claim a mail at the same time gets it, and the other learns who', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  const readHead = async () => readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))
  await Promise.all([maria, tom].map((user) => slack.click(user, head, 'mail.claim')))
  const owned = await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  await app.settled()
  const isMarias = readText(owned).includes('@Maria Torres')
  const [owner, other] = isMarias ? [maria, tom] : [tom, maria]
  const name = isMarias ? 'Maria Torres' : 'Tom Hadley'
  await slack.findEphemeral(support, other, new RegExp(`@${name} has already claimed “Invoice”`))
  await slack.click(owner, owned, 'mail.done')
  const done = await slack.findMessage(support, /✅ Done/)
  await slack.click(other, done, 'mail.reopen')
  const again = await until(async () => {
    const [shown] = await slack.messages(support)
    return shown && !readText(shown).includes('✅ Done') && { ...shown, channel: support }
  })
  await pressInMore(slack, owner, again, 'mail.unclaim')
  await slack.findCard(support, 'open', { kind: 'mail.card' })
  await app.settled()
  expect(await readHead()).toContain('Claim')
  await app.settled()
  expect(await readMentioned(app)).toEqual([])
  expect((await slack.messages(support)).filter((one) => one.ephemeral_for)).toHaveLength(1)
})

test('a person whose Done comes too late reads which email it was, where it is, and who was first', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await Promise.all([maria, tom].map((user) => slack.click(user, head, 'mail.done')))
  const done = await slack.findMessage(support, /✅ Done/)
  const [late, first] = readText(done).includes('@Tom') ? [maria, 'Tom Hadley'] : [tom, 'Maria Torres']
  await app.settled()
  const answer = readText(await slack.findEphemeral(support, late, /Someone got there first/))
  expect(answer).toContain(`“Invoice”: ✅ Done by @${first}`)
  expect(answer).toContain('Go to the email')
})

test('a mail that nobody has claimed is done with one press, and muting it is answered in More', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  const more = await pressInMore(slack, maria, head, 'mail.mute')
  await until(async () => (await slack.views(maria)).some((one) => one.id === more.id && /Muted/.test(readText(one))))
  await slack.click(maria, head, 'mail.done')
  await slack.findMessage(support, /✅ Done by @Maria Torres/)
  await app.settled()
  expect((await slack.messages(support)).filter((one) => one.ephemeral_for)).toEqual([])
})

test('the newest mail of a thread names the person who has claimed it, and can be claimed; earlier ones show neither', async ({
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await mail.receive({ thread_id: threadId, text: 'The second mail' })
  const second = await slack.findMessage(support, /The second mail/, head.ts)
  const read = async (fits: RegExp) => readText(await slack.findMessage(support, fits, head.ts))
  await slack.click(maria, { ...second, thread: head.ts }, /^Claim$/)
  await until(async () => (await read(/The second mail/)).includes('Claimed by @Maria Torres'))
  expect(await read(/The second mail/)).toMatch(/"Done"/)
  // A person who answers anyway is warned before they write.
  await slack.click(tom, { ...second, thread: head.ts }, /^Reply$/)
  const form = await slack.findForm(tom)
  expect(readText(form)).toContain('Maria Torres has claimed this email.')
  await slack.closeView(tom, form.id)
  await slack.click(maria, { ...second, thread: head.ts }, /^Reply$/)
  expect(readText(await slack.findForm(maria))).not.toContain('has claimed')
  await mail.receive({ thread_id: threadId, text: 'The third mail' })
  await until(async () => (await read(/The third mail/)).includes('Claimed by @Maria Torres'))
  await until(async () => !(await read(/The second mail/)).includes('Claimed by'))
  expect(readText(await slack.findMessage(support, /The third mail/))).toContain('Claimed by @Maria Torres')
})

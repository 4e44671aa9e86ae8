import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const COUNT = 55
const LISTED = /earlier mails?\*?\\n/

/** Without a webhook, mail stays at the mailbox, as if it came before Bellhop. */
const test = testWith({ env: () => ({ PUBLIC_URL: '' }) })

test('an admin brings the earlier mail of an inbox as a list, each mail once, without a mention', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  const aiko = await slack.user('aiko')
  const ask = async (user: string, line: string) => JSON.stringify((await slack.command(user, support, line)).body)
  for (let n = 0; n < COUNT; n++)
    await mail.receive({ subject: `Old question ${n}`, from: `old${n}@customer.test`, text: `Question number ${n}` })
  await mail.receive({
    subject: 'Two mails',
    from: 'two@customer.test',
    thread_id: 'thd_two',
    text: 'The first of two',
  })
  await mail.receive({
    subject: 'Re: Two mails',
    from: 'two@customer.test',
    thread_id: 'thd_two',
    text: 'The second of two',
  })
  await mail.receive({ subject: 'A prize', from: 'prize@win.test', kind: 'spam' })

  expect(await ask(maria, `/mail import ${mail.inbox}`)).toContain('Ask them')
  expect(await ask(aiko, `/mail import ${mail.inbox} 31`)).toContain('1 to 30 days')
  expect(await ask(aiko, `/mail import ${mail.inbox} 3`)).toContain('the last 3 days')
  await slack.findEphemeral(support, aiko, new RegExp(`Imported ${COUNT + 2} mails`))
  const lists = await until(async () => {
    const found = (await slack.messages(support)).filter((one) => LISTED.test(readText(one)))
    return found.some((one) => readText(one).includes('Two mails (2)')) && found
  })
  const lines = lists.flatMap((one) => [...readText(one).matchAll(/Old question (\d+)\b/g)].map(([, n]) => Number(n)))
  expect(lines.toSorted((one, other) => one - other)).toEqual(Array.from({ length: COUNT }, (_, n) => n))
  expect(JSON.stringify(lists)).not.toMatch(/A prize|<@U|<!/)

  // Opened from the list, a thread has all its mails.
  const list = lists.find((one) => readText(one).includes('Two mails'))
  const line = list?.blocks?.find((block) => JSON.stringify(block).includes('Two mails'))
  const value = String(findButton(line, /^Open$/)?.['value'])
  await app.client.slack.click({
    user: maria,
    channel: support,
    message_ts: list?.ts ?? '',
    action_id: 'mail.open_listed',
    value,
  })
  const head = await slack.findMessage(support, /The first of two/)
  await slack.findMessage(support, /The second of two/, head.ts)

  // Asked for again, nothing comes twice.
  await slack.command(aiko, support, `/mail import ${mail.inbox} 3`)
  await slack.findEphemeral(support, aiko, /All the mail for .* from the last 3 days is here already/)
  await app.settled()
  expect((await slack.messages(support)).filter((one) => LISTED.test(readText(one)))).toHaveLength(lists.length)

  await slack.command(aiko, support, '/mail audit')
  await until(async () => {
    const audit = readText((await slack.views(aiko)).find((view) => view['callback_id'] === 'workspace.audit'))
    return audit.includes('Import the mail of an inbox')
  })
})

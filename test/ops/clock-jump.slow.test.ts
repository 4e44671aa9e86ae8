import { expect, test } from 'vitest'
import { openHarness, type Harness, until } from '../support/harness.ts'
import { createMachineClock } from '../support/machine-clock.ts'

const HOUR_MS = 3_600_000
const MAILS = 5

async function receiveMails({ mail }: Harness, when: string): Promise<void> {
  for (let n = 0; n < MAILS; n++)
    await mail.receive({ thread_id: `${when}-${n}`, subject: `Mail ${n} ${when}`, text: `words ${n} ${when} the jump` })
}

async function countShown({ slack }: Harness): Promise<Map<string, number>> {
  const shown = new Map<string, number>()
  // A card, or a line in a list of the mail that waited.
  for (const { text = '', blocks } of await slack.messages(await slack.channel('support'))) {
    const subjects = `${text} ${JSON.stringify(blocks)}`.matchAll(/Mail \d+ (before|during|after)/g)
    for (const subject of new Set(subjects.map(([words]) => words))) shown.set(subject, (shown.get(subject) ?? 0) + 1)
  }
  return shown
}

for (const [store, tags] of [
  ['sqlite', []],
  ['redis', ['rest']],
] as const) {
  test(
    `after the clock has jumped an hour ahead and back, every mail is shown once (${store})`,
    { tags: [...tags] },
    async () => {
      const clock = createMachineClock()
      const app = await openHarness({ store })
      // Slack takes a post a second and refuses some: most mails wait, in each of the three times.
      const refuse = { target: 'slack', match: 'chat.postMessage', mode: 'status', status: 503 } as const
      await app.addFault({ ...refuse, times: 2 })
      await receiveMails(app, 'before')
      clock.setAhead(HOUR_MS)
      await app.addFault({ ...refuse, times: 2 })
      await receiveMails(app, 'during')
      clock.setAhead(0)
      await app.addFault({ ...refuse, times: 2 })
      await receiveMails(app, 'after')
      await until(async () => (await countShown(app)).size === 3 * MAILS, { ms: 300_000 })
      await app.settled()
      expect([...(await countShown(app)).values()]).toEqual(Array.from({ length: 3 * MAILS }, () => 1))
      expect(app.output()).toContain('the clock was set')
    },
  )

  test(`a job that is held while the clock is set back starts once (${store})`, { tags: [...tags] }, async () => {
    const clock = createMachineClock()
    const app = await openHarness({ store, env: { JOB_UNDO_SECONDS: '10' } })
    const [docs, maria] = await Promise.all([app.slack.channel('docs'), app.slack.user('maria')])
    clock.setAhead(HOUR_MS)
    await app.slack.command(maria, docs, '/docs Explain the hold')
    await app.slack.findMessage(docs, /Starts at/)
    clock.setAhead(0)
    await app.agent.findJob(/Explain the hold/)
    await app.settled()
    expect(await app.agent.jobs()).toHaveLength(1)
  })
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateMessageBlocks } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { describeState } from '../../src/jobs/card/status-line.ts'
import { extractTitle, type Job, jobStates, shortenTitle } from '../../src/jobs/model/job.ts'
import { fitToLimits } from '../../src/slack/blocks/block-builders.ts'
import { arbitraryText } from '../support/arbitrary-text.ts'
import { cardContext, jobRecord, english } from './job-record.ts'

const trouble = { code: 'unreachable', reference: '7F3A' }

test('the title comes first in every state, and a question or a failure is normal text below it', () => {
  const heads = jobStates.map((state) => {
    const job = jobRecord({ state, trouble, title: 'explain _both_ *retry* schedules' })
    const [title, second, third] = renderJobCard(english, job, cardContext).blocks
    const facts = second?.type === 'section' ? third : second
    expect(JSON.stringify(title)).toContain('"text":"Explain _both_ *retry* schedules","style":{"bold":true}')
    expect(facts?.type === 'context' && JSON.stringify(facts)).toContain('sked by @Maria Torres · acme docs')
    return second?.type === 'section' ? state : undefined
  })
  expect(heads.filter(Boolean)).toEqual(['picking', 'asking', 'failed', 'gone', 'unknown', 'refused'])
  const silent = renderJobCard(english, jobRecord({ silentSince: 1, checkedAt: 2 }), cardContext)
  expect(silent.blocks[1]?.type).toBe('section')
  expect(JSON.stringify(silent)).toContain('last checked')
  expect(JSON.stringify(renderJobCard(english, jobRecord({ checkedAt: 2 }), cardContext))).not.toContain('checked')
})

test('a card has one primary button at most, and names branch and model only while the job works', () => {
  const variants: Partial<Job>[] = [{}, { silentSince: 1 }, { continued: 'x' }]
  for (const code of ['unreachable', 'validation_error', 'forbidden'])
    for (const variant of variants)
      for (const state of jobStates) {
        const job = jobRecord({ ...variant, state, heldUntil: 1, trouble: { code, reference: '7F3A' } })
        const known = { prLink: 'https://git.example.test/pull/1', branch: 'docs/retries', model: 'writer-9' }
        const card = JSON.stringify(renderJobCard(english, { ...job, ...known }, cardContext))
        expect(card.split('"style":"primary"').length, card).toBeLessThanOrEqual(2)
        expect(/docs\/retries · writer-9/.test(card)).toBe(state === 'working')
      }
})

test('the buttons of likely projects keep the order of the operator, and the likeliest one is green', () => {
  const job = jobRecord({ state: 'picking', project: '' })
  for (const guesses of [
    ['c', 'a'],
    ['a', 'c'],
  ]) {
    const card = renderJobCard(english, job, { ...cardContext, guesses })
    const buttons = card.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []))
    const shown = buttons.flatMap((one) => (one.type === 'button' && one.action_id?.startsWith('jobs.pick') ? one : []))
    expect(shown.map(({ text }) => text.text)).toEqual(['a', 'c'])
    expect(shown.filter(({ style }) => style).map(({ text }) => text.text)).toEqual([guesses[0]])
  }
})

test('each state has its mark, its line and valid blocks', () => {
  const lines = jobStates.map((state) => {
    const shown = jobRecord({
      state,
      heldUntil: 1,
      heldForMs: 5000,
      prLink: 'https://git.example.test/pull/1',
      trouble: { code: 'x', reference: '7F3A' },
    })
    const message = fitToLimits(renderJobCard(english, shown, cardContext))
    expect(validateMessageBlocks(message.blocks)).toEqual([])
    return describeState(english, shown, cardContext)
  })
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines[jobStates.indexOf('working')]).toMatch(
    /^Working since <!date\^\d+\^\u200b\{date_short_pretty\} \{time\}\|/,
  )
})

/** Text that Slack shows literally. */
const isLiteral = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'type' in part && (part.type === 'plain_text' || part.type === 'text')

test('any title, branch or link is harmless and within the limits', () => {
  fc.assert(
    fc.property(arbitraryText({ maxLength: 5000 }), (text) => {
      const shown = jobRecord({
        title: extractTitle(`<!channel> ${text}`),
        branch: text,
        model: text,
        prLink: text,
        project: text,
      })
      const message = fitToLimits(renderJobCard(english, shown, cardContext))
      expect(validateMessageBlocks(message.blocks)).toEqual([])
      const marked = JSON.stringify(message.blocks, (_, part: unknown) => (isLiteral(part) ? '' : part))
      expect(`${message.text}${marked}`).not.toContain('<!channel>')
    }),
  )
})

test('the title of a card has a capital unless it begins with a name, and is cut', () => {
  const titleOf = (title: string): string => shortenTitle(jobRecord({ title }))
  expect(titleOf('explain the retry schedule')).toBe('Explain the retry schedule')
  for (const name of ['iOS: fix the links', 'retry_after is missing', '`curl` examples'])
    expect(titleOf(name)).toBe(name)
  expect(titleOf('explain '.repeat(30)).length).toBeLessThanOrEqual(70)
})

test('a working job shows for how long it has worked, and the time of a look that is too old', () => {
  const startedAt = 1_760_000_000_000
  const job = jobRecord({ startedAt, checkedAt: startedAt + 20.5 * 60_000 })
  const shown = JSON.stringify(renderJobCard(english, job, cardContext))
  expect(shown).toMatch(/Working since .* · for more than 20 min/)
  expect(shown).not.toContain('checked')
  expect(JSON.stringify(renderJobCard(english, job, { ...cardContext, isLookOld: true }))).toContain('checked <!date')
  for (const checkedAt of [startedAt, startedAt + 90_000])
    expect(describeState(english, jobRecord({ startedAt, checkedAt }), cardContext)).not.toContain('more than')
  const silent = { ...job, silentSince: startedAt + 4 * 60_000 }
  expect(describeState(english, silent, cardContext)).toMatch(/for more than 4 min/)
})

test.for([
  [90.9, '1 hr 30 min'],
  [23 * 60 + 1, '23 hr'],
  [71 * 60, '2 days'],
] as const)('a job that has worked for %d minutes shows no more precision than %s', ([minutes, shown]) => {
  const startedAt = 1_760_000_000_000
  const job = jobRecord({ startedAt, checkedAt: startedAt + minutes * 60_000 })
  expect(describeState(english, job, cardContext)).toMatch(new RegExp(`for more than ${shown}$`))
})

test('a failure shows its reference and what the agent said, escaped', () => {
  const said = 'Prompt <!channel> is *too* long'
  for (const state of ['failed', 'gone', 'unknown', 'refused'] as const) {
    const card = renderJobCard(english, jobRecord({ state, trouble: { ...trouble, said } }), cardContext)
    expect(JSON.stringify(card)).toContain('eference 7F3A')
    expect(JSON.stringify(card)).toContain('The agent said: “Prompt &lt;!channel&gt; is *too* long”')
  }
})

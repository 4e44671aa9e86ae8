import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withFollowUpApplied } from '../../src/jobs/model/follow-up.ts'
import { isFollowUpApplied } from '../../src/jobs/model/follow-up.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { parseCommand } from '../../src/jobs/entrypoints/command-grammar.ts'
import { splitProjectPrefix } from '../../src/jobs/model/projects.ts'
import { jobSchema, extractTitle } from '../../src/jobs/model/job.ts'
import { shortName } from '../../src/jobs/model/job-ids.ts'
import { createJobId } from '../../src/jobs/model/job-ids.ts'
import { promptModal } from '../../src/jobs/actions/job-modals.ts'
import { splitIntoChunks } from '../../src/slack/blocks/form-fields.ts'
import { jobFormModal } from '../../src/jobs/form/job-form-modal.ts'
import { pollBoundMs, pollDelayMs } from '../../src/jobs/run/poll-interval.ts'
import { limitQuotes, composePrompt, isNearDuplicate } from '../../src/jobs/model/job-prompt.ts'
import type { FollowUp } from '../../src/jobs/model/follow-up.ts'
import { describeState } from '../../src/jobs/card/status-line.ts'
import { fitToLimits } from '../../src/slack/blocks/block-builders.ts'
import { validateMessageBlocks, validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { cardContext, jobRecord } from './job-record.ts'
import { arbitraryText } from '../support/arbitrary-text.ts'

describe('the grammar of /docs', () => {
  test.each([
    ['', 'empty'],
    ['  help ', 'help'],
    ['help me with the docs', 'prompt'],
    ['thanks!', 'word'],
    ['jobs', 'jobs'],
    ['jobs mine', 'jobs'],
    ['jobs about webhooks', 'prompt'],
    ['jobs constructor', 'prompt'],
    ['status a1b2c3', 'status'],
    ['status of the webhooks page', 'prompt'],
    ['list', 'list'],
    ['list all pages', 'prompt'],
    ['quota', 'quota'],
    ['settings', 'settings'],
    ['frobnicate', 'word'],
    ['解释重试计划', 'prompt'],
    ['add a page', 'prompt'],
  ])('reads %j as %s', (text, kind) => {
    expect(parseCommand(text).kind).toBe(kind)
  })

  test('a project is named before a colon, whatever its case, and only with a text behind it', () => {
    const names = ['acme', 'acme docs']
    expect(splitProjectPrefix('Acme Docs: fix links', names)).toEqual({ project: 'acme docs', text: 'fix links' })
    expect(splitProjectPrefix('acme: fix links', names)).toEqual({ project: 'acme', text: 'fix links' })
    expect(splitProjectPrefix('acme docs:', names)).toEqual({ project: undefined, text: 'acme docs:' })
    expect(splitProjectPrefix('note: fix links', names)).toEqual({ project: undefined, text: 'note: fix links' })
  })
})

describe('the prompt', () => {
  const quote = (text: string) => ({ name: 'tom', atMs: 1_760_000_000_000, text })

  test('no quoted line can leave its fence', () => {
    fc.assert(
      fc.property(arbitraryText(), (text) => {
        const sent = composePrompt({ instruction: 'Fix it', quotes: [quote(text)] })
        const [head, , ...rest] = sent.split('\n\n')
        expect(head).toBe('Fix it')
        const lines = rest.join('\n\n').split(/\r\n|\r|\n|\u2028|\u2029/)
        expect(lines.slice(1).every((line) => line.startsWith('> '))).toBe(true)
      }),
    )
  })

  test('the newest messages stay when not all fit', () => {
    const all = Array.from({ length: 30 }, (_, index) => quote(`${index} ${'x'.repeat(1000)}`))
    const { quotes, older } = limitQuotes(all, { limit: 10_000 })
    expect(quotes.at(-1)?.text.startsWith('29 ')).toBe(true)
    expect(older).toBe(30 - quotes.length)
    expect(older).toBeGreaterThan(0)
    const headed = limitQuotes(all, { limit: 10_000, isHead: ({ text }) => text.startsWith('0 ') }).quotes
    expect(headed.map(({ text }) => text.split(' ')[0])).toEqual([
      '0',
      ...quotes.slice(1).map((one) => one.text.split(' ')[0]),
    ])
  })

  test('nearly the same words are alike, another number never is', () => {
    expect(isNearDuplicate('Fix the links.', 'fix the  links')).toBe(true)
    expect(
      isNearDuplicate('Explain page 1 of the webhooks guide now', 'Explain page 2 of the webhooks guide now'),
    ).toBe(false)
    expect(isNearDuplicate('Explain the retries', 'Explain the inboxes')).toBe(false)
  })
})

describe('the pace', () => {
  const scaled = (ms: number) => ms

  test('no job is seen later than 3 s, then 10 % of its age, then 60 s', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 86_400_000 }), (id, age) => {
        const pause = pollDelayMs(id, age, scaled)
        expect(pause).toBeLessThan(Math.min(60_000, Math.max(3000, age * 0.1)))
        expect(pause).toBeGreaterThan(pollBoundMs(age, scaled) / 2)
      }),
    )
  })
})

describe('the follow-ups', () => {
  const followUp = (n: number, attempt = 1): FollowUp => ({
    n,
    attempt,
    text: 'more',
    users: ['U1'],
    sources: [`${n}`],
    state: 'sent',
    at: 0,
  })

  test('each try counts once, in whatever order they arrive', () => {
    let now = jobRecord()
    for (const arrived of [followUp(2), followUp(1), followUp(1, 2)]) {
      expect(isFollowUpApplied(now, arrived)).toBe(false)
      now = { ...now, applied: withFollowUpApplied(now, arrived) }
      expect(isFollowUpApplied(now, arrived)).toBe(true)
    }
  })
})

describe('what people see', () => {
  test('each state has its mark, its line and valid blocks', () => {
    const lines = jobSchema.shape.state.options.map((state) => {
      const shown = jobRecord({
        state,
        heldUntil: 1,
        heldForMs: 5000,
        prLink: 'https://git.example.test/pull/1',
        trouble: { code: 'x', reference: '7F3A' },
      })
      const message = fitToLimits(renderJobCard(shown, cardContext))
      expect(validateMessageBlocks(message.blocks)).toEqual([])
      return describeState(shown, cardContext)
    })
    expect(new Set(lines).size).toBe(lines.length)
  })

  test('whatever a title, a branch or a link holds, it is inert and within the limits', () => {
    fc.assert(
      fc.property(arbitraryText({ maxLength: 5000 }), (text) => {
        const shown = jobRecord({
          title: extractTitle(`<!channel> ${text}`),
          branch: text,
          model: text,
          prLink: text,
          project: text,
        })
        const message = fitToLimits(renderJobCard(shown, cardContext))
        expect(validateMessageBlocks(message.blocks)).toEqual([])
        const marked = JSON.stringify(message.blocks, (_, part: unknown) =>
          typeof part === 'object' && part !== null && 'type' in part && part.type === 'plain_text' ? '' : part,
        )
        expect(`${message.text}${marked}`).not.toContain('<!channel>')
      }),
    )
  })

  test('a prompt of any length fits the form and the view, and nothing of it is lost in the form', () => {
    const text = `${'word '.repeat(2000)}end`
    expect(splitIntoChunks(text).join('')).toBe(text)
    const form = jobFormModal({
      draft: 'd',
      title: 'Start',
      submit: 'Start',
      projects: ['a', 'b'],
      project: 'a',
      text,
      asksChannel: true,
      inThread: false,
      quotes: Array.from({ length: 25 }, (_, index) => ({ name: 'tom', atMs: 0, text: `message ${index}` })),
      leftOut: [],
      room: [],
    })
    expect(validateView(form)).toEqual([])
    expect(validateView(promptModal(jobRecord(), 'x'.repeat(400_000), []))).toEqual([])
  })

  test('a short name is enough to find a job', () => {
    expect(shortName(jobRecord().id)).toHaveLength(6)
    expect(createJobId(1, 'a') < createJobId(2, 'a')).toBe(true)
  })
})

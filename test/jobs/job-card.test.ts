import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateMessageBlocks } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { describeState } from '../../src/jobs/card/status-line.ts'
import { extractTitle, jobStates } from '../../src/jobs/model/job.ts'
import { fitToLimits } from '../../src/slack/blocks/block-builders.ts'
import { arbitraryText } from '../support/arbitrary-text.ts'
import { cardContext, jobRecord } from './job-record.ts'

test('each state has its mark, its line and valid blocks', () => {
  const lines = jobStates.map((state) => {
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
      const message = fitToLimits(renderJobCard(shown, cardContext))
      expect(validateMessageBlocks(message.blocks)).toEqual([])
      const marked = JSON.stringify(message.blocks, (_, part: unknown) =>
        typeof part === 'object' && part !== null && 'type' in part && part.type === 'plain_text' ? '' : part,
      )
      expect(`${message.text}${marked}`).not.toContain('<!channel>')
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  actionsBlock,
  button,
  contextBlock,
  divider,
  fitToLimits,
  header,
  plainText,
  quoteBlock,
  section,
} from '../../src/slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../src/slack/blocks/slack-message.ts'
import { escapeMrkdwn } from '../../src/slack/blocks/mrkdwn.ts'
import { validateMessageBlocks } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { arbitraryText } from '../support/arbitrary-text.ts'

const words = fc
  .tuple(arbitraryText({ minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 400 }))
  .map(([piece, times]) => piece.repeat(times))

const block: fc.Arbitrary<MessageBlock[]> = fc.oneof(
  words.map((text) => [section(escapeMrkdwn(text))]),
  words.map((text) => [section(plainText(text))]),
  words.map((text) => [header(text)]),
  words.map((text) => contextBlock(escapeMrkdwn(text), plainText(text, 2000))),
  words.map((text) => [quoteBlock(text.slice(0, 4000))]),
  words.map((text) => actionsBlock(button({ actionId: 'a', text, value: text.slice(0, 2000) }))),
  words.map((text): MessageBlock[] => [
    {
      type: 'container',
      title: plainText(text, 150),
      child_blocks: [quoteBlock(text.slice(0, 3000)), section(escapeMrkdwn(text))],
    },
  ]),
  fc.constant(0).map((): MessageBlock[] => [divider()]),
)

test('every fitted message passes the simulator’s validation', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 70, size: 'max' }), words, (blocks, text) => {
      const message = fitToLimits({ text, blocks: blocks.flat() })
      expect(validateMessageBlocks(message.blocks)).toEqual([])
    }),
    { numRuns: 200 },
  )
})

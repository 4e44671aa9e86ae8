import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { findInThread, sendReply, withoutHold } from '../outbound/send/reply-sending.ts'

const test = testSending(withoutHold)

test('an answer that quotes our reply without any mark is shown without it', async ({ app, mail }) => {
  const { head, inbound } = await sendReply(app)
  await findInThread(app, head, /A new invoice is on its way/)
  await app.settled()
  const answer = (text: string) => mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text })
  await answer('This one is right, thank you.\n\nA new invoice is on its way.')
  const shown = readText(await findInThread(app, head, /This one is right/))
  expect(shown).toContain('earlier email hidden')
  expect(shown).not.toMatch(/on its way/)

  // People repeat their own words, and parts of ours.
  await answer('May I ask again?\n\nThis one is right, thank you.\n\nA new invoice is on its way, you said.')
  const repeated = readText(await findInThread(app, head, /May I ask again/))
  for (const words of ['This one is right', 'on its way, you said']) expect(repeated).toContain(words)
})

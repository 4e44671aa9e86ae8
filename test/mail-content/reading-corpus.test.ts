import { describe, expect, test } from 'vitest'
import { READER_VERSION } from '../../src/mail/records/mail/mail-reading.ts'
import { extractNewContent } from '../../src/mail-content/reading/new-content.ts'
import { toPlainText } from '../../src/mail-content/reading/rich-text.ts'
import { judgeReading } from '../../tools/judge-reading.ts'
import { readCorpus, selectParts } from '../../tools/reading-corpus.ts'
import {
  askToRaiseVersion,
  digestReadings,
  findChangedReadings,
  findUnknownMails,
  readDigests,
} from '../../tools/reading-digests.ts'

const corpus = readCorpus()

/** A mail's line `Known:` names what is still shown wrong. `npm run bench reading -- --mark` removes the mark once it is mended. */
describe('shows the new text of', () => {
  test.each(corpus)('$name', (mail) => {
    for (const { reading, expected, known } of mail.readings) {
      const visible = toPlainText(extractNewContent(selectParts(mail, reading)).richText)
      const judgement = judgeReading(expected, visible, { isWrapped: reading === 'text' })
      const { verdict } = judgement
      const shown = `${mail.name}, ${reading}: ${JSON.stringify(judgement)}\n--- shown:\n${visible.slice(0, 3000)}\n--- expected:\n${expected.join('\n--- or:\n')}`
      if (known === 'right') expect(verdict, shown).toBe('right')
      else {
        expect(verdict, `${mail.name}, ${reading}, is right now: remove its mark after "Known:"`).not.toBe('right')
        if (known !== 'lost') expect(verdict, shown).not.toBe('lost')
      }
    }
  })
})

test('a reader that reads mails in another way has another version', () => {
  const { version, digests } = readDigests()
  const now = digestReadings(corpus, extractNewContent)
  const changed = version === READER_VERSION ? findChangedReadings(digests, now) : []
  expect(changed, askToRaiseVersion(changed)).toEqual([])
  const outdated = version === READER_VERSION ? findUnknownMails(digests, now) : [`version ${version}`]
  expect(outdated, 'run "npm run bench reading -- --mark"').toEqual([])
})

describe('the judge', () => {
  test.each<[what: string, expected: string, visible: string, verdict: string]>([
    ['accepts another drawing of a list', '- one\n- two', '• one\n• two', 'right'],
    ['accepts a closing and its absence', 'Fine.\n? Thanks,\n? Ana', 'Fine.', 'right'],
    ['accepts a closing that is shown', 'Fine.\n? Thanks,\n? Ana', 'Fine.\n\nThanks,\nAna', 'right'],
    ['accepts cells on one line or on several', 'Pens | 3', 'Pens\n3', 'right'],
    ['sees a lost word', 'Fine, see you there.', 'Fine, see you', 'lost'],
    ['sees a leaked word', 'Fine.', 'Fine.\nOn Tuesday Ana wrote:', 'leaked'],
    ['sees words that run together', 'Congratulations!\nAcme Shop', 'Congratulations!Acme Shop', 'layout'],
    ['sees a line in the wrong place', 'one two', 'one\ntwo', 'layout'],
    ['accepts the host beside a link', 'See our prices.', 'See our prices (acme.test).', 'right'],
    ['tells flags of regions apart', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 won', '🏴󠁧󠁢󠁷󠁬󠁳󠁿 won', 'lost'],
  ])('%s', (_, expected, visible, verdict) => {
    expect(judgeReading([expected], visible, { isWrapped: false }).verdict).toBe(verdict)
  })

  test('accepts a wrapped line in plain text', () => {
    expect(judgeReading(['one two'], 'one\ntwo', { isWrapped: true }).verdict).toBe('right')
  })
})

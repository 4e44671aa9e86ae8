import { withReading } from '../src/mail/records/mail/mail-reading.ts'
import { expect, test } from 'vitest'
import { renderJobCard } from '../src/jobs/card/job-card.ts'
import { buildJobFormModal } from '../src/jobs/form/job-form-modal.ts'
import { jobStates } from '../src/jobs/model/job.ts'
import { previewMail } from '../src/mail/records/mail/mail-preview.ts'
import { emptyDeliveryReport } from '../src/mail/records/replies/delivery-status.ts'
import { badgeNames, type Mail } from '../src/mail/records/mail/mail.ts'
import type { MailRule } from '../src/mail/records/routing/mail-rule.ts'
import { buildReply } from '../src/mail/records/replies/reply.ts'
import { buildQuarantineCard } from '../src/mail/cards/quarantine-card.ts'
import { buildReplyCard } from '../src/mail/cards/replies/reply-card.ts'
import { emptyFields } from '../src/mail/placement/rules/open-rule-form.ts'
import { buildRuleForm } from '../src/mail/placement/rules/rule-form.ts'
import { buildRulesModal } from '../src/mail/placement/rules/rules-modal.ts'
import { buildTrialModal } from '../src/mail/placement/rules/trial/trial-blocks.ts'
import type { TrialGroup } from '../src/mail/placement/rules/trial/try-rules.ts'
import { mailTextIn } from '../src/mail/text/mail-text.ts'
import { buildMailCard } from '../src/mail/cards/mail-card.ts'
import { cardContext, english, jobRecord } from './jobs/job-record.ts'

/** A catalogue in another language: every English text in brackets. */
function translate<T>(text: T): T
function translate(text: unknown): unknown {
  if (typeof text === 'string') return text === '' ? '' : `⟦${text}⟧`
  if (typeof text === 'function') return (...args: unknown[]) => translate(text(...args))
  if (Array.isArray(text) || typeof text !== 'object' || text === null) return text
  return Object.fromEntries(Object.entries(text).map(([name, value]) => [name, translate(value)]))
}

/** Returns every text of a message or view that people see. */
function shownTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(shownTexts)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    name === 'text' && typeof value === 'string' ? value : shownTexts(value),
  )
}

/** Removes the catalogue's texts; a text may have been cut within its brackets. */
function removeTranslated(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*(⟧|…$)/g, '')
  return rest === text ? rest : removeTranslated(rest)
}

/** Returns the English words that a reader of the other language would see. In these tests, people write in capitals or in other letters. */
const untranslated = (shown: unknown): string[] =>
  shownTexts(shown).filter((text) => /[a-z]{2}/.test(removeTranslated(text).replaceAll(/<[^>]*>|@[\w.]+/g, '')))

test('a job’s card and form show only the reader’s language', () => {
  const text = translate(english)
  const context = { ...cardContext, asker: 'MT', projects: ['A', 'B'], guesses: ['B'] }
  const used = { messages: 2, older: 1, files: 1, images: 1 }
  const cards = jobStates.flatMap((state) =>
    [{}, { silentSince: 1, checkedAt: 2 }, { threadTs: '1.1', used }].map((more) => {
      const trouble = { code: 'unreachable', reference: '7F3A' }
      const job = jobRecord({ state, heldUntil: 1, heldForMs: 5000, trouble, title: 'T', project: 'P', ...more })
      return renderJobCard(text, job, context).blocks
    }),
  )
  const form = buildJobFormModal(text, {
    draft: 'd',
    title: text.form.startTitle,
    submit: text.form.start,
    projects: ['A', 'B'],
    project: 'A',
    text: 'T',
    asksChannel: true,
    inThread: true,
    source: 'https://x.test',
    quotes: [{ name: 'MT', atMs: 1, text: 'T' }],
    leftOut: [],
    quota: [],
  })
  expect(untranslated([cards, form])).toEqual([])
  expect(untranslated(renderJobCard(english, jobRecord(), cardContext)).length).toBeGreaterThan(3)
})

test('the cards of a mail and of a reply show only the reader’s language', () => {
  const text = translate(mailTextIn('en'))
  const at = { thread: 'a'.repeat(24), mail: 'b'.repeat(24) }
  const mail: Mail = {
    thread: at.thread,
    inboxId: 'I@X.TEST',
    threadId: 't',
    messageId: '<m@x.test>',
    at: 1_795_246_090_000,
    from: { address: 'A@X.TEST' },
    replyTo: [],
    to: [{ address: 'B@X.TEST' }],
    cc: [{ address: 'C@X.TEST' }],
    subject: '',
    text: 'T',
    isFetched: true,
    attachments: [{ name: 'F.PDF', size: 5000, isInline: false }],
    headers: {},
    badges: [...badgeNames],
  }
  const mailCards = [
    buildMailCard({ text, mail, preview: previewMail(withReading(mail)), at }),
    buildQuarantineCard(text, { ...mail, restriction: 'spam' }, at),
  ]
  const content = {
    ...at,
    inboxId: mail.inboxId,
    messageId: mail.messageId,
    user: 'U1',
    userName: 'MT',
    to: mail.to,
    cc: [],
    bcc: [],
    written: {},
    text: 'T',
    html: '',
    files: [{ id: 'F1', name: 'F.PDF' }],
  }
  const trouble = {
    code: 'X',
    reason: 'silent',
    facts: { code: 'X' },
    text: 'stored English',
    who: 'service' as const,
  }
  const replyCards = (
    ['awaiting', 'scheduled', 'paused', 'held', 'sending', 'sent', 'failed', 'unknown', 'cancelled', 'dropped'] as const
  ).map((state) =>
    buildReplyCard(text, { ...buildReply('r1', content, 1, 5000), state, trouble }, 'r1', emptyDeliveryReport, {
      canLookUp: true,
    }),
  )
  expect(untranslated([mailCards, replyCards])).toEqual([])
})

test('the rules of mail and their form show only the reader’s language', () => {
  const text = translate(mailTextIn('en'))
  const made = { by: 'U1', at: 1_795_246_090_000, revision: 1 }
  const when = { inboxes: ['I@X.TEST'], senders: ['X.TEST'], words: ['W'], labels: ['L'], kinds: ['list', 'bounce'] }
  const rules: MailRule[] = [
    { id: 'r1', when, channel: 'C1', assign: 'person:U1', isMuted: true, ...made },
    { id: 'r2', when: {}, isQuarantined: true, ...made, changed: { by: 'U2', at: made.at } },
    { id: 'r3', name: 'N', when, ...made },
  ]
  const mail = { subject: '', from: { address: 'A@X.TEST' } } as Mail
  const why = { rule: 'rule' as const, by: 'U1', at: made.at, mark: { id: 'r2', when: {} } }
  const groups: TrialGroup[] = [
    { from: { channel: 'C1' }, to: 'quarantine', route: { channel: 'C1', why }, mails: [mail] },
    { from: 'waiting', to: { channel: 'C2' }, route: { channel: 'C2', why: { rule: 'inbox' } }, mails: [mail] },
    { from: { channel: 'C1' }, to: 'waiting', route: undefined, mails: Array.from({ length: 9 }, () => mail) },
  ]
  const trial = {
    count: 14,
    groups,
    unchanged: 1,
    hidden: { count: 2, changing: 1 },
    restricted: 1,
    unusable: new Map([['C2', text.rules.unusable({ problem: '' })]]),
  }
  const shown = [
    buildRulesModal({ text, rules, page: 0, mayChange: true, defaultChannel: 'C1' }),
    buildRulesModal({ text, rules: [], page: 0, mayChange: false, defaultChannel: undefined }),
    buildTrialModal(text, trial),
    buildRuleForm({
      text,
      rules: rules.slice(1),
      meta: { position: 'r2' },
      fields: { ...emptyFields, position: 'r2' },
      chosen: { inboxes: [], assign: [] },
      channelNote: text.rules.form.channelKept,
    }),
  ]
  expect(untranslated(shown)).toEqual([])
})

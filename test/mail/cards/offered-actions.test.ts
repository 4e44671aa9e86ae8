import { withReading } from '../../../src/mail/records/mail/mail-reading.ts'
import { expect, test } from 'vitest'
import type { ActionRow, ActionSpot } from '../../../src/mail/records/action-row.ts'
import { mailActions } from '../../../src/mail/records/mail-actions.ts'
import { threadActions } from '../../../src/mail/records/mail/thread-actions.ts'
import { quarantineActions } from '../../../src/mail/records/quarantine-actions.ts'
import { replyActions } from '../../../src/mail/records/reply-actions.ts'
import type { MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { previewMail } from '../../../src/mail/records/mail/mail-preview.ts'
import type { Mail } from '../../../src/mail/records/mail/mail.ts'
import { emptyDeliveryReport } from '../../../src/mail/records/replies/delivery-status.ts'
import { buildReply, type Reply } from '../../../src/mail/records/replies/reply.ts'
import { judgeReplies } from '../../../src/mail/cards/replies/reply-standing.ts'
import { buildMailButtons, buildMailCard } from '../../../src/mail/cards/mail-card.ts'
import { buildQuarantineCard } from '../../../src/mail/cards/quarantine-card.ts'
import { buildReplyCard } from '../../../src/mail/cards/replies/reply-card.ts'
import { buildDetailButtons } from '../../../src/mail/desk/viewer/details-modal.ts'
import { buildMoreModal } from '../../../src/mail/desk/viewer/more-modal.ts'
import type { AccessAction } from '../../../src/access/actions.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { sampleMail } from '../sample-mail.ts'

const text = mailTextIn('en')
const at = { thread: 'thread', mail: 'mail' }
const held: Mail = { ...sampleMail, restriction: 'spam', held: { state: 'held', at: 1 } }
const released: Mail = { ...held, held: { state: 'released', at: 1 } }
const mail: Mail = {
  ...sampleMail,
  to: [{ address: 'help@acme.test' }, { address: 'rita@partner.test' }],
  attachments: [{ name: 'a.pdf', isInline: false }],
  isFetched: true,
  text: 'Hello',
}
const thread: MailThread = {
  inboxId: mail.inboxId,
  threadId: 'x',
  placement: { is: 'posted', channel: 'C1', head: 0 },
  mails: ['mail'],
  replies: [],
  count: 1,
}
const owner = { user: 'U1', at: 1 }
const snooze = { until: 9, by: 'U1', at: 1 }
const threads: MailThread[] = [
  thread,
  { ...thread, owner },
  { ...thread, snooze },
  { ...thread, owner, work: 'done' },
  { ...thread, work: 'done', muted: { by: 'U1', at: 1 } },
]
const reply = buildReply(
  'r1',
  {
    ...at,
    inboxId: mail.inboxId,
    messageId: 'm1',
    user: 'U1',
    userName: 'Maria',
    to: [mail.from],
    cc: [],
    bcc: [],
    written: null,
    text: 'Hello',
    html: '',
    files: [],
  },
  1,
  5000,
)
const facts = { code: 'missing_permission' }
const trouble = { code: 'missing_permission', reason: 'missing_permission', facts, text: '', who: 'admin' as const }
const replies: Reply[] = (['awaiting', 'scheduled', 'paused', 'held', 'sending', 'failed', 'unknown'] as const).map(
  (state) => ({ ...reply, state, trouble }),
)

/** The ids of all shown buttons, and the verbs of all menu entries. */
function listOffered(shown: unknown): string[] {
  if (typeof shown !== 'object' || shown === null) return []
  const id = 'type' in shown && shown.type === 'button' && 'action_id' in shown ? [String(shown.action_id)] : []
  const entries =
    'options' in shown && Array.isArray(shown.options)
      ? (shown.options as { value: string }[]).map(({ value }) => `${value.split(':')[0]}:`)
      : []
  return [...id, ...entries, ...Object.values(shown).flatMap(listOffered)]
}

const preview = previewMail(withReading(mail))
const cards = listOffered([
  ...threads.map((record) => buildMailCard({ text, mail, preview, at, state: { record, names: new Map() } })),
  buildMailCard({ text, mail, preview: { ...preview, isTruncated: true }, at }),
  buildQuarantineCard(text, held, at),
  ...replies.map((one) => buildReplyCard(text, one, 'r1', emptyDeliveryReport, { canLookUp: true })),
])
const buildMore = (one: Mail, shown: MailThread, refused: AccessAction[] = []) =>
  buildMoreModal({ text, mail: one, thread: shown, at, hasJobs: true, refused: new Set(refused) })
const more = listOffered([
  ...threads.map((one) => buildMore(mail, one)),
  buildMore(mail, { ...thread, muted: { by: 'U1', at: 1 } }),
  buildMore(released, thread),
])
const details = listOffered(buildDetailButtons(text, mail, at))

const isOfferedAt: Record<ActionSpot, (action: Pick<ActionRow<never>, 'verb' | 'actionId' | 'asks'>) => boolean> = {
  card: ({ actionId = '', asks }) => cards.includes(asks?.actionId ?? actionId),
  menu: ({ verb }) => cards.includes(`${verb}:`),
  more: ({ actionId = '' }) => more.includes(actionId),
  details: ({ actionId = '' }) => details.includes(actionId),
  // The form that blocks a sender belongs to one row behind More….
  form: () => false,
}

test('each action is offered in some state at each place in its row', () => {
  const tables = [...mailActions, ...threadActions, ...quarantineActions, ...replyActions]
  const spots = tables.flatMap((action) => action.at.map((spot) => ({ spot, action })))
  const missing = spots.filter(({ spot, action }) => !isOfferedAt[spot](action))
  expect(missing.map(({ spot, action }) => `${action.verb} at ${spot}`)).toEqual([])
  expect(tables.filter((action) => action.at.length === 0)).toEqual([])
})

test('the card, its menu and More offer only actions that have a row', () => {
  const tables = [...mailActions, ...threadActions, ...quarantineActions, ...replyActions]
  const known = tables.flatMap(({ verb, actionId = '', asks }) => [asks?.actionId ?? actionId, `${verb}:`])
  expect([...cards, ...more, ...details].filter((offered) => !known.includes(offered) && offered !== 'more:')).toEqual(
    [],
  )
})

test('a card has at most three buttons beside its menu, whatever the state of its thread', () => {
  const rows = threads.map((record) => buildMailButtons({ text, mail, at, state: { record, names: new Map() } }))
  for (const row of rows) {
    expect(row.filter(({ type }) => type === 'button').length).toBeLessThanOrEqual(3)
    expect(row.at(-1)?.type).toBe('overflow')
  }
  const verbs = rows.map((row) => listOffered(row).filter((id) => id.endsWith(':')).length)
  expect(Math.max(...verbs)).toBeLessThanOrEqual(5)
})

test('an open mail is marked as done with one press, whether it is claimed or not', () => {
  const open = threads.filter(({ work }) => work !== 'done')
  for (const record of open)
    expect(listOffered(buildMailButtons({ text, mail, at, state: { record, names: new Map() } }))).toContain(
      'mail.done',
    )
})

test('More has at most six entries, and none that would refuse this person', () => {
  for (const record of threads) expect(listOffered(buildMore(mail, record)).length).toBeLessThanOrEqual(6)
  const all: AccessAction[] = ['mail.reply', 'mail.release', 'mail.administer']
  expect(listOffered(buildMore(released, { ...thread, owner }, all))).toEqual(['mail.start_job', 'mail.details'])
})

const imitation: Mail = { ...mail, badges: ['look_alike'], text: 'Please pay. '.repeat(200) }
const shownOf = (one: Mail, record = thread) =>
  buildMailCard({
    text,
    mail: one,
    preview: previewMail(withReading(one)),
    at,
    thread: {
      record,
      earlier: 0,
      elsewhere: 0,
      isOnlyInbox: true,
      replies: judgeReplies([]),
      asides: [],
      names: new Map(),
    },
  })

test('the card of an imitation shows that its text is cut, and has one button that opens it', () => {
  for (const record of [thread, { ...thread, work: 'done' as const }]) {
    const card = shownOf(imitation, record)
    expect(JSON.stringify(card)).toContain(text.cutHere)
    expect(listOffered(card).filter((id) => id === 'mail.read')).toHaveLength(1)
    expect(JSON.stringify(card)).toContain(text.readSafely)
  }
})

test('the menu of an imitation offers a reply, unless a program wrote it', () => {
  expect(listOffered(shownOf(imitation))).toContain('reply:')
  const offered = listOffered(shownOf({ ...imitation, kinds: ['auto_reply'] }))
  expect(offered.filter((id) => ['reply:', 'forward:'].includes(id))).toEqual([])
})

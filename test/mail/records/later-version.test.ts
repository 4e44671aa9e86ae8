import { withReading } from '../../../src/mail/records/mail/mail-reading.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { previewMail } from '../../../src/mail/records/mail/mail-preview.ts'
import { emptyDeliveryReport } from '../../../src/mail/records/replies/delivery-status.ts'
import { describeMailProblem } from '../../../src/mail/cards/describe-problem.ts'
import { type Mail, mailSchema } from '../../../src/mail/records/mail/mail.ts'
import { buildReply, replySchema } from '../../../src/mail/records/replies/reply.ts'
import { buildQuarantineCard } from '../../../src/mail/cards/quarantine-card.ts'
import { buildReplyCard } from '../../../src/mail/cards/replies/reply-card.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { buildMailCard } from '../../../src/mail/cards/mail-card.ts'
import { createTable } from '../../../src/store/typed-table.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'
import { changeRules } from '../../../src/mail/placement/rules/change-rules.ts'

const team = 'T1'
const LATER = 'of_a_later_version'

const mail: Mail = { ...sampleMail, badges: ['external'] }
const content = {
  thread: 'thread',
  mail: 'mail',
  inboxId: 'help@acme.test',
  messageId: 'm1',
  user: 'U1',
  userName: 'Maria',
  to: [],
  cc: [],
  bcc: [],
  written: null,
  text: 'Hello',
  html: '',
  files: [],
}
const laterReply = replySchema.parse({ ...buildReply('r1', content, 1), state: LATER })
const laterQuarantined = mailSchema.parse({ ...mail, restriction: LATER, held: { state: LATER, at: 1 } })

test('a reply in a state of a later version is shown without buttons', () => {
  const { blocks } = buildReplyCard(mailTextIn('en'), laterReply, 'r1', emptyDeliveryReport, { canLookUp: true })
  expect(blocks.map(({ type }) => type)).toEqual(['section', 'rich_text'])
})

test('no task changes a reply in a state of a later version', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything })
  await services.replyStore.replies.put('r1', laterReply, 0)
  await runTask('mail.send', { team, user: 'U1', reply: 'r1' })
  for (const decision of ['cancel', 'stop', 'look', 'again', 'drop'])
    await runTask('mail.decide', { team, user: 'U1', reply: 'r1', decision, event: decision, channel: 'C1' })
  expect(await services.replyStore.findReply('r1')).toEqual(laterReply)
})

test('quarantined mail with a decision of a later version is shown without buttons and cannot be answered', () => {
  const at = { thread: 'thread', mail: 'key' }
  expect(
    buildQuarantineCard(mailTextIn('en'), laterQuarantined, at).blocks.some(({ type }) => type === 'actions'),
  ).toBe(false)
  const card = JSON.stringify(
    buildMailCard({
      text: mailTextIn('en'),
      mail: laterQuarantined,
      preview: previewMail(withReading(laterQuarantined)),
      at,
    }),
  )
  expect(card).not.toContain('mail.reply')
})

test('no task changes quarantined mail with a decision of a later version', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything })
  await services.mailStore.mails.put('key', laterQuarantined, 0)
  await runTask('mail.hold', { team, mail: 'key' })
  for (const verdict of ['released', 'deleted'])
    await runTask('mail.judge', { team, user: 'U1', mail: 'key', verdict, event: verdict, channel: 'C1' })
  expect((await services.mailStore.mails.get('key'))?.value).toEqual(laterQuarantined)
})

test('a badge of a later version is left out of the card, and the others are shown', () => {
  const later = mailSchema.parse({ ...mail, badges: [LATER, 'external'] })
  const card = JSON.stringify(
    buildMailCard({
      text: mailTextIn('en'),
      mail: later,
      preview: previewMail(withReading(later)),
      at: { thread: 'thread' },
    }),
  )
  expect(card).toContain('External"')
  expect(card).not.toContain(LATER)
})

test('a card explains a failed send by its reason, and a reason of a later version by the stored text', () => {
  const stored = { code: 'missing_permission', who: 'admin' as const, text: 'Stored words.' }
  const facts = { code: 'missing_permission', permission: 'send' }
  const problems = ['missing_permission', 'later'].map((reason) => ({ ...stored, reason, facts }))
  expect(problems.map((problem) => describeMailProblem(mailTextIn('en'), problem))).toEqual([
    'The mailbox key lacks the permission send.',
    'Stored words.',
  ])
})

test('a rule with a condition of a later version takes no mail, even after an edit in this version', async () => {
  const memory = openMemory()
  const { services } = await openMailSlice({ memory })
  const rule = { id: 'r1', when: { [LATER]: ['x'] }, channel: 'C1', by: 'U1', at: 1, revision: 1 }
  const stored = { rules: [], holds: [], seen: [], mailRules: [rule] }
  await createTable(memory.store, { partition: `${team}/mail.routes`, schema: z.json() }).put('rules', stored, 0)
  expect(await services.routes.findRoute(mail)).toBeUndefined()

  const edited = { ...rule, when: {}, name: 'Orders', revision: 2, changed: { by: 'U2', at: 2 } }
  expect(await changeRules(services.routes, { do: 'edit', rule: edited, seen: 1 })).not.toHaveProperty('conflict')
  expect((await services.routes.read()).mailRules).toMatchObject([{ name: 'Orders' }])
  expect(await services.routes.findRoute(mail)).toBeUndefined()
})

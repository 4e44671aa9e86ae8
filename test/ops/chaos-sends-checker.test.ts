import { expect, test } from 'vitest'
import type { Violations } from '../../chaos/violations.ts'
import { checkRun } from '../../chaos/checker.ts'
import type { Decision, Operation } from '../../chaos/fixture.ts'
import type { ShownMail } from '../../chaos/sent-content.ts'
import {
  createCleanRun,
  createContent,
  createPost,
  findPost,
  findReply,
  findSent,
  reply,
  type TestedRun,
} from '../support/clean-chaos-run.ts'

/** The reply as the approver saw it. */
const decide = (tested: TestedRun, change: Partial<Decision> = {}): Decision => {
  const shown = { to: ['a@b.test'], cc: [], subject: 'Re: invoice', text: `Dear customer, ${reply}` }
  const decision: Decision = { marker: reply, by: 'tom', verdict: 'approved', shown, ...change }
  tested.run.decisions = [decision]
  return decision
}
const enteredOf = (tested: TestedRun): ShownMail => {
  const { entered } = findReply(tested)
  if (!entered) throw new Error('nothing was entered')
  return entered
}
/** Maria wrote the reply, and Tom approved it. */
function approveReply(tested: TestedRun): Decision {
  const decision = decide(tested)
  Object.assign(findReply(tested), { writer: 'maria', needsApproval: true, entered: { ...decision.shown } })
  tested.run.plannedSends = 1
  return decision
}
/** Tom edited the reply before that, and the first version never left. */
function addFirstVersion(tested: TestedRun): Operation {
  const second = findReply(tested)
  const first: Operation = { ...second, marker: 'm00007x10007', writer: 'aiko' }
  second.root = first.marker
  tested.run.operations.unshift(first)
  return first
}

test('an edited reply sent once, as entered and approved, is no violation', () => {
  const tested = createCleanRun()
  approveReply(tested)
  addFirstVersion(tested)
  expect(checkRun(tested.run, tested.finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('a person whose edit was not taken may approve the mail', () => {
  const tested = createCleanRun()
  const decision = approveReply(tested)
  const first = addFirstVersion(tested)
  decision.by = first.writer ?? ''
  first.accepted = false
  expect(checkRun(tested.run, tested.finalState).outOfOrder).toEqual([])
})

const SENDS: [string, keyof Violations, (tested: TestedRun, decision: Decision) => void][] = [
  ['a reply to other recipients than those entered', 'lost', (tested) => (enteredOf(tested).to = ['c@d.test'])],
  ['a reply with another copy than entered', 'lost', (tested) => (enteredOf(tested).cc = ['c@d.test'])],
  ['a reply with another subject than entered', 'lost', (tested) => (enteredOf(tested).subject = 'Offer')],
  ['a reply with another text than entered', 'lost', (tested) => (enteredOf(tested).text += ' and more')],
  ['fewer mails than planned', 'lost', ({ run }) => (run.plannedSends = 2)],
  ['more mails than planned', 'duplicated', ({ run }) => (run.plannedSends = 0)],
  [
    'a mail that nobody sent',
    'duplicated',
    (tested) => tested.finalState.sent.push({ ...findSent(tested), text: 'Dear customer, m00009x10009' }),
  ],
  [
    'an edited reply of which both versions left',
    'duplicated',
    (tested) => {
      const { marker } = addFirstVersion(tested)
      tested.finalState.sent.push({ ...findSent(tested), text: `Dear customer, ${marker}` })
    },
  ],
  ['a reply that left without an approval', 'outOfOrder', ({ run }) => (run.decisions = [])],
  ['a reply that its writer approved', 'outOfOrder', (_, decision) => (decision.by = 'maria')],
  [
    'an edited reply that its first writer approved',
    'outOfOrder',
    (tested, decision) => (decision.by = addFirstVersion(tested).writer ?? ''),
  ],
  ['an approved reply that left to others', 'outOfOrder', (_, { shown }) => (shown.to = ['c@d.test'])],
  ['an approved reply with another subject', 'outOfOrder', (_, { shown }) => (shown.subject = 'Offer')],
  ['an approved reply with another text', 'outOfOrder', (_, { shown }) => (shown.text += ' and more')],
  [
    'a declined reply that left',
    'outOfOrder',
    (_, decision) => Object.assign(decision, { verdict: 'declined', isCertain: true }),
  ],
  [
    'a card that shows an outcome of a version that never left',
    'stuck',
    (tested) => {
      const { marker } = addFirstVersion(tested)
      tested.finalState.posts.push(
        createPost('2.5', 'card:mail.reply:r0', createContent(`Dear customer, ${marker}`, 'Delivered'), '2.1'),
      )
    },
  ],
  [
    'a card that denies that its reply left',
    'stuck',
    (tested) => (findPost(tested, 'card:mail.reply:').content += 'Not delivered. Nothing was sent'),
  ],
  [
    'a card that shows what the mailbox never said',
    'stuck',
    (tested) => (findSent(tested).events = [{ event: 'sent' }, { event: 'delivered' }]),
  ],
]

test.each(SENDS)('%s is reported as %s', (_name, kind, breakRun) => {
  const tested = createCleanRun()
  breakRun(tested, approveReply(tested))
  expect(checkRun(tested.run, tested.finalState)[kind]).not.toEqual([])
})

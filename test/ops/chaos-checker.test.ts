import { expect, test } from 'vitest'
import type { Violations } from '../../chaos/violations.ts'
import { checkRun } from '../../chaos/checker.ts'
import type { FinalPost } from '../../chaos/final-state.ts'
import {
  createCleanRun,
  createContent,
  createPost,
  duplicatePost,
  findJob,
  findPost,
  findReply,
  findSent,
  followUp,
  job,
  removePosts,
  reply,
  secondFollowUp,
  secondMail,
  type TestedRun,
} from '../support/clean-chaos-run.ts'

test('an undone job whose line names no job is known by the request that posted its card', () => {
  const { run, finalState } = createCleanRun()
  run.operations = [{ kind: 'job', marker: job, accepted: true, channel: 'C1', isUndone: true }]
  run.history.posts.clear()
  finalState.posts = [createPost('1.1', 'card:jobs.card:j1', createContent('', 'Undone by @Maria'))]
  finalState.jobs = []
  finalState.sent = []
  expect(checkRun(run, finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('a run that keeps all promises has no violations', () => {
  const { run, finalState } = createCleanRun()
  expect(checkRun(run, finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

/** Both recipients of the reply marked it as spam. */
function complainTwice(tested: TestedRun): void {
  const { finalState } = tested
  const events = [{ event: 'sent' }, { event: 'complained' }] as const
  finalState.sent = finalState.sent.map((one) => ({ ...one, cc: ['C <c@d.test>'], events: [...events] }))
  removePosts(tested, 'mail.loud:')
  const alert = createContent('marked your reply as spam', '')
  finalState.posts.push(
    createPost('2.4', 'mail.loud:r1:complained:f', alert, '2.1'),
    createPost('2.5', 'mail.loud:r1:complained:g', alert, '2.1'),
  )
  findPost(tested, 'card:mail.reply:').content = createContent(
    `Dear customer, ${reply}`,
    'Delivered, then a@b and c@d marked this as spam',
  )
}

test('each recipient who complains is an alert of its own', () => {
  const tested = createCleanRun()
  complainTwice(tested)
  expect(checkRun(tested.run, tested.finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('a reply that was given up may be sent again as another version', () => {
  const tested = createCleanRun()
  const again = 'm00007x10007'
  const { run, finalState } = tested
  const first = findReply(tested)
  run.operations.push({ ...first, marker: again, root: reply })
  const card = findPost(tested, 'card:mail.reply:r1')
  finalState.posts.push({
    ...card,
    ts: '2.6',
    opId: 'card:mail.reply:r2',
    content: createContent(`Dear customer, ${again}`, 'Not delivered to a@b'),
  })
  removePosts(tested, 'mail.loud:r1')
  finalState.posts.push(
    createPost('2.7', 'mail.loud:r2:bounced:f', createContent('your reply didn’t reach', ''), '2.1'),
  )
  finalState.sent = finalState.sent.map((one) => ({
    ...one,
    text: `Dear customer, ${again}`,
    idempotency_key: 'bellhop-reply-r2',
  }))
  const check = (line: string) => {
    card.content = createContent(`Dear customer, ${reply}`, line)
    return checkRun(run, finalState).stuck
  }
  expect(check('Sent again by @Maria.')).toEqual([])
  expect(check('Sending')).toHaveLength(1)
})

test.each([
  ['a later version of a new mail', { root: 'm00007x10007' }],
  ['a new mail that was sent again unchanged', {}],
])('%s is also shown on the head of its thread', (_, version) => {
  const tested = createCleanRun()
  const { run, finalState } = tested
  Object.assign(findReply(tested), { sends: 'new', ...version })
  const own = findPost(tested, 'card:mail.reply:r1')
  const head = {
    ...own,
    ts: '2.1',
    threadTs: undefined,
    opId: 'card:mail.card:t2',
    content: own.content.replace('[{"type"', '[{"text":"✉️ Maria sent this to A"},{"type"'),
  }
  finalState.posts.push(head)
  expect(checkRun(run, finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
  head.ts = '2.9'
  expect(checkRun(run, finalState).lost).toHaveLength(1)
  duplicatePost(tested, 'card:mail.reply:r1', 'card:mail.reply:r3')
  expect(checkRun(run, finalState).duplicated).toHaveLength(1)
})

/** A person clicked Undo during the hold, and the follow-ups were refused. */
function undoJob(tested: TestedRun): void {
  const { run, finalState } = tested
  findPost(tested, 'card:jobs.card:').content = createContent(job, 'Not started')
  removePosts(tested, 'jobs.end:')
  run.operations.forEach((operation) => operation.kind === 'job' && (operation.isUndone = true))
  run.operations = run.operations.filter(({ kind }) => kind !== 'follow-up')
  finalState.jobs = []
}

test('a job that is undone in time is no violation', () => {
  const tested = createCleanRun()
  undoJob(tested)
  expect(checkRun(tested.run, tested.finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('a job whose card alone asks whether it runs has its question', () => {
  const { run, finalState } = createCleanRun()
  run.history.counts.unanswered.creates = 1
  Object.assign(run.history.posts.get('C1:1.1') ?? {}, { questions: 1 })
  expect(checkRun(run, finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('a mention in the thread of an undone job starts another job, which gets the later follow-ups', () => {
  const tested = createCleanRun()
  const follows = tested.run.operations.filter(({ kind }) => kind === 'follow-up')
  const begun = { ...findJob(tested), prompt: `${followUp} and secondMail`, followUps: [{ prompt: secondFollowUp }] }
  undoJob(tested)
  tested.run.operations.push(...follows)
  tested.finalState.jobs.push(begun)
  expect(checkRun(tested.run, tested.finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('the mail that arrived first has no card of its own once the head shows a later one; only one mail has not', () => {
  const { run, finalState } = createCleanRun()
  const [first, later] = ['m00031x10031', 'm00032x10032']
  const mail = { kind: 'mail', accepted: true, parent: 'm00030x10030' } as const
  run.operations.push({ ...mail, marker: first }, { ...mail, marker: later })
  const head = `[["Re"],[{"text":"Re: m00030x10030"},{"text":"Dear team, ${later}"},{"text":"1 earlier email"}]]`
  finalState.posts.push(
    createPost('4.1', 'card:mail.card:t4', head),
    createPost('4.2', 'card:mail.mail:m8', createContent(`Dear team, ${later}`, ''), '4.1'),
  )
  expect(checkRun(run, finalState).lost).toEqual([])
  run.operations.push({ ...mail, marker: 'm00033x10033' })
  expect(checkRun(run, finalState).lost).toEqual([
    expect.stringContaining('the mail m00033x10033 (thread m00030x10030)'),
  ])
})

test('an answer to a new mail is looked for where it arrived, not where it was forwarded to', () => {
  const tested = createCleanRun()
  const { run, finalState } = tested
  Object.assign(findReply(tested), { sends: 'new' })
  const answer = 'm00003x10003'
  run.operations.push({ kind: 'mail', marker: answer, accepted: true, parent: reply })
  const forward = JSON.stringify(['✉️ a@acme.test → b@acme.test', `Dear customer, m00008x10008 Dear team, ${answer}`])
  finalState.posts.unshift({ ...createPost('3.1', 'card:mail.card:t9', forward), channel: 'C3' })
  const own = createPost('2.8', 'card:mail.mail:m5', createContent(`Dear team, ${answer}`, ''), '2.1')
  finalState.posts.push(own)
  const check = () => checkRun(run, finalState).lost.filter((line) => line.startsWith(`the answer ${answer} `))
  expect(check()).toEqual([])
  own.threadTs = '2.9'
  expect(check()).toHaveLength(1)
})

/** The reply goes to the second inbox of the account, where it is shown. */
function crossInboxes(tested: TestedRun): FinalPost {
  const { run, finalState } = tested
  run.inboxes = [
    { id: 'support@acme.test', channel: 'C2', needsApproval: false },
    { id: 'warehouse@acme.test', channel: 'C3', needsApproval: true },
  ]
  Object.assign(findSent(tested), { to: ['warehouse@acme.test'], events: [{ event: 'sent' }, { event: 'delivered' }] })
  removePosts(tested, 'mail.loud:')
  findPost(tested, 'card:mail.reply:').content = createContent(`Dear customer, ${reply}`, 'Delivered')
  const content = JSON.stringify([`✉️ support@acme.test → warehouse@acme.test`, `Dear customer, ${reply}`])
  const shown: FinalPost = { channel: 'C3', ts: '3.1', threadTs: undefined, opId: 'card:mail.card:t9', content }
  finalState.posts.push(shown)
  return shown
}

test('a mail from one inbox to another that is shown in both is no violation', () => {
  const tested = createCleanRun()
  crossInboxes(tested)
  expect(checkRun(tested.run, tested.finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

test('a mail from one inbox to another that bounced is not required to arrive', () => {
  const tested = createCleanRun()
  crossInboxes(tested)
  const { sent, posts } = createCleanRun().finalState
  Object.assign(findSent(tested), { events: sent[0]?.events })
  tested.finalState.posts = posts
  expect(checkRun(tested.run, tested.finalState)).toEqual({ lost: [], duplicated: [], outOfOrder: [], stuck: [] })
})

const VIOLATIONS: [string, keyof Violations, (world: TestedRun) => void][] = [
  ['a mail to another inbox that is not shown there', 'lost', (tested) => (crossInboxes(tested).channel = 'C2')],
  [
    'a mail to another inbox that is shown there twice',
    'duplicated',
    (tested) => {
      const shown = crossInboxes(tested)
      tested.finalState.posts.push({ ...shown, ts: '3.2', opId: 'card:mail.card:t10' })
    },
  ],
  ['a job without a card', 'lost', (tested) => removePosts(tested, 'card:jobs.card:')],
  ['a card without a job', 'lost', ({ finalState }) => (finalState.jobs = [])],
  ['a card in another channel', 'lost', (tested) => (findPost(tested, 'card:jobs.card:').channel = 'C9')],
  [
    'a job that was not started although nobody undid it',
    'lost',
    (tested) => {
      undoJob(tested)
      tested.run.operations.forEach((operation) => delete operation.isUndone)
    },
  ],
  [
    'an undone job that runs',
    'outOfOrder',
    (tested) => {
      const [running] = tested.finalState.jobs
      undoJob(tested)
      if (running) tested.finalState.jobs.push(running)
    },
  ],
  ['an end that is not announced', 'lost', (tested) => removePosts(tested, 'jobs.end:')],
  [
    'one end of two that is not announced',
    'lost',
    ({ run }) => Object.assign(run.history.posts.get('C1:1.1') ?? {}, { ends: 2 }),
  ],
  ['a create without a question', 'lost', ({ run }) => (run.history.counts.unanswered.creates = 1)],
  ['a follow-up without a question', 'lost', ({ run }) => (run.history.counts.unanswered.followUps = 1)],
  ['a follow-up that is missing', 'lost', (tested) => findJob(tested).followUps.pop()],
  [
    'a follow-up that led to a question and was not sent',
    'lost',
    (tested) => {
      findJob(tested).followUps.pop()
      tested.finalState.posts.push(
        createPost('1.9', 'jobs.said:j1:2:1:unknown', createContent(secondFollowUp, ''), '1.1'),
      )
    },
  ],
  [
    'a follow-up in another job',
    'lost',
    (tested) =>
      tested.run.operations.forEach((operation) => operation.kind === 'follow-up' && (operation.parent = 'm9')),
  ],
  ['a mail that is not shown', 'lost', (tested) => removePosts(tested, 'card:mail.mail:')],
  [
    'two mail threads in one Slack thread',
    'lost',
    ({ run }) =>
      run.operations.forEach((operation) => operation.marker === secondMail && (operation.parent = secondMail)),
  ],
  ['a reply without a card', 'lost', (tested) => removePosts(tested, 'card:mail.reply:')],
  ['a reply that was never sent', 'lost', ({ finalState }) => (finalState.sent = [])],
  [
    'a reply in another mail thread',
    'lost',
    ({ finalState }) => finalState.sent.forEach((one) => (one.thread_id = 't2')),
  ],
  ['a reply card in another thread', 'lost', (tested) => (findPost(tested, 'card:mail.reply:').threadTs = '2.9')],
  ['a bounce without an alert', 'lost', (tested) => removePosts(tested, 'mail.loud:')],
  ['a post that exists twice', 'duplicated', (tested) => duplicatePost(tested, 'jobs.end:')],
  ['a post without an operation id', 'duplicated', (tested) => duplicatePost(tested, 'jobs.end:', '')],
  ['two cards for a job', 'duplicated', (tested) => duplicatePost(tested, 'card:jobs.card:', 'card:jobs.card:j2')],
  [
    'two jobs for a request',
    'duplicated',
    (tested) => tested.finalState.jobs.push({ ...findJob(tested), id: 'a2', followUps: [] }),
  ],
  [
    'a follow-up that arrived twice',
    'duplicated',
    (tested) => findJob(tested).followUps.push({ prompt: secondFollowUp }),
  ],
  ['two cards for a mail', 'duplicated', (tested) => duplicatePost(tested, 'card:mail.mail:', 'card:mail.mail:n2')],
  [
    'a mail thread in two Slack threads',
    'duplicated',
    (tested) => (findPost(tested, 'card:mail.mail:').threadTs = undefined),
  ],
  ['two cards for a reply', 'duplicated', (tested) => duplicatePost(tested, 'card:mail.reply:', 'card:mail.reply:r2')],
  ['a reply that was sent twice', 'duplicated', ({ finalState }) => finalState.sent.push(...finalState.sent)],
  ['a bounce with two alerts', 'duplicated', (tested) => duplicatePost(tested, 'mail.loud:', 'mail.loud:r1:bounced:g')],
  [
    'a complaint that is an alert in the thread and a direct message',
    'duplicated',
    (tested) => {
      complainTwice(tested)
      findPost(tested, 'mail.loud:r1:complained:g').opId = 'mail.loud:r1:complained:f:direct'
    },
  ],
  ['follow-ups in the wrong order', 'outOfOrder', (tested) => findJob(tested).followUps.reverse()],
  ['mails in the wrong order', 'outOfOrder', ({ finalState }) => finalState.posts.reverse()],
  [
    'a reply card that leaves its final state',
    'outOfOrder',
    ({ run }) => Object.assign(run.history.posts.get('C2:2.3') ?? {}, { wasReopened: true }),
  ],
  [
    'a card that stays unfinished',
    'stuck',
    (tested) => (findPost(tested, 'card:jobs.card:').content = createContent(job, 'Working since')),
  ],
  ['a job that stays active', 'stuck', (tested) => (findJob(tested).status = 'active')],
  [
    'a reply card that still asks',
    'stuck',
    (tested) =>
      (findPost(tested, 'card:mail.reply:').content = createContent(
        `Dear customer, ${reply}`,
        'Couldn’t confirm delivery to the mailbox',
      )),
  ],
  [
    'a reply card without an outcome',
    'stuck',
    (tested) => (findPost(tested, 'card:mail.reply:').content = createContent(`Dear customer, ${reply}`, 'Sent')),
  ],
  [
    'a bounce that the card does not show',
    'stuck',
    (tested) => (findPost(tested, 'card:mail.reply:').content = createContent(`Dear customer, ${reply}`, 'Delivered')),
  ],
]

test.each(VIOLATIONS)('%s is reported as %s', (_name, kind, breakRun) => {
  const tested = createCleanRun()
  breakRun(tested)
  expect(checkRun(tested.run, tested.finalState)[kind]).not.toEqual([])
})

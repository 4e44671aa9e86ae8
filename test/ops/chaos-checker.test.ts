import { expect, test } from 'vitest'
import type { Traces, Verdict } from '../../chaos/violations.ts'
import { judge } from '../../chaos/checker.ts'
import type { Shown, Standing } from '../../chaos/final-state.ts'
import type { Posted } from '../../chaos/history.ts'

interface World {
  traces: Traces
  stands: Standing
}

const job = 'm00001x10001'
const follow = 'm00002x10002'
const later = 'm00003x10003'
const mail = 'm00004x10004'
const more = 'm00005x10005'
const reply = 'm00006x10006'

const says = (text: string, line: string): string =>
  JSON.stringify([text, [{ type: 'context', elements: [{ type: 'mrkdwn', text: line }] }]])

const post = (ts: string, opId: string, words: string, threadTs?: string): Shown => ({
  channel: threadTs?.startsWith('2') || ts.startsWith('2') ? 'C2' : 'C1',
  ts,
  threadTs,
  opId,
  words,
})

const posted = (shown: Shown): [string, Posted] => [
  `${shown.channel}:${shown.ts}`,
  { ...shown, fellBack: false, ends: 1 },
]

/** A job with two follow-ups, a mail thread of two mails, a reply that bounced: all as it should be. */
function world(): World {
  const card = post('1.1', 'card:jobs.card:j1', says(job, 'Nothing needed changing'))
  const letter = post('2.3', 'card:mail.reply:r1', says(`Dear customer, ${reply}`, 'Not delivered to a@b'), '2.1')
  return {
    traces: {
      deeds: [
        { kind: 'job', marker: job, accepted: true, channel: 'C1' },
        { kind: 'follow', marker: follow, accepted: undefined, event: 'C1:1.2', of: job },
        { kind: 'follow', marker: later, accepted: undefined, event: 'C1:1.3', of: job },
        { kind: 'mail', marker: mail, accepted: undefined, event: 'e1', of: mail, mailThread: 't1' },
        { kind: 'mail', marker: more, accepted: undefined, event: 'e2', of: mail, mailThread: 't1' },
        { kind: 'reply', marker: reply, accepted: true, thread: 'C2:2.1' },
      ],
      seen: {
        messages: new Map([
          ['C1:1.2', { firstTriedAt: 10, acceptedAt: 20 }],
          ['C1:1.3', { firstTriedAt: 30, acceptedAt: 40 }],
        ]),
        mails: new Map([
          ['e1', { firstTriedAt: 10, acceptedAt: 20 }],
          ['e2', { firstTriedAt: 30, acceptedAt: 40 }],
        ]),
        posts: new Map([posted(card), posted(letter)]),
        counts: { calls: 0, faults: new Map(), posts: 0, edits: 0, unanswered: { creates: 0, follows: 0 } },
      },
    },
    stands: {
      posts: [
        card,
        post('1.4', 'jobs.end:j1:1:1:finished', says('finished', ''), '1.1'),
        post('2.1', 'card:mail.card:t', says(`Dear team, ${mail}`, '')),
        post('2.2', 'card:mail.mail:n', says(`Dear team, ${more}`, ''), '2.1'),
        letter,
        post('2.4', 'mail.loud:r1:bounced:f', says('your reply didn’t reach', ''), '2.1'),
      ],
      jobs: [
        {
          id: 'a1',
          status: 'completed',
          prompt: job,
          followUps: [{ prompt: follow }, { prompt: later }],
        },
      ],
      sent: [
        {
          message_id: 's1',
          thread_id: 't1',
          text: `Dear customer, ${reply}`,
          events: [{ event: 'sent' }, { event: 'bounced' }],
        },
      ],
      deliveries: [],
    },
  }
}

const find = ({ stands }: World, start: string): Shown => {
  const found = stands.posts.find(({ opId }) => opId.startsWith(start))
  if (!found) throw new Error(`no post ${start}`)
  return found
}
const without = ({ stands }: World, start: string): void => {
  stands.posts = stands.posts.filter(({ opId }) => !opId.startsWith(start))
}
const twice = ({ stands }: World, start: string, opId?: string): void => {
  const [one] = stands.posts.filter((shown) => shown.opId.startsWith(start))
  if (one) stands.posts.push({ ...one, ts: `${one.ts}9`, opId: opId ?? one.opId })
}
const theJob = ({ stands }: World): Standing['jobs'][number] => {
  const [one] = stands.jobs
  if (!one) throw new Error('no job')
  return one
}

test('a world in which all is well has no violation', () => {
  const { traces, stands } = world()
  expect(judge(traces, stands)).toEqual({ lost: [], doubled: [], disorder: [], stuck: [] })
})

/** The job's person pressed Undo while its card was held; its follow-ups were refused. */
function undone(now: World): void {
  const { traces, stands } = now
  find(now, 'card:jobs.card:').words = says(job, 'Not started')
  without(now, 'jobs.end:')
  traces.deeds.forEach((deed) => deed.kind === 'job' && (deed.isUndone = true))
  traces.deeds = traces.deeds.filter(({ kind }) => kind !== 'follow')
  stands.jobs = []
}

test('a job that was undone in time has no violation', () => {
  const now = world()
  undone(now)
  expect(judge(now.traces, now.stands)).toEqual({ lost: [], doubled: [], disorder: [], stuck: [] })
})

test('what is said under a job that was undone begins another one there, which has the rest', () => {
  const now = world()
  const follows = now.traces.deeds.filter(({ kind }) => kind === 'follow')
  const begun = { ...theJob(now), prompt: `${follow} and more`, followUps: [{ prompt: later }] }
  undone(now)
  now.traces.deeds.push(...follows)
  now.stands.jobs.push(begun)
  expect(judge(now.traces, now.stands)).toEqual({ lost: [], doubled: [], disorder: [], stuck: [] })
})

const breaks: [string, keyof Verdict, (world: World) => void][] = [
  ['a job without a card', 'lost', (now) => without(now, 'card:jobs.card:')],
  ['a card without a job', 'lost', ({ stands }) => (stands.jobs = [])],
  ['a card in another channel', 'lost', (now) => (find(now, 'card:jobs.card:').channel = 'C9')],
  [
    'a job that was not started though nobody undid it',
    'lost',
    (now) => {
      undone(now)
      now.traces.deeds.forEach((deed) => delete deed.isUndone)
    },
  ],
  [
    'a job that was undone and runs',
    'disorder',
    (now) => {
      const [running] = now.stands.jobs
      undone(now)
      if (running) now.stands.jobs.push(running)
    },
  ],
  ['an end that is not told', 'lost', (now) => without(now, 'jobs.end:')],
  [
    'one end of two that is not told',
    'lost',
    ({ traces }) => Object.assign(traces.seen.posts.get('C1:1.1') ?? {}, { ends: 2 }),
  ],
  ['a create without a question', 'lost', ({ traces }) => (traces.seen.counts.unanswered.creates = 1)],
  ['a follow-up without a question', 'lost', ({ traces }) => (traces.seen.counts.unanswered.follows = 1)],
  ['a follow-up that is nowhere', 'lost', (now) => theJob(now).followUps.pop()],
  [
    'a follow-up that was asked about and not sent',
    'lost',
    (now) => {
      theJob(now).followUps.pop()
      now.stands.posts.push(post('1.9', 'jobs.said:j1:2:1:unknown', says(later, ''), '1.1'))
    },
  ],
  [
    'a follow-up in another job',
    'lost',
    (now) => now.traces.deeds.forEach((deed) => deed.kind === 'follow' && (deed.of = 'm9')),
  ],
  ['a mail that stands nowhere', 'lost', (now) => without(now, 'card:mail.mail:')],
  [
    'two mail threads in one of Slack',
    'lost',
    ({ traces }) => traces.deeds.forEach((deed) => deed.marker === more && (deed.of = more)),
  ],
  ['a reply without a card', 'lost', (now) => without(now, 'card:mail.reply:')],
  ['a reply that never left', 'lost', ({ stands }) => (stands.sent = [])],
  ['a reply in another mail thread', 'lost', ({ stands }) => stands.sent.forEach((one) => (one.thread_id = 't2'))],
  ['a reply card in another thread', 'lost', (now) => (find(now, 'card:mail.reply:').threadTs = '2.9')],
  ['a bounce that nobody is told of', 'lost', (now) => without(now, 'mail.loud:')],
  ['a post that stands twice', 'doubled', (now) => twice(now, 'jobs.end:')],
  ['a post that cannot be told apart', 'doubled', (now) => twice(now, 'jobs.end:', '')],
  ['two cards for a job', 'doubled', (now) => twice(now, 'card:jobs.card:', 'card:jobs.card:j2')],
  ['two jobs for a request', 'doubled', (now) => now.stands.jobs.push({ ...theJob(now), id: 'a2', followUps: [] })],
  ['a follow-up that arrived twice', 'doubled', (now) => theJob(now).followUps.push({ prompt: later })],
  ['two cards for a mail', 'doubled', (now) => twice(now, 'card:mail.mail:', 'card:mail.mail:n2')],
  ['a mail thread in two of Slack', 'doubled', (now) => (find(now, 'card:mail.mail:').threadTs = undefined)],
  ['two cards for a reply', 'doubled', (now) => twice(now, 'card:mail.reply:', 'card:mail.reply:r2')],
  ['a reply that left twice', 'doubled', ({ stands }) => stands.sent.push(...stands.sent)],
  ['a bounce that is told twice', 'doubled', (now) => twice(now, 'mail.loud:', 'mail.loud:r1:bounced:g')],
  ['follow-ups in the wrong order', 'disorder', (now) => theJob(now).followUps.reverse()],
  ['mails in the wrong order', 'disorder', ({ stands }) => stands.posts.reverse()],
  [
    'a final card of a reply that went back',
    'disorder',
    ({ traces }) => Object.assign(traces.seen.posts.get('C2:2.3') ?? {}, { fellBack: true }),
  ],
  ['a card that does not end', 'stuck', (now) => (find(now, 'card:jobs.card:').words = says(job, 'Working since'))],
  ['a job that does not end', 'stuck', (now) => (theJob(now).status = 'active')],
  [
    'a reply that still asks',
    'stuck',
    (now) =>
      (find(now, 'card:mail.reply:').words = says(`Dear customer, ${reply}`, 'We can’t tell whether this was sent')),
  ],
  [
    'a reply that does not end',
    'stuck',
    (now) => (find(now, 'card:mail.reply:').words = says(`Dear customer, ${reply}`, 'Sent')),
  ],
  [
    'a bounce that its card hides',
    'stuck',
    (now) => (find(now, 'card:mail.reply:').words = says(`Dear customer, ${reply}`, 'Delivered')),
  ],
]

test.each(breaks)('%s is seen as %s', (_name, kind, spoil) => {
  const now = world()
  spoil(now)
  expect(judge(now.traces, now.stands)[kind]).not.toEqual([])
})

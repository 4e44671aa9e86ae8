import { findMarkers } from '../../chaos/card-parser.ts'
import type { RunRecord } from '../../chaos/violations.ts'
import type { FinalPost, FinalState, ReportedMail } from '../../chaos/final-state.ts'
import type { Operation } from '../../chaos/fixture.ts'
import type { RecordedPost } from '../../chaos/history.ts'

export interface TestedRun {
  run: RunRecord
  finalState: FinalState
}

export const job = 'm00001x10001'
export const followUp = 'm00002x10002'
export const secondFollowUp = 'm00003x10003'
const mail = 'm00004x10004'
export const secondMail = 'm00005x10005'
export const reply = 'm00006x10006'

export const createContent = (text: string, line: string): string =>
  JSON.stringify([text, [{ type: 'context', elements: [{ type: 'mrkdwn', text: line }] }]])

export const createPost = (ts: string, opId: string, words: string, threadTs?: string): FinalPost => ({
  channel: threadTs?.startsWith('2') || ts.startsWith('2') ? 'C2' : 'C1',
  ts,
  threadTs,
  opId,
  content: words,
})

const toRecordedPost = (shown: FinalPost): [string, RecordedPost] => [
  `${shown.channel}:${shown.ts}`,
  { ...shown, wasReopened: false, questions: 0, ends: 1 },
]

/** A run without violations: a job with two follow-ups, a mail thread of two mails, and a reply that bounced. */
export function createCleanRun(): TestedRun {
  const card = createPost('1.1', 'card:jobs.card:j1', createContent(job, 'Nothing needed changing'))
  const replyCard = createPost(
    '2.3',
    'card:mail.reply:r1',
    createContent(`Dear customer, ${reply}`, 'Not delivered to a@b'),
    '2.1',
  )
  return {
    run: {
      operations: [
        { kind: 'job', marker: job, accepted: true, channel: 'C1' },
        { kind: 'follow-up', marker: followUp, accepted: undefined, event: 'C1:1.2', parent: job },
        { kind: 'follow-up', marker: secondFollowUp, accepted: undefined, event: 'C1:1.3', parent: job },
        { kind: 'mail', marker: mail, accepted: undefined, event: 'e1', parent: mail, mailThread: 't1' },
        { kind: 'mail', marker: secondMail, accepted: undefined, event: 'e2', parent: mail, mailThread: 't1' },
        { kind: 'reply', marker: reply, accepted: true, thread: 'C2:2.1' },
      ],
      history: {
        messages: new Map([
          ['C1:1.2', { ids: new Set(), firstTriedAt: 10, acceptedAt: 20 }],
          ['C1:1.3', { ids: new Set(), firstTriedAt: 30, acceptedAt: 40 }],
        ]),
        mails: new Map([
          ['e1', { ids: new Set(), firstTriedAt: 10, acceptedAt: 20 }],
          ['e2', { ids: new Set(), firstTriedAt: 30, acceptedAt: 40 }],
        ]),
        posts: new Map([toRecordedPost(card), toRecordedPost(replyCard)]),
        firstMarkers: new Map([card, replyCard].map(({ opId, content }) => [opId, findMarkers(content)])),
        counts: { calls: 0, faults: new Map(), posts: 0, edits: 0, unanswered: { creates: 0, followUps: 0 } },
      },
    },
    finalState: {
      posts: [
        card,
        createPost('1.4', 'jobs.end:j1:1:1:finished', createContent('finished', ''), '1.1'),
        createPost('2.1', 'card:mail.card:t', createContent(`Dear team, ${mail}`, '')),
        createPost('2.2', 'card:mail.mail:n', createContent(`Dear team, ${secondMail}`, ''), '2.1'),
        replyCard,
        createPost('2.4', 'mail.loud:r1:bounced:f', createContent('your reply didn’t reach', ''), '2.1'),
      ],
      jobs: [
        {
          id: 'a1',
          status: 'completed',
          prompt: job,
          followUps: [{ prompt: followUp }, { prompt: secondFollowUp }],
        },
      ],
      sent: [
        {
          message_id: 's1',
          thread_id: 't1',
          inbox_id: 'support@acme.test',
          to: ['A <a@b.test>'],
          cc: [],
          subject: 'Re: invoice',
          text: `Dear customer, ${reply}`,
          idempotency_key: 'bellhop-reply-r1',
          events: [{ event: 'sent' }, { event: 'bounced' }],
        },
      ],
      deliveries: [],
    },
  }
}

export const findPost = ({ finalState }: TestedRun, start: string): FinalPost => {
  const found = finalState.posts.find(({ opId }) => opId.startsWith(start))
  if (!found) throw new Error(`no post ${start}`)
  return found
}
export const removePosts = ({ finalState }: TestedRun, start: string): void => {
  finalState.posts = finalState.posts.filter(({ opId }) => !opId.startsWith(start))
}
export const duplicatePost = ({ finalState }: TestedRun, start: string, opId?: string): void => {
  const [one] = finalState.posts.filter((shown) => shown.opId.startsWith(start))
  if (one) finalState.posts.push({ ...one, ts: `${one.ts}9`, opId: opId ?? one.opId })
}
export const findJob = ({ finalState }: TestedRun): FinalState['jobs'][number] => {
  const [one] = finalState.jobs
  if (!one) throw new Error('no job')
  return one
}

export const findReply = ({ run }: TestedRun): Operation => {
  const found = run.operations.find(({ kind }) => kind === 'reply')
  if (!found) throw new Error('no reply')
  return found
}

export const findSent = ({ finalState }: TestedRun): ReportedMail => {
  const [sent] = finalState.sent
  if (!sent) throw new Error('no mail')
  return sent
}

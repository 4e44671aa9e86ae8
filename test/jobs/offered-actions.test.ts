import { expect, test } from 'vitest'
import { renderListMenu } from '../../src/jobs/card/action-buttons.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { type Job } from '../../src/jobs/model/job.ts'
import { projectKey } from '../../src/jobs/model/job-ids.ts'
import type { ActionsBlockElement } from '../../src/slack/blocks/slack-message.ts'
import { cardContext, jobRecord, english } from './job-record.ts'

const PR = { prLink: 'https://git.example.test/pull/1' }
const failure = (code: string) => ({ trouble: { code, reference: '7F3A' } })
const silent = { silentSince: 1 }
const used = { used: { messages: 2, older: 0, files: 0, images: 0 } }

/** `label style action-id value`, the job's id written as `{id}` and the key of a project as `{key of …}`. */
function describeElement(element: ActionsBlockElement, job: Job): string[] {
  const shorten = (value = ''): string =>
    cardContext.projects.reduce(
      (text, name) => text.replace(projectKey(name), `{key of ${name}}`),
      value.replace(job.id, '{id}'),
    )
  if (element.type === 'button') {
    const { action_id, value, style, url, confirm, text } = element
    const extras = [style, url && 'link', confirm && `asks "${confirm.title?.text}"`].filter(Boolean)
    return [[text.text, ...(extras.length > 0 ? [`(${extras.join(', ')})`] : []), action_id, shorten(value)].join(' ')]
  }
  const options = element.type === 'overflow' || element.type === 'static_select' ? element.options : undefined
  return (options ?? []).map(({ text, value }) => `${element.action_id}: ${text.text} ${shorten(value)}`)
}

function offered(more: Partial<Job>, projects = cardContext.projects): string[] {
  const job = jobRecord(more)
  const { blocks } = renderJobCard(english, job, { ...cardContext, projects })
  const card = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []))
  return [...card, renderListMenu(english, job)].flatMap((element) => describeElement(element, job))
}

test('a similar job takes over what was asked only where no more people would read it', () => {
  const asking = jobRecord({ state: 'asking' })
  const { blocks } = renderJobCard(english, asking, {
    ...cardContext,
    duplicate: { url: undefined, isOfThread: true, takesText: false },
  })
  expect(JSON.stringify(blocks)).toContain('jobs.anyway')
  expect(JSON.stringify(blocks)).not.toContain('jobs.instead')
})

const CASES: [title: string, job: Partial<Job>, offered: string[]][] = [
  [
    'picking',
    { state: 'picking' },
    [
      'b (primary) jobs.pick:0 {id}:{key of b}',
      'jobs.pick_other: a {id}:{key of a}',
      'jobs.pick_other: c {id}:{key of c}',
      'Drop jobs.drop {id}',
      'jobs.listed: Drop drop:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'asking',
    { state: 'asking' },
    [
      'Follow up instead (primary) jobs.instead {id}',
      'Start anyway jobs.anyway {id}',
      'Drop jobs.drop {id}',
      'jobs.listed: Start anyway anyway:{id}',
      'jobs.listed: Drop drop:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'held',
    { state: 'held', heldUntil: 1, ...used },
    [
      'Undo (primary) jobs.undo {id}',
      'View prompt jobs.prompt {id}',
      'Trim jobs.trim {id}',
      'Change project jobs.project {id}',
      'jobs.listed: Undo undo:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'held without an undo',
    { state: 'held' },
    ['View prompt jobs.prompt {id}', 'jobs.listed: View prompt prompt:{id}', 'jobs.listed: All actions more:{id}'],
  ],
  [
    'paused',
    { state: 'paused', ...used },
    [
      'Start now (primary) jobs.anyway {id}',
      'Trim jobs.trim {id}',
      'Change project jobs.project {id}',
      'Drop jobs.drop {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Start now anyway:{id}',
      'jobs.listed: Drop drop:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'paused, without quotes',
    { state: 'paused' },
    [
      'Start now (primary) jobs.anyway {id}',
      'Change project jobs.project {id}',
      'Drop jobs.drop {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Start now anyway:{id}',
      'jobs.listed: Drop drop:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'waiting',
    { state: 'waiting', ...used },
    [
      'Cancel jobs.cancel {id}',
      'View prompt jobs.prompt {id}',
      'Trim jobs.trim {id}',
      'Change project jobs.project {id}',
      'jobs.listed: Cancel cancel:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'creating',
    { state: 'creating' },
    ['View prompt jobs.prompt {id}', 'jobs.listed: View prompt prompt:{id}', 'jobs.listed: All actions more:{id}'],
  ],
  [
    'creating and the agent is silent',
    { state: 'creating', ...silent },
    [
      'Cancel jobs.cancel {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Cancel cancel:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'working',
    { state: 'working' },
    [
      'Follow up (primary) jobs.follow_up {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Ask it to stop stop:{id}',
      'jobs.more: Stop watching unwatch:{id}',
      'jobs.more: Tell me when it ends tell:{id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: Ask it to stop stop:{id}',
      'jobs.listed: Stop watching unwatch:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'working with a pull request',
    { state: 'working', ...PR },
    [
      'View pull request (primary, link) jobs.pull_request {id}',
      'Follow up jobs.follow_up {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Ask it to stop stop:{id}',
      'jobs.more: Stop watching unwatch:{id}',
      'jobs.more: Tell me when it ends tell:{id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: Ask it to stop stop:{id}',
      'jobs.listed: Stop watching unwatch:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'working and the agent is silent',
    { state: 'working', ...silent, ...PR },
    [
      'Check now (primary) jobs.check {id}',
      'Follow up jobs.follow_up {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Ask it to stop stop:{id}',
      'jobs.more: Stop watching unwatch:{id}',
      'jobs.more: Tell me when it ends tell:{id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.listed: Check now check:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'working and the key is refused',
    { state: 'working', ...silent, ...failure('forbidden') },
    [
      'Check now (primary) jobs.check {id}',
      'Tell the admins jobs.tell_admins {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Ask it to stop stop:{id}',
      'jobs.more: Stop watching unwatch:{id}',
      'jobs.more: Tell me when it ends tell:{id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.listed: Check now check:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'finished',
    { state: 'finished' },
    [
      'Follow up (primary) jobs.follow_up {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.more: Settings settings:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'finished with a pull request',
    { state: 'finished', ...PR },
    [
      'View pull request (primary, link) jobs.pull_request {id}',
      'Follow up jobs.follow_up {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.more: Settings settings:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'failed',
    { state: 'failed' },
    [
      'Try again (primary) jobs.retry {id}',
      'Edit and try again jobs.edit {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.more: Settings settings:{id}',
      'jobs.listed: Try again retry:{id}',
      'jobs.listed: Edit and try again edit:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'failed with a pull request',
    { state: 'failed', ...PR },
    [
      'Try again (primary) jobs.retry {id}',
      'Edit and try again jobs.edit {id}',
      'View pull request (link) jobs.pull_request {id}',
      'View prompt jobs.prompt {id}',
      'jobs.more: Mirror to a channel mirror:{id}',
      'jobs.more: Hand over hand:{id}',
      'jobs.more: Settings settings:{id}',
      'jobs.listed: Try again retry:{id}',
      'jobs.listed: Edit and try again edit:{id}',
      'jobs.listed: Follow up follow_up:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'archived',
    { state: 'archived', ...PR },
    [
      'Continue in a new job (primary) jobs.continue {id}',
      'View pull request (link) jobs.pull_request {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Continue in a new job continue:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'archived and continued',
    { state: 'archived', continued: 'x', ...PR },
    [
      'View pull request (primary, link) jobs.pull_request {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'gone',
    { state: 'gone' },
    [
      'Continue in a new job (primary) jobs.continue {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Continue in a new job continue:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'unknown',
    { state: 'unknown', ...failure('unknown') },
    [
      'I found it (primary) jobs.found {id}',
      'Start anyway (asks "Start it again?") jobs.anyway {id}',
      'Drop (asks "Drop this job?") jobs.drop {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: I found it found:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'refused',
    { state: 'refused', ...failure('unreachable') },
    [
      'Try again (primary) jobs.retry {id}',
      'Edit and try again jobs.edit {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Try again retry:{id}',
      'jobs.listed: Edit and try again edit:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'refused for its text',
    { state: 'refused', ...failure('validation_error') },
    [
      'Edit and try again (primary) jobs.edit {id}',
      'Try again jobs.retry {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Try again retry:{id}',
      'jobs.listed: Edit and try again edit:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'refused for the key',
    { state: 'refused', ...failure('unauthorized') },
    [
      'Tell the admins (primary) jobs.tell_admins {id}',
      'Try again jobs.retry {id}',
      'Edit and try again jobs.edit {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Try again retry:{id}',
      'jobs.listed: Edit and try again edit:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'dropped',
    { state: 'dropped' },
    [
      'Edit and try again jobs.edit {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Edit and try again edit:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
  [
    'unwatched',
    { state: 'unwatched', ...PR },
    [
      'Watch again (primary) jobs.watch {id}',
      'View pull request (link) jobs.pull_request {id}',
      'View prompt jobs.prompt {id}',
      'jobs.listed: Watch again watch:{id}',
      'jobs.listed: View prompt prompt:{id}',
      'jobs.listed: All actions more:{id}',
    ],
  ],
]

test.each(CASES)('the card and the list offer the same as ever when the job is %s', (_title, job, expected) => {
  expect(offered(job)).toEqual(expected)
})

test('a workspace with one project offers no other project', () => {
  expect(offered({ state: 'waiting' }, ['acme docs']).join()).not.toContain('jobs.project')
})

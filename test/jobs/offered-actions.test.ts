import { expect, test } from 'vitest'
import { renderListMenu } from '../../src/jobs/card/action-buttons.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { type Job } from '../../src/jobs/model/job.ts'
import { projectKey } from '../../src/jobs/model/job-ids.ts'
import type { ActionsBlockElement } from '../../src/slack/blocks/slack-message.ts'
import { cardContext, jobRecord, english } from './job-record.ts'

type Button = Extract<ActionsBlockElement, { type: 'button' }>

const PR = { prLink: 'https://git.example.test/pull/1' }
const failure = (code: string) => ({ trouble: { code, reference: '7F3A' } })
const silent = { silentSince: 1 }
const used = { used: { messages: 2, older: 0, files: 0, images: 0 } }

/** The action of each label: the button is `jobs.<name>`, the menu entry `<name>:<id>`. */
const NAMES: Record<string, string> = {
  'Start anyway': 'anyway',
  'Start now': 'anyway',
  'Check now': 'check',
  'Continue in a new job': 'continue',
  Dismiss: 'drop',
  'Don’t start': 'cancel',
  'Edit and start': 'edit',
  'Edit and try again': 'edit',
  'Follow up': 'follow_up',
  'Link the job': 'found',
  Assign: 'hand',
  'Follow up instead': 'instead',
  'Mirror to a channel': 'mirror',
  'All actions': 'more',
  'Change project': 'project',
  'View prompt': 'prompt',
  'View pull request': 'pull_request',
  'Try again': 'retry',
  Settings: 'settings',
  'Ask it to stop': 'stop',
  'Tell me when it ends': 'tell',
  'Tell the admins': 'tell_admins',
  Trim: 'trim',
  Undo: 'undo',
  'Stop watching': 'unwatch',
  'Watch again': 'watch',
}

const SEPARATOR = ' · '

/** The elements of a job's card and of its menu in lists. */
function renderElements(job: Job, projects = cardContext.projects): ActionsBlockElement[] {
  const { blocks } = renderJobCard(english, job, { ...cardContext, projects })
  return [...blocks.flatMap((block) => (block.type === 'actions' ? block.elements : [])), renderListMenu(english, job)]
}

/** `label (style)`, followed by the sent value if it does not match the label. */
function describeButton({ text, style, url, action_id: id, value }: Button, job: Job): string {
  const asks = id === `jobs.ask_${NAMES[text.text]}`
  const extras = [style, url && 'link', asks && 'asks'].filter(Boolean)
  const shown = extras.length > 0 ? `${text.text} (${extras.join(', ')})` : text.text
  return (asks || id === `jobs.${NAMES[text.text]}`) && value === job.id ? shown : `${shown} ${id} ${value}`
}

/** The labels of the menus with this id, each followed by the sent value if it does not match the label. */
const describeMenu = (elements: ActionsBlockElement[], id: string, job: Job): string[] =>
  elements
    .flatMap((one) => (one.type === 'overflow' && one.action_id === id ? one.options : []))
    .map(({ text, value }) => (value === `${NAMES[text.text]}:${job.id}` ? text.text : `${text.text} ${value}`))

function readOffers(more: Partial<Job>, projects?: string[]) {
  const job = jobRecord(more)
  const elements = renderElements(job, projects)
  const buttons = elements.flatMap((one) => (one.type === 'button' ? [describeButton(one, job)] : []))
  return {
    card: buttons.join(SEPARATOR),
    menu: describeMenu(elements, 'jobs.more', job).join(SEPARATOR),
    list: describeMenu(elements, 'jobs.listed', job).join(SEPARATOR),
    count: elements.length,
  }
}

test('a similar job accepts the text only if it adds no readers', () => {
  const asking = jobRecord({ state: 'asking' })
  const { blocks } = renderJobCard(english, asking, {
    ...cardContext,
    duplicate: { url: undefined, isOfThread: true, takesText: false, progress: 'running' },
  })
  expect(JSON.stringify(blocks)).toContain('jobs.anyway')
  expect(JSON.stringify(blocks)).not.toContain('jobs.instead')
})

const WORKING = 'Ask it to stop · View prompt · Tell me when it ends · Mirror to a channel · Assign'
const STUCK = 'Stop watching · View prompt · Tell me when it ends · Mirror to a channel · Assign'
const ENDED = 'View prompt · Mirror to a channel · Assign · Settings'

/** Expected buttons of the card, entries of its ⋯ menu, and entries of the list before View prompt and All actions. */
const CASES: [title: string, job: Partial<Job>, card: string, menu: string, list: string][] = [
  ['asking', { state: 'asking' }, 'Follow up instead (primary) · Start anyway · Dismiss', '', 'Start anyway · Dismiss'],
  ['held', { state: 'held', heldUntil: 1, ...used }, 'Undo · Trim · Change project', 'View prompt', 'Undo'],
  ['held without an undo', { state: 'held' }, '', 'View prompt', ''],
  [
    'paused',
    { state: 'paused', ...used },
    'Start now (primary) · Trim · Change project · Dismiss',
    'View prompt',
    'Start now · Dismiss',
  ],
  [
    'paused, without quotes',
    { state: 'paused' },
    'Start now (primary) · Change project · Dismiss',
    'View prompt',
    'Start now · Dismiss',
  ],
  ['waiting', { state: 'waiting', ...used }, 'Don’t start · Trim · Change project', 'View prompt', 'Don’t start'],
  ['creating', { state: 'creating' }, '', 'View prompt', ''],
  ['creating and the agent is silent', { state: 'creating', ...silent }, 'Don’t start', 'View prompt', 'Don’t start'],
  ['working', { state: 'working' }, 'Follow up (primary)', WORKING, 'Follow up · Ask it to stop · Stop watching'],
  [
    'working with a pull request',
    { state: 'working', ...PR },
    'View pull request (primary, link) · Follow up',
    WORKING,
    'Follow up · Ask it to stop · Stop watching',
  ],
  [
    'working and the agent is silent',
    { state: 'working', ...silent, ...PR },
    'Check now (primary) · View pull request (link) · Follow up',
    STUCK,
    'Check now · Follow up',
  ],
  [
    'working and the key is refused',
    { state: 'working', ...silent, ...failure('forbidden') },
    'Check now (primary) · Tell the admins',
    STUCK,
    'Check now · Follow up',
  ],
  ['finished', { state: 'finished' }, 'Follow up (primary)', ENDED, 'Follow up'],
  [
    'finished with a pull request',
    { state: 'finished', ...PR },
    'View pull request (primary, link) · Follow up',
    ENDED,
    'Follow up',
  ],
  [
    'failed',
    { state: 'failed' },
    'Try again (primary) · Edit and try again · Continue in a new job',
    ENDED,
    'Try again · Edit and try again · Continue in a new job',
  ],
  [
    'failed with a pull request',
    { state: 'failed', ...PR },
    'Try again (primary) · Edit and try again · Continue in a new job · View pull request (link)',
    ENDED,
    'Try again · Edit and try again · Continue in a new job',
  ],
  [
    'archived',
    { state: 'archived', ...PR },
    'Continue in a new job (primary) · View pull request (link)',
    'View prompt',
    'Continue in a new job',
  ],
  [
    'archived and continued',
    { state: 'archived', continued: 'x', ...PR },
    'View pull request (primary, link)',
    'View prompt',
    '',
  ],
  ['gone', { state: 'gone' }, 'Continue in a new job (primary)', 'View prompt', 'Continue in a new job'],
  [
    'unknown',
    { state: 'unknown', ...failure('unknown') },
    'Link the job (primary) · Start anyway (asks) · Dismiss (asks)',
    'View prompt',
    'Link the job',
  ],
  [
    'refused',
    { state: 'refused', ...failure('unreachable') },
    'Try again (primary) · Edit and try again',
    'View prompt',
    'Try again · Edit and try again',
  ],
  [
    'refused for its text',
    { state: 'refused', ...failure('validation_error') },
    'Edit and try again (primary) · Try again',
    'View prompt',
    'Try again · Edit and try again',
  ],
  [
    'refused for the key',
    { state: 'refused', ...failure('unauthorized') },
    'Tell the admins (primary) · Try again · Edit and try again',
    'View prompt',
    'Try again · Edit and try again',
  ],
  ['dropped', { state: 'dropped' }, 'Edit and start', 'View prompt', 'Edit and start'],
  [
    'unwatched',
    { state: 'unwatched', ...PR },
    'Watch again (primary) · View pull request (link)',
    'View prompt',
    'Watch again',
  ],
]

test.each(CASES)(
  'a job that is %s offers its expected actions on its card and in lists',
  (_title, job, card, menu, list) => {
    expect(readOffers(job)).toEqual({
      card,
      menu,
      list: [list, 'View prompt', 'All actions'].filter(Boolean).join(SEPARATOR),
      // There are only the buttons, the ⋯ menu and the menu in lists.
      count: card.split(SEPARATOR).filter(Boolean).length + (menu ? 1 : 0) + 1,
    })
  },
)

test('a job without a project offers the likely one as a button and the others in a menu', () => {
  const job = jobRecord({ state: 'picking' })
  const [first, others, ...rest] = renderElements(job)
  expect(first).toMatchObject({
    type: 'button',
    text: { text: 'b' },
    style: 'primary',
    action_id: 'jobs.pick:0',
    value: `${job.id}:${projectKey('b')}`,
  })
  expect(others).toMatchObject({
    action_id: 'jobs.pick_other',
    options: ['a', 'c'].map((name) => ({ text: { text: name }, value: `${job.id}:${projectKey(name)}` })),
  })
  expect(rest.flatMap((one) => (one.type === 'button' ? [describeButton(one, job)] : []))).toEqual(['Dismiss'])
  expect(describeMenu(rest, 'jobs.listed', job)).toEqual(['Dismiss', 'View prompt', 'All actions'])
  expect(rest).toHaveLength(2)
})

test('a workspace with one project offers no other project', () => {
  expect(readOffers({ state: 'waiting' }).card).toContain('Change project')
  expect(readOffers({ state: 'waiting' }, ['acme docs']).card).not.toContain('Change project')
})

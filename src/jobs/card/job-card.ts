import {
  actions,
  button,
  confirm,
  context,
  option,
  overflow,
  plain,
  section,
} from '../../slack/blocks/block-builders.ts'
import { select } from '../../slack/blocks/form-fields.ts'
import type { ActionsBlockElement, Button, Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { cut, escape } from '../../slack/blocks/mrkdwn.ts'
import { ids } from '../action-ids.ts'
import { isLive, type Job, projectKey, type State } from '../model/job.ts'
import { isLockedOut, marks, stateLine, type Twin, webAddress } from './status-line.ts'
import { leftOut } from '../model/omitted-context.ts'
import { words } from '../text/en.ts'

const TITLE_LIMIT = 150

/** What a card shows besides the job's own record. */
export interface Around {
  /** How the thread is answered: with a mention, or simply; none where there is no thread below. */
  rule: 'mention' | 'any' | 'none'
  /** The place in the line for room, from 1. */
  place: number
  roomAt: number | undefined
  /** How many jobs an hour there is room for. */
  limit: number
  twin?: Twin | undefined
  /** Where the card of the job stands that goes on from this one. */
  continuedUrl?: string | undefined
  /** On a copy in another channel: where its own thread is. */
  mirror?: { url: string | undefined } | undefined
  projects: string[]
  /** The best guesses first. */
  guesses: string[]
}

const { buttons } = words

function one(actionId: string, text: string, job: Job, style?: 'primary' | 'danger'): Button {
  return button({ actionId, text, value: job.id, ...(style && { style }) })
}

const sure = (text: { title: string; text: string; yes: string; no?: string }) =>
  confirm(text.title, text.text, text.yes, text.no)

function pullRequest(job: Job): Button | undefined {
  const url = webAddress(job.prLink)
  return url === undefined
    ? undefined
    : button({ actionId: ids.pullRequest, text: buttons.pullRequest, url, value: job.id, style: 'primary' })
}

function more(job: Job): ActionsBlockElement {
  const entry = (verb: string, text: string) => option(text, `${verb}:${job.id}`)
  const isWorking = job.state === 'working'
  return overflow(ids.more, [
    ...(isWorking ? [entry('stop', buttons.stop), entry('unwatch', buttons.unwatch)] : []),
    entry('tell', buttons.tellMe),
    entry('mirror', buttons.mirror),
    entry('hand', buttons.handOver),
  ])
}

function pickers(job: Job, around: Around): ActionsBlockElement[] {
  const value = (project: string): string => `${job.id}:${projectKey(project)}`
  const guesses = around.guesses.slice(0, 2).map((project, index) =>
    button({
      actionId: `${ids.pick}:${index}`,
      text: project,
      value: value(project),
      ...(index === 0 && { style: 'primary' }),
    }),
  )
  const others = around.projects.filter((project) => !around.guesses.slice(0, 2).includes(project))
  const menu = select(
    ids.pickOther,
    others.map((project) => ({ text: project, value: value(project) })),
  )
  const other = plain(words.otherProject)
  const menus = others.length > 0 && menu.type === 'static_select' ? [{ ...menu, placeholder: other }] : []
  return [...guesses, ...menus, one(ids.drop, buttons.drop, job)]
}

/** What can still be changed before anything is sent. */
const changes = (job: Job, { projects }: Around): (ActionsBlockElement | false)[] => [
  (job.used?.messages ?? 0) > 0 && one(ids.trim, buttons.trim, job),
  projects.length > 1 && one(ids.project, buttons.project, job),
]

/** First what mends it: an admin, another text, or the same once more. */
function refused(job: Job, prompt: Button): Button[] {
  const isText = job.trouble?.code === 'validation_error'
  const tell = one(ids.tellAdmins, buttons.tellAdmins, job, 'primary')
  const retry = one(ids.retry, buttons.retry, job, isText || isLockedOut(job) ? undefined : 'primary')
  const edit = one(ids.edit, buttons.edit, job, isText ? 'primary' : undefined)
  if (isText) return [edit, retry, prompt]
  return isLockedOut(job) ? [tell, retry, edit, prompt] : [retry, edit, prompt]
}

/** The buttons of each state, the first one primary (examples/messages.md). */
function elements(job: Job, around: Around): (ActionsBlockElement | undefined | false)[] {
  const prompt = one(ids.prompt, buttons.prompt, job)
  const followUp = one(ids.followUp, buttons.followUp, job)
  const edit = one(ids.edit, buttons.edit, job)
  switch (job.state) {
    case 'picking':
      return pickers(job, around)
    case 'asking':
      return [
        one(ids.anyway, buttons.anyway, job, 'primary'),
        one(ids.instead, buttons.instead, job),
        one(ids.drop, buttons.drop, job),
      ]
    case 'held':
      return job.heldUntil === undefined
        ? [prompt]
        : [one(ids.undo, buttons.undo, job, 'primary'), prompt, ...changes(job, around)]
    case 'paused':
      return [
        one(ids.anyway, buttons.startNow, job, 'primary'),
        ...changes(job, around),
        one(ids.drop, buttons.drop, job),
        prompt,
      ]
    case 'waiting':
      return [one(ids.cancel, buttons.cancel, job), prompt, ...changes(job, around)]
    case 'creating':
      return job.silentSince === undefined ? [prompt] : [one(ids.cancel, buttons.cancel, job), prompt]
    case 'working':
      return job.silentSince === undefined
        ? [
            pullRequest(job),
            job.prLink ? followUp : one(ids.followUp, buttons.followUp, job, 'primary'),
            prompt,
            more(job),
          ]
        : [
            one(ids.check, buttons.check, job, 'primary'),
            isLockedOut(job) ? one(ids.tellAdmins, buttons.tellAdmins, job) : followUp,
            prompt,
            more(job),
          ]
    case 'finished':
      return [
        pullRequest(job),
        job.prLink ? followUp : one(ids.followUp, buttons.followUp, job, 'primary'),
        prompt,
        more(job),
      ]
    case 'failed':
      return [one(ids.retry, buttons.retry, job, 'primary'), edit, pullRequest(job), prompt, more(job)]
    case 'archived':
    case 'gone':
      return [
        one(ids.continue, buttons.continue, job, job.continued === undefined ? 'primary' : undefined),
        pullRequest(job),
        prompt,
      ]
    case 'unknown':
      return [
        one(ids.found, buttons.found, job, 'primary'),
        button({ actionId: ids.anyway, text: buttons.anyway, value: job.id, confirm: sure(words.confirmAnyway) }),
        button({ actionId: ids.drop, text: buttons.drop, value: job.id, confirm: sure(words.confirmDrop) }),
        prompt,
      ]
    case 'refused':
      return refused(job, prompt)
    case 'dropped':
      return [one(ids.edit, buttons.edit, job), prompt]
    case 'unwatched':
      return [one(ids.watch, buttons.watch, job, 'primary'), pullRequest(job), prompt]
  }
}

/** The bold title where Slack's markup leaves it alone, plain where the title itself carries such characters. */
export function titleBlock(mark: string, title: string): MessageBlock {
  const shown = cut(title, TITLE_LIMIT)
  return /[*_~`\\]/.test(shown) ? section(plain(`${mark}  ${shown}`)) : section(`${mark}  *${escape(shown)}*`)
}

function usedLine(job: Job): string | undefined {
  if (!job.used) return undefined
  const { messages } = job.used
  const parts = leftOut(job.used)
  return [
    words.used(messages, job.door === 'list' ? 'list' : job.threadTs === undefined ? 'channel' : 'thread'),
    parts.length > 0 && words.leftOut(parts),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

const FOLLOWED: ReadonlySet<State> = new Set<State>(['working', 'finished', 'failed'])

/** The one message that shows a job (examples/messages.md): facts only, the order of things always the same. */
export function card(job: Job, around: Around): Message {
  const line = stateLine(job, around)
  const said = stateLine(job, { ...around, twin: around.twin && { ...around.twin, url: undefined } })
  const facts = [
    job.project && escape(job.project),
    words.askedBy(job.requester),
    job.state === 'working' && job.branch && words.branch(job.branch),
    job.model && isLive(job) && words.model(job.model),
    job.followUps > 0 && words.followUps(job.followUps),
  ].filter((part) => typeof part === 'string' && part !== '')
  const own = around.rule === 'mention' ? words.footerMention : words.footerAny
  const footer = around.mirror ? words.footerMirror(around.mirror.url) : own
  return {
    text: `${said.split(' · ')[0]}: ${escape(cut(job.title, TITLE_LIMIT))}`,
    blocks: [
      titleBlock(marks[job.state], job.title),
      ...context(line),
      ...context(job.continued !== undefined && words.continued(around.continuedUrl)),
      ...context(facts.join(' · ')),
      ...context(usedLine(job)),
      ...context(job.state === 'waiting' && words.full(job.project, around.limit)),
      ...actions(...elements(job, around)),
      ...context(around.rule !== 'none' && FOLLOWED.has(job.state) && footer),
    ],
  }
}

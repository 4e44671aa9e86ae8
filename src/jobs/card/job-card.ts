import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  menuOption,
  overflow,
  plainText,
  section,
} from '../../slack/blocks/block-builders.ts'
import { staticSelect } from '../../slack/blocks/form-fields.ts'
import type { ActionsBlockElement, Button, Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { truncate, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { actionIds } from '../action-ids.ts'
import { isLive, type Job, type JobState } from '../model/job.ts'
import { projectKey } from '../model/job-ids.ts'
import { isAccessRefused, stateEmoji, describeState, type Duplicate } from './status-line.ts'
import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { describeOmitted } from './omitted-context.ts'
import { jobText } from '../text/en.ts'

const TITLE_LIMIT = 150

/** What a card shows besides the job's own record. */
export interface CardContext {
  /** How the thread is answered: with a mention, or simply; none where there is no thread below. */
  rule: 'mention' | 'any' | 'none'
  /** The place in the line for room, from 1. */
  place: number
  roomAt: number | undefined
  /** How many jobs an hour there is room for. */
  limit: number
  twin?: Duplicate | undefined
  /** Where the card of the job stands that goes on from this one. */
  continuedUrl?: string | undefined
  /** On a copy in another channel: where its own thread is. */
  mirror?: { url: string | undefined } | undefined
  projects: string[]
  /** The best guesses first. */
  guesses: string[]
}

const { buttons } = jobText

function one(actionId: string, text: string, job: Job, style?: 'primary' | 'danger'): Button {
  return button({ actionId, text, value: job.id, ...(style && { style }) })
}

const sure = (text: { title: string; text: string; yes: string; no?: string }) =>
  confirmDialog(text.title, text.text, text.yes, text.no)

function pullRequest(job: Job): Button | undefined {
  const url = parseWebUrl(job.prLink)
  return url === undefined
    ? undefined
    : button({ actionId: actionIds.pullRequest, text: buttons.pullRequest, url, value: job.id, style: 'primary' })
}

function more(job: Job): ActionsBlockElement {
  const entry = (verb: string, text: string) => menuOption(text, `${verb}:${job.id}`)
  const isWorking = job.state === 'working'
  return overflow(actionIds.more, [
    ...(isWorking ? [entry('stop', buttons.stop), entry('unwatch', buttons.unwatch)] : []),
    entry('tell', buttons.tellMe),
    entry('mirror', buttons.mirror),
    entry('hand', buttons.handOver),
  ])
}

function pickers(job: Job, around: CardContext): ActionsBlockElement[] {
  const value = (project: string): string => `${job.id}:${projectKey(project)}`
  const guesses = around.guesses.slice(0, 2).map((project, index) =>
    button({
      actionId: `${actionIds.pick}:${index}`,
      text: project,
      value: value(project),
      ...(index === 0 && { style: 'primary' }),
    }),
  )
  const others = around.projects.filter((project) => !around.guesses.slice(0, 2).includes(project))
  const menu = staticSelect(
    actionIds.pickOther,
    others.map((project) => ({ text: project, value: value(project) })),
  )
  const other = plainText(jobText.otherProject)
  const menus = others.length > 0 && menu.type === 'static_select' ? [{ ...menu, placeholder: other }] : []
  return [...guesses, ...menus, one(actionIds.drop, buttons.drop, job)]
}

/** What can still be changed before anything is sent. */
const changes = (job: Job, { projects }: CardContext): (ActionsBlockElement | false)[] => [
  (job.used?.messages ?? 0) > 0 && one(actionIds.trim, buttons.trim, job),
  projects.length > 1 && one(actionIds.project, buttons.project, job),
]

/** First what mends it: an admin, another text, or the same once more. */
function refused(job: Job, prompt: Button): Button[] {
  const isText = job.trouble?.code === 'validation_error'
  const tell = one(actionIds.tellAdmins, buttons.tellAdmins, job, 'primary')
  const retry = one(actionIds.retry, buttons.retry, job, isText || isAccessRefused(job) ? undefined : 'primary')
  const edit = one(actionIds.edit, buttons.edit, job, isText ? 'primary' : undefined)
  if (isText) return [edit, retry, prompt]
  return isAccessRefused(job) ? [tell, retry, edit, prompt] : [retry, edit, prompt]
}

/** The buttons of each state, the first one primary. */
function elements(job: Job, around: CardContext): (ActionsBlockElement | undefined | false)[] {
  const prompt = one(actionIds.prompt, buttons.prompt, job)
  const followUp = one(actionIds.followUp, buttons.followUp, job)
  const edit = one(actionIds.edit, buttons.edit, job)
  switch (job.state) {
    case 'picking':
      return pickers(job, around)
    case 'asking':
      return [
        one(actionIds.anyway, buttons.anyway, job, 'primary'),
        one(actionIds.instead, buttons.instead, job),
        one(actionIds.drop, buttons.drop, job),
      ]
    case 'held':
      return job.heldUntil === undefined
        ? [prompt]
        : [one(actionIds.undo, buttons.undo, job, 'primary'), prompt, ...changes(job, around)]
    case 'paused':
      return [
        one(actionIds.anyway, buttons.startNow, job, 'primary'),
        ...changes(job, around),
        one(actionIds.drop, buttons.drop, job),
        prompt,
      ]
    case 'waiting':
      return [one(actionIds.cancel, buttons.cancel, job), prompt, ...changes(job, around)]
    case 'creating':
      return job.silentSince === undefined ? [prompt] : [one(actionIds.cancel, buttons.cancel, job), prompt]
    case 'working':
      return job.silentSince === undefined
        ? [
            pullRequest(job),
            job.prLink ? followUp : one(actionIds.followUp, buttons.followUp, job, 'primary'),
            prompt,
            more(job),
          ]
        : [
            one(actionIds.check, buttons.check, job, 'primary'),
            isAccessRefused(job) ? one(actionIds.tellAdmins, buttons.tellAdmins, job) : followUp,
            prompt,
            more(job),
          ]
    case 'finished':
      return [
        pullRequest(job),
        job.prLink ? followUp : one(actionIds.followUp, buttons.followUp, job, 'primary'),
        prompt,
        more(job),
      ]
    case 'failed':
      return [one(actionIds.retry, buttons.retry, job, 'primary'), edit, pullRequest(job), prompt, more(job)]
    case 'archived':
    case 'gone':
      return [
        one(actionIds.continue, buttons.continue, job, job.continued === undefined ? 'primary' : undefined),
        pullRequest(job),
        prompt,
      ]
    case 'unknown':
      return [
        one(actionIds.found, buttons.found, job, 'primary'),
        button({
          actionId: actionIds.anyway,
          text: buttons.anyway,
          value: job.id,
          confirm: sure(jobText.confirmAnyway),
        }),
        button({ actionId: actionIds.drop, text: buttons.drop, value: job.id, confirm: sure(jobText.confirmDrop) }),
        prompt,
      ]
    case 'refused':
      return refused(job, prompt)
    case 'dropped':
      return [one(actionIds.edit, buttons.edit, job), prompt]
    case 'unwatched':
      return [one(actionIds.watch, buttons.watch, job, 'primary'), pullRequest(job), prompt]
  }
}

/** The bold title where Slack's markup leaves it alone, plain where the title itself carries such characters. */
export function titleBlock(mark: string, title: string): MessageBlock {
  const shown = truncate(title, TITLE_LIMIT)
  return /[*_~`\\]/.test(shown) ? section(plainText(`${mark}  ${shown}`)) : section(`${mark}  *${escapeMrkdwn(shown)}*`)
}

function usedLine(job: Job): string | undefined {
  if (!job.used) return undefined
  const { messages } = job.used
  const parts = describeOmitted(job.used)
  return [
    jobText.used(messages, job.door === 'list' ? 'list' : job.threadTs === undefined ? 'channel' : 'thread'),
    parts.length > 0 && jobText.leftOut(parts),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

const FOLLOWED: ReadonlySet<JobState> = new Set<JobState>(['working', 'finished', 'failed'])

/** The one message that shows a job: facts only, the order of things always the same. */
export function renderJobCard(job: Job, around: CardContext): Message {
  const line = describeState(job, around)
  const said = describeState(job, { ...around, twin: around.twin && { ...around.twin, url: undefined } })
  const facts = [
    job.project && escapeMrkdwn(job.project),
    jobText.askedBy(job.requester),
    job.state === 'working' && job.branch && jobText.branch(job.branch),
    job.model && isLive(job) && jobText.model(job.model),
    job.followUps > 0 && jobText.followUps(job.followUps),
  ].filter((part) => typeof part === 'string' && part !== '')
  const own = around.rule === 'mention' ? jobText.footerMention : jobText.footerAny
  const footer = around.mirror ? jobText.footerMirror(around.mirror.url) : own
  return {
    text: `${said.split(' · ')[0]}: ${escapeMrkdwn(truncate(job.title, TITLE_LIMIT))}`,
    blocks: [
      titleBlock(stateEmoji[job.state], job.title),
      ...contextBlock(line),
      ...contextBlock(job.continued !== undefined && jobText.continued(around.continuedUrl)),
      ...contextBlock(facts.join(' · ')),
      ...contextBlock(usedLine(job)),
      ...contextBlock(job.state === 'waiting' && jobText.full(job.project, around.limit)),
      ...actionsBlock(...elements(job, around)),
      ...contextBlock(around.rule !== 'none' && FOLLOWED.has(job.state) && footer),
    ],
  }
}

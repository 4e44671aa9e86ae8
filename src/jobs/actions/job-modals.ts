import { actionsBlock, button, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import {
  channelSelect,
  checkboxes,
  type SelectChoice,
  inputBlock,
  modal,
  staticSelect,
  textInput,
} from '../../slack/blocks/form-fields.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { truncate, dateToken, escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import { callbackIds, actionIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import type { Quote } from '../model/job-prompt.ts'
import type { FollowUp } from '../model/job-store.ts'
import { jobText } from '../text/en.ts'

const PART = 3000
const TICKS = 10
const TICKED_BLOCKS = 10
const VIEW_PARTS = 40

/** A text in pieces that a text field takes; at least one. */
export function splitIntoChunks(text: string, size = PART): string[] {
  const parts: string[] = []
  for (let rest = text; rest !== ''; rest = rest.slice(parts.at(-1)?.length)) {
    const high = rest.charCodeAt(size - 1)
    parts.push(rest.slice(0, high >= 0xd800 && high <= 0xdbff ? size - 1 : size))
  }
  return parts.length > 0 ? parts : ['']
}

export interface JobFormContent {
  draft: string
  title: string
  /** What a person should know first. */
  note?: string | undefined
  submit: string
  projects: string[]
  project: string | undefined
  text: string
  /** Where to report; undefined hides the field. */
  channel?: string | undefined
  asksChannel: boolean
  inThread: boolean
  source?: string | undefined
  quotes: Quote[]
  leftOut: string[]
  room: string[]
}

const F = jobText.form
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The thread's messages as ticks that a person may take away before the start (J4). */
function ticks(quotes: Quote[]): MessageBlock[] {
  const groups: Quote[][] = []
  for (let at = 0; at < quotes.length && groups.length < TICKED_BLOCKS; at += TICKS)
    groups.push(quotes.slice(at, at + TICKS))
  return groups.map((group, index) => {
    const choices = group.map((quote, offset) => ({
      text: truncate(`${quote.name}: ${quote.text.replaceAll(/\s+/g, ' ')}`, 75),
      value: `${index * TICKS + offset}`,
    }))
    const all = choices.map((choice) => choice.value)
    return inputBlock(
      { blockId: `quotes-${index}`, label: index === 0 ? F.quotes : F.quotesMore, optional: true },
      checkboxes('quotes', choices, all),
    )
  })
}

export function jobFormModal(form: JobFormContent): View {
  const { projects, project } = form
  const choices: SelectChoice[] = projects.map((name) => ({ text: name, value: truncate(name, 75) }))
  return modal({
    callbackId: callbackIds.start,
    title: form.title,
    submit: form.submit,
    privateMetadata: form.draft,
    blocks: [
      ...contextBlock(form.note),
      ...(projects.length > 1
        ? [
            inputBlock(
              { blockId: 'project', label: F.project },
              staticSelect('project', choices, project && truncate(project, 75)),
            ),
          ]
        : contextBlock(projects[0] && `${F.project}: ${escapeMrkdwn(projects[0])}`)),
      ...splitIntoChunks(form.text).map((part, index) =>
        inputBlock(
          { blockId: `prompt-${index}`, label: index === 0 ? F.prompt : F.promptMore, optional: index > 0 },
          textInput({
            actionId: 'prompt',
            multiline: true,
            initial: part,
            placeholder: F.promptExample,
            focus: index === 0,
          }),
        ),
      ),
      ...contextBlock(form.source && `${F.source} ${mrkdwnLink(form.source, F.sourceLink)}`),
      ...ticks(form.quotes),
      ...contextBlock(form.leftOut.length > 0 && capital(jobText.leftOut(form.leftOut))),
      ...(form.asksChannel
        ? [
            inputBlock(
              {
                blockId: 'channel',
                label: F.channel,
                hint: form.inThread ? F.channelThread : F.channelHint,
                optional: true,
              },
              channelSelect('channel', form.channel),
            ),
          ]
        : []),
      ...contextBlock(form.room.join(' · ')),
    ],
  })
}

/** A form whose content is still being read. */
export const loadingModal = (title: string, callbackId: string): View =>
  modal({ callbackId, title, blocks: [section(F.loading)] })

export interface JobFormValues {
  project: string | undefined
  text: string
  channel: string | undefined
  ticked: number[]
}

/** What a person filled in. */
export function readJobForm(view: OpenView): JobFormValues {
  const state = (block: string, action: string) => view.values[block]?.[action]
  const inOrder = (prefix: string): string[] =>
    Object.keys(view.values)
      .filter((name) => name.startsWith(prefix))
      .toSorted((one, other) => Number(one.slice(prefix.length)) - Number(other.slice(prefix.length)))
  const parts = inOrder('prompt-').map((name) => state(name, 'prompt')?.value ?? '')
  const ticked = inOrder('quotes-').flatMap((name) => state(name, 'quotes')?.selected_options ?? [])
  return {
    project: state('project', 'project')?.selected_option?.value,
    text: parts.join('').trim(),
    channel: state('channel', 'channel')?.selected_conversation ?? undefined,
    ticked: ticked.map((option) => Number(option.value)),
  }
}

export const followUpModal = (job: Job, hint: string): View =>
  modal({
    callbackId: callbackIds.followUp,
    title: F.followUpTitle,
    submit: F.send,
    privateMetadata: job.id,
    blocks: [
      section(plainText(truncate(job.title, 150))),
      inputBlock({ blockId: 'text', label: F.followUp }, textInput({ actionId: 'text', multiline: true })),
      ...contextBlock(hint),
    ],
  })

export const adoptModal = (job: Job, dashboardUrl: string | undefined): View =>
  modal({
    callbackId: callbackIds.found,
    title: F.foundTitle,
    submit: F.foundSubmit,
    privateMetadata: job.id,
    blocks: [
      section(F.foundHow),
      ...contextBlock(dashboardUrl && `${F.dashboard} ${mrkdwnLink(dashboardUrl, dashboardUrl)}`),
      inputBlock({ blockId: 'id', label: F.foundId }, textInput({ actionId: 'id', maxLength: 200 })),
    ],
  })

export const mirrorModal = (job: Job): View =>
  modal({
    callbackId: callbackIds.mirror,
    title: F.mirrorTitle,
    submit: F.mirrorSubmit,
    privateMetadata: job.id,
    blocks: [inputBlock({ blockId: 'channel', label: F.mirror }, channelSelect('channel'))],
  })

export const handOverModal = (job: Job): View =>
  modal({
    callbackId: callbackIds.handOver,
    title: F.handTitle,
    submit: F.handSubmit,
    privateMetadata: job.id,
    blocks: [
      inputBlock({ blockId: 'person', label: F.hand, hint: F.handHint }, { type: 'users_select', action_id: 'person' }),
    ],
  })

const shown = (text: string): MessageBlock[] =>
  splitIntoChunks(text)
    .slice(0, VIEW_PARTS)
    .map((part) => section(plainText(part)))

const isBefore = ({ attempted, remoteId }: Job): boolean => attempted === undefined && remoteId === undefined

/** Exactly what the agent was sent, apart from quotations that are not for this person, and everything it says of the job (S1). */
export function promptModal(
  job: Job,
  sent: string,
  followUps: FollowUp[],
  { canGoElsewhere = false, hidden = 0 }: { canGoElsewhere?: boolean; hidden?: number } = {},
): View {
  const fact = (label: string, value: string | undefined | false) => value && `*${label}*  ${value}`
  const date = (iso: string | undefined) => {
    const at = iso === undefined ? Number.NaN : Date.parse(iso)
    return Number.isFinite(at) && dateToken(at, '{date_short_pretty} {time}')
  }
  const facts = [
    fact(F.project, escapeMrkdwn(job.project)),
    fact(F.repository, job.repository && mrkdwnLink(job.repository, job.repository)),
    fact(F.branch, job.branch && escapeMrkdwn(job.branch)),
    fact(F.model, job.model && escapeMrkdwn(job.model)),
    fact(F.created, date(job.createdAt)),
    fact(F.archivedAt, date(job.archivedAt)),
    fact(F.pullRequest, job.prLink && mrkdwnLink(job.prLink, job.prLink)),
    fact(F.job, [job.id.slice(-6), job.remoteId && escapeMrkdwn(job.remoteId)].filter(Boolean).join(' · ')),
  ].filter((line) => typeof line === 'string' && line !== '')
  return modal({
    callbackId: callbackIds.prompt,
    title: F.promptTitle,
    close: F.close,
    blocks: [
      ...contextBlock(hidden > 0 ? F.partly(hidden) : isBefore(job) ? F.exactlyLater : F.exactly),
      ...shown(sent),
      ...followUps.flatMap((followUp) => [
        ...contextBlock(`${F.followUpSaid} ${dateToken(followUp.at)} · ${F.states[followUp.state]}`),
        ...shown(followUp.text),
      ]),
    ]
      .slice(0, 98)
      .concat(
        section(facts.join('\n')),
        actionsBlock(
          canGoElsewhere && button({ actionId: actionIds.elsewhere, text: jobText.buttons.elsewhere, value: job.id }),
        ),
      ),
  })
}

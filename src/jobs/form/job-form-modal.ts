import { contextBlock, quoteBlock, section } from '../../slack/blocks/block-builders.ts'
import {
  channelSelect,
  checkboxes,
  inputBlock,
  modal,
  type SelectChoice,
  splitIntoChunks,
  staticSelect,
  textInput,
} from '../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../slack/inbound/view-state.ts'
import { jobCallbackIds } from '../action-ids.ts'
import type { Quote } from '../model/job-prompt.ts'
import type { JobText } from '../text/jobs-text.ts'
import { capitalizeFirst, describeClosedProjects } from '../text/sentence-parts.ts'

const QUOTES_PER_BLOCK = 10
const QUOTE_BLOCKS = 10

/** The prefix of the ids of blocks with quotes, followed by a number. */
const QUOTES = 'quotes-'

/** The number of characters shown of an included mail. */
const MAIL_CHARS = 600

const VALUE_LIMIT = 75

export interface JobFormContent {
  draft: string
  title: string
  note?: string | undefined
  submit: string
  /** Set if the content is kept when the form is closed. */
  isKeptOnClose?: boolean
  projects: string[]
  project: string | undefined
  /** Projects in which the person may not start jobs. */
  closed?: string[]
  text: string
  /** The channel for the job; undefined hides the field. */
  channel?: string | undefined
  asksChannel: boolean
  inThread: boolean
  source?: string | undefined
  /** The placeholder of the prompt field, instead of the default. */
  example?: string | undefined
  quotes: Quote[]
  /** The indexes of the quotes that are initially unticked. */
  unticked?: number[] | undefined
  leftOut: string[]
  /** Lines about the rest of this hour's quota. */
  quota: string[]
}

/** A project's name as the value of a choice. */
export const projectChoice = (name: string): string => truncate(name, VALUE_LIMIT)

function renderProject(text: JobText, { projects, project, closed }: JobFormContent): MessageBlock[] {
  if (projects.length <= 1) return contextBlock(projects[0] && `${text.form.project}: ${escapeMrkdwn(projects[0])}`)
  const choices: SelectChoice[] = projects.map((name) => ({ text: name, value: projectChoice(name) }))
  const menu = staticSelect('project', choices, project && projectChoice(project))
  const listed = closed?.filter((name) => projects.includes(name))
  return [
    inputBlock({ blockId: 'project', label: text.form.project }, menu),
    ...contextBlock(describeClosedProjects(text, listed)),
  ]
}

const renderPrompt = (
  text: JobText,
  { text: prompt, example = text.form.promptExample }: JobFormContent,
): MessageBlock[] =>
  splitIntoChunks(prompt).map((part, index) =>
    inputBlock(
      { blockId: `prompt-${index}`, label: index === 0 ? text.form.prompt : text.form.promptMore, optional: index > 0 },
      textInput({
        actionId: 'prompt',
        multiline: true,
        initial: part,
        placeholder: example,
        focus: index === 0,
      }),
    ),
  )

/** Renders the quotes as ticked boxes, which people can untick. */
function renderQuotes(text: JobText, { quotes, unticked = [] }: JobFormContent): MessageBlock[] {
  const groups: Quote[][] = []
  for (let at = 0; at < quotes.length && groups.length < QUOTE_BLOCKS; at += QUOTES_PER_BLOCK)
    groups.push(quotes.slice(at, at + QUOTES_PER_BLOCK))
  return groups.map((group, index) => {
    const choices = group.map((quote, offset) => ({
      text: truncate(`${quote.name}: ${quote.text.replaceAll(/\s+/g, ' ')}`, 75),
      value: `${index * QUOTES_PER_BLOCK + offset}`,
    }))
    const ticked = choices.map((choice) => choice.value).filter((value) => !unticked.includes(Number(value)))
    return inputBlock(
      { blockId: `${QUOTES}${index}`, label: index === 0 ? text.form.quotes : text.form.quotesMore, optional: true },
      checkboxes('quotes', choices, ticked),
    )
  })
}

/** Renders the beginning of each included mail, to show what is sent. */
const renderMails = ({ quotes }: JobFormContent): MessageBlock[] =>
  quotes.filter(({ isMail }) => isMail).map(({ text }) => quoteBlock(truncate(text, MAIL_CHARS)))

function renderChannel(text: JobText, { asksChannel, inThread, channel }: JobFormContent): MessageBlock[] {
  if (!asksChannel) return []
  const hint = inThread ? text.form.channelThread : text.form.channelHint
  return [
    inputBlock(
      { blockId: 'channel', label: text.form.channel, hint, optional: true },
      channelSelect('channel', channel),
    ),
  ]
}

/** The form that starts or changes a job. */
export function buildJobFormModal(text: JobText, form: JobFormContent): View {
  return modal({
    callbackId: jobCallbackIds.start,
    title: form.title,
    submit: form.submit,
    close: form.isKeptOnClose ? text.form.close : text.form.cancel,
    privateMetadata: form.draft,
    ...(form.isKeptOnClose && { notifyOnClose: true }),
    blocks: [
      ...contextBlock(form.note),
      ...renderProject(text, form),
      ...renderPrompt(text, form),
      ...contextBlock(form.source && `${text.form.source} ${mrkdwnLink(form.source, text.form.sourceLink)}`),
      ...renderQuotes(text, form),
      ...renderMails(form),
      ...contextBlock(
        form.leftOut.length > 0 && capitalizeFirst(text.leftOut({ parts: text.formats.list(form.leftOut, 'comma') })),
      ),
      ...renderChannel(text, form),
      ...contextBlock(form.quota.join(' · ')),
    ],
  })
}

/** A form whose content is still being read. */
export const buildLoadingModal = (text: JobText, title: string, callbackId: string): View =>
  modal({ callbackId, title, close: text.form.cancel, blocks: [section(text.form.loading)] })

export interface JobFormValues {
  project: string | undefined
  text: string
  channel: string | undefined
  /** The indexes of the quotes that are still ticked. */
  ticked: number[]
}

export const isQuotesBlock = (blockId: string): boolean => blockId.startsWith(QUOTES)

/** Reads the values of the form. */
export function readJobForm(view: OpenView): JobFormValues {
  const state = (block: string, action: string) => view.values[block]?.[action]
  const inOrder = (prefix: string): string[] =>
    Object.keys(view.values)
      .filter((name) => name.startsWith(prefix))
      .toSorted((one, other) => Number(one.slice(prefix.length)) - Number(other.slice(prefix.length)))
  const parts = inOrder('prompt-').map((name) => state(name, 'prompt')?.value ?? '')
  const ticked = inOrder(QUOTES).flatMap((name) => state(name, 'quotes')?.selected_options ?? [])
  return {
    project: state('project', 'project')?.selected_option?.value,
    text: parts.join('').trim(),
    channel: state('channel', 'channel')?.selected_conversation ?? undefined,
    ticked: ticked.map((option) => Number(option.value)),
  }
}

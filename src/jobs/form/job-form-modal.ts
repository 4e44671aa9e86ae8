import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { mrkdwnLink, escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import {
  inputBlock,
  checkboxes,
  type SelectChoice,
  textInput,
  staticSelect,
  modal,
  channelSelect,
  splitIntoChunks,
} from '../../slack/blocks/form-fields.ts'
import type { Quote } from '../model/job-prompt.ts'
import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { callbackIds } from '../action-ids.ts'
import { jobFormText as F } from '../text/en-forms.ts'
import { jobText } from '../text/en.ts'
import type { OpenView } from '../../slack/inbound/view-state.ts'

const TICKS = 10
const TICKED_BLOCKS = 10

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
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The thread's messages as ticks that a person may take away before the start. */
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

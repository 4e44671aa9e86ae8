import { contextBlock, divider, section } from '../slack/blocks/block-builders.ts'
import { type SelectChoice, inputBlock, modal, staticSelect, textInput } from '../slack/blocks/form-fields.ts'
import type { OpenView } from '../slack/inbound/listeners.ts'
import type { MessageBlock, View } from '../slack/blocks/slack-message.ts'
import { truncate, escapeMrkdwn } from '../slack/blocks/mrkdwn.ts'
import type { ChannelSettings, PersonSettings, TeamSettings } from './settings-store.ts'
import type { WorkspaceText } from './text/workspace-text.ts'

/** Action id of the buttons that open the form, and the form's callback id. */
export const SETTINGS_FORM_ID = 'workspace.settings'

type SettingsText = WorkspaceText['settings']
const NONE = '-'

const projectChoices = (text: SettingsText, projects: string[]): SelectChoice[] => [
  { text: text.noProject, value: NONE },
  ...projects.map((name) => ({ text: name, value: truncate(name, 75) })),
]
const choicesOf = (names: Record<string, string>): SelectChoice[] =>
  Object.entries(names).map(([value, text]) => ({ text, value }))

/** What the form shows when it opens. */
export interface SettingsModalState {
  channel: string | undefined
  projects: string[]
  isAdmin: boolean
  holdSeconds: number
  person: PersonSettings
  here: ChannelSettings
  team: TeamSettings
}

const lastChanged = (
  text: SettingsText,
  { changedBy, changedAt }: { changedBy?: string | undefined; changedAt?: number | undefined },
) => contextBlock(changedBy !== undefined && changedAt !== undefined && text.lastChanged(changedBy, changedAt))

const projectField = (
  text: SettingsText,
  blockId: string,
  label: string,
  projects: string[],
  initial: string | undefined,
) =>
  projects.length > 1
    ? [
        inputBlock(
          { blockId, label },
          staticSelect(blockId, projectChoices(text, projects), initial ? truncate(initial, 75) : NONE),
        ),
      ]
    : []

function channelFields(text: SettingsText, form: SettingsModalState, channel: string): MessageBlock[] {
  const { here, projects, holdSeconds } = form
  const rule = here.followUp === 'any' ? 'any' : 'mention'
  const seconds = here.holdSeconds ?? holdSeconds
  if (!form.isAdmin)
    return [
      section(text.forChannel(channel)),
      ...contextBlock(text.channelNow(text.rules[rule], seconds, here.project && escapeMrkdwn(here.project))),
      ...contextBlock(text.admins),
    ]
  return [
    section(text.forChannel(channel)),
    ...projectField(text, 'channel-project', text.channelProject, projects, here.project),
    inputBlock({ blockId: 'rule', label: text.followUp }, staticSelect('rule', choicesOf(text.rules), rule)),
    inputBlock(
      { blockId: 'hold', label: text.hold },
      textInput({ actionId: 'hold', initial: `${seconds}`, maxLength: 3 }),
    ),
    ...lastChanged(text, here),
  ]
}

/** The form of `/docs settings`: the person's own settings, the channel's and the workspace's; only admins can change the last two. */
export function settingsModal({ settings: text }: WorkspaceText, form: SettingsModalState): View {
  const { channel, projects, person, team } = form
  return modal({
    callbackId: SETTINGS_FORM_ID,
    title: text.title,
    submit: text.save,
    close: text.cancel,
    privateMetadata: channel ?? '',
    blocks: [
      section(text.forYou),
      ...projectField(text, 'project', text.project, projects, person.project),
      inputBlock(
        { blockId: 'success', label: text.success },
        staticSelect('success', choicesOf(text.notices), person.success ?? 'thread'),
      ),
      inputBlock(
        { blockId: 'failure', label: text.failure },
        staticSelect('failure', choicesOf(text.notices), person.failure ?? 'thread'),
      ),
      ...(channel === undefined ? [] : [divider(), ...channelFields(text, form, channel)]),
      ...(form.isAdmin
        ? [
            divider(),
            section(text.forAll),
            inputBlock(
              { blockId: 'emoji', label: text.emoji, hint: text.emojiHint, optional: true },
              textInput({ actionId: 'emoji', initial: team.emoji ?? '', maxLength: 100 }),
            ),
            ...lastChanged(text, team),
          ]
        : []),
    ],
  })
}

/** What a person chose. */
export interface SettingsChoices {
  person: PersonSettings
  /** Only if the form offered it. */
  here?: ChannelSettings
  team?: TeamSettings
}

const isNotice = (text: SettingsText, word: string | undefined): word is keyof SettingsText['notices'] =>
  word !== undefined && Object.hasOwn(text.notices, word)

/** The choices of a submitted form, or what is wrong with them, by field. */
export function readSettingsChoices(
  { settings: text }: WorkspaceText,
  view: OpenView,
  projects: string[],
): SettingsChoices | { errors: Record<string, string> } {
  const picked = (block: string) => view.values[block]?.[block]?.selected_option?.value
  const typed = (block: string) => view.values[block]?.[block]?.value?.trim() ?? ''
  const projectOf = (block: string) => projects.find((name) => truncate(name, 75) === picked(block))
  const [success, failure] = [picked('success'), picked('failure')]
  const [own, channels] = [projectOf('project'), projectOf('channel-project')]
  const errors: Record<string, string> = {}
  if ('hold' in view.values && !(/^\d+$/.test(typed('hold')) && Number(typed('hold')) <= 600))
    errors['hold'] = text.holdWrong
  const emoji = typed('emoji').replaceAll(':', '')
  if (emoji !== '' && !/^[\p{L}\p{N}_+'-]+$/u.test(emoji)) errors['emoji'] = text.emojiWrong
  if (Object.keys(errors).length > 0) return { errors }
  return {
    person: {
      ...(own && { project: own }),
      ...(isNotice(text, success) && { success }),
      ...(isNotice(text, failure) && { failure }),
    },
    ...('rule' in view.values && {
      here: {
        ...(channels && { project: channels }),
        followUp: picked('rule') === 'any' ? 'any' : 'mention',
        holdSeconds: Number(typed('hold')),
      },
    }),
    ...('emoji' in view.values && { team: emoji === '' ? {} : { emoji } }),
  }
}

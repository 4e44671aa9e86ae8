import { contextBlock, divider, section } from '../slack/blocks/block-builders.ts'
import { type SelectChoice, inputBlock, modal, staticSelect, textInput } from '../slack/blocks/form-fields.ts'
import type { OpenView } from '../slack/inbound/listeners.ts'
import type { MessageBlock, View } from '../slack/blocks/slack-message.ts'
import { truncate, escapeMrkdwn } from '../slack/blocks/mrkdwn.ts'
import type { ChannelSettings, PersonSettings, TeamSettings } from './settings-store.ts'
import { workspaceText } from './text/en.ts'

/** Action id of the buttons that open the form, and the form's callback id. */
export const SETTINGS_FORM_ID = 'workspace.settings'

const S = workspaceText.settings
const NONE = '-'

const projectChoices = (projects: string[]): SelectChoice[] => [
  { text: S.noProject, value: NONE },
  ...projects.map((name) => ({ text: name, value: truncate(name, 75) })),
]
const noticeChoices: SelectChoice[] = Object.entries(S.notices).map(([value, text]) => ({ text, value }))
const ruleChoices: SelectChoice[] = Object.entries(S.rules).map(([value, text]) => ({ text, value }))

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

const lastChanged = ({ changedBy, changedAt }: { changedBy?: string | undefined; changedAt?: number | undefined }) =>
  contextBlock(changedBy !== undefined && changedAt !== undefined && S.lastChanged(changedBy, changedAt))

const projectField = (blockId: string, label: string, projects: string[], initial: string | undefined) =>
  projects.length > 1
    ? [
        inputBlock(
          { blockId, label },
          staticSelect(blockId, projectChoices(projects), initial ? truncate(initial, 75) : NONE),
        ),
      ]
    : []

function channelFields(form: SettingsModalState, channel: string): MessageBlock[] {
  const { here, projects, holdSeconds } = form
  const rule = here.followUp === 'any' ? 'any' : 'mention'
  const seconds = here.holdSeconds ?? holdSeconds
  if (!form.isAdmin)
    return [
      section(S.forChannel(channel)),
      ...contextBlock(S.channelNow(S.rules[rule], seconds, here.project && escapeMrkdwn(here.project))),
      ...contextBlock(S.admins),
    ]
  return [
    section(S.forChannel(channel)),
    ...projectField('channel-project', S.channelProject, projects, here.project),
    inputBlock({ blockId: 'rule', label: S.followUp }, staticSelect('rule', ruleChoices, rule)),
    inputBlock(
      { blockId: 'hold', label: S.hold },
      textInput({ actionId: 'hold', initial: `${seconds}`, maxLength: 3 }),
    ),
    ...lastChanged(here),
  ]
}

/** The form of `/docs settings`: the person's own settings, the channel's and the workspace's; only admins can change the last two. */
export function settingsModal(form: SettingsModalState): View {
  const { channel, projects, person, team } = form
  return modal({
    callbackId: SETTINGS_FORM_ID,
    title: S.title,
    submit: S.save,
    privateMetadata: channel ?? '',
    blocks: [
      section(S.forYou),
      ...projectField('project', S.project, projects, person.project),
      inputBlock(
        { blockId: 'success', label: S.success },
        staticSelect('success', noticeChoices, person.success ?? 'thread'),
      ),
      inputBlock(
        { blockId: 'failure', label: S.failure },
        staticSelect('failure', noticeChoices, person.failure ?? 'thread'),
      ),
      ...(channel === undefined ? [] : [divider(), ...channelFields(form, channel)]),
      ...(form.isAdmin
        ? [
            divider(),
            section(S.forAll),
            inputBlock(
              { blockId: 'emoji', label: S.emoji, hint: S.emojiHint, optional: true },
              textInput({ actionId: 'emoji', initial: team.emoji ?? '', maxLength: 100 }),
            ),
            ...lastChanged(team),
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

const isNotice = (word: string | undefined): word is keyof typeof S.notices =>
  word !== undefined && Object.hasOwn(S.notices, word)

/** The choices of a submitted form, or what is wrong with them, by field. */
export function readSettingsChoices(
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
    errors['hold'] = S.holdWrong
  const emoji = typed('emoji').replaceAll(':', '')
  if (emoji !== '' && !/^[\p{L}\p{N}_+'-]+$/u.test(emoji)) errors['emoji'] = S.emojiWrong
  if (Object.keys(errors).length > 0) return { errors }
  return {
    person: {
      ...(own && { project: own }),
      ...(isNotice(success) && { success }),
      ...(isNotice(failure) && { failure }),
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

import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { getChannelName, visibleChannels, users } from '../model/workspace-state.ts'
import { replaceEmojiNames } from '../text/emoji-names.ts'
import { OptionPicker } from '../ui/option-picker.tsx'
import type { PickerOption } from '../ui/use-picker-options.ts'
import type { OptionObject, SelectMenu } from '../slack-types/element-types.ts'
import { useField } from './use-field.ts'
import { BlockContext, SurfaceContext, type Suggestions } from '../model/block-surface.ts'
import { isExternalMenu, type FieldValue } from '../model/field-values.ts'

/** An entry of a menu; one from the app is sent as the whole option, as Slack does. */
interface MenuOption extends PickerOption {
  option?: OptionObject
}

const toPickerOption = (option: OptionObject, group?: string): MenuOption => ({
  option,
  value: option.value ?? '',
  label: replaceEmojiNames(option.text.text),
  hint: option.description?.text,
  group,
})

const userOption = (id: string): PickerOption => {
  const user = users.value?.find((one) => one.id === id)
  return {
    value: id,
    label: user ? user.real_name || user.name : id,
    hint: user?.real_name ? `@${user.name}` : undefined,
  }
}
const channelOption = (id: string): PickerOption => ({ value: id, label: `#${getChannelName(id)}` })

/** The options of a menu, which depend on its type. */
function listOptions(of: SelectMenu): PickerOption[] {
  const kind = of.type.replace('multi_', '')
  if (kind === 'users_select')
    return (users.value ?? []).filter((user) => !user.deleted).map((user) => userOption(user.id))
  if (kind === 'channels_select')
    return visibleChannels.value.filter((one) => !one.is_archived).map((one) => channelOption(one.id))
  if (kind === 'conversations_select') {
    const { include = ['public', 'private', 'im'] } = of.filter ?? {}
    return [
      ...visibleChannels.value
        .filter((one) => !one.is_archived && include.includes(one.is_private ? 'private' : 'public'))
        .map((one) => ({ ...channelOption(one.id), group: 'Channels' })),
      ...(users.value ?? [])
        .filter((user) => include.includes('im') && !user.is_bot && !user.deleted)
        .map((user) => ({ ...userOption(user.id), group: 'People' })),
    ]
  }
  return of.option_groups
    ? of.option_groups.flatMap((group) => group.options.map((option) => toPickerOption(option, group.label.text)))
    : (of.options ?? []).map((option) => toPickerOption(option))
}

const listGroups = ({ options, option_groups = [] }: Suggestions): MenuOption[] =>
  option_groups.length > 0
    ? option_groups.flatMap((group) => group.options.map((option) => toPickerOption(option, group.label.text)))
    : options.map((option) => toPickerOption(option))

/** The chosen entries of a menu with their labels. */
function listChosen(value: FieldValue, of: SelectMenu, options: PickerOption[]): MenuOption[] {
  const initial = [of.initial_option, ...(of.initial_options ?? [])].filter((option) => option !== undefined)
  const known = [...options, ...initial.map((option) => toPickerOption(option))]
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return chosen.flatMap((one): MenuOption[] => {
    if (typeof one === 'string') return [known.find((option) => option.value === one) ?? { value: one, label: one }]
    return 'text' in one ? [toPickerOption(one)] : []
  })
}

export function SelectMenuView({ of }: { of: SelectMenu }): JSX.Element {
  const field = useField(of)
  const surface = useContext(SurfaceContext)
  const block = useContext(BlockContext)
  const options = listOptions(of)
  const external = isExternalMenu(of)
  const multi = of.type.startsWith('multi_')
  const pick = (picked: MenuOption[]): void => {
    const values = picked.map(({ value, option }) => (external && option ? option : value))
    field.set((multi ? values : values[0]) as FieldValue)
  }
  return (
    <OptionPicker
      label={field.label}
      source={{
        options,
        suggest: external ? async (query) => listGroups(await surface.suggest(of, block.blockId, query)) : undefined,
        minQuery: external ? (of.min_query_length ?? 3) : undefined,
      }}
      value={listChosen(field.value, of, options)}
      multi={multi}
      max={of.max_selected_items}
      empty={of.placeholder?.text}
      invalid={field.invalid}
      autofocus={of.focus_on_load}
      compact={!block.input}
      clearable={block.optional && !multi}
      onPick={pick}
    />
  )
}

import type { JSX } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { getChannelName, visibleChannels, users } from '../model/workspace-state.ts'
import { replaceEmojiNames } from '../text/emoji-names.ts'
import { OptionPicker } from '../ui/option-picker.tsx'
import type { PickerOption } from '../ui/use-picker-options.ts'
import type { OptionObject, SelectMenu } from '../slack-types/element-types.ts'
import { useField } from './use-field.ts'
import { BlockContext, SurfaceContext } from '../model/block-surface.ts'

const toPickerOption = (option: OptionObject, group?: string): PickerOption => ({
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
  if (kind === 'users_select') return (users.value ?? []).map((user) => userOption(user.id))
  if (kind === 'channels_select')
    return visibleChannels.value.filter((one) => !one.is_archived).map((one) => channelOption(one.id))
  if (kind === 'conversations_select') {
    return [
      ...visibleChannels.value
        .filter((one) => !one.is_archived)
        .map((one) => ({ ...channelOption(one.id), group: 'Channels' })),
      ...(users.value ?? [])
        .filter((user) => !user.is_bot)
        .map((user) => ({ ...userOption(user.id), group: 'People' })),
    ]
  }
  return of.option_groups
    ? of.option_groups.flatMap((group) => group.options.map((option) => toPickerOption(option, group.label.text)))
    : (of.options ?? []).map((option) => toPickerOption(option))
}

export function SelectMenuView({ of }: { of: SelectMenu }): JSX.Element {
  const field = useField(of)
  const surface = useContext(SurfaceContext)
  const block = useContext(BlockContext)
  const suggested = useRef(new Map<string, PickerOption>())
  const options = listOptions(of)
  const external = of.type.includes('external')
  const initial = [of.initial_option, ...(of.initial_options ?? [])].filter((option) => option !== undefined)
  const known = new Map([
    ...suggested.current,
    ...[...initial.map((option) => toPickerOption(option)), ...options].map((pick) => [pick.value, pick] as const),
  ])
  const selected = Array.isArray(field.value) ? field.value : field.value === undefined ? [] : [field.value]
  const value = selected
    .filter((one) => typeof one === 'string')
    .map((one) => known.get(one) ?? { value: one, label: one })
  const multi = of.type.startsWith('multi_')
  const suggest = async (query: string): Promise<PickerOption[]> => {
    const found = (await surface.suggest(of, block.blockId, query)).map((option) => toPickerOption(option))
    for (const pick of found) suggested.current.set(pick.value, pick)
    return found
  }
  return (
    <OptionPicker
      label={field.label}
      source={{
        options,
        suggest: external ? suggest : undefined,
        minQuery: external ? (of.min_query_length ?? 3) : undefined,
      }}
      value={value}
      multi={multi}
      max={of.max_selected_items}
      empty={of.placeholder?.text}
      invalid={field.invalid}
      autofocus={of.focus_on_load}
      compact={!block.input}
      clearable={block.optional && !multi}
      onPick={(picked) => field.set(multi ? picked.map((one) => one.value) : picked[0]?.value)}
    />
  )
}

import type { JSX } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { channelName, channels, users } from '../model/workspace-state.ts'
import { withEmoji } from '../text/emoji-names.ts'
import { Picker, type Pick } from '../ui/option-picker.tsx'
import type { Option, Select } from '../slack-types/element-types.ts'
import { useField } from './use-field.ts'
import { BlockContext, SurfaceContext } from './block-surface.ts'

const fromOption = (option: Option, group?: string): Pick => ({
  value: option.value ?? '',
  label: withEmoji(option.text.text),
  hint: option.description?.text,
  group,
})

const person = (id: string): Pick => {
  const user = users.value?.find((one) => one.id === id)
  return {
    value: id,
    label: user ? user.real_name || user.name : id,
    hint: user?.real_name ? `@${user.name}` : undefined,
  }
}
const channel = (id: string): Pick => ({ value: id, label: `#${channelName(id)}` })

/** The entries an element offers, by its type. */
function offered(of: Select): Pick[] {
  const kind = of.type.replace('multi_', '')
  if (kind === 'users_select') return (users.value ?? []).map((user) => person(user.id))
  if (kind === 'channels_select')
    return (channels.value ?? []).filter((one) => !one.is_archived).map((one) => channel(one.id))
  if (kind === 'conversations_select') {
    return [
      ...(channels.value ?? [])
        .filter((one) => !one.is_archived)
        .map((one) => ({ ...channel(one.id), group: 'Channels' })),
      ...(users.value ?? []).filter((user) => !user.is_bot).map((user) => ({ ...person(user.id), group: 'People' })),
    ]
  }
  return of.option_groups
    ? of.option_groups.flatMap((group) => group.options.map((option) => fromOption(option, group.label.text)))
    : (of.options ?? []).map((option) => fromOption(option))
}

export function SelectView({ of }: { of: Select }): JSX.Element {
  const field = useField(of)
  const where = useContext(SurfaceContext)
  const block = useContext(BlockContext)
  const suggested = useRef(new Map<string, Pick>())
  const options = offered(of)
  const external = of.type.includes('external')
  const initial = [of.initial_option, ...(of.initial_options ?? [])].filter((option) => option !== undefined)
  const known = new Map([
    ...suggested.current,
    ...[...initial.map((option) => fromOption(option)), ...options].map((pick) => [pick.value, pick] as const),
  ])
  const held = Array.isArray(field.value) ? field.value : field.value === undefined ? [] : [field.value]
  const value = held.filter((one) => typeof one === 'string').map((one) => known.get(one) ?? { value: one, label: one })
  const multi = of.type.startsWith('multi_')
  return (
    <Picker
      label={field.label}
      options={options}
      suggest={
        external
          ? async (query) => {
              const found = (await where.suggest(of, block.blockId, query)).map((option) => fromOption(option))
              for (const pick of found) suggested.current.set(pick.value, pick)
              return found
            }
          : undefined
      }
      minQuery={external ? (of.min_query_length ?? 3) : undefined}
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

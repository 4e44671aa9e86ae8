import { botUser, getChannelName, groups, visibleChannels, getUserName, people } from '../model/workspace-state.ts'
import { completeCommand } from './command-completion.ts'
import type { Completion, Suggestion } from './completion-types.ts'
import { getHandle } from './typed-text.ts'

const MAX_SUGGESTIONS = 8

/** Completions of the word before the cursor: a command at the start, a person after `@`, a channel after `#`. */
export function completeWord(text: string, cursor: number): Completion | undefined {
  const before = text.slice(0, cursor)
  const command = completeCommand(before)
  if (command) return command
  const word = /(?:^|[\s(])([@#])([\p{L}\p{N}._-]*)$/u.exec(before)
  if (!word) return undefined
  const [, mark, name = ''] = word
  const from = cursor - name.length - 1
  const fits = (...texts: string[]): boolean =>
    texts.some(
      (one) =>
        one
          .toLowerCase()
          .split(/[\s._-]+/)
          .some((part) => part.startsWith(name.toLowerCase())) || one.toLowerCase().startsWith(name.toLowerCase()),
    )
  if (mark === '#') {
    const suggestions = visibleChannels.value
      .filter((channel) => fits(getChannelName(channel.id)))
      .map((channel) => ({
        insert: `#${getChannelName(channel.id)} `,
        title: `#${getChannelName(channel.id)}`,
        hint: channel.topic ?? '',
      }))
    return suggestions.length > 0 ? { from, to: cursor, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) } : undefined
  }
  const own = botUser.value ? [botUser.value] : []
  const starts = (id: string): boolean => getHandle(id).startsWith(name.toLowerCase())
  const suggestions: Suggestion[] = [...own, ...people.value]
    .filter((user) => fits(user.name, getUserName(user.id)))
    .toSorted((one, other) => Number(starts(other.id)) - Number(starts(one.id)))
    .map((user) => ({
      insert: `@${getHandle(user.id)} `,
      title: getUserName(user.id),
      hint: user.is_bot ? 'App' : `@${getHandle(user.id)}`,
      avatar: user.id,
    }))
  for (const group of name ? groups.value : [])
    if (!group.is_disabled && fits(group.handle, group.name))
      suggestions.push({ insert: `@${group.handle} `, title: `@${group.handle}`, hint: group.name })
  if (name && 'here'.startsWith(name))
    suggestions.push({ insert: '@here ', title: '@here', hint: 'Everyone who is active in this channel' })
  if (name && 'channel'.startsWith(name))
    suggestions.push({ insert: '@channel ', title: '@channel', hint: 'Everyone in this channel' })
  return suggestions.length > 0 ? { from, to: cursor, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) } : undefined
}

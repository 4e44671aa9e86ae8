import { getChannelName, getGroupHandle, channels, groups, users } from '../model/workspace-state.ts'
import { decodeEntities } from '../text/parse-mrkdwn.ts'

const BROADCASTS = ['here', 'channel', 'everyone']

/** The handle that is typed to mention a user: lower case, without spaces. */
export const getHandle = (id: string): string =>
  users.value
    ?.find((user) => user.id === id)
    ?.name.replace(/\s+/g, '.')
    .toLowerCase() ?? id

/** Encodes typed text as Slack's client does: escapes `&`, `<` and `>`, and turns `@maria` and `#docs` into references. */
export function encodeMessage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const people = new Map((users.value ?? []).map((user) => [getHandle(user.id), user.id]))
  const rooms = new Map((channels.value ?? []).map((channel) => [getChannelName(channel.id).toLowerCase(), channel.id]))
  return escaped
    .replace(/(^|[\s(])@([\p{L}\p{N}._-]*[\p{L}\p{N}_])/gu, (whole, before: string, name: string) => {
      if (BROADCASTS.includes(name)) return `${before}<!${name}>`
      const id = people.get(name.toLowerCase())
      const group = groups.value.find(({ handle }) => handle === name.toLowerCase())
      if (!id && group) return `${before}<!subteam^${group.id}>`
      return id ? `${before}<@${id}>` : whole
    })
    .replace(/(^|[\s(])#([\p{L}\p{N}_-]+)/gu, (whole, before: string, name: string) => {
      const id = rooms.get(name.toLowerCase())
      return id ? `${before}<#${id}>` : whole
    })
}

/** Decodes a message for editing; the reverse of `encodeMessage`. */
export const decodeMessage = (text: string): string =>
  decodeEntities(
    text
      .replace(/<@([UW]\w+)(?:\|[^>]*)?>/g, (_, id: string) => `@${getHandle(id)}`)
      .replace(/<!subteam\^(S\w+)(?:\|[^>]*)?>/g, (_, id: string) => `@${getGroupHandle(id)}`)
      .replace(/<#(C\w+)(?:\|[^>]*)?>/g, (_, id: string) => `#${getChannelName(id)}`)
      .replace(/<!(here|channel|everyone)(?:\|[^>]*)?>/g, '@$1')
      .replace(/<((?:https?|mailto):[^|>]+)(?:\|[^>]*)?>/g, '$1'),
  )

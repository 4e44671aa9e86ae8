const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Reverses Slack's escaping of `&`, `<` and `>`. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)
}

/** A link in plain text: its address, after its label if that differs. */
export function linkText(url: string, text: string): string {
  const bare = url.replace(/^(?:mailto|tel):/, '')
  if (text === '' || text === url || text === bare || `${text}/` === url || text === url.replace(/^https?:\/\//, ''))
    return bare
  return `${text} (${bare})`
}

/** The text of a message as people read it, for prompts and mails: names instead of ids, plain addresses instead of links. */
export function decodeText(text: string, names: ReadonlyMap<string, string>): string {
  const shown = text.replace(/<([^<>\n]*)>/g, (whole, inside: string) => {
    const [target = '', ...rest] = inside.split('|')
    const given = rest.join('|')
    const mark = target.charAt(0)
    const id = target.slice(1)
    if (mark === '@') return `@${names.get(id) ?? (given || id)}`
    if (mark === '#') return `#${names.get(id) ?? (given || id)}`
    if (mark !== '!') return target === '' ? whole : linkText(target, given)
    if (target.startsWith('!subteam^')) return `@${(given || 'group').replace(/^@/, '')}`
    return target.startsWith('!date^') ? given : `@${given || id}`.replace('@@', '@')
  })
  return decodeEntities(shown)
}

/** Each is a call to Slack. */
const MAX_MENTIONS = 100
/** Deeper than any block of Slack. */
export const MAX_BLOCK_DEPTH = 50

/** The ids of the people and channels that a message's text and blocks mention, for looking up their names; the first hundred of each. */
export function findMentions(text: string, blocks: unknown = []): { users: string[]; channels: string[] } {
  const found = { users: new Set<string>(), channels: new Set<string>() }
  for (const [, mark, id = ''] of text.matchAll(/<(@|#)([A-Z0-9]{2,})/g))
    (mark === '@' ? found.users : found.channels).add(id)
  const look = (node: unknown, depth = 0): void => {
    if (typeof node !== 'object' || node === null || depth > MAX_BLOCK_DEPTH) return
    for (const [name, value] of Object.entries(node)) {
      if (typeof value !== 'string') look(value, depth + 1)
      else if (name === 'user_id') found.users.add(value)
      else if (name === 'channel_id') found.channels.add(value)
    }
  }
  look(blocks)
  return { users: [...found.users].slice(0, MAX_MENTIONS), channels: [...found.channels].slice(0, MAX_MENTIONS) }
}

import type { Workspace } from '../workspace/workspace-types.ts'

const CONTROL =
  /<(?:@[UW][A-Z0-9]+(?:\|[^>]*)?|#C[A-Z0-9]+(?:\|[^>]*)?|!(?:channel|here|everyone)(?:\|[^>]*)?|!subteam\^[A-Z0-9]+(?:\|[^>]*)?|!date\^[^>]+|(?:https?|mailto|tel|slack):[^>\s|][^>|]*(?:\|[^>]*)?)>/g
const BARE_URL = /\bhttps?:\/\/[^\s<>|]+[^\s<>|.,;:!?'")\]}*_~`]/g
const BARE_MAIL = /(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b/g

/** Escapes `& < >` as Slack stores them. Existing entities stay. */
export const escapeText = (text: string): string =>
  text
    .replace(/&(?!(?:amp|lt|gt);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

export const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Calls `plain` for the text between Slack's control sequences and `control` for these. */
function betweenControls(text: string, plain: (part: string) => string, control = (part: string) => part): string {
  let result = ''
  let end = 0
  for (const match of text.matchAll(CONTROL)) {
    result += plain(text.slice(end, match.index)) + control(match[0])
    end = match.index + match[0].length
  }
  return result + plain(text.slice(end))
}

function linked(part: string): string {
  let result = ''
  let end = 0
  const found = [...part.matchAll(BARE_URL), ...part.matchAll(BARE_MAIL)].toSorted((a, b) => a.index - b.index)
  for (const match of found) {
    if (match.index < end) continue
    const link = escapeText(match[0])
    result += escapeText(part.slice(end, match.index))
    result += match[0].includes('://') ? `<${link}>` : `<mailto:${link}|${link}>`
    end = match.index + match[0].length
  }
  return result + escapeText(part.slice(end))
}

/** Text of a message or a mrkdwn object as Slack keeps it: entities escaped, bare addresses made links, mentions kept. */
export const normalizeText = (text: string, links = true): string => betweenControls(text, links ? linked : escapeText)

/** Turns names into mentions, as `link_names` and `should_escape` do. */
export function resolveMentions(workspace: Workspace, text: string, labelled: boolean): string {
  const people = new Map([...workspace.people.values()].map((one) => [one.name, one]))
  const channels = new Map([...workspace.channels.values()].map((one) => [one.name, one]))
  const groups = new Map([...workspace.groups.values()].map(({ fields }) => [fields.handle, fields]))
  const label = (name: string): string => (labelled ? `|${name}` : '')
  return betweenControls(
    text,
    (part) =>
      part
        .replace(/(^|[\s(])@([\w.-]*\w)/g, (whole, before: string, name: string) => {
          const [one, group] = [people.get(name), groups.get(name)]
          if (!one && group) return `${before}<!subteam^${group.id}${labelled ? `|@${name}` : ''}>`
          return one ? `${before}<@${one.id}${label(name)}>` : whole
        })
        .replace(/(^|[\s(])#([\w-]+)/g, (whole, before: string, name: string) => {
          const one = channels.get(name)
          return one ? `${before}<#${one.id}${label(name)}>` : whole
        }),
    (control) => (labelled ? named(workspace, control) : control),
  )
}

/** Adds the name to a mention without one: `<@U1>` becomes `<@U1|maria>`. */
function named(workspace: Workspace, control: string): string {
  const group = workspace.groups.get(/^<!subteam\^([A-Z0-9]+)>$/.exec(control)?.[1] ?? '')
  if (group) return `<!subteam^${group.fields.id}|@${group.fields.handle}>`
  const match = /^<([@#])([A-Z0-9]+)>$/.exec(control)
  const [, kind, id] = match ?? []
  if (!id) return control
  const name = kind === '@' ? workspace.people.get(id)?.name : workspace.channels.get(id)?.name
  return name === undefined ? control : `<${kind}${id}|${name}>`
}

/** Replaces mentions and links with what a person sees: `@maria`, `#docs`, the address. */
export const flattenMentions = (workspace: Workspace, text: string): string =>
  betweenControls(text, unescapeText, (control) => {
    const [target = '', label] = control.slice(1, -1).split('|', 2)
    if (target.startsWith('@')) return `@${workspace.people.get(target.slice(1))?.name ?? label ?? target.slice(1)}`
    if (target.startsWith('#')) return `#${workspace.channels.get(target.slice(1))?.name ?? label ?? target.slice(1)}`
    if (target.startsWith('!subteam^'))
      return label ?? `@${workspace.groups.get(target.slice(9))?.fields.handle ?? 'group'}`
    if (target.startsWith('!')) return `@${target.slice(1)}`
    return label ?? target
  })

import { z } from 'zod'
import { htmlOf, inlineSchema, type MentionNames, textOf } from './slack-inline.ts'

/** A level of a list: Slack begins a new one whenever the level or the kind changes. */
export const listSchema = z.looseObject({
  type: z.literal('rich_text_list'),
  style: z.string().optional(),
  border: z.number().optional().catch(undefined),
  indent: z.number().int().min(0).max(20).optional().catch(0),
  offset: z.number().int().min(0).optional().catch(0),
  elements: z
    .array(z.looseObject({ type: z.string(), elements: z.array(inlineSchema.catch({ type: 'unknown' })).catch([]) }))
    .catch([]),
})
export type SlackList = z.output<typeof listSchema>

/** Whether a part of rich text is a list. */
export const isListPart = (part: { type: string }): part is SlackList => part.type === 'rich_text_list'

interface Level {
  indent: number
  isOrdered: boolean
  /** How many items it has, counted from the number that it begins with. */
  count: number
}

/** Writes lists in a row as one list with its levels. After a deeper level, the numbers go on. */
export function writeLists(
  lists: SlackList[],
  names: MentionNames,
  directionOf: (text: string) => string,
): { text: string; html: string } {
  const texts: string[] = []
  const html: string[] = []
  const open: Level[] = []
  const closeItem = () => html.push(`${html.pop() ?? ''}</li>`)
  const close = () => {
    closeItem()
    html.push(`</${open.pop()?.isOrdered ? 'ol' : 'ul'}>`)
  }
  for (const list of lists) {
    const { style, indent = 0, offset = 0, elements } = list
    if (elements.length === 0) continue
    const isOrdered = style === 'ordered'
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) > indent) close()
    let level = open.at(-1)
    const continues = level?.indent === indent && level.isOrdered === isOrdered && (!offset || offset === level.count)
    if (level?.indent === indent && !continues) close()
    if (!level || !continues) {
      const outer = open.at(-1)
      level = { indent, isOrdered, count: offset }
      html.push(openTag(level, outer, directionOf(listText(list, names, level))))
      open.push(level)
    } else closeItem()
    texts.push(listText(list, names, level))
    html.push(elements.map((item) => `<li>${htmlOf(item.elements, names)}`).join('</li>\n'))
    level.count += elements.length
  }
  while (open.length > 0) close()
  return { text: texts.join('\n'), html: html.join('\n') }
}

/** A list that begins deeper than the one around it is moved in by the levels between. */
function openTag({ indent, isOrdered, count }: Level, outer: Level | undefined, direction: string): string {
  const start = isOrdered && count > 0 ? ` start="${count + 1}"` : ''
  const missing = indent - (outer?.indent ?? -1) - 1
  const margin = missing > 0 ? ` style="margin-left: ${missing * 2}em"` : ''
  return `<${isOrdered ? 'ol' : 'ul'}${start}${margin}${direction}>`
}

const listText = ({ elements }: SlackList, names: MentionNames, { indent, isOrdered, count }: Level): string =>
  elements
    .map((item, index) => {
      const mark = isOrdered ? `${count + index + 1}.` : '-'
      const blanks = '  '.repeat(indent)
      return `${blanks}${mark} ${textOf(item.elements, names).replaceAll('\n', `\n${blanks}  `)}`
    })
    .join('\n')

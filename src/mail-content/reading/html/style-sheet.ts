import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { type StyleDeclarations, readDeclarations } from './style-declarations.ts'

const MAX_SHEET = 100_000
const MAX_RULES = 2_000
/** How often a rule is compared with an element; after that only the element's own style is read. */
const MAX_COMPARISONS = 100_000

interface Rule {
  tag: string | undefined
  id: string | undefined
  classes: string[]
  all: StyleDeclarations
  important: StyleDeclarations
}

/** Reads the style of an element, as far as its own attribute and simple selectors decide it. */
export interface StyleReader {
  read(element: Element): StyleDeclarations
  /** Properties set by rules of a kind that is not read; only an element's own values are then certain. */
  unread: UnreadStyles
}

/** The properties set by unread rules: those for an element inside another, or for some screens. */
export interface UnreadStyles {
  backgrounds: boolean
  sizes: boolean
}

/** Only `tag`, `.class`, `#id` and their combinations in one element; never `a b`, `a > b` or `a:hover`. */
const SIMPLE = /^([a-z][\w-]*)?((?:[.#][\w-]+)*)$/i

function readSelector(selector: string): Pick<Rule, 'tag' | 'id' | 'classes'> | undefined {
  const [, tag, rest = ''] = (selector.length <= 200 && SIMPLE.exec(selector)) || []
  if (tag === undefined && rest === '') return undefined
  const parts = rest.match(/[.#][\w-]+/g) ?? []
  return {
    tag: tag?.toLowerCase(),
    id: parts.findLast((part) => part.startsWith('#'))?.slice(1),
    classes: parts.filter((part) => part.startsWith('.')).map((part) => part.slice(1)),
  }
}

/** Where the block that opens at `open` ends; nested blocks are part of the block. */
function findBlockEnd(sheet: string, open: number): number {
  let depth = 0
  for (let at = open; at < sheet.length; at++) {
    const mark = sheet.charAt(at)
    if (mark === '{') depth++
    else if (mark === '}' && --depth === 0) return at
  }
  return sheet.length
}

function withoutComments(sheet: string): string {
  const [first = '', ...rest] = sheet.replaceAll('<!--', ' ').replaceAll('-->', ' ').split('/*')
  return first + rest.map((part) => ` ${part.split('*/').slice(1).join('*/')}`).join('')
}

interface StyleSheet {
  rules: Rule[]
  unread: UnreadStyles
  /** Classes and ids that an unread rule shows. */
  shownNames: ReadonlySet<string>
}

const SHOWS =
  /display\s*:\s*(?!none)|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.[1-9])|(?:max-)?height\s*:\s*(?!0|1px)/i
/** A rule with one of these shows nothing until the person does something. */
const DYNAMIC = /:(?:hover|focus|active|checked|target)/i

/** Rules for paper or for small screens only change nothing on a desk. */
const isForOthers = (rule: string): boolean =>
  /^@(?:font-face|page|media\s+print\s*$)/i.test(rule) || (/max-(?:device-)?width/i.test(rule) && !/min-/i.test(rule))

/** The rules of a style sheet that name single elements; of `@media` and the like, only what they may show. */
function readRules(source: string): StyleSheet {
  const sheet = withoutComments(source.slice(0, MAX_SHEET))
  const rules: Rule[] = []
  const shownNames = new Set<string>()
  const isLong = source.length > MAX_SHEET
  const unread: UnreadStyles = { backgrounds: isLong, sizes: isLong }
  const leaveUnread = (selector: string, body: string): void => {
    unread.backgrounds ||= body.includes('background')
    unread.sizes ||= /font(?:-size)?\s*:/.test(body)
    if (SHOWS.test(body) && !DYNAMIC.test(selector))
      for (const name of selector.match(/[.#][\w-]+/g) ?? []) shownNames.add(name)
  }
  let at = 0
  while (rules.length < MAX_RULES) {
    const open = sheet.indexOf('{', at)
    if (open < 0) break
    const selectors = sheet.slice(at, open).split(';').at(-1)?.trim() ?? ''
    const end = findBlockEnd(sheet, open)
    const body = sheet.slice(open + 1, end)
    at = end + 1
    if (selectors.startsWith('@')) {
      if (!isForOthers(selectors)) leaveUnread(body, body)
      continue
    }
    const declared = readDeclarations(body)
    for (const selector of selectors.split(',')) {
      const parsed = readSelector(selector.trim())
      if (parsed) rules.push({ ...parsed, ...declared })
      else leaveUnread(selector, body)
    }
  }
  if (rules.length >= MAX_RULES) Object.assign(unread, { backgrounds: true, sizes: true })
  return { rules, unread, shownNames }
}

function findSheets(node: AnyNode, found: string[]): void {
  if (!isTag(node)) return
  if (node.name === 'style') found.push(node.children.map((child) => (isText(child) ? child.data : '')).join(''))
  else for (const child of node.children) findSheets(child, found)
}

const withoutHiding = (style: StyleDeclarations): StyleDeclarations =>
  new Map(
    [...style].filter(
      ([name]) => !/^(?:display|visibility|opacity|(?:max-)?(?:width|height)|overflow|font-size|color)$/.test(name),
    ),
  )

const strength = ({ tag, id, classes }: Rule): number => (id ? 100 : 0) + classes.length * 10 + (tag ? 1 : 0)

/** Reads the style sheets of a mail. */
export function createStyleReader(document: Document): StyleReader {
  const sheets: string[] = []
  for (const node of document.children) findSheets(node, sheets)
  const { rules: all, unread, shownNames } = readRules(sheets.join('\n'))
  const rules = all.map((rule) =>
    [...rule.classes.map((one) => `.${one}`), `#${rule.id}`].some((one) => shownNames.has(one))
      ? { ...rule, all: withoutHiding(rule.all), important: withoutHiding(rule.important) }
      : rule,
  )
  const byKey = new Map<string, Rule[]>()
  for (const rule of rules) {
    const key = rule.id ? `#${rule.id}` : rule.classes[0] ? `.${rule.classes[0]}` : (rule.tag ?? '')
    const same = byKey.get(key)
    if (same) same.push(rule)
    else byKey.set(key, [rule])
  }
  let comparisons = 0
  const known = new Map<string, StyleDeclarations>()
  const read = ({ name, attribs }: Element): StyleDeclarations => {
    const { class: classList = '', id = '', style = '' } = attribs
    const isRuled = byKey.size > 0 && comparisons < MAX_COMPARISONS
    const key = isRuled ? `${name}\n${classList}\n${id}\n${style}` : style
    const before = known.get(key)
    if (before) return before
    const classes = isRuled ? classList.split(/\s+/, 20) : []
    const own = readDeclarations(style)
    if (!isRuled && own.important.size === 0) {
      known.set(key, own.all)
      return own.all
    }
    const candidates = (isRuled ? [name, ...classes.map((one) => `.${one}`), `#${id}`] : []).flatMap(
      (one) => byKey.get(one) ?? [],
    )
    comparisons += candidates.length
    const matching = candidates
      .filter((rule) => (!rule.tag || rule.tag === name) && rule.classes.every((one) => classes.includes(one)))
      .filter((rule) => !rule.id || rule.id === id)
      .toSorted((one, other) => strength(one) - strength(other))
    const all = [...matching.map((rule) => rule.all), own.all, ...matching.map((rule) => rule.important), own.important]
    const merged = new Map(all.flatMap((declarations) => [...declarations]))
    known.set(key, merged)
    return merged
  }
  return { read, unread }
}

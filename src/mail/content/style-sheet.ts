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

/** Says what the style of an element is, as far as its own attribute and simple selectors decide it. */
export interface StyleReader {
  read(element: Element): StyleDeclarations
  /** Some rule for backgrounds is of a kind that is not read, so that no background is certain unless the element itself has one. */
  hasUnreadBackgrounds: boolean
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

/** Where the block that opens at `open` ends: blocks in blocks are part of it. */
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

/** The rules of a style sheet that name single elements; what is inside `@media` and the like is left out. */
function readRules(source: string): { rules: Rule[]; hasUnreadBackgrounds: boolean } {
  const sheet = withoutComments(source.slice(0, MAX_SHEET))
  const rules: Rule[] = []
  let hasUnreadBackgrounds = source.length > MAX_SHEET
  let at = 0
  while (rules.length < MAX_RULES) {
    const open = sheet.indexOf('{', at)
    if (open < 0) break
    const selectors = sheet.slice(at, open).split(';').at(-1)?.trim() ?? ''
    const end = findBlockEnd(sheet, open)
    const body = sheet.slice(open + 1, end)
    at = end + 1
    const declared = selectors.startsWith('@') ? undefined : readDeclarations(body)
    for (const selector of selectors.split(',')) {
      const parsed = declared && readSelector(selector.trim())
      if (parsed) rules.push({ ...parsed, ...declared })
      else hasUnreadBackgrounds ||= body.includes('background')
    }
  }
  return { rules, hasUnreadBackgrounds: hasUnreadBackgrounds || rules.length >= MAX_RULES }
}

function findSheets(node: AnyNode, found: string[]): void {
  if (!isTag(node)) return
  if (node.name === 'style') found.push(node.children.map((child) => (isText(child) ? child.data : '')).join(''))
  else for (const child of node.children) findSheets(child, found)
}

const strength = ({ tag, id, classes }: Rule): number => (id ? 100 : 0) + classes.length * 10 + (tag ? 1 : 0)

/** Reads the style sheets of a mail. */
export function createStyleReader(document: Document): StyleReader {
  const sheets: string[] = []
  for (const node of document.children) findSheets(node, sheets)
  const { rules, hasUnreadBackgrounds } = readRules(sheets.join('\n'))
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
    const candidates = (isRuled ? [name, ...classes.map((one) => `.${one}`), `#${id}`] : []).flatMap(
      (one) => byKey.get(one) ?? [],
    )
    comparisons += candidates.length
    const matching = candidates
      .filter((rule) => (!rule.tag || rule.tag === name) && rule.classes.every((one) => classes.includes(one)))
      .filter((rule) => !rule.id || rule.id === id)
      .toSorted((one, other) => strength(one) - strength(other))
    const own = readDeclarations(style)
    const all = [...matching.map((rule) => rule.all), own.all, ...matching.map((rule) => rule.important), own.important]
    const merged = new Map(all.flatMap((declarations) => [...declarations]))
    known.set(key, merged)
    return merged
  }
  return { read, hasUnreadBackgrounds }
}

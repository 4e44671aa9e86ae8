import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { isSkipped } from './html-elements.ts'
import type { ParsedDocument } from './parse-html.ts'
import { readSelectors, type Selector } from './selectors.ts'
import { isUnclear, splitRules } from './style-blocks.ts'
import {
  addDeclarations,
  readDeclarations,
  readStyle,
  type StyleDeclarations,
  unknownStyle,
} from './style-declarations.ts'

const MAX_SHEET = 100_000
const MAX_RULES = 2_000
/** How often a rule is compared with an element; after that no style is certain. */
const MAX_COMPARISONS = 100_000

interface Rule extends Selector {
  order: number
  all: StyleDeclarations
  important: StyleDeclarations
}

/** Reads the style of an element, as far as its own attribute and simple selectors decide it. A value that another rule may change is `?`. */
export interface StyleReader {
  read(element: Element): StyleDeclarations
}

interface StyleSheet {
  source: string
  isCertain: boolean
}

/** Elements in which not every program applies a style sheet. */
const uncertain = new Set(
  'noscript noembed noframes select option textarea button canvas audio video object'.split(' '),
)
const isUncertainPlace = (name: string): boolean => isSkipped(name) || uncertain.has(name)

function findSheets(node: AnyNode, isCertain: boolean, found: StyleSheet[]): void {
  if (!isTag(node)) return
  if (node.name === 'style') {
    const { title, media = 'all', type = 'text/css' } = node.attribs
    const isPlain = title === undefined && /^(?:all|screen)$/i.test(media) && /^(?:text\/css)?$/i.test(type)
    const source = node.children.map((child) => (isText(child) ? child.data : '')).join('')
    found.push({ source, isCertain: isCertain && isPlain && !/@namespace|@\w*\\/i.test(source) })
  } else for (const child of node.children) findSheets(child, isCertain && !isUncertainPlace(node.name), found)
}

/** The rules of all style sheets; undefined if there are more than are read. */
function readRules(sheets: StyleSheet[]): Rule[] | undefined {
  if (sheets.reduce((sum, { source }) => sum + source.length, 0) > MAX_SHEET) return undefined
  const rules: Rule[] = []
  for (const { source, isCertain } of sheets) {
    if (isUnclear(source)) return undefined
    for (const rule of splitRules(source, MAX_RULES)) {
      const declared = readDeclarations(rule.declarations)
      for (const selector of readSelectors(rule.selector))
        rules.push({
          ...selector,
          ...declared,
          ...(rule.isOutOfOrder && { strength: Infinity }),
          isCertain: isCertain && rule.isCertain && selector.isCertain,
          order: rules.length,
        })
      if (rules.length > MAX_RULES) return undefined
    }
  }
  return rules
}

const keyOf = ({ tag, ids: [id], classes: [name] }: Selector): string =>
  id !== undefined ? `#${id.toLowerCase()}` : name !== undefined ? `.${name.toLowerCase()}` : (tag ?? '*')

/** Reads the style sheets of a mail. */
export function createStyleReader({ document, isCut }: ParsedDocument): StyleReader {
  const sheets: StyleSheet[] = []
  for (const node of document.children) findSheets(node, true, sheets)
  const rules = isCut ? undefined : readRules(sheets)
  if (!rules) return { read: ({ attribs }) => new Map([...readStyle(attribs['style']).all, ...unknownStyle]) }
  const byKey = new Map<string, Rule[]>()
  for (const rule of rules) {
    const same = byKey.get(keyOf(rule))
    if (same) same.push(rule)
    else byKey.set(keyOf(rule), [rule])
  }
  let comparisons = 0
  const known = new Map<string, StyleDeclarations>()
  return {
    read({ name, attribs }) {
      const { class: classList = '', id = '', style = '' } = attribs
      const key = byKey.size > 0 ? `${name}\n${classList}\n${id}\n${style}` : style
      const before = known.get(key)
      if (before) return before
      const own = readStyle(style)
      const merged = new Map<string, string>()
      if (comparisons > MAX_COMPARISONS) addDeclarations(addDeclarations(merged, own.all, true), unknownStyle, true)
      else {
        const matching = findMatching(byKey, name, classList.split(/[\t\n\f\r ]+/), id)
        comparisons += matching.compared
        for (const { rule, isCertain } of matching.rules) addDeclarations(merged, rule.all, isCertain)
        addDeclarations(merged, own.all, true)
        for (const { rule, isCertain } of matching.rules) addDeclarations(merged, rule.important, isCertain)
        addDeclarations(merged, own.important, true)
      }
      known.set(key, merged)
      return merged
    },
  }
}

/** The rules that may be for an element, the weakest first. Old documents compare names in any case. */
function findMatching(byKey: Map<string, Rule[]>, tag: string, classList: string[], id: string) {
  const classes = new Set(classList)
  const lower = new Set(classList.map((one) => one.toLowerCase()))
  const candidates = ['*', tag, ...[...lower].map((one) => `.${one}`), `#${id.toLowerCase()}`].flatMap(
    (one) => byKey.get(one) ?? [],
  )
  const rules = candidates
    .filter((rule) => rule.tag === undefined || rule.tag === tag)
    .filter((rule) => rule.classes.every((one) => lower.has(one.toLowerCase())))
    .filter((rule) => rule.ids.every((one) => one.toLowerCase() === id.toLowerCase()))
    .toSorted((one, other) =>
      one.strength === other.strength ? one.order - other.order : one.strength - other.strength,
    )
    .map((rule) => ({
      rule,
      isCertain: rule.isCertain && rule.classes.every((one) => classes.has(one)) && rule.ids.every((one) => one === id),
    }))
  return { rules, compared: candidates.length }
}

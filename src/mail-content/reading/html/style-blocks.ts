/**
 * How far a rule is known. `read`: it applies wherever its selector does. `possible`: only under conditions that are not checked. `ignored`: to no
 * reader at a desk.
 */
type Trust = 'read' | 'possible' | 'ignored'

/** A rule of a style sheet. */
export interface StyleRule {
  selector: string
  declarations: string[]
  isCertain: boolean
  /** Its place among other rules does not decide which of them wins. */
  isOutOfOrder: boolean
}

interface Frame {
  prelude: string
  declarations: string[]
  trust: Trust
  isAt: boolean
  isOutOfOrder: boolean
}

/** Comments, strings, addresses and escapes are read as a whole: no mark in them counts. */
const TOKEN =
  /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n\f\r]|\\[^])*(?:"|(?=[\n\f\r])|$)|'(?:[^'\\\n\f\r]|\\[^])*(?:'|(?=[\n\f\r])|$)|(?<![-\w\\\u0080-\uffff])url\(\s*(?!["'\s])(?:[^)\\]|\\[^])*(?:\)|$)|<!--|-->|\\[^]?|[^"'\\(){}[\];/<u-]+|[^]/gi
/** The marks that close what these open. */
const closing: Partial<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
/** A function whose name is written with escapes may be an address. */
const ESCAPED_FUNCTION = /\\[^\\(){};:,"'\n]*\(/

const isComment = (token: string): boolean => token.startsWith('/*')

/** Whether the parts of a style sheet or attribute may begin and end elsewhere than they seem to. */
export const isUnclear = (css: string): boolean => ESCAPED_FUNCTION.test(css)

/** Splits the value of a style attribute. */
export function splitDeclarations(style: string): string[] {
  if (!/["'\\({[/]/.test(style)) return style.split(';')
  const declarations: string[] = []
  const closers: string[] = []
  let part: string[] = []
  for (const [token] of style.matchAll(TOKEN)) {
    if (isComment(token)) part.push(' ')
    else if (token === ';' && closers.length === 0) {
      declarations.push(part.join(''))
      part = []
    } else {
      part.push(token)
      followBrackets(closers, token)
    }
  }
  return [...declarations, part.join('')]
}

/** The text without what is in brackets and strings, and without comments. */
export function withoutBrackets(text: string): string {
  if (!/["'\\([{/]/.test(text)) return text
  const closers: string[] = []
  const kept: string[] = []
  for (const [token] of text.matchAll(TOKEN)) {
    if (closers.length === 0) kept.push(isComment(token) ? ' ' : /^["']/.test(token) ? '"' : token)
    followBrackets(closers, token)
  }
  return kept.join('').replaceAll(/[([{]/g, '')
}

function followBrackets(closers: string[], token: string): void {
  if (token === closers.at(-1)) closers.pop()
  else if (closing[token] !== undefined) closers.push(closing[token])
}

/** Rules that contain others. All the rest, such as `@font-face`, sets nothing for the text of a mail. */
const CONDITIONAL = /^@(?:media|supports|layer|container|scope|starting-style|(?:-moz-)?document)\b/
/** A window on a desk is wider. */
const SMALL_SCREEN = { px: 800, em: 50, rem: 50 }
const SMALL = /^\( ?max-(?:device-)?width ?: ?(\d{1,4})(?:\.\d{1,9})?(px|em|rem) ?\)$/

/** Whether a query is only met on paper or on a small screen. */
function isForOthers(query: string): boolean {
  if (query === 'print' || query === 'only print') return true
  return (
    !/^not\b|\b(?:or|not) ?\(/.test(query) &&
    query.split(' and ').some((term) => {
      const [, width, unit = ''] = SMALL.exec(term.trim()) ?? []
      return width !== undefined && Number(width) <= SMALL_SCREEN[unit as keyof typeof SMALL_SCREEN]
    })
  )
}

/** Judges the rule that begins with `@`. */
function judgeCondition(prelude: string): Trust {
  const text = prelude.replaceAll(/\s+/g, ' ').toLowerCase()
  if (text.includes('\\')) return 'possible'
  if (!CONDITIONAL.test(text)) return 'ignored'
  if (!text.startsWith('@media')) return 'possible'
  const queries = text
    .slice('@media'.length)
    .split(',')
    .map((query) => query.trim())
  if (queries.every(isForOthers)) return 'ignored'
  return queries.some((query) => /^(?:only )?(?:all|screen)$/.test(query)) ? 'read' : 'possible'
}

const weaker = (one: Trust, other: Trust): Trust =>
  one === 'ignored' || other === 'ignored' ? 'ignored' : one === 'read' ? other : one

/** Reads the rules of a style sheet, as far as `most`. */
export function splitRules(sheet: string, most: number): StyleRule[] {
  const rules: StyleRule[] = []
  const frames: Frame[] = []
  const closers: string[] = []
  let part: string[] = []
  /** The first letters of the part. */
  let head = ''
  const take = (): string => {
    const text = part.join('')
    part = []
    head = ''
    return text
  }
  const open = (): void => {
    const prelude = take().trim()
    const around = frames.at(-1)
    const isAt = prelude.startsWith('@')
    const isNested = around !== undefined && !around.isAt
    // Programs that know no rules in rules read both in another way.
    if (isNested) around.trust = weaker(around.trust, 'possible')
    const trust = isAt ? judgeCondition(prelude) : isNested ? 'possible' : 'read'
    const isOutOfOrder = isNested || (isAt && !/^@(?:media|supports)\b/i.test(prelude))
    frames.push({
      prelude,
      declarations: [],
      trust: weaker(around?.trust ?? 'read', trust),
      isAt,
      isOutOfOrder: isOutOfOrder || around?.isOutOfOrder === true,
    })
  }
  const close = ({ prelude, declarations, trust, isAt, isOutOfOrder }: Frame): void => {
    if (trust === 'ignored' || !declarations.some((one) => one.includes(':'))) return
    rules.push({ selector: isAt ? '*' : prelude, declarations, isCertain: trust === 'read' && !isAt, isOutOfOrder })
  }
  for (const [token] of sheet.matchAll(TOKEN)) {
    if (rules.length > most) break
    const frame = frames.at(-1)
    const isBlank = isComment(token) || !/\S/.test(token)
    if (isBlank) {
      if (part.length > 0) part.push(' ')
    } else if (closers.length > 0 || token === '(' || token === '[' || (frame && token === '{' && head === '--')) {
      part.push(token)
      followBrackets(closers, token)
    } else if (token === '{') open()
    else if (frame && (token === ';' || token === '}')) {
      frame.declarations.push(take())
      if (token === '}') close(frames.pop() ?? frame)
    } else if (token === ';' && head.startsWith('@')) take()
    else if (frame || part.length > 0 || !/^(?:<!--|-->)$/.test(token)) part.push(token)
    if (head.length < 2) head = part.slice(0, 3).join('').trimStart().slice(0, 2)
  }
  frames.at(-1)?.declarations.push(take())
  for (const frame of frames.toReversed()) close(frame)
  return rules
}

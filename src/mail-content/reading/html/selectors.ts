import { withoutBrackets } from './style-blocks.ts'

/** A selector, as far as it is read. */
export interface Selector {
  tag: string | undefined
  ids: string[]
  classes: string[]
  /** Which of two rules wins; for a selector that is not read, no less than a mail program would find. */
  strength: number
  /** Names every element that the rule is for. Otherwise the rule is for some of the elements named. */
  isCertain: boolean
}

const NAME = String.raw`-?[a-z_][\w-]*`
/** Only `tag`, `.class`, `#id` and their combinations in one element; never `a b`, `a > b` or `a:hover`. */
const SIMPLE = new RegExp(String.raw`^(?:[a-z][\w-]*|\*)?(?:[.#]${NAME})*$`, 'i')
/** Any mail program understands these; one that it does not understand makes the whole list void. */
const VALID = new RegExp(
  String.raw`^(?:[a-z][\w-]*|\*)?(?:[.#]${NAME})*(?::(?:hover|link|visited|active|focus|first-child|last-child))*$`,
  'i',
)
/** Parts of an element that are not the text of the mail. */
const OTHER_PARTS =
  /:(?:before|after|marker|(?:-moz-)?selection|placeholder|backdrop|-webkit-scrollbar[\w-]*|-moz-focus-inner)$/i
const MAX_SELECTOR = 1_000
const anything = { tag: undefined, ids: [], classes: [] }

/** Reads the selectors of a rule. */
export function readSelectors(prelude: string): Selector[] {
  const bare = withoutBrackets(prelude).replaceAll(/\s+/g, ' ')
  const hasBrackets = bare !== prelude.replaceAll(/\s+/g, ' ')
  const selectors = bare.split(',').map((one) => one.trim())
  const isValid = !hasBrackets && selectors.every((one) => one !== '' && one.split(/ ?[>+~] ?| /).every(isCompound))
  return selectors
    .filter((one) => !OTHER_PARTS.test(one))
    .map((one) => ({
      ...readSubject(one),
      strength: measureStrength(hasBrackets ? prelude : one),
      isCertain: isValid && SIMPLE.test(one),
    }))
}

const isCompound = (one: string): boolean => one !== '' && one.length <= MAX_SELECTOR && VALID.test(one)

/** The names that an element must have, in lower case. */
function readSubject(selector: string): Pick<Selector, 'tag' | 'ids' | 'classes'> {
  const subject = selector.split(/[ >+~|]/).at(-1) ?? ''
  if (selector.includes('\\') || subject.length > MAX_SELECTOR) return anything
  const names = [...subject.matchAll(/([.#])((?:[\w-]|\P{ASCII})+)/gu)]
  const having = (mark: string): string[] => names.filter(([, one]) => one === mark).map(([, , name = '']) => name)
  return {
    tag: /^:root\b/i.test(subject) ? 'html' : /^[a-z][\w-]*/i.exec(subject)?.[0].toLowerCase(),
    ids: having('#'),
    classes: having('.'),
  }
}

/** Ids count most, then classes, attributes and states, then tags. */
function measureStrength(selector: string): number {
  const count = (marks: RegExp): number => selector.match(marks)?.length ?? 0
  return count(/#/g) * 1e8 + count(/[.:[]/g) * 1e4 + count(/(?:^|[\s>+~(,])[a-z]/gi)
}

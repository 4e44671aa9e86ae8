import { parseSync } from 'vite'

/** The kinds of text that the lint reads. */
type Place = 'comment' | 'title' | 'message' | 'prose'

interface FoundPhrase {
  line: number
  phrase: string
  instead: string
}

interface Rule {
  pattern: RegExp
  instead: string
  /** All of them by default. */
  places?: Place[]
}

/** Phrases to avoid, and better words. A blank matches any white space. */
const rules: Rule[] = [
  {
    pattern: /^(?:It|They|What|Whatever|One(?!-)|Those|Of these|Says|Tells|Lets)\b/g,
    instead: 'open with the thing itself or a verb',
    places: ['comment'],
  },
  {
    pattern: /^(?:what|who|whoever|whom|where|whether|how|that|it) /gi,
    instead: 'a person or a thing as the subject: "changing the send time requires …"',
    places: ['title'],
  },
  {
    pattern:
      /(?:^|[.!?;] )(?:true|false|null|undefined|none|nothing|empty|absent|-?\d+|`(?:true|false|null|undefined)`): /gi,
    instead: 'a sentence: "Returns false if …"',
    places: ['comment'],
  },
  {
    pattern: /\b(?:whoever|whomever|whom|(?:somebody|someone|anybody|anyone) who)\b/gi,
    instead: 'the person, the requester, the writer',
  },
  { pattern: /\btheir own messages\b/gi, instead: 'by direct message' },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\btoo(?=[.,;:)]|$)/gi, instead: 'also' },
  { pattern: /(?<!care )\bof it\b/gi, instead: 'its' },
  { pattern: /\bso many\b/gi, instead: 'this many' },
  { pattern: /\bsuch\b(?! as\b)/gi, instead: 'name the thing, or delete' },
  { pattern: /\bas (?:it is|they are|it was|they were)(?=[.,;:)]|$)/gi, instead: 'unchanged' },
  { pattern: /\b(?:go|goes|going|went) along\b/gi, instead: 'is included' },
  { pattern: /\bso that\b/gi, instead: 'so, or two sentences' },
  { pattern: /\bany more(?=[.,;:)]|$)|n[o'’]t[^.;:]* any more\b/gi, instead: 'no longer' },
  { pattern: /\bat once\b/gi, instead: 'immediately, or at the same time' },
  {
    pattern:
      /\b(?:mails?|repl(?:y|ies)|forwards?|answers?|drafts?|sends?|texts?|requests?|what|messages?|letters?)(?: (?:that|has|have|had|never|can|cannot|could|would|will|may))*(?: leaves?| left)\b(?! (?:of|to|out|in|over|behind|for|at|by|off|alone))|\bleaves? (?:late|later|twice|once)\b/gi,
    instead: 'is sent; outgoing mail',
  },
  {
    pattern:
      /\b(?:say|says|said|tell|tells|told|know|knows|hear|hears|heard) of\b|\b(?:is|are|be|was|were|been|being) (?:told\b(?! apart)|heard\b)/gi,
    instead: 'shows, reports, is notified',
  },
]

export const RULES: readonly Rule[] = rules.map((rule) => ({
  ...rule,
  pattern: new RegExp(rule.pattern.source.replaceAll(' ', String.raw`\s+`), rule.pattern.flags),
}))

/** A range of a text to search. */
interface Passage {
  place: Place
  start: number
  end: number
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** `services.log.warn`, `UpstreamError`, `test.each`; of a call, the name of its function. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node['object'])}.${nameOf(node['property'])}`
  if (node.type === 'Super') return 'super'
  return typeof node['name'] === 'string' ? node['name'] : nameOf(node['callee'] ?? node['tag'])
}

const TEST_CALL = /^(?:\w*[tT]est\w*|it|describe)(?:\.\w+)*$/
const MESSAGE_CALL =
  /(?:^|\.)(?:log\.\w+|warn\w*|createSeldomWarning|description|option|argument|print)$|^\w*Error$|^super$/

const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

/** The strings that an argument may be. */
function listChoices(argument: unknown): Node[] {
  if (!isNode(argument)) return []
  if (argument.type === 'ConditionalExpression')
    return [argument['consequent'], argument['alternate']].flatMap(listChoices)
  return isText(argument) ? [argument] : []
}

/** The strings that a call passes as titles of tests, or as messages to operators. */
function listStrings(node: Node): Passage[] {
  const name = nameOf(node)
  const place = TEST_CALL.test(name) ? 'title' : 'message'
  if (!Array.isArray(node['arguments']) || (place === 'message' && !MESSAGE_CALL.test(name))) return []
  const passed = place === 'title' ? node['arguments'].slice(0, 1) : node['arguments']
  return passed.flatMap(listChoices).map(({ start, end }) => ({ place, start: start + 1, end: end - 1 }))
}

function listStringsBelow(value: unknown): Passage[] {
  if (Array.isArray(value)) return value.flatMap(listStringsBelow)
  if (!isNode(value)) return []
  return [...listStrings(value), ...Object.values(value).flatMap(listStringsBelow)]
}

/** Consecutive line comments are one comment. */
function joinComments(source: string, comments: { type: string; start: number; end: number }[]): Passage[] {
  const passages: Passage[] = []
  let lastType = ''
  for (const { type, start, end } of comments) {
    const last = passages.at(-1)
    if (last && type === 'Line' && lastType === 'Line' && /^\n[ \t]*$/.test(source.slice(last.end, start)))
      last.end = end
    else passages.push({ place: 'comment', start, end })
    lastType = type
  }
  return passages
}

/** Replaces text by blanks of the same length, which keeps all offsets. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

function search(text: string, passages: Passage[]): FoundPhrase[] {
  return passages.flatMap(({ place, start, end }) => {
    const passage = text.slice(start, end).trimEnd()
    const first = passage.length - passage.trimStart().length
    return RULES.filter(({ places }) => places?.includes(place) ?? true).flatMap(({ pattern, instead }) =>
      [...passage.slice(first).matchAll(pattern)].map(({ index, 0: phrase }) => ({
        line: text.slice(0, start + first + index).split('\n').length,
        phrase: phrase.trim(),
        instead,
      })),
    )
  })
}

/** Found in every source whose strings contain a phrase to avoid: only those are worth a look at their syntax tree. */
const ANY_PHRASE = new RegExp(
  RULES.filter(({ places }) => String(places) !== 'comment')
    .map(({ pattern }) => pattern.source.replace('^', '[\'"`]').replaceAll('|$)', '|[\'"`])'))
    .join('|'),
  'i',
)

/** Phrases to avoid in the comments, titles of tests and messages to operators of a source. */
export function findPhrases(source: string, file = 'source.ts'): FoundPhrase[] {
  const parsed = parseSync(file, source)
  if (parsed.errors.length > 0) throw new Error(`cannot parse: ${parsed.errors[0]?.message}`)
  const comments = joinComments(source, parsed.comments)
  const ends = [0, ...comments.map(({ end }) => end)]
  const code = [...comments, { start: source.length }].map(({ start }, index) => source.slice(ends[index], start))
  const bare = comments.map(({ start, end }) =>
    source.slice(start, end).replace(/^[ \t]*(?:\/\*+|\/\/|\*(?!\/))|\*\/$/gm, blank),
  )
  const text = code.map((part, index) => part + (bare[index] ?? '')).join('')
  const strings = ANY_PHRASE.test(code.join('\n')) ? listStringsBelow(parsed.program) : []
  return search(text, [...comments, ...strings])
}

/** Phrases to avoid in the prose of a document. */
export function findPhrasesInProse(document: string): FoundPhrase[] {
  const prose = document.replace(/^```.*?^```|`[^`\n]*`|\]\([^)]*\)/gms, blank)
  const passages: Passage[] = [...prose.matchAll(/[^\n|]+(?:\n(?![\n|#]|\s*(?:[-*]|\d+\.) )[^\n|]+)*/g)].map(
    ({ index, 0: text }) => ({
      place: 'prose',
      start: index,
      end: index + text.length,
    }),
  )
  return search(prose, passages)
}

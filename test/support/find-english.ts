import { parseSync } from 'vite'

/** A text in the source that somebody could read. */
export interface FoundText {
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** `services.log.warn`, `new UpstreamError`, `names.split`; a literal or a call is left out of the name. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'NewExpression') return `new ${nameOf(node['callee'])}`
  if (node.type === 'CallExpression') return nameOf(node['callee'])
  if (node.type === 'MemberExpression') return `${nameOf(node['object'])}.${nameOf(node['property'])}`
  if (node.type === 'Super') return 'super'
  return typeof node['name'] === 'string' ? node['name'] : ''
}

function keyOf({ key }: Node): string {
  if (!isNode(key)) return ''
  return key.type === 'Literal' ? String(key['value']) : nameOf(key)
}

/** `{ status: 404, … }`. */
const isHttpAnswer = ({ properties }: Node): boolean =>
  Array.isArray(properties) &&
  properties
    .filter(isNode)
    .some((one) => keyOf(one) === 'status' && isNode(one['value']) && typeof one['value']['value'] === 'number')

/** Where what is passed goes to the log, into an error's message, or becomes words to compare with. */
const CALLS_FOR_OPERATORS =
  /(^|\.)log\.(trace|debug|info|warn|error|fatal)$|(^|\.)(warn\w*|createSeldomWarning|startsWith|includes|split|Symbol)$|^new \w*Error$|^super$/
const HEADER = /^(authorization|content-type)$/i
const READINESS = /NotReadyReason/i
const COMPARISON = /^[!=]==$/

/** Whether nothing below this node is read by people, by the kind of place that it is. */
function isForOperators(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TSLiteralType':
    case 'TSTemplateLiteralType':
      return true
    case 'CallExpression':
    case 'NewExpression':
      return CALLS_FOR_OPERATORS.test(nameOf(node))
    case 'BinaryExpression':
      return COMPARISON.test(String(node['operator']))
    case 'ObjectExpression':
      return isHttpAnswer(node)
    case 'Property':
      return HEADER.test(keyOf(node)) || READINESS.test(keyOf(node))
    case 'FunctionDeclaration':
      return READINESS.test(nameOf(node['id']))
    default:
      return false
  }
}

const WORD = String.raw`[A-Za-z]?[a-z][a-z’'-]*[a-z]`
const GAP = String.raw`[’',;:.!?)]* \(?`
/** Two words, a word beside something inserted, or a word like the label of a button; names of types and codes have no blanks. */
const READABLE = [
  new RegExp(`(^|[^\\w-])${WORD}${GAP}([A-Za-z’']+|{})`),
  new RegExp(`{}${GAP}${WORD}`),
  /^[A-Z][a-z]+[.…!?]?$/,
]
const isReadable = (text: string): boolean => READABLE.some((form) => form.test(text)) && !text.includes('="')

/** A string, or a template with `{}` for each inserted value. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined
  return node['quasis'].map((part: { value: { cooked: string } }) => part.value.cooked).join('{}')
}

/** The strings and templates of a source that read like English and could reach people. */
export function findEnglish(source: string): FoundText[] {
  const { program, errors } = parseSync('source.ts', source, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`cannot parse: ${errors[0]?.message}`)
  const found: FoundText[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || isForOperators(value)) return
    const text = textOf(value)
    if (text !== undefined && isReadable(text))
      found.push({ line: source.slice(0, value.start).split('\n').length, text })
    for (const [field, child] of Object.entries(value)) if (field !== 'key') visit(child)
  }
  visit(program)
  return found
}

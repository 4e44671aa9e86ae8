/** A small schema language whose findings use the words of `response_metadata.messages`. */
export type BlockSurface = 'message' | 'modal' | 'home'

export interface SchemaConstraint {
  type: string
  expected?: string | number | string[]
  got?: string | number
}

export interface SchemaFinding {
  pointer: string
  /** Slack's words without `[ERROR]` and without the pointer. */
  words: string
  constraint?: SchemaConstraint
}

export interface SchemaPosition {
  pointer: string
  surface: BlockSurface
  find(finding: SchemaFinding): void
}

export type SchemaCheck = (value: unknown, at: SchemaPosition) => void
export type BlockObject = Record<string, unknown>

export const isBlockObject = (value: unknown): value is BlockObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a member of a value of unknown shape. Never reads from prototypes. */
export const readMember = (value: unknown, key: string): unknown =>
  isBlockObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export function childPosition(at: SchemaPosition, key: string | number): SchemaPosition {
  const segment = String(key).replaceAll('~', '~0').replaceAll('/', '~1')
  return { ...at, pointer: `${at.pointer}/${segment}` }
}

export function reportFinding(at: SchemaPosition, words: string, constraint?: SchemaConstraint): void {
  at.find({ pointer: at.pointer, words, ...(constraint && { constraint }) })
}

const type = (expected: string): SchemaConstraint => ({ type: 'type', expected })

/** Text of `min` to `max` characters. */
export function string(limits: { min?: number; max?: number; pattern?: RegExp; words?: string } = {}): SchemaCheck {
  const { min = 0, max = Infinity, pattern, words = 'failed to match pattern' } = limits
  return (value, at) => {
    if (typeof value !== 'string') return reportFinding(at, 'must be a string', type('string'))
    if (value.length < min)
      reportFinding(at, `must be more than ${min - 1} characters`, {
        type: 'min_length',
        expected: min,
        got: value.length,
      })
    else if (value.length > max)
      reportFinding(at, `must be less than ${max + 1} characters`, {
        type: 'max_length',
        expected: max,
        got: value.length,
      })
    else if (pattern && !pattern.test(value)) reportFinding(at, words, { type: 'pattern', expected: pattern.source })
  }
}

const isUrl = (value: string): boolean => URL.canParse(value) && /^[a-z][a-z0-9+.-]*:/i.test(value)

export const url = (limits: { max?: number; https?: boolean } = {}): SchemaCheck => {
  const text = string({ min: 1, max: limits.max ?? 3000 })
  return (value, at) => {
    text(value, at)
    if (typeof value !== 'string' || value === '') return
    if (!isUrl(value) || (limits.https === true && !value.startsWith('https://')))
      reportFinding(at, 'must be a valid URL', { type: 'format', expected: 'url' })
  }
}

export function number(limits: { min?: number; max?: number; integer?: boolean; above?: number } = {}): SchemaCheck {
  const { min = -Infinity, max = Infinity, integer = false, above = -Infinity } = limits
  return (value, at) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      return reportFinding(at, 'must be a number', type('number'))
    if (integer && !Number.isInteger(value)) return reportFinding(at, 'must be an integer', type('integer'))
    if (value < min) reportFinding(at, `must be at least ${min}`, { type: 'min', expected: min, got: value })
    if (value > max) reportFinding(at, `must be at most ${max}`, { type: 'max', expected: max, got: value })
    if (value <= above) reportFinding(at, `must be greater than ${above}`, { type: 'min', expected: above, got: value })
  }
}

export const boolean: SchemaCheck = (value, at) => {
  if (typeof value !== 'boolean') reportFinding(at, 'must be a boolean', type('boolean'))
}

export const oneOf =
  (...values: (string | number)[]): SchemaCheck =>
  (value, at) => {
    if (!values.includes(value as string | number))
      reportFinding(at, 'must be a valid enum value', { type: 'enum', expected: values.map(String) })
  }

export function list(check: SchemaCheck, limits: { min?: number; max?: number } = {}): SchemaCheck {
  const { min = 0, max = Infinity } = limits
  return (value, at) => {
    if (!Array.isArray(value)) return reportFinding(at, 'must provide an array', type('array'))
    if (value.length < min)
      reportFinding(at, `must provide at least ${min} items`, { type: 'min_items', expected: min })
    if (value.length > max) reportFinding(at, `no more than ${max} items allowed`, { type: 'max_items', expected: max })
    for (const [index, item] of toList(value).entries()) check(item, childPosition(at, index))
  }
}

/** An object with exactly these fields; `typed` checks `type`. */
export function object(
  required: Record<string, SchemaCheck>,
  optional: Record<string, SchemaCheck> = {},
  also?: SchemaCheck,
): SchemaCheck {
  const fields = new Map([...Object.entries(required), ...Object.entries(optional)])
  return (value, at) => {
    if (!isBlockObject(value)) return reportFinding(at, 'must provide an object', type('object'))
    for (const key of Object.keys(required)) {
      if (!Object.hasOwn(value, key) || value[key] === null)
        reportFinding(at, `missing required field: ${key}`, { type: 'required', expected: key })
    }
    for (const [key, field] of Object.entries(value)) {
      const check = fields.get(key)
      if (!check) {
        if (key !== 'type')
          reportFinding(at, `invalid additional property: ${key}`, { type: 'additional_property', got: key })
      } else if (field !== null && field !== undefined) check(field, childPosition(at, key))
    }
    also?.(value, at)
  }
}

/** An object whose `type` selects its schema; a type that is not allowed here is `unsupported`. */
export function typed(kinds: (surface: BlockSurface) => Record<string, SchemaCheck>): SchemaCheck {
  const made = new Map<BlockSurface, Record<string, SchemaCheck>>()
  return (value, at) => {
    if (!isBlockObject(value)) return reportFinding(at, 'must provide an object', type('object'))
    const kind = readMember(value, 'type')
    const known = made.get(at.surface) ?? kinds(at.surface)
    made.set(at.surface, known)
    if (kind === undefined)
      return reportFinding(at, 'missing required field: type', { type: 'required', expected: 'type' })
    const check = typeof kind === 'string' && Object.hasOwn(known, kind) ? known[kind] : undefined
    if (check) return check(value, at)
    reportFinding(
      childPosition(at, 'type'),
      `unsupported type: ${typeof kind === 'string' ? kind : JSON.stringify(kind)}`,
      {
        type: 'enum',
        expected: Object.keys(known),
      },
    )
  }
}

/** Where several schemas are possible, Slack first reports that none of them matched. */
export const anyOf =
  (check: SchemaCheck): SchemaCheck =>
  (value, at) => {
    const found: SchemaFinding[] = []
    check(value, { ...at, find: (finding) => void found.push(finding) })
    if (found.length > 0) reportFinding(at, 'failed to match all allowed schemas', { type: 'all_of' })
    for (const finding of found) at.find(finding)
  }

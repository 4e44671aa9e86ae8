import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'

/** The parameter of a message under one name. `options` of a choice in their order; `hasOther`: code may pass `other`. */
export type Parameter =
  | { kind: 'text' | 'number' | 'date' | 'tag' | 'flag' }
  | { kind: 'choice'; options: string[]; hasOther: boolean }
/** By name, in the order in which they appear. */
export type Parameters = ReadonlyMap<string, Parameter>

/** Parses a message; throws a `SyntaxError` with a sentence for the translator, whatever the parser throws. */
export function parseMessage(text: string): MessageFormatElement[] {
  try {
    return parse(text, { captureLocation: true })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { location } = error as Error & { location?: { start: { offset: number } } }
    const place = location ? ` at “${text.slice(location.start.offset, location.start.offset + 20)}”` : ''
    // A syntax error has a code as its message; other errors come from styles of numbers and dates.
    const reason = error instanceof SyntaxError ? error.message.toLowerCase().replaceAll('_', ' ') : error.message
    throw new SyntaxError(`it isn’t a message in ICU MessageFormat (${reason}${place})`, { cause: error })
  }
}

/** A message without `{` and `<` is shown as it stands; each other one is parsed. */
export const isPlain = (text: string): boolean => !/[{<]/.test(text)

/** The parameters of a message. Throws if one name stands for two kinds. */
export function readParameters(text: string): Parameters {
  const found = new Map<string, Parameter>()
  if (!isPlain(text)) collectParameters(parseMessage(text), found)
  return found
}

function collectParameters(elements: MessageFormatElement[], found: Map<string, Parameter>): void {
  for (const element of elements) {
    const parameter = readParameter(element)
    if (parameter && 'value' in element) addParameter(found, element.value, parameter)
    if (isSelectElement(element) || isPluralElement(element))
      for (const { value } of Object.values(element.options)) collectParameters(value, found)
    if (element.type === TYPE.tag) collectParameters(element.children, found)
  }
}

function readParameter(element: MessageFormatElement): Parameter | undefined {
  switch (element.type) {
    case TYPE.argument:
      return { kind: 'text' }
    case TYPE.number:
    case TYPE.plural:
      return { kind: 'number' }
    case TYPE.date:
    case TYPE.time:
      return { kind: 'date' }
    case TYPE.tag:
      return { kind: 'tag' }
    case TYPE.select: {
      const texts = Object.entries(element.options).map(([name, { value }]) => [
        name,
        JSON.stringify(withoutPlaces(value)),
      ])
      const options = texts.flatMap(([name]) => (name === undefined || name === 'other' ? [] : name))
      if (options.every((name) => name === 'true' || name === 'false')) return { kind: 'flag' }
      // ICU demands `other`. Where it repeats another option it is never meant.
      const other = texts.find(([name]) => name === 'other')?.[1]
      return { kind: 'choice', options, hasOther: !texts.some(([name, body]) => name !== 'other' && body === other) }
    }
    case TYPE.literal:
    case TYPE.pound:
      return undefined
  }
}

/** Elements or a style without the places where they stand. */
export const withoutPlaces = (parsed: unknown): unknown =>
  JSON.parse(JSON.stringify(parsed, (key, value: unknown) => (key === 'location' ? undefined : value)))

function addParameter(found: Map<string, Parameter>, name: string, parameter: Parameter): void {
  const earlier = found.get(name)
  if (earlier === undefined || earlier.kind === 'text') found.set(name, parameter)
  else if (parameter.kind !== 'text' && describeParameter(earlier) !== describeParameter(parameter))
    throw new SyntaxError(`{${name}} stands for ${describeParameter(earlier)} and for ${describeParameter(parameter)}`)
}

/** A parameter in words, for translators and problems. */
export function describeParameter(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'text':
      return 'a text'
    case 'number':
      return 'a number'
    case 'date':
      return 'a date'
    case 'tag':
      return 'a link around the text between the tags'
    case 'flag':
      return 'true or other'
    case 'choice':
      return `one of ${[...parameter.options, 'other'].join(', ')}`
  }
}

/** The type that code passes. */
export function typeOfParameter(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'text':
      return 'string'
    case 'number':
      return 'number'
    case 'date':
      return 'number | Date'
    case 'tag':
      return '(parts: string[]) => string'
    case 'flag':
      return 'boolean'
    case 'choice':
      return [...parameter.options, ...(parameter.hasOther ? ['other'] : [])].map((option) => `'${option}'`).join(' | ')
  }
}

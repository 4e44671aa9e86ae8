import {
  childPosition,
  boolean,
  list,
  toList,
  readMember,
  object,
  reportFinding,
  string,
  typed,
} from './block-schema.ts'
import type { SchemaCheck, SchemaConstraint, SchemaFinding, SchemaPosition, BlockSurface } from './block-schema.ts'
import { blockCheck } from './layout-checks.ts'
import { measureBlocks } from './block-sizes.ts'
import { id, optionsOrGroups, plainText } from './composition-objects.ts'
import { suggestedOptions } from './element-checks.ts'

export interface BlockProblem {
  pointer: string
  /** As in `response_metadata.messages`: `[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]`. */
  message: string
  /** The `error` that the call answers with. */
  error: string
  words: string
  constraint?: SchemaConstraint
}

const MESSAGE_BLOCKS = 50
const VIEW_BLOCKS = 100
const MESSAGE_CHARACTERS = 13_297
const MARKDOWN_CHARACTERS = 12_000
const VIEW_BYTES = 250 * 1024

const problem = (finding: SchemaFinding, error: string): BlockProblem => ({
  pointer: finding.pointer,
  message: `[ERROR] ${finding.words} [json-pointer:${finding.pointer}]`,
  error,
  words: finding.words,
  ...(finding.constraint && { constraint: finding.constraint }),
})

/** The messages without `[ERROR]`, as in the `errors` of `chat.*`. */
export const listErrors = (problems: BlockProblem[]): string[] =>
  problems.map(({ words, pointer }) => `${words} [json-pointer:${pointer}]`)

const distinctBlockIds: SchemaCheck = (value, at) => {
  const seen = new Set<string>()
  const look = (blocks: unknown, place: SchemaPosition): void => {
    for (const [index, one] of toList(blocks).entries()) {
      const own = readMember(one, 'block_id')
      const here = childPosition(place, index)
      if (typeof own === 'string' && own !== '') {
        if (seen.has(own)) reportFinding(childPosition(here, 'block_id'), `\`block_id\` "${own}" already exists`)
        seen.add(own)
      }
      if (readMember(one, 'type') === 'container')
        look(readMember(one, 'child_blocks'), childPosition(here, 'child_blocks'))
    }
  }
  look(value, at)
}

const counted =
  (kinds: string[], most: number, words: string): SchemaCheck =>
  (value, at) => {
    let count = 0
    const look = (blocks: unknown, place: SchemaPosition): void => {
      for (const [index, one] of toList(blocks).entries()) {
        const here = childPosition(place, index)
        if (kinds.some((kind) => kind === readMember(one, 'type'))) {
          count += 1
          if (count > most) reportFinding(here, words, { type: 'max_count', expected: most })
        }
        if (readMember(one, 'type') === 'container')
          look(readMember(one, 'child_blocks'), childPosition(here, 'child_blocks'))
      }
    }
    look(value, at)
  }

const perMessage: SchemaCheck[] = [
  counted(['table', 'data_table'], 1, 'only_one_table_allowed'),
  counted(['data_visualization'], 2, 'no more than 2 data_visualization blocks allowed'),
]

function collect(check: SchemaCheck, value: unknown, pointer: string, surface: BlockSurface): SchemaFinding[] {
  const found: SchemaFinding[] = []
  check(value, { pointer, surface, find: (finding) => void found.push(finding) })
  return found
}

/** Validates the `blocks` of a message as Slack does; empty if they are valid. */
export function validateMessageBlocks(blocks: unknown, pointer = '/blocks'): BlockProblem[] {
  if (!Array.isArray(blocks)) {
    return [problem({ pointer, words: 'must provide an array' }, 'invalid_blocks_format')]
  }
  const all: SchemaCheck = (value, at) => {
    list(blockCheck, { max: MESSAGE_BLOCKS })(value, at)
    distinctBlockIds(value, at)
    for (const check of perMessage) check(value, at)
  }
  const found = collect(all, blocks, pointer, 'message').map((finding) => problem(finding, 'invalid_blocks'))
  if (found.length > 0) return found
  const size = measureBlocks(blocks)
  if (size.blocks > MESSAGE_BLOCKS) {
    return [problem({ pointer, words: `no more than ${MESSAGE_BLOCKS} items allowed` }, 'invalid_blocks')]
  }
  if (size.markdownCharacters > MARKDOWN_CHARACTERS || size.characters > MESSAGE_CHARACTERS) {
    const got = Math.max(size.characters, size.markdownCharacters)
    const constraint = { type: 'max_length', expected: MESSAGE_CHARACTERS, got }
    return [problem({ pointer, words: `blocks hold ${got} characters, too many`, constraint }, 'msg_blocks_too_long')]
  }
  return []
}

const viewFields = { private_metadata: string({ max: 3000 }), callback_id: id, external_id: id }
const viewBlocks: SchemaCheck = (value, at) => {
  list(blockCheck, { max: VIEW_BLOCKS })(value, at)
  distinctBlockIds(value, at)
}

const submitForInputs: SchemaCheck = (value, at) => {
  if (readMember(value, 'submit') !== undefined && readMember(value, 'submit') !== null) return
  for (const [index, one] of toList(readMember(value, 'blocks')).entries()) {
    if (readMember(one, 'type') !== 'input') continue
    reportFinding(
      childPosition(childPosition(childPosition(at, 'blocks'), index), 'input'),
      'must define `submit` to use an `input` block in modals',
    )
  }
}

const oneFocus: SchemaCheck = (value, at) => {
  const focused = toList(readMember(value, 'blocks')).filter((one) =>
    [readMember(one, 'element'), readMember(one, 'accessory'), ...toList(readMember(one, 'elements'))].some(
      (element) => readMember(element, 'focus_on_load') === true,
    ),
  )
  if (focused.length > 1)
    reportFinding(childPosition(at, 'blocks'), 'only one element can set `focus_on_load` to `true`')
}

const modal = object(
  { title: plainText(24), blocks: viewBlocks },
  { ...viewFields, close: plainText(24), submit: plainText(24), clear_on_close: boolean, notify_on_close: boolean },
  (value, at) => {
    submitForInputs(value, at)
    oneFocus(value, at)
  },
)
const home = object({ blocks: viewBlocks }, viewFields, oneFocus)
const view = typed(() => ({ modal, home }))

/** Validates a view of `views.*` or of a `response_action` as Slack does. */
export function validateView(given: unknown, pointer = '/view'): BlockProblem[] {
  const surface = readMember(given, 'type') === 'home' ? 'home' : 'modal'
  const found = collect(view, given, pointer, surface).map((finding) => problem(finding, 'invalid_arguments'))
  if (found.length > 0) return found
  const bytes = Buffer.byteLength(JSON.stringify(given))
  return bytes > VIEW_BYTES
    ? [problem({ pointer, words: `must be smaller than ${VIEW_BYTES} bytes` }, 'view_too_large')]
    : []
}

const suggestions = object({}, suggestedOptions, optionsOrGroups)

/** Validates an app's answer with the options of an external menu; an empty list is "no results". */
export const validateSuggestions = (given: unknown): BlockProblem[] =>
  collect(suggestions, given, '', 'modal').map((finding) => problem(finding, 'invalid_response'))

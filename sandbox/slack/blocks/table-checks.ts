import {
  childPosition,
  boolean,
  list,
  toList,
  readMember,
  number,
  object,
  oneOf,
  reportFinding,
  string,
  typed,
} from './block-schema.ts'
import type { SchemaCheck } from './block-schema.ts'
import { countCharacters } from './block-sizes.ts'
import { id } from './composition-objects.ts'
import { richTextBlock } from './rich-text-checks.ts'

/** `table`, `data_table` and `data_visualization` with the limits in docs/slack-limits.md. */
const CELL_CHARACTERS = 10_000

const rawText = object({ text: string({ min: 1 }) })
const rawNumber = object({ value: number(), text: string({ min: 1 }) })
const headCell = typed(() => ({ raw_text: rawText, raw_number: rawNumber }))
const cell = typed(() => ({ raw_text: rawText, raw_number: rawNumber, rich_text: richTextBlock }))

const CELL_TEXT = new Set(['text'])

const cellsFit: SchemaCheck = (value, at) => {
  const characters = countCharacters(readMember(value, 'rows'), CELL_TEXT)
  if (characters > CELL_CHARACTERS)
    reportFinding(childPosition(at, 'rows'), `must be less than ${CELL_CHARACTERS + 1} characters`, {
      type: 'max_length',
      expected: CELL_CHARACTERS,
      got: characters,
    })
}

const column = object({}, { align: oneOf('left', 'center', 'right'), is_wrapped: boolean })

export const table = object(
  { rows: list(list(cell, { min: 1, max: 20 }), { min: 1, max: 100 }) },
  { block_id: id, column_settings: list((value, at) => value !== null && column(value, at), { max: 20 }) },
  cellsFit,
)

const rows: SchemaCheck = (value, at) => {
  list(() => undefined, { min: 2, max: 101 })(value, at)
  const all = toList(value)
  for (const [index, row] of all.entries()) {
    list(index === 0 ? headCell : cell, { min: 1, max: 20 })(row, childPosition(at, index))
    if (toList(row).length !== toList(all[0]).length)
      reportFinding(childPosition(at, index), 'all rows must have the same number of cells', { type: 'row_length' })
  }
}

export const dataTable = object(
  { rows, caption: string({ min: 1 }) },
  {
    block_id: id,
    page_size: number({ min: 1, max: 100, integer: true }),
    row_header_column_index: number({ min: 0, max: 19, integer: true }),
  },
  cellsFit,
)

const label = string({ min: 1, max: 20 })
const point = object({ label, value: number() })
const series = object({ name: label, data: list(point, { min: 1, max: 20 }) })
const axes = object(
  { categories: list(label, { min: 1, max: 20 }) },
  { x_label: string({ min: 1, max: 50 }), y_label: string({ min: 1, max: 50 }) },
)

const pointsFitCategories: SchemaCheck = (value, at) => {
  const categories = toList(readMember(readMember(value, 'axis_config'), 'categories'))
  const names = new Set<unknown>()
  for (const [index, one] of toList(readMember(value, 'series')).entries()) {
    const place = childPosition(childPosition(at, 'series'), index)
    const name = readMember(one, 'name')
    if (names.has(name)) reportFinding(childPosition(place, 'name'), 'series names must be unique', { type: 'unique' })
    names.add(name)
    const labels = toList(readMember(one, 'data')).map((entry) => readMember(entry, 'label'))
    const fits = labels.length === categories.length && categories.every((category) => labels.includes(category))
    if (!fits)
      reportFinding(childPosition(place, 'data'), 'must provide exactly one data point per category', {
        type: 'categories',
      })
  }
}

const plot = object({ series: list(series, { min: 1, max: 6 }), axis_config: axes }, {}, pointsFitCategories)

export const dataVisualization = object(
  {
    title: string({ min: 1, max: 50 }),
    chart: typed(() => ({
      pie: object({ segments: list(object({ label, value: number({ above: 0 }) }), { min: 1, max: 6 }) }),
      bar: plot,
      line: plot,
      area: plot,
    })),
  },
  { block_id: id },
)

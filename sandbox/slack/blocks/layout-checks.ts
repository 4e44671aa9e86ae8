import {
  childPosition,
  boolean,
  list,
  toList,
  readMember,
  object,
  oneOf,
  reportFinding,
  string,
  typed,
  url,
} from './block-schema.ts'
import type { SchemaCheck, BlockSurface } from './block-schema.ts'
import { anyText, id, imageFields, mrkdwnText, plainText } from './composition-objects.ts'
import {
  accessory,
  actionElement,
  button,
  contextAction,
  contextElement,
  imageElement,
  inputElement,
  urlSource,
} from './element-checks.ts'
import { richTextBlock, richTextOnly } from './rich-text-checks.ts'
import { dataTable, dataVisualization, table } from './table-checks.ts'

/** The blocks, and the surfaces on which each is allowed (docs.slack.dev/reference/block-kit/blocks). */
const own = { block_id: id }
const image = typed(() => ({ image: imageElement }))

/** Elements of one block need different `action_id`s; a payload could not distinguish them. */
const distinctActions: SchemaCheck = (value, at) => {
  const seen = new Set<string>()
  for (const [index, element] of toList(readMember(value, 'elements')).entries()) {
    const action = readMember(element, 'action_id')
    if (typeof action !== 'string') continue
    if (seen.has(action))
      reportFinding(
        childPosition(childPosition(childPosition(at, 'elements'), index), 'action_id'),
        `\`action_id\` "${action}" already exists`,
      )
    seen.add(action)
  }
}

const needsOne =
  (keys: string[], words: string): SchemaCheck =>
  (value, at) => {
    if (keys.every((key) => readMember(value, key) === undefined)) reportFinding(childPosition(at, 'type'), words)
  }

const actions = object({ elements: list(actionElement, { min: 1, max: 25 }) }, own, distinctActions)
const context = object({ elements: list(contextElement, { min: 1, max: 10 }) }, own)
const contextActions = object({ elements: list(contextAction, { min: 1, max: 5 }) }, own, distinctActions)
const divider = object({}, own)
const file = object({ external_id: string({ min: 1, max: 255 }), source: oneOf('remote') }, own)
const header = object({ text: plainText(150) }, own)
const picture = object(
  imageFields.required,
  { ...imageFields.optional, ...own, title: plainText(2000) },
  imageFields.also,
)
const markdown = object({ text: string({ min: 1, max: 12_000 }) }, own)
const input = object(
  { label: plainText(2000), element: inputElement },
  { ...own, hint: plainText(2000), optional: boolean, dispatch_action: boolean },
  (value, at) => {
    const element = readMember(value, 'element')
    if (readMember(value, 'dispatch_action') === true && readMember(element, 'type') === 'file_input')
      reportFinding(childPosition(at, 'dispatch_action'), '`file_input` elements do not support `dispatch_action`')
  },
)
const section = object(
  {},
  { ...own, text: anyText(3000), fields: list(anyText(2000), { min: 1, max: 10 }), accessory, expand: boolean },
  needsOne(['text', 'fields'], 'must define either `text` or `fields`'),
)
const taskCard = object(
  {
    task_id: string({ min: 1, max: 255 }),
    title: string({ min: 1 }),
    status: oneOf('pending', 'in_progress', 'complete', 'error'),
  },
  { ...own, details: richTextOnly, output: richTextOnly, sources: list(urlSource) },
)
const cards = typed(() => ({ task_card: taskCard }))
/** Slack's own examples leave the type out here. */
const task: SchemaCheck = (value, at) => (readMember(value, 'type') === undefined ? taskCard : cards)(value, at)
const distinctTasks: SchemaCheck = (value, at) => {
  const seen = new Set<unknown>()
  for (const [index, one] of toList(readMember(value, 'tasks')).entries()) {
    const name = readMember(one, 'task_id')
    if (typeof name === 'string' && seen.has(name))
      reportFinding(
        childPosition(childPosition(childPosition(at, 'tasks'), index), 'task_id'),
        `\`task_id\` "${name}" already exists`,
      )
    seen.add(name)
  }
}
const plan = object(
  { title: string({ min: 1 }) },
  {
    ...own,
    tasks: list(task, { max: 50 }),
  },
  distinctTasks,
)
const video = object(
  {
    alt_text: string({ min: 1 }),
    title: plainText(199),
    thumbnail_url: url(),
    video_url: url({ https: true }),
  },
  {
    ...own,
    author_name: string({ max: 49 }),
    description: plainText(200),
    provider_icon_url: url(),
    provider_name: string({ max: 50 }),
    title_url: url({ https: true }),
  },
)
const alert = object({ text: anyText(200) }, { ...own, level: oneOf('default', 'info', 'warning', 'error', 'success') })
const card = object(
  {},
  {
    ...own,
    hero_image: image,
    icon: image,
    title: mrkdwnText(150),
    subtitle: mrkdwnText(150),
    body: mrkdwnText(200),
    actions: list(
      typed(() => ({ button })),
      { min: 1, max: 3 },
    ),
  },
  needsOne(
    ['hero_image', 'title', 'actions', 'body'],
    'must define at least one of `hero_image`, `title`, `actions`, `body`',
  ),
)
const carousel = object(
  {
    elements: list(
      typed(() => ({ card })),
      { min: 1, max: 10 },
    ),
  },
  own,
)

/** The blocks that a container may hold: no markdown, card or container. */
const children = {
  actions,
  context,
  divider,
  file,
  header,
  image: picture,
  input,
  rich_text: richTextBlock,
  section,
  table,
  video,
}
const container = object(
  {
    child_blocks: list(
      typed(() => children),
      { min: 1, max: 10 },
    ),
  },
  {
    ...own,
    title: plainText(150),
    rich_text_title: richTextOnly,
    subtitle: anyText(150),
    width: oneOf('narrow', 'standard', 'wide', 'full'),
    icon: image,
    is_collapsible: boolean,
    default_collapsed: boolean,
    has_header_divider: boolean,
  },
  (value, at) => {
    needsOne(['title', 'rich_text_title'], 'must define either `title` or `rich_text_title`')(value, at)
    if (readMember(value, 'default_collapsed') === true && readMember(value, 'is_collapsible') !== true)
      reportFinding(childPosition(at, 'default_collapsed'), '`default_collapsed` requires `is_collapsible`')
  },
)

const everywhere = {
  actions,
  card,
  context,
  divider,
  header,
  image: picture,
  input,
  rich_text: richTextBlock,
  section,
  video,
}
/** The blocks that are allowed on each surface. */
export const BLOCKS_BY_SURFACE: Record<BlockSurface, Record<string, SchemaCheck>> = {
  message: {
    ...everywhere,
    carousel,
    container,
    context_actions: contextActions,
    data_table: dataTable,
    data_visualization: dataVisualization,
    file,
    markdown,
    plan,
    table,
    task_card: taskCard,
  },
  modal: { ...everywhere, alert },
  home: { ...everywhere, carousel, container },
}

export const blockCheck: SchemaCheck = typed((surface) => BLOCKS_BY_SURFACE[surface])

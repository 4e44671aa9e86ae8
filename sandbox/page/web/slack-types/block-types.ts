import type { ButtonElement, BlockElement, FeedbackButtons, IconButton, ImageElement } from './element-types.ts'
import type { RichText, TextObject } from './text-types.ts'

export type TableCell =
  | { type: 'raw_text'; text: string }
  | { type: 'raw_number'; value: number; text?: string }
  | RichText

interface Series {
  name: string
  data: { label: string; value: number }[]
}

export interface PieChart {
  type: 'pie'
  segments: { label: string; value: number }[]
}

export interface AxisChart {
  type: 'bar' | 'line' | 'area'
  series: Series[]
  axis_config?: { categories?: string[]; x_label?: string; y_label?: string }
}

export interface CardBlock {
  type: 'card'
  block_id?: string
  hero_image?: ImageElement
  icon?: ImageElement
  title?: TextObject
  subtitle?: TextObject
  body?: TextObject
  actions?: ButtonElement[]
}

export interface TaskBlock {
  type: 'task_card'
  block_id?: string
  task_id: string
  title: string
  status: 'pending' | 'in_progress' | 'complete' | 'error'
  details?: RichText
  output?: RichText
  sources?: { type: 'url'; url: string; text: string }[]
}

export interface ContainerBlock {
  type: 'container'
  block_id?: string
  title?: TextObject
  rich_text_title?: RichText
  subtitle?: TextObject
  icon?: ImageElement
  child_blocks: Block[]
  is_collapsible?: boolean
  default_collapsed?: boolean
  has_header_divider?: boolean
}

export interface SectionBlock {
  type: 'section'
  block_id?: string
  text?: TextObject
  fields?: TextObject[]
  accessory?: BlockElement
  expand?: boolean
}

export interface InputBlock {
  type: 'input'
  block_id?: string
  label: TextObject
  hint?: TextObject
  optional?: boolean
  element: BlockElement
  dispatch_action?: boolean
}

export type TableBlock =
  | {
      type: 'table'
      block_id?: string
      rows: TableCell[][]
      column_settings?: ({ align?: string; is_wrapped?: boolean } | null)[]
    }
  | {
      type: 'data_table'
      block_id?: string
      rows: TableCell[][]
      caption: string
      page_size?: number
      row_header_column_index?: number
    }

export interface VideoBlock {
  type: 'video'
  block_id?: string
  title: TextObject
  title_url?: string
  alt_text: string
  description?: TextObject
  author_name?: string
  provider_name?: string
}

export type Block =
  | SectionBlock
  | { type: 'divider'; block_id?: string }
  | (ImageElement & { block_id?: string; title?: TextObject })
  | { type: 'context'; block_id?: string; elements: (TextObject | ImageElement)[] }
  | { type: 'actions'; block_id?: string; elements: BlockElement[] }
  | { type: 'context_actions'; block_id?: string; elements: (FeedbackButtons | IconButton)[] }
  | { type: 'header'; block_id?: string; text: TextObject }
  | InputBlock
  | RichText
  | { type: 'markdown'; block_id?: string; text: string }
  | TableBlock
  | { type: 'data_visualization'; block_id?: string; title: string; chart: PieChart | AxisChart }
  | ContainerBlock
  | TaskBlock
  | { type: 'plan'; block_id?: string; title: string; tasks?: TaskBlock[] }
  | CardBlock
  | { type: 'carousel'; block_id?: string; elements: CardBlock[] }
  | { type: 'file'; block_id?: string; external_id: string; source: string }
  | VideoBlock
  | { type: 'alert'; block_id?: string; text: TextObject; level?: 'default' | 'info' | 'warning' | 'error' | 'success' }

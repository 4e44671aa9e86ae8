import type { Button, Element, Feedback, IconButton, Image } from './element-types.ts'
import type { TextObject } from '../model/control-types.ts'
import type { RichText } from './text-types.ts'

export type Cell = { type: 'raw_text'; text: string } | { type: 'raw_number'; value: number; text?: string } | RichText

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

export interface Card {
  type: 'card'
  block_id?: string
  hero_image?: Image
  icon?: Image
  title?: TextObject
  subtitle?: TextObject
  body?: TextObject
  actions?: Button[]
}

export interface Task {
  type: 'task_card'
  block_id?: string
  task_id: string
  title: string
  status: 'pending' | 'in_progress' | 'complete' | 'error'
  details?: RichText
  output?: RichText
  sources?: { type: 'url'; url: string; text: string }[]
}

export interface Container {
  type: 'container'
  block_id?: string
  title?: TextObject
  rich_text_title?: RichText
  subtitle?: TextObject
  icon?: Image
  child_blocks: Block[]
  is_collapsible?: boolean
  default_collapsed?: boolean
  has_header_divider?: boolean
}

export interface Section {
  type: 'section'
  block_id?: string
  text?: TextObject
  fields?: TextObject[]
  accessory?: Element
  expand?: boolean
}

export interface Input {
  type: 'input'
  block_id?: string
  label: TextObject
  hint?: TextObject
  optional?: boolean
  element: Element
  dispatch_action?: boolean
}

export type Table =
  | {
      type: 'table'
      block_id?: string
      rows: Cell[][]
      column_settings?: ({ align?: string; is_wrapped?: boolean } | null)[]
    }
  | {
      type: 'data_table'
      block_id?: string
      rows: Cell[][]
      caption: string
      page_size?: number
      row_header_column_index?: number
    }

export interface Video {
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
  | Section
  | { type: 'divider'; block_id?: string }
  | (Image & { block_id?: string; title?: TextObject })
  | { type: 'context'; block_id?: string; elements: (TextObject | Image)[] }
  | { type: 'actions'; block_id?: string; elements: Element[] }
  | { type: 'context_actions'; block_id?: string; elements: (Feedback | IconButton)[] }
  | { type: 'header'; block_id?: string; text: TextObject }
  | Input
  | RichText
  | { type: 'markdown'; block_id?: string; text: string }
  | Table
  | { type: 'data_visualization'; block_id?: string; title: string; chart: PieChart | AxisChart }
  | Container
  | Task
  | { type: 'plan'; block_id?: string; title: string; tasks?: Task[] }
  | Card
  | { type: 'carousel'; block_id?: string; elements: Card[] }
  | { type: 'file'; block_id?: string; external_id: string; source: string }
  | Video
  | { type: 'alert'; block_id?: string; text: TextObject; level?: 'default' | 'info' | 'warning' | 'error' | 'success' }

import type { ActionsBlockElement, Block, Button, KnownBlock, RichTextBlock, View } from '@slack/types'

/** Slack's chart block is not in the published types yet (spec/slack-platform.md, 2.1). */
export interface DataVisualizationBlock extends Block {
  type: 'data_visualization'
  title?: string
  [field: string]: unknown
}

export type MessageBlock = KnownBlock | DataVisualizationBlock
export type { ActionsBlockElement, Button, RichTextBlock, View }

/** What a post says: `text` for notifications and clients without blocks, `blocks` for everyone else. */
export interface Message {
  text: string
  blocks: MessageBlock[]
}

import type { ActionsBlockElement, Button, KnownBlock, RichTextBlock, View } from '@slack/types'

export type MessageBlock = KnownBlock
export type { ActionsBlockElement, Button, RichTextBlock, View }

/** The content of a post: `blocks`, and `text` for notifications and clients that do not show blocks. */
export interface Message {
  text: string
  blocks: MessageBlock[]
}

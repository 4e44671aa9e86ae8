import type { ActionsBlockElement, Button, KnownBlock, RichTextBlock, View } from '@slack/types'

export type MessageBlock = KnownBlock
export type { ActionsBlockElement, Button, RichTextBlock, View }

/** What a post says: `text` for notifications and clients without blocks, `blocks` for everyone else. */
export interface Message {
  text: string
  blocks: MessageBlock[]
}

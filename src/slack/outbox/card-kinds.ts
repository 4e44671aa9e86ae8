import type { Message } from '../blocks/slack-message.ts'
import type { MessageRef } from './post-once.ts'

/** A card as it is shown now. `state`: the record's own state, written to the message's metadata for programs that read it. */
export interface CardMessage extends Message {
  state?: string | undefined
  /** Set if it has nothing in it that only people of this organization may read: it may replace a card in a channel that another one reads. */
  mayReachOutsiders?: boolean | undefined
}

/** How one kind of record is shown as a message that is edited in place. */
export interface CardKind {
  /** `<slice>.<noun>`, for example `jobs.card`; frozen once shipped. */
  kind: string
  /** The message for the newest state of the record in this channel; undefined if the record is gone: nothing is then posted or edited. Changes nothing. */
  render(team: string, id: string, copy: string | undefined, channel: string): Promise<CardMessage | undefined>
  /**
   * Whether people of another organization may read the card in this channel, because the person who had it shown there knew of them. Without it, no
   * card is posted or edited in a shared channel: it is lost there, with the code `shared`.
   */
  mayReachOutsiders?(team: string, id: string, channel: string): Promise<boolean>
  /** Whether a card that its channel no longer accepted is edited again, with the next change of the record, once the channel accepts that. */
  comesBack?(copy: string | undefined): boolean
  /**
   * The card was posted, for the first time or again after a loss, or Slack accepted the first edit of a message that it took over. Runs at least
   * once per message.
   */
  onPosted?(team: string, id: string, posted: MessageRef, copy?: string): Promise<void>
  /** Slack accepted an edit of a card that its channel had refused before (`comesBack`). Runs at least once per return. */
  onReturned?(team: string, id: string, copy?: string): Promise<void>
  /** The first post was refused for good, the message is gone, or its channel became shared. Runs at least once per loss. `code` is Slack's error code (`not_in_channel`, `message_not_found`, …). */
  onLost?(team: string, id: string, loss: { code: string; channel: string; copy?: string | undefined }): Promise<void>
}

/** A message that shows a record. */
export interface CardRef {
  team: string
  kind: string
  id: string
  /** A further message for the same record elsewhere (a mirror, a new thread head after a loss); the first card has no copy name. */
  copy?: string | undefined
}

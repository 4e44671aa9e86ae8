import { z } from 'zod'

const channelWait = z.object({
  /** `no_route`, `shared`, `kept`, or Slack's code for the channel. */
  code: z.string(),
  /** The channel that did not take it. */
  channel: z.string().exactOptional(),
  /** Where a person sent it instead. */
  moved: z.object({ to: z.string(), by: z.string(), at: z.number() }).exactOptional(),
})
/** Why a thread waits for a channel. */
export type ChannelWait = z.infer<typeof channelWait>

const common = {
  /** The number of its head: each lost head is replaced by another copy. */
  head: z.number(),
  /** The channel that it was in before it was parked, and the number of its head there, if it had one. */
  last: z.object({ channel: z.string(), head: z.number().exactOptional() }).exactOptional(),
}
/** Kept until Slack has taken its head: until then it counts as waiting. */
const wait = channelWait.exactOptional()
/** The digest that lists it, and shows whether it is done. */
const digest = z.string().exactOptional()
/** Since when it has had no card; the round of the task that posts it. */
const at = z.number()
const channel = z.string()

const parkedSchema = z.object({ is: z.literal('parked'), ...common, wait, digest })
const queuedSchema = z.object({ is: z.literal('queued'), ...common, channel, at, wait })
const listedSchema = z.object({ is: z.literal('listed'), ...common, channel, at, digest: z.string() })
const postedSchema = z.object({ is: z.literal('posted'), ...common, channel, wait, digest })

const states = ['parked', 'queued', 'listed', 'posted']
/** A state that a later version added: its threads are left alone, and only people in its channel read them. */
const laterSchema = z.object({
  is: z.custom<`later:${string}`>((is) => typeof is === 'string' && !states.includes(is)),
  ...common,
  channel: channel.exactOptional(),
})

/** Where a mail thread is; `movePlacement` changes it. */
export const placementSchema = z.union([laterSchema, parkedSchema, queuedSchema, listedSchema, postedSchema])
/**
 * Where a mail thread is. `parked`: no channel takes it yet. `queued`: it waits for its turn in a busy channel. `listed`: a digest lists it until
 * a person opens it. `posted`: it has a Slack thread.
 */
export type Placement = z.infer<typeof placementSchema>
export type QueuedPlacement = z.infer<typeof queuedSchema>
export type ListedPlacement = z.infer<typeof listedSchema>
export type PostedPlacement = z.infer<typeof postedSchema>
/** A placement with a channel that this version can post to. */
export type ChannelPlacement = QueuedPlacement | ListedPlacement | PostedPlacement

/** Where every thread begins. */
export const initialPlacement: Placement = { is: 'parked', head: 0 }

/** A thread, as far as its placement is concerned. */
interface PlacedRecord {
  placement: Placement
}

/** Whether a thread has a channel that its cards go to. */
export const hasChannel = <T extends PlacedRecord>(thread: T): thread is T & { placement: ChannelPlacement } =>
  thread.placement.is === 'queued' || thread.placement.is === 'listed' || thread.placement.is === 'posted'

/** The channel of a thread; undefined while it is parked. */
export const findChannel = ({ placement }: PlacedRecord): string | undefined =>
  placement.is === 'parked' ? undefined : placement.channel

/** The channel whose members may read a thread: while it is parked, the one that it was in, or that did not take it. */
export const findReaderChannel = ({ placement }: PlacedRecord): string | undefined =>
  placement.is === 'parked' ? (placement.last?.channel ?? placement.wait?.channel) : placement.channel

/** Where the Slack thread is, and the number of its head; undefined while there is none. */
export const findPosted = ({ placement }: PlacedRecord): PostedPlacement | undefined =>
  placement.is === 'posted' ? placement : undefined

/** Since when a thread has been in its channel without a card; undefined if it is not in a queue or a digest. */
export const findQueued = ({ placement }: PlacedRecord): QueuedPlacement | ListedPlacement | undefined =>
  placement.is === 'queued' || placement.is === 'listed' ? placement : undefined

/** The digest that lists a thread, or listed it before it was posted. */
export const findDigest = ({ placement }: PlacedRecord): string | undefined =>
  'digest' in placement ? placement.digest : undefined

/** Why a thread waits for a channel, until Slack has taken its head; undefined if it does not wait. */
export const findWait = ({ placement }: PlacedRecord): ChannelWait | undefined =>
  'wait' in placement ? placement.wait : undefined

/** Whether the head that a thread gets in this channel is the one that it had there before it was parked. */
export const isBackIn = ({ placement: { head, last } }: PlacedRecord, channel: string): boolean =>
  last?.head !== undefined && last.head === head - 1 && last.channel === channel

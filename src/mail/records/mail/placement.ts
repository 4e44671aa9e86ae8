import { z } from 'zod'

const channelWait = z.object({
  /** `no_route`, `shared`, `kept`, or Slack's code for the channel. */
  code: z.string(),
  /** The channel that did not accept the thread. */
  channel: z.string().exactOptional(),
  /** The channel that a person chose instead. */
  moved: z.object({ to: z.string(), by: z.string(), at: z.number() }).exactOptional(),
})
/** Why a thread waits for a channel. */
export type ChannelWait = z.infer<typeof channelWait>

const common = {
  /** The number of the head; each lost head is replaced by another copy. */
  head: z.number(),
  /** The channel before the thread was parked, and the number of its head there, if it had one. */
  last: z.object({ channel: z.string(), head: z.number().exactOptional() }).exactOptional(),
}
/** Kept until Slack has accepted the head; until then, the thread counts as waiting. */
const wait = channelWait.exactOptional()
/** The digest that lists the thread and shows whether it is done. */
const digest = z.string().exactOptional()
/** Since when the thread has had no card; also the round of the task that posts it. */
const at = z.number()
const channel = z.string()

const parkedSchema = z.object({ is: z.literal('parked'), ...common, wait, digest })
const queuedSchema = z.object({ is: z.literal('queued'), ...common, channel, at, wait })
const listedSchema = z.object({ is: z.literal('listed'), ...common, channel, at, digest: z.string() })
const postedSchema = z.object({ is: z.literal('posted'), ...common, channel, wait, digest })

const states = ['parked', 'queued', 'listed', 'posted']
/** A state of a later version: this version does not change the thread, and only people in its channel can read it. */
const laterSchema = z.object({
  is: z.custom<`later:${string}`>((is) => typeof is === 'string' && !states.includes(is)),
  ...common,
  channel: channel.exactOptional(),
})

/** The place of a mail thread; `movePlacement` changes it. */
export const placementSchema = z.union([laterSchema, parkedSchema, queuedSchema, listedSchema, postedSchema])
/**
 * The place of a mail thread. `parked`: no channel accepts it yet. `queued`: it waits for its turn in a busy channel. `listed`: a digest lists it
 * until a person opens it. `posted`: it has a Slack thread.
 */
export type Placement = z.infer<typeof placementSchema>
export type QueuedPlacement = z.infer<typeof queuedSchema>
export type ListedPlacement = z.infer<typeof listedSchema>
export type PostedPlacement = z.infer<typeof postedSchema>
/** A placement with a channel that this version can post to. */
export type ChannelPlacement = QueuedPlacement | ListedPlacement | PostedPlacement

/** The placement of every new thread. */
export const initialPlacement: Placement = { is: 'parked', head: 0 }

/** A record with a placement, such as a thread. */
interface PlacedRecord {
  placement: Placement
}

/** Whether a thread has a channel that its cards go to. */
export const hasChannel = <T extends PlacedRecord>(thread: T): thread is T & { placement: ChannelPlacement } =>
  thread.placement.is === 'queued' || thread.placement.is === 'listed' || thread.placement.is === 'posted'

/** Whether a later version keeps a thread, in a state that this one does not know. */
export const isOfLaterVersion = (thread: PlacedRecord): boolean =>
  thread.placement.is !== 'parked' && !hasChannel(thread)

/** The channel of a thread; undefined while it is parked. */
export const findChannel = ({ placement }: PlacedRecord): string | undefined =>
  placement.is === 'parked' ? undefined : placement.channel

/** The channel whose members may read a thread. While the thread is parked, this is its last channel, or the one that did not accept it. */
export const findReaderChannel = ({ placement }: PlacedRecord): string | undefined =>
  placement.is === 'parked' ? (placement.last?.channel ?? placement.wait?.channel) : placement.channel

/** Returns the placement of a thread that has a Slack thread; undefined while there is none. */
export const findPosted = ({ placement }: PlacedRecord): PostedPlacement | undefined =>
  placement.is === 'posted' ? placement : undefined

/** Returns the placement of a thread in a queue or a digest, with the time since when it has had no card; undefined for others. */
export const findQueued = ({ placement }: PlacedRecord): QueuedPlacement | ListedPlacement | undefined =>
  placement.is === 'queued' || placement.is === 'listed' ? placement : undefined

/** The digest that lists a thread, or listed it before it was posted. */
export const findDigest = ({ placement }: PlacedRecord): string | undefined =>
  'digest' in placement ? placement.digest : undefined

/** Why a thread waits for a channel, until Slack has accepted its head; undefined if it does not wait. */
export const findWait = ({ placement }: PlacedRecord): ChannelWait | undefined =>
  'wait' in placement ? placement.wait : undefined

/** Whether the previous head of a thread, before it was parked, was in this channel. */
export const isBackIn = ({ placement: { head, last } }: PlacedRecord, channel: string): boolean =>
  last?.head !== undefined && last.head === head - 1 && last.channel === channel

import type { MailThread } from './mail-thread.ts'
import type { ChannelWait, Placement } from './placement.ts'

/** Events that may change the placement of a thread. */
export type PlacementEvent =
  /** A channel accepts the thread. */
  | { do: 'route'; channel: string; at: number }
  /** No channel accepts the thread; `channel` is the one that did not. */
  | { do: 'park'; code: string; channel?: string | undefined }
  /** A person sends a waiting thread to another channel. */
  | { do: 'redirect'; to: string; by: string; at: number }
  /** Other threads also wait for the channel. */
  | { do: 'queue'; at: number }
  /** A digest lists the thread. */
  | { do: 'list'; digest: string }
  /** The thread's turn has come, or a person opened it. */
  | { do: 'post' }
  /** Slack has taken its head, or the queue of its channel has its mail: it no longer waits for a channel. */
  | { do: 'show' }
  /** Slack does not have this head. `isGone`: only the message is gone, and the channel accepts another one. */
  | { do: 'lose_head'; head: number; channel: string; code: string; isGone: boolean }
  /** Slack does not have the digest, because its channel accepts no posts. */
  | { do: 'lose_digest'; digest: string; channel: string; code: string }

/** Returns the thread after an event; undefined if the event changes nothing or is impossible in the current placement. */
export function movePlacement(thread: MailThread, event: PlacementEvent): MailThread | undefined {
  const placement = findNext(thread, event)
  return placement && { ...thread, placement }
}

function findNext({ placement: now, isImported }: MailThread, event: PlacementEvent): Placement | undefined {
  switch (event.do) {
    case 'route':
      return now.is === 'parked' ? enterChannel(now, event, isImported) : undefined
    case 'park':
      return now.is === 'parked' ? { ...now, wait: buildWait(event, now.wait) } : undefined
    case 'redirect': {
      if (!('wait' in now) || !now.wait) return undefined
      const { to, by, at } = event
      return { ...now, wait: { ...now.wait, moved: { to, by, at } } }
    }
    case 'queue':
      return now.is === 'posted' ? leaveForQueue(now, event.at) : undefined
    case 'list':
      return listIn(now, event.digest)
    case 'post': {
      if (now.is !== 'queued' && now.is !== 'listed') return undefined
      const { at: _, ...rest } = now
      return { ...rest, is: 'posted' }
    }
    case 'show': {
      if ((now.is !== 'queued' && now.is !== 'posted') || !now.wait) return undefined
      const { wait: _, ...rest } = now
      return rest
    }
    case 'lose_head':
      return loseHead(now, event)
    case 'lose_digest': {
      const { digest, channel } = event
      if (now.is !== 'listed' || now.digest !== digest || now.channel !== channel) return undefined
      return { is: 'parked', head: now.head, last: { channel }, wait: buildWait(event, undefined) }
    }
  }
}

type PlacementIn<Is extends Placement['is']> = Extract<Placement, { is: Is }>
type Happened<Do extends PlacementEvent['do']> = Extract<PlacementEvent, { do: Do }>

/** An imported thread waits for its line in a digest, unless a channel has shown it before. */
function enterChannel(
  now: PlacementIn<'parked'>,
  { channel, at }: Happened<'route'>,
  isImported: boolean | undefined,
): Placement {
  if (!isImported || now.last) return { ...now, is: 'posted', channel }
  const { digest: _, ...rest } = now
  return { ...rest, is: 'queued', channel, at }
}

/** Keeps the channel that a person chose, unless it is the one that did not accept the thread. */
function buildWait(
  { code, channel }: { code: string; channel?: string | undefined },
  known: ChannelWait | undefined,
): ChannelWait {
  const moved = known?.moved?.to === channel ? undefined : known?.moved
  return { code, ...(channel !== undefined && { channel }), ...(moved && { moved }) }
}

/**
 * The thread goes into another digest: its line in the old one shows that it was opened, and Slack may have refused that digest with its head. It
 * keeps its wait until the queue has its mail.
 */
function leaveForQueue(now: PlacementIn<'posted'>, at: number): Placement {
  const { digest: _, ...rest } = now
  return { ...rest, is: 'queued', at }
}

function listIn(now: Placement, digest: string): Placement | undefined {
  // A thread that was opened while it was being listed still has a line.
  if (now.is === 'posted') return now.digest === digest ? undefined : { ...now, digest }
  if (now.is === 'listed') return now.digest === digest ? undefined : { ...now, digest }
  if (now.is !== 'queued') return undefined
  const { wait: _, ...rest } = now
  return { ...rest, is: 'listed', digest }
}

function loseHead(now: Placement, { head, channel, code, isGone }: Happened<'lose_head'>): Placement | undefined {
  if (now.head !== head) return undefined
  switch (now.is) {
    case 'queued':
    case 'listed':
    case 'posted': {
      const { last: _, ...rest } = now
      if (isGone || now.channel !== channel) return { ...rest, head: head + 1 }
      const { wait, digest }: { wait?: ChannelWait; digest?: string } = now
      // The head of a thread in a queue or a digest was not shown yet.
      const parked = {
        is: 'parked' as const,
        head: head + 1,
        last: now.is === 'posted' ? { channel, head } : { channel },
      }
      return { ...parked, wait: buildWait({ code, channel }, wait), ...(digest !== undefined && { digest }) }
    }
    case 'parked':
      return { ...now, head: head + 1 }
    default:
      return undefined
  }
}

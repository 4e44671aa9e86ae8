import type { Action } from '../../slack/inbound/listeners.ts'
import { jobCallbackIds } from '../action-ids.ts'

/** The location of an act, where the person expects a private answer: a channel or thread, or Home. */
export type AnswerLocation = { channel: string; threadTs?: string } | { isHome: true }

/** Frozen like the fields around it: open forms carry it. */
const HOME = 'home'

function formatLocation(location: AnswerLocation): string {
  if ('isHome' in location) return HOME
  return location.threadTs === undefined ? location.channel : `${location.channel}:${location.threadTs}`
}

function parseLocation([channel = '', threadTs]: string[]): AnswerLocation | undefined {
  if (channel === HOME) return { isHome: true }
  return channel === '' ? undefined : { channel, ...(threadTs !== undefined && { threadTs }) }
}

/** The metadata of a form or page about one job: its id, and the location for an answer. */
export const formatJobTarget = (jobId: string, location: AnswerLocation | undefined): string =>
  location ? `${jobId}:${formatLocation(location)}` : jobId

export function parseJobTarget(metadata: string): { jobId: string; location: AnswerLocation | undefined } {
  const [jobId = '', ...rest] = metadata.split(':')
  return { jobId, location: parseLocation(rest) }
}

/** The location to answer a click. In a list or page opened by a command, this is where the command was typed. */
export function findAnswerLocation({ message, view }: Pick<Action, 'message' | 'view'>): AnswerLocation | undefined {
  if (message)
    return { channel: message.channel, ...(message.threadTs !== undefined && { threadTs: message.threadTs }) }
  if (view?.type === 'home') return { isHome: true }
  return view && findViewLocation(view.callbackId, view.privateMetadata)
}

/** The location to answer an act in a list (`<filter>:<channel>:<after>`) or page that is closed by now. */
export function findViewLocation(callbackId: string, metadata: string): AnswerLocation | undefined {
  if (callbackId === jobCallbackIds.details) return parseJobTarget(metadata).location
  if (callbackId !== jobCallbackIds.list) return undefined
  const [, channel = ''] = metadata.split(':')
  return channel === '' ? { isHome: true } : { channel }
}

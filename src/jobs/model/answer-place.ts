import type { Action } from '../../slack/inbound/listeners.ts'
import { jobCallbackIds } from '../action-ids.ts'

/** Where a person acted, and so where they look for a private answer: in a channel or thread, or on Home. */
export type AnswerPlace = { channel: string; threadTs?: string } | { isHome: true }

/** Frozen like the fields around it: forms that are open carry it. */
const HOME = 'home'

function formatPlace(place: AnswerPlace): string {
  if ('isHome' in place) return HOME
  return place.threadTs === undefined ? place.channel : `${place.channel}:${place.threadTs}`
}

function parsePlace([channel = '', threadTs]: string[]): AnswerPlace | undefined {
  if (channel === HOME) return { isHome: true }
  return channel === '' ? undefined : { channel, ...(threadTs !== undefined && { threadTs }) }
}

/** The metadata of a form or page about one job: its id, and where an answer belongs. */
export const formatJobTarget = (jobId: string, place: AnswerPlace | undefined): string =>
  place ? `${jobId}:${formatPlace(place)}` : jobId

export function parseJobTarget(metadata: string): { jobId: string; place: AnswerPlace | undefined } {
  const [jobId = '', ...rest] = metadata.split(':')
  return { jobId, place: parsePlace(rest) }
}

/** Where a click is answered: for one in a list or a page that a command has opened, where the command was typed. */
export function findAnswerPlace({ message, view }: Pick<Action, 'message' | 'view'>): AnswerPlace | undefined {
  if (message)
    return { channel: message.channel, ...(message.threadTs !== undefined && { threadTs: message.threadTs }) }
  if (view?.type === 'home') return { isHome: true }
  return view && findViewPlace(view.callbackId, view.privateMetadata)
}

/** Where what is done in an open list (`<filter>:<channel>:<after>`) or page is answered once it is closed. */
export function findViewPlace(callbackId: string, metadata: string): AnswerPlace | undefined {
  if (callbackId === jobCallbackIds.details) return parseJobTarget(metadata).place
  if (callbackId !== jobCallbackIds.list) return undefined
  const [, channel = ''] = metadata.split(':')
  return channel === '' ? { isHome: true } : { channel }
}

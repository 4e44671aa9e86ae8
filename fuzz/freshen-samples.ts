import type { Fields } from '../sandbox/control-types.ts'
import { isFields } from '../tools/fields.ts'
import { SAMPLE_WORD } from './canary.ts'

/** Marks that make a sample a case of its own: an id, and the word in its texts. */
export interface CaseMarks {
  id: string
  canary: string
}

const withCanary = (payload: Fields, canary: string): Fields =>
  JSON.parse(JSON.stringify(payload).replaceAll(SAMPLE_WORD, canary)) as Fields

/** A copy that the app has not seen: with an id, a trigger and a time of its own, so it is not taken for a repetition. */
export function freshenSlackPayload(payload: Fields, { id, canary }: CaseMarks): Fields {
  const fresh = withCanary(payload, canary)
  if (fresh['event_id'] !== undefined) fresh['event_id'] = `Ev${id}`
  if (fresh['trigger_id'] !== undefined) fresh['trigger_id'] = `1.2.${id}`
  const { event, actions } = fresh
  if (isFields(event) && typeof event['ts'] === 'string') {
    event['ts'] = `${Math.floor(Date.now() / 1000)}.${id.replaceAll(/\D/g, '').padStart(6, '0').slice(-6)}`
    event['event_ts'] = event['ts']
  }
  if (Array.isArray(actions)) for (const action of actions) if (isFields(action)) action['action_ts'] = id
  return fresh
}

/** A mail event about a mail and a thread of its own, in one of these inboxes. */
export function freshenMailEvent(event: Fields, { id, canary }: CaseMarks, inbox: string): Fields {
  const fresh = withCanary(event, canary)
  fresh['event_id'] = `evt_${id}`
  for (const part of Object.values(fresh)) {
    if (!isFields(part)) continue
    if (part['inbox_id'] !== undefined) part['inbox_id'] = inbox
    if (part['thread_id'] !== undefined) part['thread_id'] = `thr_${id}`
    if (part['message_id'] !== undefined) part['message_id'] = `<${id}@customer.test>`
  }
  return fresh
}

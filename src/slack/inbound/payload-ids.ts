import { z } from 'zod'

/** An id that we or Slack gave: no longer than Slack's limit for action, block and callback ids. */
export const payloadId = z.string().min(1).max(255)

/** The id of a person, a channel or a team. It becomes a part of keys, so it contains no separator. */
export const slackId = z.string().regex(/^\w{1,64}$/)

/** The timestamp that identifies a message. Slack's own look like `1700000000.000100`. */
export const messageTs = z.string().regex(/^[\w.-]{1,64}$/)

/** An address of Slack that answers a click or command; kept in the state of forms, which is limited. */
export const responseUrl = z.string().max(500)

import { z } from 'zod'

/** An id that we or Slack gave: no longer than Slack's limit for action, block and callback ids. */
export const payloadId = z.string().min(1).max(255)

/** The id of a person, a channel or a team. It becomes a part of keys, so it contains no separator. */
export const slackId = z.string().regex(/^\w{1,64}$/)

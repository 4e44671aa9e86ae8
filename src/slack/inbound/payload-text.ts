import { z } from 'zod'

/** Slack's limit for the text of a message; no client sends more. */
const TEXT_CHARS = 40_000

/** Typed text, cut to the longest message that Slack takes. */
export const payloadText = z.string().transform((text) => text.slice(0, TEXT_CHARS))

/** More than the largest form that Slack takes has: each value costs microseconds to check. */
export const MAX_PAYLOAD_VALUES = 40_000

/**
 * When a Slack message was posted, in milliseconds since 1970, to the second. The only place that reads a number from a `ts`: as an id
 * it stays a string, and two of them are compared as text.
 */
export const timestampToMs = (ts: string): number => Number(ts.split('.')[0]) * 1000

/**
 * When a Slack message was posted, in milliseconds since 1970, to the second. Nothing else reads a number from a `ts`: it is an
 * id, and two of them are compared as strings.
 */
export const timestampToMs = (ts: string): number => Number(ts.split('.')[0]) * 1000

/** Frozen: the lane in which the messages of one thread, and the edits of follow-ups, are handled in order of arrival; undefined outside threads. */
export const messageLane = ({
  team,
  channel,
  threadTs,
}: {
  team: string
  channel: string
  threadTs?: string | undefined
}): string | undefined => threadTs && `jobs.heard:${team}:${channel}:${threadTs}`

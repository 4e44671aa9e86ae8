import { dateToken } from '../../slack/blocks/mrkdwn.ts'

/** A day and a time as each reader's clock shows it. */
export const formatMoment = (ms: number): string => dateToken(ms, '{date_short_pretty} {time}')

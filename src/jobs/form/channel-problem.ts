import type { ChannelVerdict } from '../../access/access-policy.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The error for the person who chose a channel that cannot be used. */
export const describeChannelProblem = (text: JobText, verdict: Exclude<ChannelVerdict, 'open'>): string =>
  verdict === 'closed' ? text.form.channelClosed : text.form.channelHidden

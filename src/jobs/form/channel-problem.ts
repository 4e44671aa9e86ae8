import type { ChannelVerdict } from '../../access/access-policy.ts'
import type { JobText } from '../text/jobs-text.ts'

/** Why a channel that a form names cannot be used, in words for the person who chose it. */
export const describeChannelProblem = (text: JobText, verdict: Exclude<ChannelVerdict, 'open'>): string =>
  verdict === 'closed' ? text.form.channelClosed : text.form.channelHidden

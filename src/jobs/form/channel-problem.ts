import type { ChannelVerdict } from '../../access/access-policy.ts'
import { jobFormText } from '../text/en-forms.ts'

/** Why a channel that a form names cannot be used, in words for the person who chose it. */
export const describeChannelProblem = (verdict: Exclude<ChannelVerdict, 'open'>): string =>
  verdict === 'closed' ? jobFormText.channelClosed : jobFormText.channelHidden

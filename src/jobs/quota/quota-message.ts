import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Projects } from '../model/projects.ts'
import type { JobText } from '../text/jobs-text.ts'
import type { AgentQuota } from './agent-quota.ts'
import { describeProjectQuota } from '../text/quota-sentences.ts'

/** Renders the rest of this hour's quota in each project, for `/docs quota` and Home. */
export async function renderQuota(
  { quota, projects }: { quota: AgentQuota; projects: Projects },
  text: JobText,
): Promise<Message> {
  const lines = await Promise.all(
    projects.names.map(async (name) => {
      const [create, follow] = await Promise.all([quota.peekForNewJob(name), quota.peek(name, 'follow_up')])
      return `${describeProjectQuota(text, name, create)} · ${text.quotaFollowUps({ left: follow.left, limit: follow.limit })}`
    }),
  )
  return textMessage(lines.length > 0 ? lines.join('\n') : text.noProject)
}

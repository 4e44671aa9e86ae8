import { createChannel } from '../workspace/seed-data.ts'
import { newSlackId } from '../workspace/slack-ids.ts'
import type { Workspace } from '../workspace/workspace-types.ts'

/** Adds public channels with everybody of the channel `general` and the app in them, without events; returns their ids. */
export function addChannels(workspace: Workspace, count: number): string[] {
  const from = workspace.channels.size
  const general = [...workspace.channels.values()].find(({ name }) => name === 'general')
  return Array.from({ length: count }, (_, n) => {
    const members = new Set([...(general?.members ?? []), workspace.primary.botUser])
    const channel = createChannel(newSlackId('C'), `channel-${from + n}`, 'public', { members })
    workspace.channels.set(channel.id, channel)
    return channel.id
  })
}

import type { Installations } from '../slack/directory/installations.ts'
import { slackId } from '../slack/inbound/payload-ids.ts'
import type { SlackEvent } from '../slack/inbound/listeners.ts'
import type { Cards } from '../slack/outbox/cards.ts'
import type { DirectoryChanges, DirectorySubject } from '../slack/directory/fresh-answers.ts'
import type { Feature } from '../slice.ts'

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === field)?.[1] : undefined

/** Returns nothing if the event has no valid id, which becomes a part of keys. */
function listSubject(kind: 'person' | 'group' | 'channel' | 'memberships', value: unknown): DirectorySubject[] {
  const id = slackId.safeParse(value).data
  return id === undefined ? [] : [`${kind}-${id}`]
}

type FindSubjects = (event: Record<string, unknown>) => DirectorySubject[]

const findMemberships: FindSubjects = ({ user }) => listSubject('memberships', user)

const findChannel: FindSubjects = ({ channel }) => listSubject('channel', channel)
const findRenamed: FindSubjects = ({ channel }) => listSubject('channel', fieldOf(channel, 'id'))

/** The parts of the directory that each Slack event changes. */
const CHANGED_BY: Record<string, FindSubjects> = {
  user_change: ({ user }) => listSubject('person', fieldOf(user, 'id')),
  subteam_created: () => ['groups', 'group-members'],
  subteam_updated: ({ subteam }) => [...listSubject('group', fieldOf(subteam, 'id')), 'groups', 'group-members'],
  subteam_members_changed: ({ subteam_id }) => [...listSubject('group', subteam_id), 'group-members'],
  channel_archive: findChannel,
  channel_rename: findRenamed,
  channel_shared: findChannel,
  channel_unarchive: findChannel,
  channel_unshared: findChannel,
  group_archive: findChannel,
  group_rename: findRenamed,
  group_unarchive: findChannel,
  member_left_channel: findMemberships,
  member_joined_channel: findMemberships,
}

/** Events after which a channel may accept messages again; the last one only if the app itself joins. */
const REOPENS = new Set(['channel_unarchive', 'group_unarchive', 'channel_unshared', 'member_joined_channel'])

interface DirectoryEventsServices {
  slack: { changes: DirectoryChanges; installations: Pick<Installations, 'lastKnown'> }
  cards: Pick<Cards, 'reportReopened'>
}

/** Applies a change of a role, a group, a channel or a membership immediately, in every process, and shows on cards what their channel refused. */
export const directoryEventsFeature = (services: DirectoryEventsServices): Feature => ({
  listen(slack) {
    for (const [type, findSubjects] of Object.entries(CHANGED_BY))
      slack.event(type, async (event) => {
        await recordChanges(services, event, findSubjects)
        // Only now: the edits ask whether the channel is still archived or shared.
        if (REOPENS.has(type)) await reportReopened(services, event)
      })
  },
})

async function reportReopened(
  { cards, slack: { installations } }: DirectoryEventsServices,
  { team, type, event, eventId }: SlackEvent,
): Promise<void> {
  const channel = slackId.safeParse(event['channel']).data
  if (channel === undefined) return
  if (type === 'member_joined_channel' && event['user'] !== installations.lastKnown(team)?.userId) return
  await cards.reportReopened({ team, channel, event: eventId })
}

async function recordChanges(
  { slack: { changes, installations } }: DirectoryEventsServices,
  { team, event }: Pick<SlackEvent, 'team' | 'event'>,
  findSubjects: FindSubjects,
): Promise<void> {
  // An app that has just joined or left a channel sees other channels of everyone.
  if (event['user'] === installations.lastKnown(team)?.userId) await changes.recordChange(team, 'memberships')
  for (const subject of findSubjects(event)) await changes.recordChange(team, subject)
}

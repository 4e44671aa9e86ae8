import type { Installations } from '../slack/directory/installations.ts'
import { slackId } from '../slack/inbound/payload-ids.ts'
import type { SlackEvent } from '../slack/inbound/listeners.ts'
import type { DirectoryChanges, DirectorySubject } from '../slack/directory/fresh-answers.ts'
import type { Feature } from '../slice.ts'

/** An id becomes a part of keys. */
const readId = (value: unknown): string | undefined => slackId.safeParse(value).data
const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === field)?.[1] : undefined

/** What of the directory each event of Slack says has changed. */
const CHANGED_BY: Record<string, (event: Record<string, unknown>) => (DirectorySubject | undefined)[]> = {
  user_change: ({ user }) => {
    const id = readId(fieldOf(user, 'id'))
    return [id === undefined ? undefined : `person-${id}`]
  },
  subteam_updated: ({ subteam }) => {
    const id = readId(fieldOf(subteam, 'id'))
    return [id === undefined ? undefined : `group-${id}`, 'groups', 'group-members']
  },
  subteam_members_changed: ({ subteam_id }) => {
    const id = readId(subteam_id)
    return [id === undefined ? undefined : `group-${id}`, 'group-members']
  },
  member_left_channel: ({ user }) => {
    const id = readId(user)
    return [id === undefined ? undefined : `memberships-${id}`]
  },
  member_joined_channel: ({ user }) => {
    const id = readId(user)
    return [id === undefined ? undefined : `memberships-${id}`]
  },
}

interface DirectoryEventsServices {
  changes: DirectoryChanges
  installations: Pick<Installations, 'lastKnown'>
}

/** Lets a change of a role, a group or a membership apply at once, in every process. */
export const directoryEventsFeature = (services: DirectoryEventsServices): Feature => ({
  listen(slack) {
    for (const [type, findSubjects] of Object.entries(CHANGED_BY))
      slack.event(type, ({ team, event }) => recordChanges(services, { team, event }, findSubjects))
  },
})

async function recordChanges(
  { changes, installations }: DirectoryEventsServices,
  { team, event }: Pick<SlackEvent, 'team' | 'event'>,
  findSubjects: (event: Record<string, unknown>) => (DirectorySubject | undefined)[],
): Promise<void> {
  // Where the app has just arrived or left, it sees another part of everybody's channels.
  if (event['user'] === installations.lastKnown()?.userId) await changes.recordChange(team, 'memberships')
  for (const subject of findSubjects(event)) if (subject) await changes.recordChange(team, subject)
}

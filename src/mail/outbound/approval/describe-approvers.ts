import { findIds, type Subject } from '../../../access/subject.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { MailText } from '../../text/mail-text.ts'
import { filterApprovers, listNamedPeople, namesOthers } from '../../access/find-approvers.ts'

/** Warns an admin about the chosen approvers: those who cannot approve, and those whose own mail nobody can approve. */
export async function warnAboutApprovers(
  scope: OutboundScope,
  text: MailText,
  { inboxId, subjects }: { inboxId: string; subjects: readonly Subject[] },
): Promise<string[]> {
  const {
    team,
    people,
    access,
    routes,
    slack: { groups },
  } = scope
  const words = text.approval.warnings
  if (subjects.length === 0) return []
  const { list } = text.formats
  const nameAll = async (users: string[]) =>
    list(await Promise.all(users.map((user) => readQuietName(text, people, team, user))))
  const named = await listNamedPeople(scope, subjects)
  const able = await filterApprovers(scope, inboxId, named)
  const left = findIds(subjects, 'person').filter((user) => !able.includes(user))
  const groupIds = findIds(subjects, 'group')
  const members = await Promise.all(groups.readMembers(team, groupIds))
  const empty = groupIds.filter((_, index) => !able.some((user) => members[index]?.has(user)))
  const handles = await groups.list(team).catch(() => [])
  const emptyNames = empty.map((id) => `@${handles.find((group) => group.id === id)?.handle ?? id}`)
  // Of several channels, none is that of every mail.
  const channels = await routes.listInboxChannels(inboxId)
  const channel = channels.length === 1 ? channels[0] : undefined
  const readers = channel === undefined ? able : await access.filterReaders(team, channel, able)
  const outside = able.filter((user) => !readers.includes(user))
  const [only] = readers
  return [
    left.length > 0 && words.left({ people: await nameAll(left) }),
    empty.length > 0 && words.emptyGroup({ groups: list(emptyNames) }),
    channel !== undefined &&
      outside.length > 0 &&
      words.outside({ people: await nameAll(outside.slice(0, 5)), channel: channelMention(channel) }),
    !namesOthers(subjects) && readers.length === 0 && words.nobody,
    namesOthers(subjects) && readers.length === 0 && words.unnotified,
    !namesOthers(subjects) &&
      readers.length === 1 &&
      only !== undefined &&
      words.onlyOne({ name: await readQuietName(text, people, team, only) }),
  ].filter((line) => line !== false)
}

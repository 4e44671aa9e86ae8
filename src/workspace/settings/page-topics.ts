import { z } from 'zod'
import { type Setting, settingGroups } from '../../settings/setting.ts'
import { type SettingSection, settingSections } from '../../slice.ts'
import { openEnum } from '../../store/open-enum.ts'
import type { SettingsTarget } from '../../settings/settings-store.ts'

/**
 * The topic of one page. `id` is the channel, inbox or project; in the section of the person, the inbox that they make a choice for; empty for the
 * section as a whole.
 */
export interface PageTopic {
  section: SettingSection
  id: string
}

export const pageTopicSchema = z.object({ section: openEnum(settingSections), id: z.string() })

export const isSameTopic = (one: PageTopic, other: PageTopic): boolean =>
  one.section === other.section && one.id.toLowerCase() === other.id.toLowerCase()

/** The record that contains the settings of a topic. */
export function settingTargetOf(
  { section, id }: PageTopic,
  { team, user }: { team: string; user: string },
): SettingsTarget {
  switch (section) {
    case 'channel':
      return { team, scope: 'channel', id }
    case 'inboxes':
      return id === '' ? { team, scope: 'workspace', id: '' } : { team, scope: 'inbox', id }
    case 'workspace':
      return id === '' ? { team, scope: 'workspace', id: '' } : { team, scope: 'project', id }
    case 'mine':
    default:
      return { team, scope: 'person', id: user, ...(id !== '' && { inbox: id }) }
  }
}

/** Returns the settings that a topic shows, by their groups; settings of the workspace about mail are shown with the inboxes. */
export function settingsOf(topic: PageTopic, settings: readonly Setting[]): Setting[] {
  // A later version may have other sections.
  if (!settingSections.includes(topic.section)) return []
  const { scope, inbox } = settingTargetOf(topic, { team: '', user: '' })
  const isForInboxes = scope === 'workspace' && topic.section === 'inboxes'
  return settings
    .filter((setting) => setting.scope === scope)
    .filter((setting) =>
      inbox === undefined ? (setting.isForAllInboxes ?? false) === isForInboxes : setting.isForEachInbox,
    )
    .toSorted((one, other) => settingGroups.indexOf(one.group) - settingGroups.indexOf(other.group))
}

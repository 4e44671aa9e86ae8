import { z } from 'zod'
import type { Setting } from '../../settings/setting.ts'
import { type SettingSection, settingSections } from '../../slice.ts'
import { openEnum } from '../../store/open-enum.ts'
import type { SettingsTarget } from '../../settings/settings-store.ts'

/** What one page of the form is about. `id`: the channel, inbox or project; of a person, the inbox that they choose something for; empty for all of it. */
export interface SettingPlace {
  section: SettingSection
  id: string
}

export const settingPlaceSchema = z.object({ section: openEnum(settingSections), id: z.string() })

/** Identifies a place within one form. */
export const keyOfPlace = ({ section, id }: SettingPlace): string => `${section}:${id.toLowerCase()}`

/** The place that a key names; an inbox or project in lower case. */
export function placeOfKey(key: string): SettingPlace {
  const [name, ...id] = key.split(':')
  return { section: settingSections.find((one) => one === name) ?? 'mine', id: id.join(':') }
}

/** Whose record the settings of a place are in. */
export function settingTargetOf(
  { section, id }: SettingPlace,
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

/** The settings that a place shows: of the workspace's, those about mail are with the inboxes. */
export function settingsOf(place: SettingPlace, settings: readonly Setting[]): Setting[] {
  // What a later version shows in a section of its own.
  if (!settingSections.includes(place.section)) return []
  const { scope, inbox } = settingTargetOf(place, { team: '', user: '' })
  if (inbox !== undefined) return settings.filter((setting) => setting.scope === scope && setting.isForEachInbox)
  const isForInboxes = scope === 'workspace' && place.section === 'inboxes'
  return settings.filter((setting) => setting.scope === scope && (setting.isForAllInboxes ?? false) === isForInboxes)
}

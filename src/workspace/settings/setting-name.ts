import type { Language } from '../../core/language.ts'
import type { Setting } from '../../settings/setting.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import type { SettingPlace } from './places.ts'

/** What the audit calls a setting: its scope, what it is for and its field; without addresses. Frozen: records contain it. */
export function formatSettingName(
  { keyedHash }: { keyedHash: KeyedHash },
  { section, id }: SettingPlace,
  { scope, name }: Pick<Setting, 'scope' | 'name'>,
): string {
  const target = section === 'inboxes' && id !== '' ? keyedHash('settings-inbox', id.toLowerCase()) : id
  return [scope, target, name].filter((part) => part !== '').join('/')
}

/** The same in the words of the form, with the project that it is for; undefined for a setting that this version does not know. */
export function describeSettingName(
  settings: readonly Setting[],
  language: Language,
  recorded: string,
): string | undefined {
  const parts = recorded.split('/')
  const [scope, name] = [parts[0], parts.at(-1)]
  const setting = settings.find((one) => one.scope === scope && one.name === name)
  if (!setting) return undefined
  const text = workspaceTextIn(language).settings
  const { label } = setting.text(language)
  if (scope === 'inbox') return text.settingFor(label, text.oneInbox)
  return scope === 'project' ? text.settingFor(label, parts.slice(1, -1).join('/')) : text.settingName(label)
}

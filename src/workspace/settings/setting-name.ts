import type { Language } from '../../core/language.ts'
import type { Setting, SettingTargets } from '../../settings/setting.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import type { PageTopic } from './page-topics.ts'

/** The reader of a setting's name: their language, and inbox names keyed by the name in the audit. */
export interface SettingReader {
  language: Language
  inboxes: ReadonlyMap<string, string>
}

const formatInbox = ({ keyedHash }: { keyedHash: KeyedHash }, inbox: string): string =>
  keyedHash('settings-inbox', inbox.toLowerCase())

/** Maps the names of inboxes in the audit to the inboxes. */
export async function findInboxNames(
  services: { keyedHash: KeyedHash },
  targets: readonly SettingTargets[],
): Promise<Map<string, string>> {
  const named = targets.map(async ({ list, formatAuditId }) =>
    (await list()).flatMap((inbox): [string, string][] => [
      [formatInbox(services, inbox), inbox],
      ...(formatAuditId ? [[formatAuditId(inbox), inbox] as [string, string]] : []),
    ]),
  )
  return new Map((await Promise.all(named)).flat())
}

/** Frozen, because records contain it: the name of a setting in the audit, from its scope, target and field, without addresses. */
export function formatSettingName(
  { keyedHash }: { keyedHash: KeyedHash },
  { section, id }: PageTopic,
  { scope, name }: Pick<Setting, 'scope' | 'name'>,
): string {
  const target = (section === 'inboxes' || section === 'mine') && id !== '' ? formatInbox({ keyedHash }, id) : id
  return [scope, target, name].filter((part) => part !== '').join('/')
}

/** Describes a setting's recorded name in the words of the form, with its inbox or project; undefined for a setting unknown to this version. */
export function describeSettingName(
  settings: readonly Setting[],
  { language, inboxes }: SettingReader,
  recorded: string,
): string | undefined {
  const parts = recorded.split('/')
  const [scope, name] = [parts[0], parts.at(-1)]
  const setting = settings.find((one) => one.scope === scope && one.name === name)
  if (!setting) return undefined
  const text = workspaceTextIn(language).settings
  const { label } = setting.text(language)
  const isOfInbox = scope === 'inbox' || (scope === 'person' && parts.length > 2)
  if (isOfInbox) return text.settingFor({ label, target: inboxes.get(parts[1] ?? '') ?? text.oneInbox })
  return scope === 'project'
    ? text.settingFor({ label, target: parts.slice(1, -1).join('/') })
    : text.settingName({ label })
}

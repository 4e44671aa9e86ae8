import { z } from 'zod'
import type { SettingScope, SettingsStore } from '../settings/settings-store.ts'
import { type AccessAction, actionRules, accessActions } from './actions.ts'
import { isSubject, type Subject } from './subject.ts'

/** The object that a setting can be narrowed to. */
export interface AccessScope {
  project?: string | undefined
  inbox?: string | undefined
}

/** Reads from the settings who may do what. */
export interface AccessRules {
  /** Returns the setting for the project or inbox, else the workspace's, else the default. */
  read(this: void, team: string, action: AccessAction, scope: AccessScope): Promise<readonly Subject[]>
  /** Whether any setting of the workspace allows this kind of people something. */
  namesKind(this: void, team: string, kind: Subject): Promise<boolean>
}

const subjectsSchema = z.array(z.string()).min(1)

/** Frozen: the field of a settings record for this action. */
export const accessField = (action: AccessAction): string => `access.${action}`

/** Returns undefined if nobody has set the field. */
function readSubjects(values: Record<string, unknown>, action: AccessAction): readonly Subject[] | undefined {
  const subjects = subjectsSchema.safeParse(values[accessField(action)]).data
  return subjects?.filter(isSubject)
}

/** Returns the setting of the project or inbox itself; undefined if the workspace's applies. */
export async function readOwnRule(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  action: AccessAction,
  scope: AccessScope,
): Promise<readonly Subject[] | undefined> {
  const { narrowedBy } = actionRules[action]
  const id = narrowedBy && scope[narrowedBy]
  if (narrowedBy === undefined || id === undefined) return undefined
  return readSubjects((await settings.read({ team, scope: narrowedBy, id })).values, action)
}

const SCOPES: SettingScope[] = ['workspace', 'project', 'inbox']

/** Reads the rules from the settings each time: a change applies immediately in every process. */
export function createAccessRules(settings: Pick<SettingsStore, 'read' | 'list'>): AccessRules {
  return {
    async read(team, action, scope) {
      const own = await readOwnRule(settings, team, action, scope)
      if (own) return own
      const { values } = await settings.read({ team, scope: 'workspace', id: '' })
      return readSubjects(values, action) ?? actionRules[action].fallback
    },
    async namesKind(team, kind) {
      for (const scope of SCOPES)
        for await (const { values } of settings.list(team, scope))
          if (accessActions.some((action) => readSubjects(values, action)?.includes(kind))) return true
      return false
    },
  }
}

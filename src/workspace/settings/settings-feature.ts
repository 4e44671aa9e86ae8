import { noticeSettings, workingTimeSettings } from '../../settings/notice-settings.ts'
import { declareAccessSettings } from '../../access/access-settings.ts'
import type { Setting, SettingTargets } from '../../settings/setting.ts'
import type { Feature, OpenSettings, SettingsRequest } from '../../slice.ts'
import type { WorkspaceServices } from '../services.ts'
import { searchSubjects } from '../../access/search-subjects.ts'
import { SUBJECTS_MENU_ID } from './settings-fields.ts'
import { createFormStore } from './form-store.ts'
import type { PageTopic } from './page-topics.ts'
import type { DeclaredSettings } from './prepare-page.ts'
import { saveSettings, saveTask } from './save-settings.ts'
import { type FormServices, openSettings, reopenSettings, showsSubjectsMenu, switchPage } from './settings-form.ts'
import { REOPEN_ID, SECTION_MENU_ID, SETTINGS_FORM_ID, TARGET_MENU_ID } from './settings-modal.ts'
import { findInboxNames } from './setting-name.ts'
import { submitSettings } from './submit-settings.ts'

/** All settings, in one form. */
export interface SettingsFeature extends Feature {
  /** Adds the settings of slices, in this order. Call once, before the first task or event. */
  register(this: void, slices: Pick<Feature, 'settings' | 'settingTargets'>[]): void
  /** Opens the form at a section, for the person who asked for it. */
  open: OpenSettings
  /** Opens the form at the page with this topic, or the nearest one that the person may see. */
  openPage(this: void, at: SettingsRequest, topic: PageTopic): Promise<void>
  /** Lists all settings of a workspace. */
  list(this: void, team: string): Promise<readonly Setting[]>
  /** Maps the names of inboxes in the audit to the inboxes. */
  findInboxNames(this: void, team: string): Promise<ReadonlyMap<string, string>>
}

export function createSettingsFeature(services: WorkspaceServices): SettingsFeature {
  const slices: Pick<Feature, 'settings' | 'settingTargets'>[] = []
  const targetsOf = async (scope: 'inbox' | 'project', team: string): Promise<SettingTargets[]> =>
    (await Promise.all(slices.map(async (slice) => slice.settingTargets?.(team) ?? [])))
      .flat()
      .filter((targets) => targets.scope === scope)
  const list = async (scope: 'inbox' | 'project', team: string): Promise<string[]> =>
    (await Promise.all((await targetsOf(scope, team)).map((targets) => targets.list()))).flat()
  const has = async (scope: 'inbox' | 'project', team: string, id: string): Promise<boolean> => {
    const answers = (await targetsOf(scope, team)).map((one) =>
      one.has ? one.has(id) : one.list().then((names) => names.includes(id)),
    )
    return (await Promise.all(answers)).includes(true)
  }
  const listSettings = async (team: string): Promise<readonly Setting[]> => [
    ...noticeSettings,
    ...(await Promise.all(slices.map(async (slice) => slice.settings?.(team) ?? []))).flat(),
    ...workingTimeSettings,
    ...declareAccessSettings(['workspace.administer']),
  ]
  const declared: DeclaredSettings = {
    listSettings,
    hasInboxes: async (team) => (await targetsOf('inbox', team)).length > 0,
    listInboxes: (team) => list('inbox', team),
    hasTarget: has,
    listProjects: (team) => list('project', team),
  }
  const form: FormServices = { ...services, declared, forms: createFormStore(services.store) }
  return {
    register: (added) => void slices.push(...added),
    open: (at, section = 'mine') => openSettings(form, at, { section, id: '' }),
    openPage: (at, topic) => openSettings(form, at, topic),
    list: listSettings,
    findInboxNames: async (team) => findInboxNames(services, await targetsOf('inbox', team)),
    tasks: [saveTask.handler((data, context) => saveSettings(form, data, context))],
    listen(slack) {
      slack.action(SETTINGS_FORM_ID, (action) => openSettings(form, action))
      slack.action(SECTION_MENU_ID, (action) => switchPage(form, action))
      slack.action(TARGET_MENU_ID, (action) => switchPage(form, action))
      slack.action(REOPEN_ID, (action) => reopenSettings(form, action))
      slack.options(SUBJECTS_MENU_ID, async (request) =>
        (await showsSubjectsMenu(form, request)) ? searchSubjects(services, request) : { choices: [] },
      )
      slack.submit(SETTINGS_FORM_ID, (submission) => submitSettings(form, submission))
    },
  }
}

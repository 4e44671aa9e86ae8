import { declareAccessSettings } from '../../src/access/access-settings.ts'
import { declareJobSettings } from '../../src/jobs/model/job-settings.ts'
import { noticeSettings, workingTimeSettings } from '../../src/settings/notice-settings.ts'
import type { Setting } from '../../src/settings/setting.ts'
import { openMailSlice } from '../support/mail-services.ts'

/** Every setting that the app declares, in the order of the form. */
export async function listDeclaredSettings(): Promise<Setting[]> {
  const { slice } = await openMailSlice({ config: { undoMs: 10_000 } })
  return [
    ...noticeSettings,
    ...declareJobSettings({ undoMs: 5000 }),
    ...((await slice.settings?.('T1')) ?? []),
    ...workingTimeSettings,
    ...declareAccessSettings(['workspace.administer']),
  ]
}

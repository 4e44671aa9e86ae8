import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { type PageTopic, settingsOf, settingTargetOf } from './page-topics.ts'
import { saveSettings } from './save-settings.ts'
import type { FormServices } from './settings-form.ts'
import { readSettingValues } from './setting-values.ts'

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number()]))
const earlierSaveSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  channel: z.string().optional(),
  person: valuesSchema,
  here: valuesSchema.optional(),
  everywhere: valuesSchema.optional(),
})

/** What the form of an earlier version sent, which may still be on its way during an upgrade. Frozen. */
export const earlierSaveTask = taskKind('workspace.settings', earlierSaveSchema)

/** Saves it as that version did: over whatever there is. */
export async function saveEarlierForm(
  services: FormServices,
  { team, user, viewId, channel = '', person, here, everywhere }: z.infer<typeof earlierSaveSchema>,
  { id }: { id: string },
): Promise<void> {
  const parts: [PageTopic, Record<string, Json> | undefined][] = [
    [{ section: 'mine', id: '' }, person],
    [{ section: 'channel', id: channel }, channel === '' ? undefined : here],
    [{ section: 'workspace', id: '' }, everywhere],
  ]
  for (const [topic, wanted] of parts) {
    if (!wanted) continue
    const settings = settingsOf(topic, await services.declared.listSettings(team))
    const { values } = await readSettingValues(services.settings, settingTargetOf(topic, { team, user }), settings)
    const changes = Object.entries(wanted).map(([name, value]) => ({ name, before: values[name] ?? '', value }))
    const data = { team, user, at: services.clock.now(), form: viewId, page: 0, topic, changes }
    await saveSettings(services, channel === '' ? data : { ...data, channel }, { id: `${id}:${topic.section}` })
  }
}

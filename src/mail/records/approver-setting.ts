import { z } from 'zod'
import { accessField } from '../../access/access-rules.ts'
import { isSubject, type Subject } from '../../access/subject.ts'
import type { SettingsStore } from '../../settings/settings-store.ts'

/** The field of an inbox's settings; who may approve and whether approval is needed are one list. Frozen. */
export const APPROVER_FIELD = accessField('mail.approve')

const savedSchema = z.array(z.string()).min(1)

/** Who must approve what leaves from this inbox; undefined: nobody. A list of which only a later version knows the names still asks for approval. */
export async function readApprovers(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  inboxId: string,
): Promise<Subject[] | undefined> {
  const { values } = await settings.read({ team, scope: 'inbox', id: inboxId })
  return savedSchema.safeParse(values[APPROVER_FIELD]).data?.filter(isSubject)
}

import { z } from 'zod'
import { accessField } from '../../access/access-rules.ts'
import { isSubject, type Subject } from '../../access/subject.ts'
import type { SettingsStore } from '../../settings/settings-store.ts'

/** The field of an inbox's settings that lists its approvers; without a list, no approval is needed. Frozen. */
export const APPROVER_FIELD = accessField('mail.approve')

const savedSchema = z.array(z.string()).min(1)

/**
 * Returns the approvers of mail from this inbox, or undefined if no approval is needed. A list with only names of a later version still requires
 * approval.
 */
export async function readApprovers(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  inboxId: string,
): Promise<Subject[] | undefined> {
  const { values } = await settings.read({ team, scope: 'inbox', id: inboxId })
  return savedSchema.safeParse(values[APPROVER_FIELD]).data?.filter(isSubject)
}

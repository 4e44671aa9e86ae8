import { z } from 'zod'
import { SUBJECTS_MAX } from '../../../access/access-settings.ts'
import { isSubject, type Subject } from '../../../access/subject.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Setting } from '../../../settings/setting.ts'
import { APPROVER_FIELD, readApprovers } from '../../records/approver-setting.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { recheckAwaiting, saveApprovers } from './change-approvers.ts'
import { warnAboutApprovers } from './describe-approvers.ts'

/** The approvers of outgoing mail from an inbox; empty for none. A change also applies to waiting replies. */
export const declareApprovers = (scope: OutboundScope): Setting<string[]> => ({
  scope: 'inbox',
  group: 'outgoing',
  name: APPROVER_FIELD,
  schema: z.array(z.string().refine(isSubject)).max(SUBJECTS_MAX),
  fallback: [],
  mayChange: 'mail.administer',
  control: { kind: 'subjects' },
  text: (language) => mailTextIn(language).approval.setting,
  storage: {
    async read(inboxId) {
      const { team, settings } = scope
      const { changes } = await settings.read({ team, scope: 'inbox', id: inboxId })
      const change = changes[APPROVER_FIELD]
      const value = await readApprovers(settings, team, inboxId)
      return { value, ...(change && { changedBy: change.by, changedAt: change.at }) }
    },
    write: (inboxId, { before, value, by, at }) => saveApprovers(scope, { inboxId, subjects: value, by, at }, before),
    async afterWrite(inboxId, { value, by, at }) {
      await recheckAwaiting(scope, inboxId, at)
      await warnChooser(scope, { inboxId, subjects: value.filter(isSubject), by, at })
    },
  },
})

/** Sends warnings about a valid choice as a message, because the form has no room for them. */
async function warnChooser(
  scope: OutboundScope,
  { inboxId, subjects, by, at }: { inboxId: string; subjects: Subject[]; by: string; at: number },
): Promise<void> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, by))
  const warnings = await warnAboutApprovers(scope, text, { inboxId, subjects })
  if (warnings.length === 0) return
  const opId = `mail.approvers:${by}:${at}`
  await scope.outbox.postDirect({ team: scope.team, user: by, opId, message: textMessage(warnings.join('\n')) })
}

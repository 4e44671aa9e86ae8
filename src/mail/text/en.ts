import { englishApproval } from './outbound/en-approval.ts'
import { englishCompose } from './outbound/en-compose.ts'
import { englishFind, englishForms } from './outbound/en-forms.ts'
import { englishSaved } from './outbound/en-saved.ts'
import { englishSuppression } from './outbound/en-suppression.ts'
import { englishOutgoing } from './outbound/en-outgoing.ts'
import { englishPreview } from './outbound/en-preview.ts'
import { englishQuoting } from './outbound/en-quoting.ts'
import { englishSchedule } from './outbound/en-schedule.ts'

/** The English catalogue. */
export const englishMailText = {
  approval: englishApproval,
  outgoing: englishOutgoing,
  preview: englishPreview,
  quoting: englishQuoting,
  schedule: englishSchedule,
  forms: englishForms,
  compose: englishCompose,
  suppression: englishSuppression,
  saved: englishSaved,
  find: englishFind,
}

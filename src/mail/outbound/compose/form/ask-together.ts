import { questionTimeMs } from '../../../../core/question-time.ts'
import type { Submission } from '../../../../slack/inbound/listeners.ts'
import { askToSend } from '../../../access/write-access.ts'
import { replyToRequester } from '../../../notify/requester-reply.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { findSuppressed } from '../../suppression/find-suppressed.ts'
import { askToReadForm, buildSendingFormAct, type FormContext } from '../fields/form-context.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { MAX_RECIPIENTS, readFormRecipients } from './form-recipients.ts'
import { findEarlierFiles, findGoneFiles } from '../drafts/kept-files.ts'
import { readOutgoingFiles } from '../fields/outgoing-fields.ts'
import { listRecipients, type OpenForm } from '../fields/reply-form-state.ts'

/** Asks all services at the same time, also for a form that may be shown again, because Slack waits three seconds for the answer. */
export async function askTogether(
  scope: OutboundScope,
  reader: FormReader,
  submission: Submission,
  { form, context }: { form: OpenForm; context: FormContext },
) {
  const findRecipients = async () => {
    const recipients = await readFormRecipients(scope, reader, context, form)
    const everyone = listRecipients(recipients)
    if (everyone.length <= MAX_RECIPIENTS) await findSuppressed(scope, context.inboxId, everyone)
    return recipients
  }
  const findFiles = async () => {
    const earlier = await findEarlierFiles(scope, reader.user, form.state, form.view.id)
    return { earlier, gone: await findGoneFiles(scope, earlier) }
  }
  return Promise.all([
    refuseEarly(scope, reader, submission, { form, context }),
    findRecipients(),
    findFiles(),
    readOutgoingFiles(scope, reader, form, context),
    scope.outbound.sendPermission.findForbidden(),
  ])
}

/** Returns the refusal to show in the open form. The task that sends the reply checks again. */
async function refuseEarly(
  scope: OutboundScope,
  { user, text }: FormReader,
  { eventId }: Submission,
  { form, context }: { form: OpenForm; context: FormContext },
): Promise<string | undefined> {
  const requester = { team: scope.team, user, opId: `mail.reply:${eventId}`, ...form.state.place }
  const act = await buildSendingFormAct(scope, requester, context)
  const permission = await askToSend(scope, act, { withinMs: questionTimeMs() })
  if (permission.is === 'allowed') return undefined
  if (permission.is === 'late') return permission.message.text
  const { answered } = context
  // Slack does not show a private message in a channel that the person is not in.
  const reading = await askToReadForm(scope, requester.user, context, { withinMs: questionTimeMs() })
  if (reading.is !== 'allowed') return reading.message.text
  await replyToRequester(scope, requester, permission.message)
  return answered ? text.forms.notAllowed : text.compose.notAllowed
}

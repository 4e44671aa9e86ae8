import { explainError } from '../../clients/mailbox/explain-error.ts'
import type { MailboxClient } from '../../clients/mailbox/mailbox-client.ts'
import type { BlockScope } from '../../clients/mailbox/send-block-list.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import { buildSuppressionAct, findRefusal } from '../access/mail-acts.ts'
import { describeError } from '../model/describe-problem.ts'
import { listReasons, type Suppression } from '../model/suppression.ts'
import type { MailServices } from '../services.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import type { ClearRequest } from './clear-task.ts'
import { nameEntry } from './suppressed-modal.ts'
import { findInboxOf, listInboxesOf } from './suppressed-page.ts'

/** About ten seconds; the person waits for the answer. */
const ATTEMPTS = 4

/** What became of the entry on the mailbox's block lists. `kept`: the key may not remove it; `unchecked`: nor may it look. */
type BlockOutcome = { is: 'absent' | 'removed' } | { is: 'kept' | 'unchecked'; error: UpstreamError }

/** Lets people write to an address again, and returns what the person reads. */
export async function clearSuppression(
  services: MailServices,
  request: ClearRequest,
  attempt: number,
): Promise<Message> {
  const { team, user, event, id } = request
  const { suppressions, authorizer, languages, clock } = services
  const text = mailTextIn(await languages.ofPerson(team, user))
  const suppression = await suppressions.get(team, id)
  const inboxId = suppression && findInboxOf(suppression)
  const actor = { team, user, opId: `mail.unsuppress:${event}` }
  for (const inbox of suppression ? listInboxesOf(suppression) : [undefined]) {
    const refusal = await findRefusal(services, await buildSuppressionAct(services, actor, suppression && id, inbox))
    if (refusal) return refusal
  }
  const act = await buildSuppressionAct(services, actor, suppression && id, inboxId)
  if (!suppression || listReasons(suppression).length === 0) return plainTextMessage(text.suppression.gone)
  try {
    const outcome = await removeBlocks(services, suppression, inboxId)
    await suppressions.clear(team, id, user)
    const { blocked } = suppression
    // It is in the list for as long as the mailbox sends nothing to it.
    if (outcome.is === 'kept' && blocked)
      await suppressions.record(
        team,
        suppression.address,
        { blocked: { ...blocked, at: clock.now() } },
        blocked.scope === 'account' ? undefined : blocked.inboxId,
      )
    await authorizer.recordAct(act)
    return plainTextMessage(describeOutcome(text, suppression, outcome))
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox' || attempt < ATTEMPTS) throw error
    await authorizer.recordAct(act, { outcome: 'failed' })
    return plainTextMessage(text.suppression.notCleared(nameEntry(text, suppression.address), text.trust.silent))
  }
}

/** Takes the entry off every list that stops mail to it. Throws if the mailbox does not answer. */
async function removeBlocks(
  services: MailServices,
  { address, blocked }: Suppression,
  inboxId: string | undefined,
): Promise<BlockOutcome> {
  const { sendBlocks, mailbox } = services
  const scopes = inboxId === undefined ? [{ is: 'account' as const }] : await sendBlocks.listScopes(inboxId)
  const outcomes = await Promise.all(scopes.map((scope) => removeBlock(mailbox, scope, address)))
  sendBlocks.forget()
  const kept = outcomes.find(({ is }) => is === 'kept')
  const unchecked = outcomes.find(({ is }) => is === 'unchecked')
  if (kept ?? !unchecked) return kept ?? outcomes.find(({ is }) => is === 'removed') ?? { is: 'absent' }
  return unchecked && 'error' in unchecked && blocked ? { ...unchecked, is: 'kept' } : (unchecked ?? { is: 'absent' })
}

async function removeBlock({ sendBlocks }: MailboxClient, scope: BlockScope, address: string): Promise<BlockOutcome> {
  try {
    return { is: (await sendBlocks.remove(scope, address)) ? 'removed' : 'absent' }
  } catch (error) {
    if (!isRefused(error)) throw error
    try {
      return (await sendBlocks.find(scope, address)) ? { is: 'kept', error } : { is: 'absent' }
    } catch (second) {
      if (!isRefused(second)) throw second
      return { is: 'unchecked', error }
    }
  }
}

const isRefused = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.details.outcome === 'refused'

function describeOutcome(text: MailText, { address }: Suppression, outcome: BlockOutcome): string {
  const say = text.suppression
  const name = nameEntry(text, address)
  switch (outcome.is) {
    case 'absent':
      return say.cleared(name)
    case 'removed':
      return say.unblocked(name)
    case 'kept':
      return say.stillBlocked(name, describeError(text, explainError(outcome.error)))
    case 'unchecked':
      return say.unchecked(name, describeError(text, explainError(outcome.error)))
  }
}

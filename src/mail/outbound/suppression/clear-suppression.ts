import { explainError } from '../../../clients/mailbox/explain-error.ts'
import type { MailboxClient } from '../../../clients/mailbox/mailbox-client.ts'
import type { BlockScope } from '../../../clients/mailbox/send-block-list.ts'
import { UpstreamError } from '../../../core/errors.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { buildSuppressionAct } from '../../access/mail-acts.ts'
import { describeError } from '../../cards/describe-problem.ts'
import { listReasons, type Suppression } from './suppression.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { ClearRequest } from './clear-task.ts'
import { nameEntry } from './suppressed-modal.ts'
import { findInboxOf, listInboxesOf } from './suppressed-page.ts'

/** About ten seconds; the person waits for the answer. */
const ATTEMPTS = 4

/**
 * The outcome for an entry on the mailbox's block lists. `kept`: the key may not remove it; `unchecked`: the key may not read the list; `denied`: the
 * person may not change the list.
 */
type BlockOutcome =
  | { is: 'absent' | 'removed' }
  | { is: 'kept' | 'unchecked'; error: UpstreamError }
  | { is: 'denied'; scope: BlockScope }

/** Allows mail to an address again, and returns the answer to the person. */
export async function clearSuppression(scope: OutboundScope, request: ClearRequest, attempt: number): Promise<Message> {
  const { team, user, event, id } = request
  const {
    authorizer,
    languages,
    clock,
    outbound: { suppressions },
  } = scope
  const text = mailTextIn(await languages.ofPerson(team, user))
  const suppression = await suppressions.get(id)
  const inboxId = suppression && findInboxOf(suppression)
  const actor = { team, user, opId: `mail.unsuppress:${event}` }
  for (const inbox of suppression ? listInboxesOf(suppression) : [undefined]) {
    const permission = await scope.authorizer.ask(await buildSuppressionAct(scope, actor, suppression && id, inbox))
    if (permission.is !== 'allowed') return permission.message
  }
  const act = await buildSuppressionAct(scope, actor, suppression && id, inboxId)
  if (!suppression || listReasons(suppression).length === 0) return plainTextMessage(text.suppression.gone)
  try {
    const outcome = await removeBlocks(scope, user, suppression)
    await suppressions.clear(id, user)
    const left = findBlockLeft(suppression, outcome, inboxId)
    // The entry stays in the list while the mailbox does not send to it.
    if (left)
      await suppressions.record(
        suppression.address,
        { blocked: { ...left, at: clock.now(), notedAt: clock.now() } },
        left.scope === 'account' ? undefined : left.inboxId,
      )
    await authorizer.recordAct(act)
    return plainTextMessage(describeOutcome(text, suppression, outcome))
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox' || attempt < ATTEMPTS) throw error
    await authorizer.recordAct(act, { outcome: 'failed' })
    return plainTextMessage(
      text.suppression.notCleared({ address: nameEntry(text, suppression.address), reason: text.trust.silent }),
    )
  }
}

/** The block that still stops mail after this. */
function findBlockLeft(
  { blocked }: Suppression,
  outcome: BlockOutcome,
  inboxId: string | undefined,
): Omit<NonNullable<Suppression['blocked']>, 'at'> | undefined {
  if (outcome.is === 'kept') return blocked
  if (outcome.is !== 'denied') return undefined
  const { scope } = outcome
  return { scope: scope.is, inboxId: scope.is === 'inbox' ? scope.id : inboxId }
}

/**
 * Removes the entry from every list that stops its mail and that the person may change: an inbox's list as one of its admins, other lists as an admin
 * of all mail. Throws if the mailbox or Slack does not answer.
 */
async function removeBlocks(scope: OutboundScope, user: string, suppression: Suppression): Promise<BlockOutcome> {
  const {
    team,
    mailbox,
    access,
    outbound: { sendBlocks },
  } = scope
  const { address, blocked } = suppression
  const action = 'mail.administer'
  const scopes = await listScopes(scope, suppression)
  const decisions = await Promise.all(
    scopes.map((scope) => access.decide({ team, user, action, ...(scope.is === 'inbox' && { inbox: scope.id }) })),
  )
  const outcomes = await Promise.all(
    scopes.map((scope, index) =>
      decisions[index]?.isAllowed ? removeBlock(mailbox, scope, address) : findBlock(mailbox, scope, address),
    ),
  )
  sendBlocks.forget()
  const find = (is: BlockOutcome['is']) => outcomes.find((one) => one.is === is)
  const unchecked = find('unchecked')
  const left = find('kept') ?? find('denied')
  if (left ?? !unchecked) return left ?? find('removed') ?? { is: 'absent' }
  return unchecked && 'error' in unchecked && blocked ? { ...unchecked, is: 'kept' } : (unchecked ?? { is: 'absent' })
}

/** The lists that stop mail of the suppression's inboxes, each once. */
async function listScopes(
  { outbound: { sendBlocks } }: OutboundScope,
  suppression: Suppression,
): Promise<BlockScope[]> {
  const inboxes = listReasons(suppression).flatMap((reason) => suppression[reason]?.inboxId ?? [])
  const scopes = await Promise.all([...new Set(inboxes)].map((inbox) => sendBlocks.listScopes(inbox)))
  const known = new Map(scopes.flat().map((scope) => [JSON.stringify(scope), scope]))
  return known.size > 0 ? [...known.values()] : [{ is: 'account' }]
}

/** Reads a list that the person may not change. */
async function findBlock({ sendBlocks }: MailboxClient, scope: BlockScope, address: string): Promise<BlockOutcome> {
  try {
    return (await sendBlocks.find(scope, address)) ? { is: 'denied', scope } : { is: 'absent' }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { is: 'unchecked', error }
  }
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

const whoseMail = { account: 'all', pod: 'some', inbox: 'one' } as const

function describeOutcome(text: MailText, suppression: Suppression, outcome: BlockOutcome): string {
  const words = text.suppression
  const address = nameEntry(text, suppression.address)
  switch (outcome.is) {
    case 'absent':
      return words.cleared({ address })
    case 'removed':
      return words.unblocked({ address })
    case 'kept':
      return words.stillBlocked({ address, reason: describeError(text, explainError(outcome.error)) })
    case 'denied':
      return words.blockedElsewhere({ address, whose: whoseMail[outcome.scope.is] })
    case 'unchecked':
      return words.unchecked({ address, reason: describeError(text, explainError(outcome.error)) })
  }
}

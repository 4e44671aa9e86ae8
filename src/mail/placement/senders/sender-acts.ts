import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { explainError } from '../../../clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { mailCallbackIds, parseMailTarget } from '../../action-ids.ts'
import { domainOf } from '../../records/address.ts'
import { describeError } from '../../cards/describe-problem.ts'
import { isDeleted, type Mail } from '../../records/mail/mail.ts'
import { type SenderVerb, withoutRestrictionBadge } from '../../records/sender-actions.ts'
import { refreshMailCards } from '../../cards/refresh-cards.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { type SenderAct, senderActTask, sendSenderAct } from '../../tasks/sender-act-task.ts'

/** About ten seconds; the person waits for the answer. */
const ATTEMPTS = 4
const LINE_CHARS = 900

/** Reports to the mailbox which senders to block or to allow. */
export const senderActsFeature: ScopedFeature<PlacementScope> = {
  tasks: [scopedHandler(senderActTask, (scope, act, { attempt }) => applySenderAct(scope, act, attempt))],
}

/** Sends a person's report about a sender from a modal, which then shows the result. */
export async function sendSenderClick(scope: PlacementScope, action: Action, verb: SenderVerb): Promise<void> {
  const { team, user, value, eventId: event, view } = action
  const target = parseMailTarget(value)
  if (!target?.mail) return
  const { thread, mail } = target
  await sendSenderAct(scope.queue, { team, user, thread, mail, verb, event, ...(view && { view: view.id }) })
  if (!view) return
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  await scope.views.update(team, view.id, buildAskingModal(text), view.hash)
}

async function applySenderAct(scope: PlacementScope, done: SenderAct, attempt: number): Promise<void> {
  const { team, user, mail: key, verb, event, channel } = done
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const requester = { team, user, opId: `mail.sender:${event}`, channel }
  const mail = await scope.mailStore.findMail(key)
  const act = await buildMailAct(scope, requester, { action: 'mail.release', verb }, { key, mail })
  const permission = await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return answer(scope, done, text, permission.message)
  if (!mail || isDeleted(mail)) return answer(scope, done, text, text.forms.gone)
  if (verb === 'not_spam') {
    await scope.mailStore.mails.update(key, (now) => now && withoutRestrictionBadge(now))
    await refreshMailCards(scope, key, mail)
  }
  try {
    const sentence = await tellMailbox(scope, mail, verb, text)
    if (verb === 'not_spam') await scope.mailStore.mails.update(key, (now) => now && { ...now, isWelcome: true })
    await scope.authorizer.recordAct(act)
    return await answer(scope, done, text, sentence)
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox') throw error
    if (error.details.outcome !== 'refused' && attempt < ATTEMPTS) throw error
    await scope.authorizer.recordAct(act, { outcome: 'failed' })
    return answer(scope, done, text, describeFailure(text, mail, verb, error))
  }
}

/** The address or the domain that an act is about. */
const entryOf = ({ from }: Mail, verb: SenderVerb): string =>
  verb === 'block_domain' ? domainOf(from.address) : from.address.toLowerCase()

function describeFailure({ trust, ...text }: MailText, mail: Mail, verb: SenderVerb, error: UpstreamError): string {
  const { outcome } = error.details
  const problem = outcome === 'refused' ? describeError({ trust, ...text }, explainError(error)) : trust.silent
  if (verb === 'not_spam') return trust.notWelcome({ problem })
  return trust.notBlocked({ entry: isolateDirection(entryOf(mail, verb)), problem })
}

/** Returns the sentence for the person. */
async function tellMailbox(scope: PlacementScope, mail: Mail, verb: SenderVerb, { trust }: MailText): Promise<string> {
  const { inboxId } = mail
  const entry = entryOf(mail, verb)
  if (verb === 'not_spam') return tellNotSpam(scope, mail, trust)
  await scope.mailbox.lists.add(inboxId, 'block', entry)
  return trust.blocked({ entry: isolateDirection(entry), inbox: inboxId })
}

async function tellNotSpam({ mailbox }: PlacementScope, mail: Mail, trust: MailText['trust']): Promise<string> {
  const { inboxId, from, restriction } = mail
  const address = from.address.toLowerCase()
  const domain = domainOf(address)
  const { lists } = mailbox
  const removed = [await lists.remove(inboxId, 'block', address), await lists.remove(inboxId, 'block', domain)]
  if (restriction !== undefined) await mailbox.removeLabel(mail, restriction)
  // The first allowed sender would block all others, so one is added only where the list is in use.
  const isListed = await lists.hasAllowed(inboxId)
  if (isListed) await lists.add(inboxId, 'allow', address)
  const entry = isolateDirection(removed[0] || !removed[1] ? address : domain)
  if (restriction === 'blocked' && !removed.includes(true)) {
    const isForAll = (await lists.isBlockedForAll(address)) ?? (await lists.isBlockedForAll(domain))
    if (isForAll) return trust.blockedForAll({ entry })
  }
  if (removed.includes(true)) return trust.unblocked({ entry })
  return isListed ? trust.welcome({ entry }) : trust.spamAgain
}

/** Answers in the modal that the person looks at, or where they clicked. */
async function answer(
  scope: PlacementScope,
  { team, user, event, view, channel }: SenderAct,
  text: MailText,
  message: Message | string,
): Promise<void> {
  const { forms, trust } = text
  const blocks = typeof message === 'string' ? [section(plainText(message, LINE_CHARS))] : message.blocks
  const shown = modal({ callbackId: mailCallbackIds.mail, title: trust.blockTitle, close: forms.close, blocks })
  if (view !== undefined && (await scope.views.update(team, view, shown))) return
  await replyToRequester(scope, { team, user, opId: `mail.sender:${event}`, channel }, message)
}

/** Shown while the mailbox is being asked. */
const buildAskingModal = ({ forms, trust }: MailText) =>
  modal({
    callbackId: mailCallbackIds.mail,
    title: trust.blockTitle,
    close: forms.close,
    blocks: contextBlock(trust.asking),
  })

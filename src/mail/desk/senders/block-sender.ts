import { questionTimeMs } from '../../../core/question-time.ts'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  plainText,
  section,
} from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { mailCallbackIds, formatMailTarget, type MailTarget } from '../../action-ids.ts'
import { domainOf } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { blockActions } from '../../records/sender-actions.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { MailText } from '../../text/mail-text.ts'
import { isFreeMail, parseDomain } from '../../senders/domain-names.ts'
import { sendSenderClick } from '../../placement/senders/sender-acts.ts'

const LINE_CHARS = 900
/** The most characters of an address in the question. */
const ENTRY_CHARS = 200

/** Blocks the sender of a mail, or their domain. */
export const blockSenderFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    for (const { actionId, verb } of blockActions)
      slack.action(
        actionId,
        (scope, action) => sendSenderClick(scope, action, verb),
        () => true,
      )
  },
}

/** Opens the choice between the sender and their domain, for people who may block. */
export async function openBlockSender(
  scope: DeskScope,
  action: Action,
  { text, key, mail }: { text: MailText; key: string; mail: Mail },
): Promise<void> {
  const requester = { team: action.team, user: action.user, opId: `mail.block:${action.eventId}` }
  const doing = { action: 'mail.release', verb: 'block' } as const
  const act = await buildMailAct(scope, requester, doing, { key, mail })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message, { inModal: true })
  return scope.views.push(action, buildBlockModal(text, mail, { thread: mail.thread, mail: key }))
}

/** Explains why only the address can be blocked. Returns undefined if the domain can. */
function explainAddressOnly({ trust }: MailText, { own }: Mail, domain: string): string | undefined {
  const registered = parseDomain(domain)?.registered
  if (registered !== undefined && isFreeMail(registered)) return trust.freeMail({ domain })
  return own !== undefined && parseDomain(domainOf(own))?.registered === registered
    ? trust.ownDomain({ domain })
    : undefined
}

function buildBlockModal(text: MailText, mail: Mail, at: MailTarget): View {
  const { trust, forms } = text
  const { address } = mail.from
  const domain = domainOf(address)
  const addressOnly = explainAddressOnly(text, mail, domain)
  const offered = blockActions.filter(({ verb }) => verb === 'block_address' || addressOnly === undefined)
  const buttons = offered.map(({ actionId, verb, label, style }) =>
    button({
      actionId,
      text: label(text),
      value: formatMailTarget(at),
      ...(style && { style }),
      confirm: confirmDialog(
        trust.sure,
        trust.sureText({ entry: truncate(verb === 'block_domain' ? domain : address, ENTRY_CHARS) }),
        label(text),
        trust.notNow,
      ),
    }),
  )
  return modal({
    callbackId: mailCallbackIds.mail,
    title: trust.blockTitle,
    close: forms.close,
    blocks: [
      section(plainText(trust.blockAsk({ inbox: mail.inboxId, address: isolateDirection(address) }), LINE_CHARS)),
      ...contextBlock(plainText(addressOnly ?? trust.everyoneAt({ domain }), LINE_CHARS)),
      ...actionsBlock(...buttons),
    ],
  })
}

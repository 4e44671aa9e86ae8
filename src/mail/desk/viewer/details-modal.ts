import { actionsBlock, divider, header, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { ShownMail } from '../../access/mail-for-reader.ts'
import { formatMailTarget, mailCallbackIds, type MailTarget } from '../../action-ids.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'
import { mailActions } from '../../records/mail-actions.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailText } from '../../text/mail-text.ts'
import { listOwnDomains } from '../../senders/sender-history.ts'
import type { DeskScope } from '../desk-scope.ts'
import { explainBadges } from './explain-badges.ts'
import { buildChannelReason } from './route-reason.ts'

const detailActions = mailActions.filter(({ at }) => at.includes('details'))

/** The buttons of Details, for what it does not show itself. */
export const buildDetailButtons = (text: MailText, mail: Mail, at: MailTarget) =>
  buildAllowedButtons(text, detailActions, mail, formatMailTarget(at))

/** Builds the window that explains a mail: what was checked about its sender, why it is in its channel, its headers and the original. */
export async function renderDetails(scope: DeskScope, shown: ShownMail): Promise<View> {
  const { text, key, mail } = shown
  const own = listOwnDomains(await scope.routes.read(), mail.own)
  return modal({
    callbackId: mailCallbackIds.mail,
    title: text.details.title,
    close: text.forms.close,
    blocks: [
      ...actionsBlock(...buildDetailButtons(text, mail, { thread: mail.thread, mail: key })),
      header(text.details.sender),
      ...explainBadges(text, mail, own).map((line) => section(line)),
      divider(),
      header(text.details.channel),
      ...(await buildChannelReason(scope, shown)),
    ],
  })
}

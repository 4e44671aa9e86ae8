import { section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import { mailCallbackIds, formatMailTarget, type MailTarget } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { mailActions, startJob } from '../../records/mail-actions.ts'
import type { MailText } from '../../text/mail-text.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'

/** Lists further actions on a mail, each with its purpose and button. */
export const buildMoreModal = (text: MailText, mail: Mail, target: MailTarget, has: { jobs: boolean }): View =>
  modal({
    callbackId: mailCallbackIds.mail,
    title: text.moreTitle,
    close: text.forms.close,
    blocks: mailActions
      .filter(({ at }) => at.includes('more'))
      .filter((action) => action.isAllowed(mail) && (has.jobs || action !== startJob))
      .flatMap((action) =>
        action.hint ? section(action.hint(text), buildActionButton(text, action, formatMailTarget(target))) : [],
      ),
  })

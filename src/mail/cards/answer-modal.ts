import { modal } from '../../slack/blocks/form-fields.ts'
import type { Message, View } from '../../slack/blocks/slack-message.ts'
import { mailCallbackIds } from '../action-ids.ts'
import type { MailText } from '../text/mail-text.ts'

/** Shows an answer in place of the requested content. */
export const buildAnswerModal = ({ forms: words }: MailText, { blocks }: Message): View =>
  modal({ callbackId: mailCallbackIds.mail, title: words.readTitle, close: words.close, blocks })

import { checkboxes, checkboxRow } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import { mailActionIds } from '../../../action-ids.ts'
import type { MailText } from '../../../text/mail-text.ts'

/** Frozen, because forms stay open over an upgrade. */
const BLOCK = 'closes'
const CLOSES = 'closes'

/** Asks whether the thread is done once the reply was sent. */
export const buildClosingChoice = ({ compose }: MailText, closes: boolean): MessageBlock[] => [
  checkboxRow(
    BLOCK,
    checkboxes(mailActionIds.closes, [{ text: compose.closes, value: CLOSES }], closes ? [CLOSES] : []),
  ),
]

/** Returns undefined if the form does not ask. */
export const readClosingChoice = ({ values }: OpenView): boolean | undefined =>
  values[BLOCK]?.[mailActionIds.closes]?.selected_options?.some(({ value }) => value === CLOSES)

import type { OpenView } from '../../../slack/inbound/listeners.ts'
import { mailActionIds } from '../../action-ids.ts'
import { findOwnZone } from '../../notify/own-zone.ts'
import {
  chooseMoment,
  readSendChoice,
  type SendTimeChoice,
  type SendTimeIds,
  type SendTimeOptions,
} from './send-time-field.ts'
import { findTheirZone } from './their-zone.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { FormReader } from '../compose/fields/form-reader.ts'
import type { RecipientLists } from '../compose/fields/reply-form-state.ts'

/** The fields for the send time in the form for mail. */
export const sendTimeIds: SendTimeIds = {
  when: mailActionIds.sendWhen,
  day: mailActionIds.sendDay,
  hour: mailActionIds.sendHour,
}

/** Finds the content of those fields; `chosen` may be the time of an earlier version of the reply. */
export async function findSendTimeOptions(
  scope: OutboundScope,
  { user }: FormReader,
  { thread, to }: Pick<RecipientLists, 'to'> & { thread: string },
  chosen: SendTimeChoice | number | undefined,
): Promise<SendTimeOptions> {
  const now = scope.clock.now()
  const addresses = to.map(({ address }) => address)
  const [own, theirs] = await Promise.all([
    findOwnZone(scope, user),
    thread === '' ? undefined : findTheirZone(scope, thread, addresses),
  ])
  const zones = { own, theirs }
  const isOver = typeof chosen === 'number' && chosen <= now
  const picked = typeof chosen === 'number' && !isOver ? chooseMoment(zones, chosen) : undefined
  const typed = typeof chosen === 'number' ? undefined : chosen
  return { zones, now, chosen: picked ?? typed ?? { choice: 'now' }, canBeNow: true }
}

/** The label of the button that submits the form: mail for later is scheduled. */
export const nameSendButton = ({ forms, schedule }: MailText, chosen: SendTimeChoice | undefined): string =>
  (chosen?.choice ?? 'now') === 'now' ? forms.send : schedule.form.schedule

/** The same for the choice in an open form. */
export const readSendButton = (text: MailText, view: OpenView): string =>
  nameSendButton(text, readSendChoice(sendTimeIds, view))

import { questionTimeMs, withinDeadline } from '../../../../core/question-time.ts'
import { actionsBlock } from '../../../../slack/blocks/block-builders.ts'
import { externalSelect, type MenuChoices } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { Action, OptionsRequest } from '../../../../slack/inbound/listeners.ts'
import { createReaderCheck } from '../../../access/channel-readers.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { type Address, displayAddress, formatForField, isSameAddress } from '../../../records/address.ts'
import { findChannel } from '../../../records/mail/placement.ts'
import type { Correspondent } from '../../../senders/correspondents.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { FormRecipients } from './form-recipients.ts'
import { askToReadForm, findFormContext, type FormContext } from '../fields/form-context.ts'
import type { FormReader } from '../fields/form-reader.ts'
import {
  blockIdOf,
  type OpenForm,
  readFormState,
  readTypedRecipients,
  type ReplyFormState,
} from '../fields/reply-form-state.ts'

/** The fields with a menu of people. */
export type CompletedField = 'to' | 'cc'

/** The most matches whose threads are looked up for one answer, and the most that it shows. */
const MOST_CHECKED = 60
const MOST_SHOWN = 20
/** The characters of an option that Slack shows in one line. */
const LINE_CHARS = 75

const menuIds = { to: mailActionIds.addTo, cc: mailActionIds.addCc } as const

/** The menu below a field with the people that the inbox has written to. Choosing one adds the address to the field. */
export function buildRecipientMenu(
  { forms }: MailText,
  state: Pick<ReplyFormState, 'generations'>,
  field: CompletedField,
): MessageBlock[] {
  const placeholder = { to: forms.addTo, cc: forms.addCc }[field]
  const menu = externalSelect({ actionId: menuIds[field], placeholder, minQueryLength: 0 })
  // A new id after each choice empties the menu.
  return actionsBlock(menu).map((block) => ({ ...block, block_id: `add:${blockIdOf(state, field)}` }))
}

const matches = ({ name = '', address }: Correspondent, typed: string): boolean =>
  `${name} ${address}`.toLowerCase().includes(typed.trim().toLowerCase())

/** Finds people that the inbox has written to in a thread that the person may read, in a channel that shows it now. */
async function findCorrespondents(
  scope: OutboundScope,
  user: string,
  { inboxId }: FormContext,
  typed: string,
): Promise<Address[]> {
  const { mailStore, records } = scope
  const isReader = createReaderCheck(scope, user)
  const isReadable = async (id: string): Promise<boolean> => {
    const thread = await mailStore.findThread(id)
    const channel = thread && findChannel(thread)
    return channel !== undefined && isReader(channel)
  }
  const found = (await records.correspondents.list(inboxId)).filter((one) => matches(one, typed)).slice(0, MOST_CHECKED)
  const readable = await Promise.all(
    found.map(async (one) => (await Promise.all(one.threads.map(isReadable))).includes(true)),
  )
  return found.filter((_, at) => readable[at]).slice(0, MOST_SHOWN)
}

/** The people whose name or address contains the typed text; none to a person who may not write from the inbox. */
export async function searchCorrespondents(scope: OutboundScope, request: OptionsRequest): Promise<MenuChoices> {
  const { user, view, typed } = request
  const state = view && readFormState(view)
  const context = state && (await findFormContext(scope, state))
  if (!context) return { choices: [] }
  const permission = await askToReadForm(scope, user, context, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return { choices: [] }
  const found = (await withinDeadline(findCorrespondents(scope, user, context, typed))) ?? []
  return { choices: found.map((one) => ({ text: nameChoice(one), value: one.address })) }
}

/** The name with the address, or only the address if both have no room: the name alone is a claim. */
function nameChoice(one: Address): string {
  const whole = displayAddress(one)
  return whole.length > LINE_CHARS ? displayAddress({ address: one.address }) : whole
}

/** Adds the chosen person to a field, below what is typed there. The choice is unverified: it is looked up among the people that the writer may see. */
export async function addCorrespondent(
  scope: OutboundScope,
  { user, value = '' }: Action,
  { text }: FormReader,
  form: OpenForm,
  field: CompletedField,
): Promise<{ recipients: FormRecipients } | undefined> {
  const context = await findFormContext(scope, form.state)
  const found = context && (await withinDeadline(findCorrespondents(scope, user, context, value)))
  const chosen = found?.find(({ address }) => isSameAddress(address, value))
  if (!chosen) return undefined
  const { view, state } = form
  const read = (id: 'to' | 'cc' | 'bcc'): string =>
    view.values[blockIdOf(state, id)]?.[`${mailActionIds.recipients}:${id}`]?.value ?? ''
  const { unreadable: _, ...lists } = readTypedRecipients(text, form)
  const isThere = lists[field].some(({ address }) => isSameAddress(address, chosen.address))
  const before = read(field).trim().replace(/[,;]$/, '')
  const added = isThere ? before : [...(before === '' ? [] : [before]), formatForField(chosen)].join(', ')
  return {
    recipients: {
      ...lists,
      ...(!isThere && { [field]: [...lists[field], chosen] }),
      typed: { to: read('to'), cc: read('cc'), bcc: read('bcc'), [field]: added },
      isEditing: true,
      leftOut: 0,
      isPartOfEarlier: false,
    },
  }
}

import { withinDeadline } from '../../../../core/question-time.ts'
import { contextBlock, plainText } from '../../../../slack/blocks/block-builders.ts'
import { inputBlock, type SelectChoice, staticSelect } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { formatInboxId } from '../../../access/mail-acts.ts'
import { mayWriteFrom } from '../../../access/write-access.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { isNoInbox, listAllInboxes, listInboxes } from '../../../placement/routing/mail-settings.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { blockIds, type OpenForm } from './reply-form-state.ts'

/** Slack's limit for a menu. */
const MAX_INBOXES = 100

interface Person {
  user: string
}

/** The inboxes that a person may write new mail from: they may answer its mail, and read a channel that shows it. Undefined if Slack does not answer in time. */
export const listSendingInboxes = async (scope: OutboundScope, person: Person): Promise<string[] | undefined> =>
  filterSendable(scope, person, await listAllInboxes(scope))

/** The same, but asks the mailbox for more inboxes only if none is known. The first one is the default for a new mail. */
export async function listKnownSendingInboxes(scope: OutboundScope, person: Person): Promise<string[] | undefined> {
  const known = await filterSendable(scope, person, await listInboxes(scope))
  return known?.length === 0 ? listSendingInboxes(scope, person) : known
}

async function filterSendable(scope: OutboundScope, person: Person, all: string[]): Promise<string[] | undefined> {
  const inboxes = all.slice(0, MAX_INBOXES)
  const answers = await withinDeadline(Promise.all(inboxes.map((inbox) => mayWriteFrom(scope, person, inbox))))
  return answers && inboxes.filter((_, index) => answers[index])
}

/** Converts these inboxes to the choices of a menu. */
export const listInboxChoices = (scope: OutboundScope, inboxes: string[]): SelectChoice[] =>
  inboxes.map((inbox) => ({ text: inbox, value: formatInboxId(scope, inbox) }))

/** The inbox to send a new mail from; a menu if there is a choice. */
export function buildInboxChoice({ compose }: MailText, inboxId: string, choices: SelectChoice[]): MessageBlock[] {
  const chosen = choices.find(({ text }) => text === inboxId)
  if (!chosen || choices.length === 1) return contextBlock(plainText(compose.fromInbox({ inbox: inboxId }), 300))
  const menu = staticSelect(mailActionIds.fromInbox, choices, chosen.value)
  return [inputBlock({ blockId: blockIds.inbox, label: compose.from, dispatch: true }, menu)]
}

/** The state of a form with the inbox that is chosen in it now, if the person may write from that inbox. */
export async function withChosenInbox(
  scope: OutboundScope,
  person: Person,
  form: OpenForm,
): Promise<OpenForm['state']> {
  const chosen = readChoice(form)
  if (chosen === undefined || !isOtherInboxChosen(scope, form)) return form.state
  const inboxes = await listSendingInboxes(scope, person)
  const inboxId = inboxes?.find((inbox) => formatInboxId(scope, inbox) === chosen)
  return inboxId === undefined ? form.state : { ...form.state, inboxId }
}

/** Whether a form writes from an inbox that does not exist: the client returns its name, and the inbox may be gone since the form opened. */
export const isFromNoInbox = async (scope: OutboundScope, { kind, inboxId }: OpenForm['state']): Promise<boolean> =>
  kind === 'new' && inboxId !== undefined && isNoInbox(scope, inboxId)

/** Whether the inbox chosen in a form differs from the one in its state. */
export function isOtherInboxChosen(scope: OutboundScope, form: OpenForm): boolean {
  const { kind, inboxId } = form.state
  const chosen = kind === 'new' ? readChoice(form) : undefined
  return chosen !== undefined && (inboxId === undefined || formatInboxId(scope, inboxId) !== chosen)
}

const readChoice = ({ view }: OpenForm): string | undefined =>
  view.values[blockIds.inbox]?.[mailActionIds.fromInbox]?.selected_option?.value

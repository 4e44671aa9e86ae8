import { answerSoon } from '../../access/access-policy.ts'
import { contextBlock, plainText } from '../../slack/blocks/block-builders.ts'
import { inputBlock, type SelectChoice, staticSelect } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { formatInboxId } from '../access/mail-acts.ts'
import { actionIds } from '../action-ids.ts'
import { listInboxes } from '../routing/mail-settings.ts'
import type { MailServices } from '../services.ts'
import type { MailText } from '../text/mail-text.ts'
import { blockIds, type OpenForm } from './reply-form-state.ts'

/** A menu takes no more. */
const MAX_INBOXES = 100

/** The inboxes that a person may write new mail from: they may answer its mail, and read its channel. */
export async function listSendingInboxes(
  services: MailServices,
  { team, user }: { team: string; user: string },
): Promise<string[]> {
  const { access, routes } = services
  const inboxes = (await listKnownInboxes(services, team)).slice(0, MAX_INBOXES)
  const allowed = inboxes.map(async (inbox) => {
    const { isAllowed } = await access.decide({ team, user, action: 'mail.reply', inbox })
    const channel = isAllowed ? await routes.findInboxChannel(team, inbox) : undefined
    return isAllowed && (channel === undefined || (await access.mayRead(team, user, channel)))
  })
  const answers = await answerSoon(Promise.all(allowed))
  return inboxes.filter((_, index) => answers?.[index])
}

/** Before the first mail has come, only the mailbox knows its inboxes. */
async function listKnownInboxes(services: MailServices, team: string): Promise<string[]> {
  const known = await listInboxes(services, team)
  if (known.length > 0) return known
  // Without an answer, or without the permission to list them, there is none to offer.
  const all = await answerSoon(services.mailbox.inboxes.all().catch(() => undefined))
  return (all ?? []).map(({ inbox_id: id }) => id)
}

/** These inboxes as the choices of a menu. */
export const listInboxChoices = (services: MailServices, inboxes: string[]): SelectChoice[] =>
  inboxes.map((inbox) => ({ text: inbox, value: formatInboxId(services, inbox) }))

/** The inbox that a new mail leaves from: a menu if there is a choice. */
export function buildInboxChoice({ compose }: MailText, inboxId: string, choices: SelectChoice[]): MessageBlock[] {
  const chosen = choices.find(({ text }) => text === inboxId)
  if (!chosen || choices.length === 1) return contextBlock(plainText(compose.fromInbox(inboxId), 300))
  const menu = staticSelect(actionIds.fromInbox, choices, chosen.value)
  return [inputBlock({ blockId: blockIds.inbox, label: compose.from, dispatch: true }, menu)]
}

/** The inbox that is chosen in a form, if it is one of these. */
export function readChosenInbox(services: MailServices, { view }: OpenForm, inboxes: string[]): string | undefined {
  const chosen = view.values[blockIds.inbox]?.[actionIds.fromInbox]?.selected_option?.value
  return inboxes.find((inbox) => formatInboxId(services, inbox) === chosen)
}

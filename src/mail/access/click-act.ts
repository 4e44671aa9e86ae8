import { OPENING_VERB } from '../../access/actions.ts'
import type { Act } from '../../access/authorize.ts'
import type { ScopedFeature } from '../../scoped-feature.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { mailActionIds, parseMailTarget } from '../action-ids.ts'
import type { MailScope } from '../mail-scope.ts'
import { type ActionRow, parseShown } from '../records/action-row.ts'
import { isQuarantined } from '../records/mail/mail.ts'
import { threadActions } from '../records/mail/thread-actions.ts'
import { mailActions } from '../records/mail-actions.ts'
import { quarantineActions } from '../records/quarantine-actions.ts'
import { replyActions, scheduleActNames } from '../records/reply-actions.ts'
import { buildMailAct, buildReplyAct, type WantedAction } from './mail-acts.ts'
import { findShownMail } from './mail-for-reader.ts'

/** Names the acts behind the buttons and menus of mail and replies, for the refusal of a guest in their channel. */
export const clickActsFeature: ScopedFeature<MailScope> = { findClickAct }

type Row = Pick<ActionRow<never>, 'verb' | 'actionId' | 'needs' | 'asks'>
const mailRows: readonly Row[] = [...mailActions, ...threadActions, ...quarantineActions]
const menus: readonly string[] = [mailActionIds.mailMenu, mailActionIds.listed]

/** The act of a click on a mail or a reply; undefined for another click, and for a mail or a reply that is gone or has never existed. */
async function findClickAct(
  scope: MailScope,
  { user, eventId, actionId, value = '', message }: Action,
): Promise<Act | undefined> {
  const actor = { user, opId: `mail.click:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const isPressed = (row: Row) => row.actionId === actionId || row.asks?.actionId === actionId
  const ofReply = replyActions.find(isPressed)
  if (ofReply) {
    const { id } = parseShown(value)
    const reply = await scope.replyStore.findReply(id)
    return reply && buildReplyAct(scope, actor, { action: ofReply.needs, verb: nameVerb(ofReply) }, { id, reply })
  }
  const isMenu = menus.includes(actionId)
  const [verb = '', target] = isMenu ? value.split(':', 2) : ['', value]
  const row = mailRows.find((one) => (isMenu ? one.verb === verb : isPressed(one)))
  const isKnown = row !== undefined || isMenu || actionId === mailActionIds.openListed
  const named = isKnown ? parseMailTarget(target) : undefined
  const found = named && (await findShownMail(scope, named))
  return found && buildMailAct(scope, actor, nameAct(row, isQuarantined(found.mail)), found)
}

/** Anyone in the channel may open ordinary mail; a guest needs permission to reply for that. */
function nameAct(row: Row | undefined, isRestricted: boolean): WantedAction {
  if (row?.needs === 'mail.read' && isRestricted) return { action: 'mail.read', verb: 'text' }
  if (row === undefined || row.needs === 'nothing' || row.needs === 'mail.read')
    return { action: 'mail.reply', verb: OPENING_VERB }
  return { action: row.needs, verb: nameVerb(row) }
}

/** The verbs in the audit of acts that buttons name otherwise. */
const auditVerbs: Record<string, string> = {
  reply: 'send',
  reply_all: 'send',
  forward: 'send',
  edit: 'send',
  undo_edit: 'cancel',
  ...scheduleActNames,
  snooze_tomorrow: 'snooze',
}
const nameVerb = ({ verb }: Row): string => auditVerbs[verb] ?? verb

import { actionsBlock, button } from '../../../slack/blocks/block-builders.ts'
import { channelMention, escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { buildRuleAct } from '../../access/mail-acts.ts'
import { changeRules, type RuleChange, type RuleConflict } from './change-rules.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import { nameRule } from '../../cards/rule-name.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { postWaitingMail } from '../routing/change-routes.ts'
import { checkChosenChannel } from '../routing/channel-check.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { RuleChangeRequest } from './rule-change-task.ts'
import { ruleActionIds } from './rule-ids.ts'
import { renderRules } from './show-rules.ts'

/** The verbs of changes in the audit; frozen. */
export const ruleVerbs: Record<RuleChange['do'], string> = {
  add: 'rule_add',
  edit: 'rule_edit',
  move: 'rule_move',
  delete: 'rule_delete',
}

/** The rule that a change is about. */
export const changedRuleId = (change: RuleChange): string => ('rule' in change ? change.rule.id : change.id)

/** Makes a change to the rules if the person still may and nobody changed the same rule first, and shows the rules afterwards. */
export async function makeRuleChange(scope: PlacementScope, request: RuleChangeRequest): Promise<void> {
  const { team, user, at, event, list, change } = request
  const requester = { team, user, opId: `mail.rules:${event}` }
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const act = await buildRuleAct(scope, requester, ruleVerbs[change.do], changedRuleId(change))
  const permission = await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
  const unreadable = await findChannelRefusal(scope, text, request)
  if (unreadable) {
    await scope.authorizer.recordAct(act, { outcome: 'refused' })
    return replyToRequester(scope, requester, await withDraft(scope, text, request, unreadable))
  }
  const { conflict } = await changeRules(scope.routes, change)
  const note = conflict && (await describeConflict(scope, text, request, conflict))
  if (!conflict) {
    await scope.authorizer.recordAct(act)
    await postWaitingMail(scope, at)
  }
  const isShown = list !== undefined && (await showList(scope, request, list, note))
  if (conflict && 'rule' in change)
    return replyToRequester(
      scope,
      requester,
      await withDraft(scope, text, request, await describeLostRace(scope, text, conflict, change.rule)),
    )
  if (note !== undefined && !isShown) return replyToRequester(scope, requester, textMessage(note))
  return undefined
}

/** Refuses a channel that was closed to the person, or shared, since the form was checked. */
async function findChannelRefusal(
  scope: PlacementScope,
  text: MailText,
  { user, change }: RuleChangeRequest,
): Promise<string | undefined> {
  if (!('rule' in change) || change.rule.channel === undefined) return undefined
  const { channel } = change.rule
  const saved = (await scope.routes.read()).mailRules.find(({ id }) => id === changedRuleId(change))
  if (saved?.channel === channel) return undefined
  const { problem } = await checkChosenChannel(scope, user, channel)
  if (problem === undefined) return undefined
  const named = { channel: channelMention(channel) }
  if (problem === 'notReader') return text.rules.notes.notReader(named)
  return text.command[problem === 'hidden' ? 'notMember' : problem](named)
}

async function showList(
  scope: PlacementScope,
  { team, user, event }: RuleChangeRequest,
  { view, page }: { view: string; page: number },
  note: string | undefined,
): Promise<boolean> {
  const shown = await renderRules(scope, { user, event }, { page, ...(note !== undefined && { note }) })
  return (await scope.views.update(team, view, shown)) !== undefined
}

const nameChanger = ({ team, people }: PlacementScope, text: MailText, rule: MailRule): Promise<string> =>
  readQuietName(text, people, team, (rule.changed ?? rule).by)

async function describeConflict(
  scope: PlacementScope,
  text: MailText,
  { change }: RuleChangeRequest,
  conflict: RuleConflict,
): Promise<string | undefined> {
  const { notes } = text.rules
  if (conflict.is === 'moved') return notes.moved
  if (change.do !== 'delete') return undefined
  return conflict.is === 'changed' ? notes.changed({ who: await nameChanger(scope, text, conflict.now) }) : notes.gone
}

async function describeLostRace(
  scope: PlacementScope,
  text: MailText,
  conflict: RuleConflict,
  rule: MailRule,
): Promise<string> {
  const { lostRace } = text.rules.notes
  const name = escapeMrkdwn(nameRule(text, rule))
  switch (conflict.is) {
    case 'changed':
      return lostRace.changed({ who: await nameChanger(scope, text, conflict.now), name })
    case 'full':
      return lostRace.full({ name })
    case 'gone':
    case 'moved':
      return lostRace.gone({ name })
  }
}

/** Explains why a rule was not saved, with a button that opens it as it was entered. */
async function withDraft(
  scope: PlacementScope,
  text: MailText,
  { user, event, change }: RuleChangeRequest,
  said: string,
): Promise<Message> {
  if (!('rule' in change)) return textMessage(said)
  const id = scope.keyedHash('rule-draft', event)
  await scope.placement.ruleDrafts.keep(id, { user, rule: change.rule })
  const reopen = button({ actionId: ruleActionIds.reopen, text: text.rules.notes.reopen, value: id })
  return textMessage(said, actionsBlock(reopen))
}

import { questionTimeMs } from '../../../core/question-time.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import { buildRuleAct } from '../../access/mail-acts.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { describeUnableAssignees } from './rule-assignees.ts'
import { describeUnusableChannels } from './rule-channels.ts'
import { buildRulesModal, listPage } from './rules-modal.ts'

/** The person who sees the rules, and the click or task that shows them. */
export interface RulesReader {
  user: string
  event: string
  channel?: string
}

/** The page, a note, and the rules to show. */
export interface ShownRules {
  page?: number
  /** Markup. */
  note?: string
  /** Defaults to the saved rules. */
  rules?: readonly MailRule[]
}

/** Renders the rules for one person; those who may not change them see the people to ask. */
export async function renderRules(
  scope: PlacementScope,
  { user, event, channel }: RulesReader,
  { page = 0, note, rules }: ShownRules = {},
): Promise<View> {
  const { team, routes, languages, authorizer } = scope
  const [language, settings] = await Promise.all([languages.ofPerson(team, user), routes.read()])
  const actor = { team, user, opId: `mail.rules:${event}`, channel }
  const act = await buildRuleAct(scope, actor, 'rule_edit')
  const text = mailTextIn(language)
  const all = rules ?? settings.mailRules
  const shown = listPage(all, page)
  const [permission, unusable, unable] = await Promise.all([
    authorizer.ask(act, { withinMs: questionTimeMs(), isTried: false }),
    describeUnusableChannels(
      scope,
      text,
      { user },
      shown.map(({ channel: of }) => of),
    ),
    describeUnableAssignees(scope, text, shown),
  ])
  return buildRulesModal({
    text,
    rules: all,
    page,
    note,
    mayChange: permission.is === 'allowed',
    refusal: permission.is === 'allowed' ? undefined : permission.message,
    defaultChannel: routes.defaultChannel,
    unusable,
    unable,
  })
}

/** Opens the rules for a person who asked for them. */
export async function openRules(
  scope: PlacementScope,
  at: {
    user: string
    eventId: string
    triggerId: string
    channel?: string
    view?: { id: string; type: 'modal' | 'home' }
  },
  shown: ShownRules = {},
): Promise<void> {
  const { user, eventId: event, channel } = at
  await scope.views.push(
    { team: scope.team, ...at },
    await renderRules(scope, { user, event, ...(channel && { channel }) }, shown),
  )
}

import { withinDeadline } from '../../../core/question-time.ts'
import { findNamed, isSubject } from '../../../access/subject.ts'
import { returnIfRefused } from '../../../core/errors.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import type { MenuChoices, SelectChoice } from '../../../slack/blocks/form-fields.ts'
import type { OptionsRequest } from '../../../slack/inbound/listeners.ts'
import { formatInboxId } from '../../access/mail-acts.ts'
import { listAllInboxes } from '../routing/mail-settings.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'

const GROUPS_SHOWN = 30
const PEOPLE_SHOWN = 60

/** Every inbox by its value in the menu: those with mail or settings, and those that the mailbox names in time. */
export async function readInboxes(scope: PlacementScope): Promise<Map<string, string>> {
  const inboxes = await listAllInboxes(scope)
  return new Map(inboxes.map((inbox) => [formatInboxId(scope, inbox), inbox]))
}

/** Only people who may change the rules see names of people and inboxes: Slack does not show a guest every name. */
const mayChoose = async ({ access }: PlacementScope, { team, user }: OptionsRequest): Promise<boolean> =>
  (await withinDeadline(access.decide({ team, user, action: 'mail.administer' })))?.isAllowed ?? false

/** Finds the inboxes that match what a person types. */
export async function searchInboxes(scope: PlacementScope, request: OptionsRequest): Promise<MenuChoices> {
  if (!(await mayChoose(scope, request))) return { choices: [] }
  const typed = request.typed.trim().toLowerCase()
  const inboxes = [...(await readInboxes(scope))]
  return {
    choices: inboxes
      .filter(([, inbox]) => inbox.toLowerCase().includes(typed))
      .map(([value, inbox]) => ({ value, text: inbox })),
  }
}

/** Finds the people and user groups that match what a person types. */
export async function searchAssignees(scope: PlacementScope, request: OptionsRequest): Promise<MenuChoices> {
  if (!(await mayChoose(scope, request))) return { choices: [] }
  const { team, user, typed } = request
  const [language, found] = await Promise.all([
    scope.languages.ofPerson(team, user),
    scope.slack.searchDirectory(team, user, typed),
  ])
  const words = mailTextIn(language).rules.form
  const toChoices = (kind: string, names: { id: string; name: string }[]): SelectChoice[] =>
    names.map(({ id, name }) => ({ text: name, value: `${kind}:${id}` }))
  // Not a subject: choosing it assigns nobody.
  const loading = found.isComplete ? [] : [{ text: words.loading, value: 'loading' }]
  return {
    groups: [
      { title: words.peopleTitle, choices: toChoices('person', found.people.slice(0, PEOPLE_SHOWN)) },
      { title: words.groupsTitle, choices: toChoices('group', found.groups.slice(0, GROUPS_SHOWN)) },
      { title: words.loadingTitle, choices: loading },
    ].filter(({ choices }) => choices.length > 0),
  }
}

/** Names the chosen person or group in the menu; by id if Slack does not answer in time. */
export async function nameAssignee(
  { team, people, slack: { groups } }: PlacementScope,
  text: MailText,
  subject: string,
): Promise<SelectChoice[]> {
  const named = isSubject(subject) ? findNamed(subject) : undefined
  if (!named) return []
  const { is, id } = named
  if (is === 'group') {
    const group = (await withinDeadline(groups.list(team)))?.find((one) => one.id === id)
    return [{ value: subject, text: group ? `@${sanitizeLine(group.handle)}` : text.rules.form.unnamedGroup }]
  }
  const person = await withinDeadline(people.person(team, id, { isShownOnly: true }).catch(returnIfRefused(undefined)))
  return [{ value: subject, text: sanitizeLine(person?.name ?? '') || id }]
}

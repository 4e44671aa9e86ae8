import type { ChoiceGroup, SelectChoice } from '../slack/blocks/form-fields.ts'
import { findNames, indexName } from '../slack/directory/name-index.ts'
import type { FoundName } from '../slack/directory/search-directory.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { SlackServices } from '../slack/slack-services.ts'
import { type Subject, subjectKinds } from './subject.ts'
import { type AccessText, accessTextIn } from './text/access-text.ts'

/** Slack takes at most 100 choices in a menu; one is kept for a notice. */
const CHOICES_MAX = 99
/** The guaranteed number of choices for people, groups and channels each. */
const FAIR_SHARE = 30

/** The value of the notice that names are still loading. No subject, so choosing it allows nobody. */
const LOADING = 'loading'
/** The value of the notice that explains why no groups are found. */
const NO_GROUPS = 'no-groups'

const toChoices = (found: FoundName[], toSubject: (id: string) => Subject): SelectChoice[] =>
  found.map(({ id, name }) => ({ text: name, value: toSubject(id) }))

function findKinds(text: AccessText, typed: string): SelectChoice[] {
  const kinds = subjectKinds.map((kind) => indexName(kind, text.subjects[kind]))
  return findNames(kinds, typed, kinds.length).map(({ id, name }) => ({ text: name, value: id }))
}

/** Cuts groups to the limit of a menu; the first ones are cut last. */
function shareRoom(groups: ChoiceGroup[]): ChoiceGroup[] {
  let spare = CHOICES_MAX - groups.reduce((sum, { choices }) => sum + Math.min(choices.length, FAIR_SHARE), 0)
  return groups.map(({ title, choices }) => {
    const more = Math.min(Math.max(0, choices.length - FAIR_SHARE), Math.max(0, spare))
    spare -= more
    return { title, choices: choices.slice(0, FAIR_SHARE + more) }
  })
}

/**
 * Finds the choices of a "Who may …" menu for typed text: kinds of people, people, user groups and channels. Their values are subjects (`isSubject`),
 * except for a notice.
 */
export async function searchSubjects(
  { languages, slack }: { languages: Pick<Languages, 'ofPerson'>; slack: Pick<SlackServices, 'searchDirectory'> },
  { team, user, typed }: { team: string; user: string; typed: string },
): Promise<{ groups: ChoiceGroup[] }> {
  const [language, found] = await Promise.all([
    languages.ofPerson(team, user),
    slack.searchDirectory(team, user, typed),
  ])
  const text = accessTextIn(language)
  const { kinds, people, groups, channels, loading, loadingHint, noGroupsHint } = text.subjectMenu
  const filled = shareRoom([
    { title: kinds, choices: findKinds(text, typed) },
    { title: people, choices: toChoices(found.people, (id) => `person:${id}`) },
    { title: groups, choices: toChoices(found.groups, (id) => `group:${id}`) },
    { title: channels, choices: toChoices(found.channels, (id) => `channel:${id}`) },
  ]).filter(({ choices }) => choices.length > 0)
  if (!found.isComplete)
    return { groups: [...filled, { title: loading, choices: [{ text: loadingHint, value: LOADING }] }] }
  if (found.lacksGroupScope)
    return { groups: [...filled, { title: groups, choices: [{ text: noGroupsHint, value: NO_GROUPS }] }] }
  return { groups: filled }
}

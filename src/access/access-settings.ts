import { z } from 'zod'
import type { Language } from '../core/language.ts'
import type { Setting } from '../settings/setting.ts'
import { accessField } from './access-rules.ts'
import { type AccessAction, actionRules } from './actions.ts'
import { isSubject } from './subject.ts'
import { accessTextIn } from './text/access-text.ts'
import { describeDefault } from './text/refusal-sentences.ts'

/** Longer lists of names belong in a user group. */
export const SUBJECTS_MAX = 50

const subjectsSchema = z.array(z.string().refine(isSubject)).max(SUBJECTS_MAX)

/** Declares a "Who may …" setting for each of these actions: for the whole workspace, and for each project or inbox if the action can be narrowed. */
export const declareAccessSettings = (actions: readonly AccessAction[]): Setting<string[]>[] =>
  actions.flatMap((action) => {
    const { fallback, narrowedBy } = actionRules[action]
    const common = {
      group: 'permissions' as const,
      name: accessField(action),
      schema: subjectsSchema,
      control: { kind: 'subjects' as const },
    }
    const forAll: Setting<string[]> = {
      ...common,
      scope: 'workspace',
      ...(narrowedBy === 'inbox' && { isForAllInboxes: true }),
      fallback: [...fallback],
      mayChange: 'workspace.administer',
      text: (language) => describeFallback(language, action),
    }
    if (narrowedBy === undefined) return [forAll]
    const narrow: Setting<string[]> = {
      ...common,
      scope: narrowedBy,
      // The setting for the whole workspace applies.
      fallback: [],
      mayChange: narrowedBy === 'inbox' ? 'mail.administer' : 'workspace.administer',
      text: (language) => ({
        label: accessTextIn(language).actions[action].setting,
        none: accessTextIn(language).asForAll[narrowedBy],
      }),
    }
    return [forAll, narrow]
  })

function describeFallback(language: Language, action: AccessAction) {
  const text = accessTextIn(language)
  const { fallback } = actionRules[action]
  const names = fallback.flatMap((subject) =>
    Object.entries(text.subjects).flatMap(([kind, name]) => (kind === subject ? [name] : [])),
  )
  return {
    label: text.actions[action].setting,
    hint: describeDefault(text, action, names),
    error: text.chooseSubjects,
  }
}

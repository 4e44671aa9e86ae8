import { accessTextIn } from '../../access/text/access-text.ts'
import type { Setting } from '../../settings/setting.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { toEntries } from './controls.ts'
import { describeGone } from './describe-gone.ts'
import { findNamedThings } from './find-gone.ts'
import type { FormOwner } from './prepare-page.ts'
import type { FormServices } from './settings-form.ts'
import type { WantedChange } from './setting-values.ts'

/** Explains why a value cannot be saved: it names something that does not exist, or the setting rejects it. Throws if Slack does not answer. */
export async function findValueProblem(
  services: FormServices,
  { team, user, language }: FormOwner,
  setting: Setting,
  { before, value }: WantedChange,
): Promise<string | undefined> {
  const { control } = setting
  const projects = await services.declared.listProjects(team)
  const known = toEntries(control, before)
  const added = control.kind === 'project' ? [] : toEntries(control, value).filter((entry) => !known.includes(entry))
  const problem = added.length > 0 ? await setting.findProblem?.(value, { team, user, language }) : undefined
  if (problem !== undefined) return problem
  const about = { team, user, control, projects, text: accessTextIn(language) }
  const things = await findNamedThings(services, about, added)
  const { settings: words, formats } = workspaceTextIn(language)
  const unseen = things.filter(({ gone, isHidden }) => gone === 'lost' || isHidden)
  if (unseen.length > 0) return words.goneChosen({ names: formats.list(unseen.map(({ name }) => name)) })
  const sentences = describeGone(language, things)
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

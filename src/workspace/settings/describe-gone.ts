import type { Language } from '../../core/language.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { goneReasons, type NamedThing } from './find-gone.ts'

/** A sentence for each reason why named things cannot be used. `whileArchived` adds what an archived channel means for the setting. */
export function describeGone(language: Language, things: NamedThing[], whileArchived?: string): string[] {
  const { settings: text, formats } = workspaceTextIn(language)
  return goneReasons.flatMap((reason) => {
    const names = things.filter(({ gone }) => gone === reason).map(({ name }) => name)
    if (names.length === 0) return []
    const sentence = text.gone[reason]({ count: names.length, names: formats.list(names) })
    return [reason === 'archived' ? `${sentence} ${whileArchived ?? text.chooseOther}` : sentence]
  })
}

import { createCodeCatalogues } from '../../core/language.ts'
import { settingsText as english } from './en.ts'

/** The texts in the reader's language. */
export const settingsTextIn = createCodeCatalogues<typeof english>({ en: english })

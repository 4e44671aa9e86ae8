import { createCatalogues } from '../../core/language.ts'
import { settingsText as english } from './en.ts'

/** The texts in the reader's language. */
export const settingsTextIn = createCatalogues<typeof english>({ en: english })

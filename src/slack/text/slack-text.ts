import { createCatalogues } from '../../core/language.ts'
import { slackText as english } from './en.ts'

/** The texts in the reader's language. */
export const slackTextIn = createCatalogues<typeof english>({ en: english })

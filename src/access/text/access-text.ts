import { type Catalogue, createCatalogues } from '../../core/language.ts'
import { accessText as english } from './en.ts'

/** The texts about who may do what, in one language. */
export type AccessText = Catalogue<typeof english>

/** The texts in the reader's language. */
export const accessTextIn = createCatalogues<typeof english>({ en: english })

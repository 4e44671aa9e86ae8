import { type Catalogue, createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import type { AccessMessages } from './messages.ts'

/** The texts about who may do what, in one language. */
export type AccessText = Catalogue<AccessMessages>

/** The texts in the reader's language. */
export const accessTextIn = createCatalogues<AccessMessages>({ en: english })

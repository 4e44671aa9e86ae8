import { type Catalogue, createCatalogues } from '../../core/language.ts'
import { workspaceText as english } from './en.ts'

/** The texts of the slice in one language. */
export type WorkspaceText = Catalogue<typeof english>

/** The texts in the reader's language. */
export const workspaceTextIn = createCatalogues<typeof english>({ en: english })

import { type CodeCatalogue, createCodeCatalogues } from '../../core/language.ts'
import { workspaceText as english } from './en.ts'

/** The texts of the slice in one language. */
export type WorkspaceText = CodeCatalogue<typeof english>

/** The texts in the reader's language. */
export const workspaceTextIn = createCodeCatalogues<typeof english>({ en: english })

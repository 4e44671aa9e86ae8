import { type Catalogue, createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import type { WorkspaceMessages } from './messages.ts'

/** The texts of the slice in one language. */
export type WorkspaceText = Catalogue<WorkspaceMessages>

/** The texts in the reader's language. */
export const workspaceTextIn = createCatalogues<WorkspaceMessages>({ en: english })

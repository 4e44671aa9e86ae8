import { type Catalogue, createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import type { JobsMessages } from './messages.ts'

/** The messages of the slice in one language. */
export type JobText = Catalogue<JobsMessages>

/** The slice's texts in the language of who reads them. */
export const jobTextIn = createCatalogues<JobsMessages>({ en: english })

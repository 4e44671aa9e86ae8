import { type Catalogue, createCatalogues } from '../../core/language.ts'
import { englishJobText } from './en.ts'

/** What the slice says to people, in one language. */
export type JobText = Catalogue<typeof englishJobText>

/** The slice's texts in the language of who reads them. */
export const jobTextIn = createCatalogues({ en: englishJobText })

import { type CodeCatalogue, createCodeCatalogues } from '../../core/language.ts'
import { englishMailText } from './en.ts'

/** What people read about mail, in one language. */
export type MailText = CodeCatalogue<typeof englishMailText>

/** Names the sentence about a failure. Stored; frozen. */
export type ProblemReason = keyof MailText['problems']

/** The catalogue of a reader's language. */
export const mailTextIn = createCodeCatalogues({ en: englishMailText })

import { type CodeCatalogue, createCodeCatalogues, type Language } from '../../core/language.ts'
import { type Catalogue, createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import { englishMailText } from './en.ts'
import type { MailMessages } from './messages.ts'

/** What people read about mail, in one language: messages, and functions for what has not become a message yet. */
export type MailText = Catalogue<MailMessages> & CodeCatalogue<typeof englishMailText>

/** Names the sentence about a failure. Stored; frozen. */
export type ProblemReason = keyof MailText['problems']

const messagesIn = createCatalogues<MailMessages>({ en: english })
const codeIn = createCodeCatalogues({ en: englishMailText })
const built = new Map<Language, MailText>()

/** The catalogue of a reader's language. */
export function mailTextIn(language: Language): MailText {
  const text = built.get(language) ?? { ...codeIn(language), ...messagesIn(language) }
  built.set(language, text)
  return text
}

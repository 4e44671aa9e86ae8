import { type Catalogue, createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import type { MailMessages } from './messages.ts'

/** The texts about mail in one language. */
export type MailText = Catalogue<MailMessages>

/** Names the sentence about a failure. Stored; frozen. */
export type ProblemReason = keyof MailText['problems']

/** The catalogue of a reader's language. */
export const mailTextIn = createCatalogues<MailMessages>({ en: english })

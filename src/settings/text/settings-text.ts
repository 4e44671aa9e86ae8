import { createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import type { SettingsMessages } from './messages.ts'

/** The texts in the reader's language. */
export const settingsTextIn = createCatalogues<SettingsMessages>({ en: english })

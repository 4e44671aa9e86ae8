import { createCatalogues } from '../../core/messages.ts'
import english from './en.json' with { type: 'json' }
import type { SlackMessages } from './messages.ts'

/** The texts that Slack's own part needs, in the reader's language. */
export const slackTextIn = createCatalogues<SlackMessages>({ en: english })

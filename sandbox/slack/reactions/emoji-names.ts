import { readFileSync } from 'node:fs'

/** Slack's names of the standard emoji up to Unicode 16, and of the custom emoji that every new workspace has. */
const NAMES = new Set(
  readFileSync(new URL('./emoji-names.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
)

/** Whether a reaction can have this name; the workspace of the sandbox has no custom emoji. */
export const isEmojiName = (name: string): boolean => NAMES.has(name.replace(/::skin-tone-[2-6](?:-[2-6])?$/, ''))

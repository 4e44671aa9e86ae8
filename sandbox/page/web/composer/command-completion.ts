import { installedApp } from '../model/workspace-state.ts'
import type { Completion, Suggestion } from './completion-types.ts'
import { EVERYDAY_WORDS } from './everyday-words.ts'

const MAX_WORDS = 4

/** The app's commands that begin like this with the words that are used most; after a command and a space, all of its words. */
export function completeCommand(typed: string): Completion | undefined {
  const [, name = '', words] = /^(\/\S*)(?: (\S*))?$/.exec(typed.toLowerCase()) ?? []
  const describeWords = (command: string): Suggestion[] =>
    (EVERYDAY_WORDS[command] ?? []).map(([word, hint]) => ({
      insert: `${command} ${word} `,
      title: `${command} ${word}`,
      hint,
    }))
  const commands = installedApp.value.commands.filter(({ command }) =>
    words === undefined ? name !== '' && command.startsWith(name) : command === name,
  )
  const suggestions =
    words === undefined
      ? commands.flatMap(({ command, usage_hint: usage, description: hint = '' }) => [
          { insert: `${command} `, title: command, usage, hint },
          ...describeWords(command).slice(0, MAX_WORDS),
        ])
      : commands.flatMap(({ command }) =>
          describeWords(command).filter(({ title }) => title.startsWith(`${command} ${words}`)),
        )
  if (suggestions.length === 0) return undefined
  return { from: 0, to: typed.length, suggestions, ...(words !== undefined && { optional: true as const }) }
}

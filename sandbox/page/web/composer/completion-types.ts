export interface Suggestion {
  /** The text that replaces the word at the cursor. */
  insert: string
  title: string
  usage?: string | undefined
  hint: string
  avatar?: string | undefined
}

export interface Completion {
  from: number
  to: number
  suggestions: Suggestion[]
  /** Enter sends what is typed; only Tab or the arrow keys take a suggestion. */
  optional?: true
}

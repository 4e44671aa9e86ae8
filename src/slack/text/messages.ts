// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface SlackMessages {
  /** Bellhop doesn’t know {command}. */
  readonly unknownCommand: (values: { command: string }) => string
}

/** The English texts that Slack's own part needs, whatever slice it works for. */
export const slackText = {
  /** Instead of a name that Slack does not give. */
  unnamed: 'a colleague',
  unknownCommand: (command: string) => `Bellhop doesn’t know ${command}.`,
} as const

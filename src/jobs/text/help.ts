import type { JobText } from './jobs-text.ts'

/** What the reader may type, one line for each kind of command. */
export const writeHelp = ({ help }: JobText, isAdmin: boolean): string =>
  [help.start, help.project, help.conversation, help.jobs, help.more, ...(isAdmin ? [help.admins] : [])].join('\n')

import type { JobText } from './jobs-text.ts'

/** Lists the commands that the reader can type, one line for each kind. */
export const writeHelp = ({ help }: JobText, isAdmin: boolean): string =>
  [help.start, help.project, help.conversation, help.jobs, help.more, ...(isAdmin ? [help.admins] : [])].join('\n')

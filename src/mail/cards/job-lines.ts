import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { linkTo } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { StartedJob } from '../../slice.ts'
import type { MailScope } from '../mail-scope.ts'
import type { MailText } from '../text/mail-text.ts'

/** The docs jobs started from a mail that everyone in its channel may see. */
export const findJobsOfMail = async (
  { slices: { jobs } }: MailScope,
  key: string,
  channel: string | undefined,
): Promise<StartedJob[]> => (channel === undefined ? [] : ((await jobs?.findStarted(key, channel)) ?? []))

/** The jobs of several mails, each once. */
export async function findJobsOfMails(
  scope: MailScope,
  keys: (string | undefined)[],
  channel: string | undefined,
): Promise<StartedJob[]> {
  const present = [...new Set(keys)].filter((key) => key !== undefined)
  return (await Promise.all(present.map((key) => findJobsOfMail(scope, key, channel)))).flat()
}

/** Links to those jobs; no block if there are none. */
export const buildJobLines = ({ jobs }: MailText, started: StartedJob[]): MessageBlock[] =>
  contextBlock(...started.map(({ title, url }) => jobs.started({ title, link: linkTo(url) })))

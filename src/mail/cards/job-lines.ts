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

/** Links to those jobs; no block if there are none. */
export const buildJobLines = ({ jobs }: MailText, started: StartedJob[]): MessageBlock[] =>
  contextBlock(...started.map(({ title, url }) => jobs.started({ title, link: linkTo(url) })))

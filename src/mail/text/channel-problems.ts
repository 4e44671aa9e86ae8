import type { MailText } from './mail-text.ts'

/** Why a chosen channel can't get mail, as plain text. `name`: without `#`; not needed where the person can't see the channel. */
export function explainChannelProblem(
  { channelProblems }: MailText,
  problem: keyof MailText['channelProblems'],
  name = '',
): string {
  const words = channelProblems[problem]
  return typeof words === 'string' ? words : words({ name })
}

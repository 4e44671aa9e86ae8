import type { MailText } from './mail-text.ts'

/** Explains as plain text why a chosen channel can't get mail. `name` has no `#`, and is not needed if the person can't see the channel. */
export function explainChannelProblem(
  { channelProblems }: MailText,
  problem: keyof MailText['channelProblems'],
  name = '',
): string {
  const words = channelProblems[problem]
  return typeof words === 'string' ? words : words({ name })
}

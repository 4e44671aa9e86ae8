import type { MailScope } from '../mail-scope.ts'

/** Whether a person may read a channel, asked once for each; for one page or one search, after which it may have changed. */
export function createReaderCheck({ team, access }: MailScope, user: string): (channel: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return (channel) => {
    const answer = known.get(channel) ?? access.mayRead(team, user, channel)
    known.set(channel, answer)
    return answer
  }
}

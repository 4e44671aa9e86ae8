import type { MailScope } from '../mail-scope.ts'

/** Builds a check whether a person may read a channel, asked once per channel. Use it for one page or one search; the answer may change later. */
export function createReaderCheck({ team, access }: MailScope, user: string): (channel: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return (channel) => {
    const answer = known.get(channel) ?? access.mayRead(team, user, channel)
    known.set(channel, answer)
    return answer
  }
}

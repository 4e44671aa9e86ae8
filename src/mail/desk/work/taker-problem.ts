import type { DeskScope } from '../desk-scope.ts'

/** The reason why email can't be assigned to a person: they may not use the app, or can't read the email's channel. */
export type TakerProblem = 'outsider' | 'notReader'

/** Finds the reason why a person can't take over the mail of a channel; undefined if they can. Throws if Slack does not answer. */
export async function findTakerProblem(
  { team, access }: DeskScope,
  to: string,
  channel: string,
): Promise<TakerProblem | undefined> {
  if (await access.mayRead(team, to, channel)) return undefined
  return (await access.mayUse(team, to)) ? 'notReader' : 'outsider'
}

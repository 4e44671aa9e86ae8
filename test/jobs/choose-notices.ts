import type { Harness } from '../support/harness.ts'

export type Notice = 'thread' | 'direct' | 'silent'

/** Chooses how a person hears that their job has finished, and that it has failed. */
export async function chooseNotices(
  { slack, settled }: Harness,
  user: string,
  channel: string,
  [success, failure]: [success: Notice, failure: Notice],
): Promise<void> {
  await slack.command(user, channel, '/docs settings')
  await slack.fillForm(user, await slack.findForm(user), [
    [/your job finishes/i, success],
    [/your job fails/i, failure],
  ])
  // A form that is sent is saved a moment later.
  await settled()
}

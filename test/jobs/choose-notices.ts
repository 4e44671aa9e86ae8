import type { Harness } from '../support/harness.ts'

export type Notice = 'thread' | 'direct' | 'silent'

/** Chooses how a person is notified of finished and failed jobs. */
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
  // A submitted form is saved a moment later.
  await settled()
}

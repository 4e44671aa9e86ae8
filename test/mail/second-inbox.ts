import type { Harness } from '../support/harness.ts'

/** Creates another inbox at the mailbox, and returns its id. */
export async function createInbox({ sandbox: { env } }: Harness, username: string): Promise<string> {
  const answer = await fetch(`${env['MAIL_API_URL']}/v0/inboxes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env['MAIL_API_KEY']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username }),
  })
  return ((await answer.json()) as { inbox_id: string }).inbox_id
}

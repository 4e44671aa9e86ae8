import type { Fields, Harness } from '../support/harness.ts'

/** Calls the mailbox as another program of the account does. */
async function callMailbox<T>({ sandbox: { env } }: Pick<Harness, 'sandbox'>, path: string, body?: Fields): Promise<T> {
  const answer = await fetch(`${env['MAIL_API_URL']}/v0/inboxes${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${env['MAIL_API_KEY']}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status !== 200) throw new Error(`the mailbox answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Creates another inbox at the mailbox, and returns its id. */
export const createInbox = async (app: Pick<Harness, 'sandbox'>, username: string): Promise<string> =>
  (await callMailbox<{ inbox_id: string }>(app, '', { username })).inbox_id

/** Answers a mail from its inbox, without Bellhop. */
export const answerElsewhere = (
  app: Harness,
  { inbox, messageId }: { inbox: string; messageId: string },
  body: Fields,
): Promise<{ message_id: string; thread_id: string }> =>
  callMailbox(app, `/${encodeURIComponent(inbox)}/messages/${encodeURIComponent(messageId)}/reply`, body)

/** The id of the newest mail that an inbox has received. */
export async function findNewestMail(app: Harness, inbox: string): Promise<string> {
  const path = `/${encodeURIComponent(inbox)}/messages?labels=received`
  const { messages } = await callMailbox<{ messages: { message_id: string }[] }>(app, path)
  if (!messages[0]) throw new Error(`${inbox} has received no mail`)
  return messages[0].message_id
}

/** The inboxes that have this mail. */
export async function listInboxesOf(app: Harness, messageId: string): Promise<string[]> {
  const { inboxes } = await callMailbox<{ inboxes: { inbox_id: string }[] }>(app, '')
  const found = await Promise.all(
    inboxes.map(({ inbox_id: inbox }) =>
      callMailbox(app, `/${encodeURIComponent(inbox)}/messages/${encodeURIComponent(messageId)}`).then(
        () => [inbox],
        () => [],
      ),
    ),
  )
  return found.flat()
}

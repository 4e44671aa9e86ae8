import { requestJson } from '../tools/sandbox-client.ts'
import type { SandboxProcess } from '../tools/sandbox-process.ts'

const DOMAIN = 'sandbox.test'
const ADMIN = 'aiko'
const CHANNELS = ['docs', 'general', 'support', 'quarantine', 'leads']

export const INBOXES = CHANNELS.map((_, index) => nameInbox(index))

function nameInbox(index: number): string {
  return `bench-${index}@${DOMAIN}`
}

/** Creates an inbox for each channel and routes it there: the app takes no route for an inbox that the mailbox doesn't have. */
export async function routeToChannels({ client, env }: SandboxProcess, channels: string[]): Promise<string[]> {
  const user = (await client.slack.users()).find(({ name }) => name === ADMIN)?.id ?? ''
  const inboxes = channels.map((_, index) => nameInbox(index))
  for (const [index, inbox] of inboxes.entries()) {
    const [username] = inbox.split('@')
    const { status } = await requestJson(`${env['MAIL_API_URL']}/v0/inboxes`, {
      method: 'POST',
      body: { username },
      headers: { authorization: `Bearer ${env['MAIL_API_KEY']}` },
    })
    if (status >= 300) throw new Error(`the mailbox answered ${status} to a new inbox`)
    const text = `route ${inbox} ${channels[index]}`
    await client.slack.sendCommand({ user, channel: channels[0] ?? '', command: '/mail', text })
  }
  return inboxes
}

/** Routes each of `INBOXES` to its own channel, or all to the one that is named; returns the ids of the channels. */
export async function routeInboxes(sandbox: SandboxProcess, channel?: string): Promise<string[]> {
  const known = await sandbox.client.slack.channels()
  const ids = CHANNELS.map((name) => known.find((one) => one.name === (channel ?? name))?.id ?? '')
  await routeToChannels(sandbox, ids)
  return ids
}

import { waitUntil } from '../tools/processes.ts'
import type { SandboxClient } from '../tools/sandbox-client.ts'
import type { Observations } from './observations.ts'

/** Inboxes of the cases; each has a channel of its own, because Slack takes one message a second and channel. */
export const FUZZ_INBOXES: [string, ...string[]] = [
  'docs@fuzz.test',
  'general@fuzz.test',
  'support@fuzz.test',
  'quarantine@fuzz.test',
]
/** Where the good requests are shown; no case is shown there. */
const SENTINEL_CHANNEL = 'leads'
const SERVED_WITHIN_MS = 120_000
/** On a busy machine the app may find Slack too slow; it then asks the person to send the command again. */
const MOST_ATTEMPTS = 10

export interface Sentinels {
  /** A person asks for a job and a customer writes; both must be shown. */
  check(): Promise<void>
}

/** Routes the inboxes of the cases and of the good requests. */
export async function openSentinels(
  client: SandboxClient,
  inbox: string,
  observed: () => Observations,
): Promise<Sentinels> {
  const { slack, mail } = client
  const [users, channels] = await Promise.all([slack.users(), slack.channels()])
  const channelId = (name: string): string => channels.find((one) => one.name === name)?.id ?? ''
  const [user, admin] = ['maria', 'aiko'].map((name) => users.find((one) => one.name === name)?.id ?? '')
  const channel = channelId(SENTINEL_CHANNEL)
  const routes: [string, string][] = [
    ...FUZZ_INBOXES.map((one): [string, string] => [one, channelId(one.split('@')[0] ?? '')]),
    [inbox, channel],
  ]
  const readAnswers = async () => (await slack.messages(channel)).filter((one) => one.ephemeral_for === admin)

  /** Routes an inbox; an answer that does not name it is a refusal. */
  async function route(address: string, target: string): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const before = (await readAnswers()).length
      await slack.sendCommand({ user: admin ?? '', channel, command: '/mail', text: `route ${address} ${target}` })
      await waitUntil('an answer to /mail route', async () => (await readAnswers()).length > before, SERVED_WITHIN_MS)
      if (JSON.stringify((await readAnswers()).at(-1)).includes(address)) return
    }
    throw new Error(`${address} could not be routed`)
  }
  for (const [address, target] of routes) await route(address, target)

  let count = 0
  const isShown = async (marker: string): Promise<boolean> =>
    (await slack.messages(channel)).some((one) => one.bot_id !== undefined && JSON.stringify(one).includes(marker))

  /** Sends one good request and waits for its message. */
  async function serve(what: string, marker: string, send: () => Promise<unknown>): Promise<void> {
    try {
      await send()
      await waitUntil(what, () => isShown(marker), SERVED_WITHIN_MS)
      observed().servedSentinels += 1
    } catch (error) {
      observed().failedSentinels.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return {
    async check() {
      count += 1
      const [command, letter] = [`sentinel${count}c`, `sentinel${count}m`]
      await Promise.all([
        serve(`command ${count}`, command, () =>
          slack.sendCommand({ user: user ?? '', channel, command: '/docs', text: `describe ${command}` }),
        ),
        serve(`mail ${count}`, letter, () =>
          mail.receive({
            inbox_id: inbox,
            from: 'Good <good@customer.test>',
            subject: letter,
            text: `About ${letter}`,
          }),
        ),
      ])
    },
  }
}

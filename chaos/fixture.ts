import { createSandboxClient, type SandboxClient } from '../tools/sandbox-client.ts'
import type { Named } from '../tools/sandbox-types.ts'
import { witness, type Witness } from './history.ts'

/** What one act came to, as far as its person could see. */
export interface Deed {
  kind: 'job' | 'follow' | 'mail' | 'reply'
  marker: string
  /** True: the app said that it has it. False: it did not, or nobody knows. Undefined: it went as an event, the witness knows. */
  accepted: boolean | undefined
  /** Of the event that carried it: `<channel>:<ts>`, or the mailbox's event id. */
  event?: string
  /** What it belongs to: the marker of the job, of the first mail of the thread. */
  of?: string
  /** Undo was pressed, or was meant to be: it may stand as not started. */
  isUndone?: boolean
  /** Where its card must stand. */
  channel?: string
  /** The Slack thread (`<channel>:<ts>`) in which a reply was written. */
  thread?: string
  /** The mailbox's thread of a mail. */
  mailThread?: string
}

export interface Scene {
  sandbox: SandboxClient
  seen: Witness
  bot: string
  inbox: string
  people: [string, ...string[]]
  /** Where jobs are started. */
  channels: [string, ...string[]]
  /** Where mail stands. */
  mailChannel: string
  deeds: Deed[]
}

const PEOPLE = ['maria', 'tom', 'aiko']
const CHANNELS = ['docs', 'general', 'quarantine', 'leads']
const MAIL_CHANNEL = 'support'

/** The people, the channels and the mailbox of a sandbox. */
export async function scene(base: string, inbox: string): Promise<Scene> {
  const sandbox = createSandboxClient(base)
  const named = (list: Named[], names: string[]): [string, ...string[]] => {
    const [first, ...rest] = names.map((name) => {
      const found = list.find((one) => one.name === name)
      if (!found) throw new Error(`the sandbox has no ${name}`)
      return found.id
    })
    if (first === undefined) throw new Error('nobody is named')
    return [first, ...rest]
  }
  const users = await sandbox.slack.users()
  const rooms = await sandbox.slack.channels()
  const { bot_user: bot } = await sandbox.slack.app()
  return {
    sandbox,
    seen: witness(sandbox),
    bot,
    inbox,
    people: named(users, PEOPLE),
    channels: named(rooms, CHANNELS),
    mailChannel: named(rooms, [MAIL_CHANNEL])[0],
    deeds: [],
  }
}

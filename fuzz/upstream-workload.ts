import { ifPossible, type SandboxClient } from '../tools/sandbox-client.ts'
import type { Message } from '../sandbox/control-types.ts'
import { isFields } from '../tools/fields.ts'
import type { Prng } from '../tools/prng.ts'
import type { RecoveryFinding } from './observations.ts'

/** Something that was asked for while the services answered oddly. */
export interface AcceptedWork {
  kind: 'command' | 'mail'
  /** A word that only this work's texts carry. */
  marker: string
  channel: string
  user: string
}

export interface Workload {
  accepted: AcceptedWork[]
  /** A person or a customer does one thing; if the app is behind, nothing that it has to keep. */
  doOne(prng: Prng, index: number, options: { isBehind: boolean }): Promise<void>
}

const JOB_CHANNELS = ['docs', 'general', 'support', 'quarantine']
const LARGE = 1_200_000
/** On the simulators' clock. The app asks for a job again and again while it runs, which is most of what it asks the agent. */
const JOB_TAKES_MS = 1_200_000
/** Slack takes a post a second in each channel, so accepted work piles up fast. Only `metrics` asks the mailbox without a new mail. */
const ANYTHING = { command: 5, mail: 2, 'large mail': 3, reply: 4, form: 8, home: 2, metrics: 6 }
const NOTHING_TO_KEEP = { ...ANYTHING, command: 0, mail: 0, 'large mail': 0, reply: 0 }

/** Commands and mails of every size, each with a word of its own, replies, forms and Home. */
export async function openWorkload(
  { slack, agent, mail }: SandboxClient,
  options: {
    inbox: string
    mailChannel: string
    /** Sends a command with these fields as Slack does; whether it was accepted. */
    sendCommand: (fields: Record<string, string>) => Promise<boolean>
  },
): Promise<Workload> {
  const { inbox, mailChannel, sendCommand } = options
  const users = await slack.users()
  const people = ['maria', 'tom', 'li'].map((name) => users.find((one) => one.name === name)?.id ?? '')
  const channels = (await slack.channels()).filter(({ name }) => JOB_CHANNELS.includes(name)).map(({ id }) => id)
  const accepted: AcceptedWork[] = []
  await agent.setScript('completed', JOB_TAKES_MS)

  async function reply(user: string, channel: string): Promise<void> {
    const cards = (await slack.messages(channel)).filter((one) =>
      JSON.stringify(one.blocks ?? []).includes('"mail.reply"'),
    )
    const card = cards.at(-1)
    if (!card) return
    await ifPossible(slack.click({ user, channel, message_ts: card.ts, action_id: 'mail.reply' }))
    for (const view of await slack.views(user)) {
      if (view.type === 'home') continue
      await ifPossible(slack.submitView({ user, view_id: view.id, values: { text: { 'mail.text': 'Thank you.' } } }))
      await ifPossible(slack.closeView(user, view.id))
    }
  }

  /** Slack limits neither how often a form is opened nor how soon, so most odd answers are given here. */
  async function openForm(user: string, channel: string): Promise<void> {
    await ifPossible(slack.useShortcut({ user, callback_id: 'jobs.new', channel }))
    for (const view of await slack.views(user))
      if (view.type !== 'home') await ifPossible(slack.closeView(user, view.id))
  }

  return {
    accepted,
    async doOne(prng, index, { isBehind }) {
      const user = prng.pick([people[0] ?? '', ...people])
      const channel = prng.pick([channels[0] ?? '', ...channels])
      const marker = `work${index}w`
      switch (prng.weighted(isBehind ? NOTHING_TO_KEEP : ANYTHING)) {
        case 'command': {
          const isAccepted = await sendCommand({ user_id: user, channel_id: channel, text: `describe ${marker}` })
          if (isAccepted) accepted.push({ kind: 'command', marker, channel, user })
          return
        }
        case 'mail':
          await mail.receive({ inbox_id: inbox, from: 'A <a@customer.test>', subject: marker, text: `About ${marker}` })
          return void accepted.push({ kind: 'mail', marker, channel: mailChannel, user })
        case 'large mail':
          await mail.receive({
            inbox_id: inbox,
            from: 'A <a@customer.test>',
            subject: marker,
            text: 'long '.repeat(LARGE / 5),
          })
          return void accepted.push({ kind: 'mail', marker, channel: mailChannel, user })
        case 'reply':
          return reply(user, mailChannel)
        case 'form':
          return openForm(user, channel)
        case 'metrics':
          return void (await sendCommand({ user_id: user, channel_id: channel, command: '/mail', text: 'metrics' }))
        case 'home':
          return void (await ifPossible(slack.openHome(user)))
      }
    },
  }
}

const opIdOf = ({ metadata }: Message): string | undefined => {
  const payload = metadata?.event_payload
  return isFields(payload) && typeof payload.op_id === 'string' ? payload.op_id : undefined
}

/** The work that neither its channel shows nor a notice reports. A notice names no work, so each accounts for one. */
export async function findLostWork({ slack }: SandboxClient, accepted: AcceptedWork[]): Promise<AcceptedWork[]> {
  const texts = new Map<string, string[]>()
  for (const channel of new Set(accepted.map((work) => work.channel)))
    texts.set(
      channel,
      (await slack.messages(channel)).filter((one) => one.bot_id !== undefined).map((one) => JSON.stringify(one)),
    )
  const missing = accepted.filter(({ channel, marker }) => !texts.get(channel)?.some((text) => text.includes(marker)))
  const lost: AcceptedWork[] = []
  for (const [user, works] of Map.groupBy(missing, (work) => work.user)) {
    const direct = (await slack.messages(user).catch(() => [])).filter((one) => one.bot_id !== undefined)
    const inChannels = (await Promise.all([...texts.keys()].map((channel) => slack.messages(channel)))).flat()
    const notices = direct.length + inChannels.filter((one) => one.ephemeral_for === user).length
    lost.push(
      ...works.filter(({ kind }) => kind === 'mail'),
      ...works.filter(({ kind }) => kind === 'command').slice(notices),
    )
  }
  return lost
}

/** Posts that exist twice under one name, and jobs that were started twice. */
export async function findDoubledWork(
  { slack, agent }: SandboxClient,
  accepted: AcceptedWork[],
): Promise<RecoveryFinding[]> {
  const channels = await slack.channels()
  const messages = (await Promise.all(channels.map(({ id }) => slack.messages(id).catch(() => [])))).flat()
  const posts = Map.groupBy(
    messages.flatMap((message) => opIdOf(message) ?? []),
    (opId) => opId,
  )
  const jobs = await agent.jobs()
  return [
    ...[...posts]
      .filter(([, all]) => all.length > 1)
      .map(([opId, all]) => `the post ${opId} exists ${all.length} times`),
    ...accepted.flatMap(({ marker }) => {
      const count = jobs.filter(({ prompt }) => prompt.includes(marker)).length
      return count > 1 ? [`the job of ${marker} exists ${count} times`] : []
    }),
  ].map((line) => ({ kind: 'doubled', line }))
}

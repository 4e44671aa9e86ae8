import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import type { ActionAnswer, Fields, View } from '../tools/sandbox-types.ts'
import type { Act, ActKind } from './plan.ts'
import type { Deed, Scene } from './fixture.ts'
import type { Posted } from './history.ts'

const PRESSES = 6
const PRESS_AGAIN_MS = 400
const LOOKS = 12
const LOOK_MS = 150
/** Of the commands. */
const UNDO_SHARE = 0.4
/** The card may come late, and its hold is short. */
const UNDO_LOOKS = 50

const ok = (acted: ActionAnswer | undefined): boolean =>
  acted !== undefined && acted.status >= 200 && acted.status < 300

const at = <T>(list: T[], pick: number): T | undefined => list[Math.floor(pick * list.length)]

/** What people, customers and services do; each answers what it can know of the outcome. */
export function acting(scene: Scene): (act: Act) => Promise<void> {
  const { sandbox, seen, deeds, people, channels, bot, inbox, mailChannel } = scene

  const user = (act: Act): string => at(people, act.user) ?? people[0]
  const channel = (act: Act): string => at(channels, act.channel) ?? channels[0]
  const note = (deed: Deed): void => void deeds.push(deed)

  /** Cards of this kind that stand and say one of the markers. */
  const cards = (kind: string, where?: (post: Posted) => boolean): Posted[] =>
    [...seen.posts.values()].filter(({ opId }) => opId.startsWith(kind)).filter((post) => where?.(post) ?? true)

  const form = async (person: string, callback: string): Promise<View | undefined> => {
    for (let look = 0; look < LOOKS; look += 1) {
      const views = await sandbox.slack.views(person)
      const found = views.findLast(({ type, callback_id }) => type === 'modal' && callback_id === callback)
      if (found) return found
      await sleep(LOOK_MS)
    }
    return undefined
  }

  async function leave(person: string): Promise<void> {
    const open = (await sandbox.slack.views(person)).filter(({ type }) => type === 'modal')
    for (const view of open.toReversed()) await ifPossible(sandbox.slack.closeView(person, view.id))
  }

  /** A person presses until the form closes; after a form that comes back changed they press once more. */
  async function submit(person: string, callback: string, values: Fields): Promise<boolean> {
    for (let press = 0; press < PRESSES; press += 1) {
      const view = await form(person, callback)
      if (!view) return false
      const acted = await ifPossible(sandbox.slack.submitView({ user: person, view_id: view.id, values }))
      if (ok(acted) && acted?.response_action !== 'errors' && acted?.response_action !== 'update') return true
      if (!ok(acted)) await sleep(PRESS_AGAIN_MS)
    }
    return false
  }

  async function command(act: Act, isUndone = false): Promise<void> {
    const where = channel(act)
    const text = `${act.marker} ${act.words}`
    const acted = await ifPossible(
      sandbox.slack.sendCommand({ channel: where, user: user(act), command: '/docs', text }),
    )
    note({ kind: 'job', marker: act.marker, accepted: ok(acted), channel: where, isUndone })
  }

  /** A person thinks better of it while the card still offers Undo; when that is past, the job goes on. */
  async function undo(act: Act): Promise<void> {
    await command(act, true)
    for (let look = 0; look < UNDO_LOOKS; look += 1) {
      const [card] = cards('card:jobs.card:', ({ words }) => words.includes(act.marker))
      const spot = card && { channel: card.channel, message_ts: card.ts, action_id: 'jobs.undo' }
      if (spot && ok(await ifPossible(sandbox.slack.click({ user: user(act), ...spot })))) return
      await sleep(LOOK_MS)
    }
  }

  async function say(act: Act, where: string, threadTs?: string): Promise<string> {
    const text = `<@${bot}> ${act.marker} ${act.words}`
    const said = { channel: where, user: user(act), text, ...(threadTs && { thread_ts: threadTs }) }
    const { ts } = await sandbox.slack.sendMessage(said)
    return `${where}:${ts}`
  }

  async function mention(act: Act): Promise<void> {
    const where = channel(act)
    const event = await say(act, where)
    note({ kind: 'job', marker: act.marker, accepted: undefined, event, channel: where })
  }

  async function fillIn(act: Act): Promise<void> {
    const person = user(act)
    const where = channel(act)
    await leave(person)
    const opened = await ifPossible(
      sandbox.slack.sendCommand({ channel: where, user: person, command: '/docs', text: '' }),
    )
    if (!ok(opened)) return command(act)
    const values = {
      'prompt-0': { prompt: `${act.marker} ${act.words}` },
      channel: { channel: where },
    }
    if (!(await form(person, 'jobs.new'))) return command(act)
    const accepted = await submit(person, 'jobs.new', values)
    note({ kind: 'job', marker: act.marker, accepted, channel: where })
    await leave(person)
  }

  const markerIn = (words: string): string | undefined => /m\d{5}x\d{5}/.exec(words)?.[0]

  async function follow(act: Act): Promise<void> {
    const card = at(
      cards('card:jobs.card:', ({ threadTs }) => threadTs === undefined),
      act.pick,
    )
    const of = card && markerIn(card.words)
    if (!card || !of) return mention(act)
    const event = await say(act, card.channel, card.ts)
    note({ kind: 'follow', marker: act.marker, accepted: undefined, event, of })
  }

  async function write(act: Act, of?: { marker: string; threadId: string; messageId: string }): Promise<void> {
    const customer = `customer${Math.floor(act.user * 40)}@customer.test`
    const sent = await sandbox.mail.receive({
      inbox_id: inbox,
      from: `Customer <${customer}>`,
      subject: of ? `Re: ${of.marker}` : `${act.marker} ${act.words}`,
      text: `Dear team, ${act.marker} ${act.words}`,
      ...(of && { thread_id: of.threadId, in_reply_to: of.messageId }),
    })
    const thread = of?.marker ?? act.marker
    threads.push({ marker: thread, threadId: sent.thread_id, messageId: sent.message_id })
    note({
      kind: 'mail',
      marker: act.marker,
      accepted: undefined,
      event: sent.event_id,
      of: thread,
      mailThread: sent.thread_id,
    })
  }
  const threads: { marker: string; threadId: string; messageId: string }[] = []

  async function reply(act: Act): Promise<void> {
    const person = user(act)
    const card = at([...cards('card:mail.card:'), ...cards('card:mail.mail:')], act.pick)
    if (!card) return write(act)
    await leave(person)
    const clicked = await ifPossible(
      sandbox.slack.click({
        user: person,
        channel: mailChannel,
        message_ts: card.ts,
        action_id: 'mail.reply',
      }),
    )
    if (!ok(clicked) || !(await form(person, 'mail.reply'))) return write(act)
    const values = { text: { 'mail.text': `Dear customer, ${act.marker} ${act.words}` } }
    const accepted = await submit(person, 'mail.reply', values)
    const thread = `${card.channel}:${card.threadTs ?? card.ts}`
    note({ kind: 'reply', marker: act.marker, accepted, thread })
    await leave(person)
  }

  async function complain(act: Act): Promise<void> {
    const sent = await sandbox.mail.sent()
    const mail = at(sent, act.pick)
    if (!mail) return write(act)
    await sandbox.mail.reportOutcome(mail.message_id, 'complained')
  }

  async function slackAgain(act: Act): Promise<void> {
    const again = await ifPossible(sandbox.slack.redeliver(act.times))
    if (!again) await mention(act)
  }

  async function mailAgain(act: Act): Promise<void> {
    const deliveries = await sandbox.mail.deliveries()
    const delivery = at(deliveries, act.pick)
    if (!delivery) return write(act)
    await ifPossible(sandbox.mail.redeliver(delivery.event_id, act.times))
  }

  const kinds: Record<ActKind, (act: Act) => Promise<void>> = {
    command: (act) => (act.pick < UNDO_SHARE ? undo(act) : command(act)),
    mention,
    form: fillIn,
    follow,
    mail: (act) => write(act),
    more: (act) => write(act, at(threads, act.pick)),
    reply,
    complaint: complain,
    'slack-again': slackAgain,
    'mail-again': mailAgain,
  }
  return (act) => kinds[act.kind](act)
}

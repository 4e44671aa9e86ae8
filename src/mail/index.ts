import { z } from 'zod'
import type { MailboxClient } from '../clients/mailbox/mailbox-client.ts'
import type { Clock } from '../core/clock.ts'
import { UpstreamError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { Queue } from '../queue/queue.ts'
import { taskKind } from '../queue/task-kinds.ts'
import type { Cards } from '../slack/outbox/cards.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { People } from '../slack/directory/people.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Slice } from '../slice.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { webhookNotReady } from './text/en-admin.ts'
import { createAdminAlerts as adminAlarms } from './notify/admin-alerts.ts'
import { commanding } from './entrypoints/mail-command.ts'
import { counting } from './metrics/mail-metrics.ts'
import { mailDeaths } from './notify/failed-task-notices.ts'
import { deciding } from './reply/reply-actions.ts'
import { delivery as deliveries } from './delivery/delivery-events.ts'
import { eventTasks } from './entrypoints/mail-events.ts'
import { replyForms } from './compose/reply-form.ts'
import { cardKinds } from './action-ids.ts'
import { buildWriterAlert, buildSendFailureNotice } from './reply/reply-card.ts'
import { listening } from './compose/send-as-reply.ts'
import { notes } from './notes.ts'
import { type Reply } from './model/reply.ts'
import type { AccessPolicy } from '../access/access-policy.ts'
import type { Installations } from '../slack/directory/installations.ts'
import { placement as placements } from './thread/post-mail.ts'
import { quarantine as quarantines } from './quarantine/quarantine-mail.ts'
import { bounceRates } from './model/bounce-rate.ts'
import { reader } from './viewer/mail-viewer.ts'
import { addressBook, receiver as receivers } from './receive/receive-mail.ts'
import { createContacts } from './model/contacts.ts'
import { registration as registrations } from './webhook/webhook-registration.ts'
import { replying } from './reply/create-reply.ts'
import { createMailRoutes as mailRoutes } from './model/mail-routes.ts'
import { sender, type SendDeps } from './reply/send-reply.ts'
import { shown } from './thread/render-cards.ts'
import { WEBHOOK_PATH, webhook } from './webhook/webhook-endpoint.ts'
import { createMailStore } from './model/mail-store.ts'
import { createReplyStore as outgoingMail } from './model/reply-store.ts'

export interface MailDeps {
  store: Store
  queue: Queue
  clock: Clock
  log: Log
  fingerprint: KeyedHash
  outbox: Outbox
  cards: Cards
  views: Views
  people: People
  mailbox: MailboxClient
  /** The bytes of a file in Slack. */
  file: SendDeps['file']
  /** The one installation is the workspace whose mailbox this is. */
  installations: Installations
  access: AccessPolicy
  settings: {
    webhookSecrets: string[]
    publicUrl: string | undefined
    defaultChannel: string | undefined
    undoMs: number
    adminUsers: string[]
  }
}

/** A body that was too large for its event. Frozen. */
const fetchTask = taskKind('mail.fetch', z.object({ team: z.string(), mail: z.string() }))
/** What the thread does not take any more goes to the writer's direct messages. Frozen. */
const callTask = taskKind(
  'mail.call',
  z.object({
    team: z.string(),
    user: z.string(),
    opId: z.string(),
    message: z.custom<Message>((value) => typeof value === 'object' && value !== null),
  }),
)
const RETRY_MS = 2000
const DAY_MS = 24 * 60 * 60_000

/** Slice 2: mail comes into channels, and what people answer there goes out, once. */
export function createMail(deps: MailDeps): Slice {
  const { store, queue, clock, log, fingerprint, outbox, cards, views, people, mailbox, settings } = deps
  const bag = createMailStore(store)
  const outgoing = outgoingMail(store, fingerprint)
  const routes = mailRoutes(store, { defaultChannel: settings.defaultChannel, holdMs: settings.undoMs })
  const permission = deps.access
  const team = async (): Promise<string> => (await deps.installations.forTeam(undefined)).teamId
  const known = createContacts(bag, fingerprint)
  const { refuse, tell } = notes(outbox)
  const alarms = adminAlarms({
    outbox,
    log,
    adminUsers: settings.adminUsers,
    channel: settings.defaultChannel,
  })

  const changed = (team: string, reply: string): Promise<void> =>
    cards.refresh({ team, kind: cardKinds.reply, id: reply })

  const homeless = (team: string, inboxId: string, loss: { code: string; channel?: string }): Promise<void> => {
    const day = String(Math.floor(clock.now() / DAY_MS))
    const occasion = fingerprint('homeless', inboxId, loss.code, loss.channel ?? '', day)
    return alarms.homeless(team, occasion, inboxId, loss)
  }

  const closed = async (team: string, channel: string): Promise<string | undefined> => {
    try {
      return (await people.channel(team, channel)).isShared ? 'shared' : undefined
    } catch (error) {
      if (error instanceof UpstreamError && error.details.outcome === 'refused') return error.details.code
      throw error
    }
  }
  const deaths = mailDeaths({
    outbox,
    bag,
    outgoing,
    fingerprint,
    alarms,
    placement: () => placement,
    call: callWriter,
  })
  const ground = { store, queue, clock, log, fingerprint, cards, views, people, outbox, bag, outgoing, routes }
  const common = { ...ground, permission, known, changed, homeless, refuse, tell, closed, deaths }

  const render = shown(common)
  const placement = placements({ ...common, ...render })

  /** Said aloud in the thread of the mail that was answered. */
  async function callWriter(team: string, letter: Pick<Reply, 'thread' | 'user'>, opId: string, message: Message) {
    const under = await placement.under(team, letter.thread)
    const direct = { team, user: letter.user, opId: `${opId}:direct`, message }
    if (under) await outbox.post({ team, opId, message, ...under, onRefused: callTask.of(direct) })
    else await outbox.postDirect(direct)
  }
  const calling = callTask.handler((direct) => outbox.postDirect(direct))

  const rates = bounceRates(store, fingerprint, alarms.bounces)
  const delivery = deliveries({
    ...common,
    count: rates.count,
    tell: (team, occasion, loud) => callWriter(team, loud.letter, `mail.loud:${occasion}`, buildWriterAlert(loud)),
  })
  const sending = sender({
    ...common,
    reply: (reply) => mailbox.reply(reply),
    file: deps.file,
    sent: delivery.link,
    stopped: (team, id, letter) =>
      callWriter(
        team,
        letter,
        `mail.stopped:${id}:${letter.state}:${letter.looks}`,
        buildSendFailureNotice(letter, id),
      ),
  })
  const writing = replying({ ...common, placement, send: sending.send })
  const { repeat, againId } = writing
  const decisions = deciding({ ...common, send: sending.send, repeat, againId })

  const receive: ReturnType<typeof receivers> = receivers({
    ...common,
    message: (at) => mailbox.message(at),
    addressOf: addressBook(mailbox),
    place: placement.place,
    hold: (team, key, held) => apart.hold(team, key, held),
    fetchLater: (team, key) => queue.send(fetchTask.of({ team, mail: key }), { id: `mail.fetch:${team}:${key}` }),
    seeInbox: routes.see,
  })
  const apart = quarantines({ ...common, welcome: receive.welcome })
  const fetching = fetchTask.handler(async ({ team, mail: key }) => {
    const full = await receive.complete(team, key).catch((error: unknown) => {
      if (!(error instanceof UpstreamError) || error.details.outcome === 'not_sent') throw error
      log.warn({ err: error }, 'the body of a large mail cannot be had')
      return receive.forgo(team, key)
    })
    if (full) await placement.refresh(team, full, key)
  }, deaths.mail)

  const registration = registrations({
    ...common,
    webhooks: mailbox.webhooks,
    publicUrl: settings.publicUrl,
    path: WEBHOOK_PATH,
    secrets: settings.webhookSecrets,
    alarm: alarms.webhook,
  })
  const { registered, ready } = registration
  async function watch(): Promise<void> {
    try {
      await registration.start(await team())
    } catch (error) {
      log.warn({ err: error }, 'the mail webhook is not watched yet: Slack has not said whose token it is')
      setTimeout(() => void watch(), RETRY_MS).unref()
    }
  }
  const windows = reader({ ...common, attachment: (at) => mailbox.attachment(at) })
  const forms = replyForms(common)
  const placeWaiting = async (team: string, round: number): Promise<void> => {
    await placement.placeWaiting(team, round)
    await apart.holdWaiting(team, round)
  }
  const counts = counting({ ...common, metrics: (query) => mailbox.metrics(query) })
  const commands = commanding({ ...common, registered, ready, rates: rates.all, placeWaiting, count: counts.ask })

  return {
    listen: listening({ bag, forms, windows, commands, decisions, apart, refuse }),
    tasks: [
      ...eventTasks({ ...common, receiver: receive, delivery, alarms }),
      fetching,
      calling,
      placement.task,
      apart.task,
      apart.holding,
      windows.task,
      commands.task,
      counts.task,
      writing.task,
      sending.task,
      decisions.task,
      registration.task,
    ],
    cards: [...placement.cards, ...apart.cards],
    routes: [
      webhook({
        ...common,
        team,
        secrets: async (options) => registration.accepted(await team(), options),
      }),
    ],
    start: watch,
    missing: async () => ((await team().then(ready, () => false)) ? undefined : webhookNotReady),
  }
}

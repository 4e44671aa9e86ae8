import { z } from 'zod'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { sendRecheckWriters } from '../../tasks/check-scheduled-task.ts'
import { declareAccessSettings } from '../../../access/access-settings.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Setting, SettingRequest, SettingStorage } from '../../../settings/setting.ts'
import { formatInboxId } from '../../access/mail-acts.ts'
import { domainOf, withoutTag } from '../../records/address.ts'
import { listOwnDomains } from '../../senders/sender-history.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import { writingSettings } from '../../records/writing-settings.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { explainChannelProblem } from '../../text/channel-problems.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { postWaitingMail } from './change-routes.ts'
import { checkChosenChannel } from './channel-check.ts'
import { declareReminderSettings } from './replanned-reminders.ts'

const HOLD_MAX_SECONDS = 600
/** Limit of inboxes offered: access is checked for each one. */
const MAX_OFFERED = 300

/** Empty for no channel. */
const channelSchema = z.string().regex(/^([CG][A-Z0-9]+)?$/)

/** All settings of mail. Channels and holds are kept with the routes, where `/mail` also changes them. */
export const mailSettingsFeature: ScopedFeature<PlacementScope> = {
  settings: (scope) => [
    declareQuarantine(scope),
    declareRoute(scope),
    declareHold(scope),
    ...declareReminderSettings(scope),
    ...writingSettings,
    ...declareAccessSettings(['mail.read']),
    ...declareWriters(scope),
    ...declareAccessSettings(['mail.release', 'mail.administer']),
  ],
  settingTargets: (scope) => [
    {
      scope: 'inbox',
      list: async () => (await listAllInboxes(scope)).slice(0, MAX_OFFERED),
      has: (inbox) => hasInbox(scope, inbox),
      formatAuditId: (inbox) => formatInboxId(scope, inbox),
    },
  ],
}

/** Who may reply. A writer who no longer may can't send what they have scheduled: others are asked immediately. */
const declareWriters = ({ team, queue }: PlacementScope): Setting<string[]>[] =>
  declareAccessSettings(['mail.reply']).map((setting) => ({
    ...setting,
    afterSave: (id, { at }) => sendRecheckWriters(queue, { team, ...(setting.scope === 'inbox' && { inbox: id }) }, at),
  }))

/** Every inbox that mail has come for, or that has a setting. */
export async function listInboxes({ routes }: PlacementScope): Promise<string[]> {
  const { rules, holds, seen } = await routes.read()
  const inboxes = new Map<string, string>()
  for (const id of [...rules.map(({ inboxId }) => inboxId), ...holds.map(({ inboxId }) => inboxId), ...seen])
    if (!inboxes.has(id.toLowerCase())) inboxes.set(id.toLowerCase(), id)
  return [...inboxes.values()].toSorted()
}

interface NamedInbox {
  id: string
  address: string
}

/** Returns the inboxes that the mailbox names in time; undefined or empty if it names none. */
function listNamedInboxes({ mailbox, placement: { inboxAnswers } }: PlacementScope): Promise<NamedInbox[] | undefined> {
  const askAll = async () =>
    ((await mailbox.inboxes.all()) ?? []).map(({ inbox_id: id, email }) => ({ id, address: email || id }))
  return withinDeadline(inboxAnswers.find('all', askAll))
}

/**
 * Finds the inboxes that these addresses belong to; a tagged address, `support+vip@`, belongs to the inbox of the plain one. The mailbox is asked
 * only about unknown addresses in the domains of known inboxes and of `own`, the address that writes.
 */
export async function findOwnInboxes(scope: PlacementScope, addresses: string[], own: string): Promise<string[]> {
  const known = await listInboxes(scope)
  const find = (inboxes: NamedInbox[], one: string): string | undefined =>
    inboxes.find(({ id, address }) => isSameInbox(id, one) || isSameInbox(address, one))?.id
  const findTagged = (inboxes: NamedInbox[], one: string) => find(inboxes, one) ?? find(inboxes, withoutTag(one))
  const ofKnown = known.map((id) => ({ id, address: id }))
  const domains = listOwnDomains(await scope.routes.read(), own)
  const isAsked = addresses.some((one) => find(ofKnown, one) === undefined && domains.includes(domainOf(one)))
  const named = isAsked ? ((await listNamedInboxes(scope)) ?? []) : []
  const found = addresses.flatMap((one) => findTagged([...ofKnown, ...named], one) ?? [])
  return [...new Set(found)]
}

/** Every known inbox, and those that the mailbox names in time: people change settings before the first mail comes. */
export async function listAllInboxes(scope: PlacementScope): Promise<string[]> {
  const [known, others = []] = await Promise.all([listInboxes(scope), listNamedInboxes(scope)])
  const names = new Set(known.map((inbox) => inbox.toLowerCase()))
  const unused = others.map(({ id }) => id).filter((id) => !names.has(id.toLowerCase()))
  return [...known, ...unused.toSorted()]
}

/** Whether an inbox certainly does not exist: the mailbox names others, and nothing here knows it. */
export async function isNoInbox(scope: PlacementScope, inbox: string): Promise<boolean> {
  const isListed = (all: string[]): boolean => all.some((one) => one.toLowerCase() === inbox.toLowerCase())
  if (isListed(await listInboxes(scope))) return false
  const named = ((await listNamedInboxes(scope)) ?? []).map(({ id }) => id)
  return named.length > 0 && !isListed(named)
}

async function hasInbox(scope: PlacementScope, inbox: string): Promise<boolean> {
  if ((await listInboxes(scope)).includes(inbox)) return true
  return (await scope.mailbox.inboxes.all())?.some(({ inbox_id: id }) => id === inbox) ?? false
}

/** A setting for a channel in the routes. Once it is set, waiting mail is posted. */
const channelStorage = (
  scope: PlacementScope,
  storage: Omit<SettingStorage<string>, 'afterWrite'>,
): Pick<Setting<string>, 'schema' | 'fallback' | 'mayChange' | 'control' | 'storage' | 'findProblem'> => ({
  schema: channelSchema,
  fallback: '',
  mayChange: 'mail.administer',
  control: { kind: 'channel' },
  storage: {
    ...storage,
    async afterWrite(_, { at }) {
      await postWaitingMail(scope, at)
    },
  },
  findProblem: (channel, request) => findChannelRefusal(scope, channel, request),
})

const declareRoute = (scope: PlacementScope): Setting<string> => ({
  ...channelStorage(scope, {
    async read(inbox) {
      const route = (await scope.routes.read()).rules.find(({ inboxId }) => isSameInbox(inboxId, inbox))
      return { value: route?.channel, changedBy: route?.by, changedAt: route?.at }
    },
    write: (inboxId, { before, value, by, at }) =>
      scope.routes.replaceRoute({ inboxId, channel: value, by, at }, before),
  }),
  scope: 'inbox',
  group: 'incoming',
  name: 'route',
  text(language) {
    const { none, placeholder, ...text } = mailTextIn(language).settings.route
    const { defaultChannel } = scope.routes
    return {
      ...text,
      none: defaultChannel ? none.hasDefault({ channel: channelMention(defaultChannel) }) : none.hasNone,
      placeholder: defaultChannel ? placeholder.hasDefault : placeholder.hasNone,
    }
  },
})

const declareQuarantine = (scope: PlacementScope): Setting<string> => ({
  ...channelStorage(scope, {
    async read() {
      const quarantine = (await scope.routes.read()).quarantine
      return { value: quarantine?.channel, changedBy: quarantine?.by, changedAt: quarantine?.at }
    },
    write: (_, { before, value, by, at }) => scope.routes.replaceQuarantine({ channel: value, by, at }, before),
  }),
  scope: 'workspace',
  group: 'incoming',
  isForAllInboxes: true,
  name: 'quarantine',
  text: (language) => mailTextIn(language).settings.quarantine,
})

const declareHold = ({ routes }: PlacementScope): Setting<number> => ({
  scope: 'inbox',
  group: 'outgoing',
  name: 'hold',
  schema: z.number().int().min(0).max(HOLD_MAX_SECONDS),
  fallback: routes.defaultHoldMs / 1000,
  mayChange: 'mail.administer',
  control: { kind: 'number' },
  text: (language) => mailTextIn(language).settings.hold,
  storage: {
    async read(inbox) {
      const hold = (await routes.read()).holds.find(({ inboxId }) => isSameInbox(inboxId, inbox))
      return { value: hold && hold.holdMs / 1000, changedBy: hold?.by, changedAt: hold?.at }
    },
    write: (inboxId, { before, value, by, at }) =>
      routes.replaceHold({ inboxId, holdMs: value * 1000, by, at }, before * 1000),
  },
})

/** Explains why mail must not or cannot be posted to a channel. Throws if Slack does not answer. */
async function findChannelRefusal(
  scope: PlacementScope,
  id: string,
  { user, language }: SettingRequest,
): Promise<string | undefined> {
  if (id === '') return undefined
  const { channel, problem } = await checkChosenChannel(scope, user, id)
  return problem && explainChannelProblem(mailTextIn(language), problem, channel?.name)
}

import { z } from 'zod'
import { describeAccessRequest, describeHelpRequest, type RequestLocation } from '../access/text/refusal-sentences.ts'
import { withinDeadline } from '../core/question-time.ts'
import { type Clock, DAY_MS } from '../core/clock.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Queue } from '../queue/queue.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { hasErrorCode, PERSON_UNKNOWN } from '../slack/api/slack-errors.ts'
import { actionsBlock, button } from '../slack/blocks/block-builders.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { SlackServices } from '../slack/slack-services.ts'
import type { Languages } from '../slack/directory/languages.ts'
import { readQuietName } from '../slack/directory/quiet-name.ts'
import type { Action } from '../slack/inbound/listeners.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { replyPrivately } from '../slack/outbox/private-reply.ts'
import type { Feature } from '../slice.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { PageTopic } from './settings/page-topics.ts'
import type { AccessPolicy } from '../access/access-policy.ts'
import {
  accessRequests,
  type AccessRequestRecord,
  nameRequestPost,
  ALLOW_ACTION_ID,
  ASK_ACTION_ID,
} from '../access/access-requests.ts'
import { readOwnRule } from '../access/access-rules.ts'
import { actionRules, actionToAllow } from '../access/actions.ts'
import { ANSWER_MODAL_ID, answerModal } from '../access/answer-click.ts'
import { type AccessText, accessTextIn } from '../access/text/access-text.ts'
import {
  findNamedPeople,
  findPeopleToAsk,
  findWhomToAsk,
  PEOPLE_MAX,
  nameWhomToAsk,
  type WhomToAsk,
  type WhomToAskServices,
} from '../access/whom-to-ask.ts'

const askSchema = z.object({
  team: z.string(),
  user: z.string(),
  eventId: z.string(),
  request: z.string(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
  responseUrl: z.string().optional(),
  /** The modal that contains only the button. */
  viewId: z.string().optional(),
})
type AskData = z.infer<typeof askSchema>

/** The limit of requests from one person per day: each may reach ten others. */
export const QUESTIONS_PER_DAY = 20

/** The key that counts the requests of one person. */
export const questionLimitKey = (team: string, user: string): string => `${team}/access-questions:${user}`

/** Frozen. Asks the people who can allow something, and those who may do it, for a person who may not. */
const askTask = taskKind('access.ask', askSchema)

export interface AskForAccessServices extends WhomToAskServices {
  access: Pick<AccessPolicy, 'decide' | 'listAppointedAdmins'>
  slack: Pick<SlackServices, 'groups' | 'findWorkspaceAdmins' | 'conversations'>
  store: Store
  queue: Queue
  clock: Clock
  rateLimits: Pick<RateLimits, 'take'>
  outbox: Outbox
  views: Pick<Views, 'update'>
  languages: Languages
  settings: Pick<SettingsStore, 'read'>
  /** Opens the page of the settings with this topic. */
  openSettings(this: void, at: Action, topic: PageTopic): Promise<void>
}

/** The button **Request access** below a refusal, and **Open settings** in the request. */
export const askForAccessFeature = (services: AskForAccessServices): Feature => ({
  tasks: [askTask.handler((ask) => askForAccess(services, ask))],
  listen(slack) {
    slack.action(
      ASK_ACTION_ID,
      (action) => sendAsk(services.queue, action),
      // The button is for people who were refused; the task acts only for the person in the request.
      () => true,
    )
    slack.action(ALLOW_ACTION_ID, (action) => openSetting(services, action))
  },
})

const isRequestId = (value: string | undefined): value is string => value !== undefined && /^[\w-]+$/.test(value)

/** Opens the page with the setting of a refused act, or the nearest one that the person may change. */
async function openSetting(services: AskForAccessServices, action: Action): Promise<void> {
  const { team, value = '' } = action
  const request = isRequestId(value) ? (await accessRequests(services.store, team).get(value))?.value : undefined
  const section = request && actionRules[request.action].narrowedBy === 'inbox' ? 'inboxes' : 'workspace'
  const id =
    request && ((await findTarget(services, team, request)) ?? (await findOnlyInbox(services, action, request)))
  await services.openSettings(action, { section, id: id ?? '' })
}

/** The inbox of a request, for a person who may not change the settings of all inboxes. */
async function findOnlyInbox(
  { access }: AskForAccessServices,
  { team, user }: Action,
  { inbox }: AccessRequestRecord,
): Promise<string | undefined> {
  if (inbox === undefined) return undefined
  // The page for all inboxes needs the one, its fields about permissions the other.
  const needed = ['mail.administer', 'workspace.administer'] as const
  const forAll = await Promise.all(needed.map((action) => withinDeadline(access.decide({ team, user, action }))))
  return forAll.every((decision) => decision?.isAllowed) ? undefined : inbox
}

/** The project or inbox whose own setting refused an act; undefined if the workspace's did. */
async function findTarget(
  { settings }: AskForAccessServices,
  team: string,
  { action, project, inbox }: AccessRequestRecord,
): Promise<string | undefined> {
  const { narrowedBy } = actionRules[action]
  const scope = { project, inbox }
  return narrowedBy && (await readOwnRule(settings, team, action, scope)) ? scope[narrowedBy] : undefined
}

async function sendAsk(
  queue: Queue,
  { team, user, eventId, value, message, responseUrl, view }: Action,
): Promise<void> {
  // Only a forged click has another value than the id of a request.
  if (!isRequestId(value)) return
  const ask: AskData = {
    team,
    user,
    eventId,
    request: value,
    ...(message && { channel: message.channel }),
    ...(message?.threadTs && { threadTs: message.threadTs }),
    ...(responseUrl && { responseUrl }),
    ...(view?.callbackId === ANSWER_MODAL_ID && { viewId: view.id }),
  }
  await queue.send(askTask.of(ask), { id: `access.ask:${team}:${eventId}`, lane: `access.ask:${team}:${user}` })
}

/** Handles a click from a person who has left. */
async function hasLeft({ people }: AskForAccessServices, { team, user }: AskData): Promise<boolean> {
  try {
    return (await people.person(team, user)).kind === 'deactivated'
  } catch (error) {
    if (hasErrorCode(error, PERSON_UNKNOWN)) return true
    throw error
  }
}

async function askForAccess(services: AskForAccessServices, ask: AskData): Promise<void> {
  const { access, store, outbox, languages, clock } = services
  const { team, user, eventId, request: id } = ask
  if (await hasLeft(services, ask)) return undefined
  const text = accessTextIn(await languages.ofPerson(team, user))
  const tell = async (said: string): Promise<void> => {
    const message = textMessage(said)
    const isShown =
      ask.viewId !== undefined &&
      (await services.views.update(team, ask.viewId, answerModal(text, message))) !== undefined
    if (!isShown) await replyPrivately(outbox, { ...ask, opId: `access.asked:${eventId}` }, message)
  }
  const request = (await accessRequests(store, team).get(id))?.value
  if (request?.user !== user) return tell(text.askExpired)
  const { isAllowed, subjects } = await access.decide({ ...request, team })
  if (isAllowed) return tell(text.mayNow)
  const { action, inbox } = request
  const givers = await access.decide({ team, user, action: actionToAllow(action, inbox), inbox })
  const asked: WhoIsAsked = {
    toAllow: await findWhomToAsk(services, team, givers.subjects),
    toAct: await findNamedPeople(services, team, subjects),
  }
  const whom = omitPerson(joinPeople(asked), user)
  const names = await nameWhomToAsk(services, team, whom, text)
  if (names.length === 0) return tell(text.nobodyToAsk)
  if (request.askedAt !== undefined) return tell(text.askedAlready({ names: text.formats.list(names) }))
  const receivers = await findReceivers(services, ask, asked)
  // Counted after Slack has answered everything: a request that waits for Slack is not counted on each try.
  if (!(await mayAskMore(services, ask))) return tell(text.askedTooOften({ names: text.formats.list(names, 'or') }))
  // Repeated after a crash, the messages are sent once under the same ids.
  await sendQuestions(services, ask, request, receivers)
  const told = receivers.map(({ is, id: receiver }) => ({ is, id: receiver }))
  await accessRequests(store, team).update(
    id,
    (now) => now && { ...now, askedAt: now.askedAt ?? clock.now(), receivers: now.receivers ?? told },
  )
  return tell(text.asked({ names: text.formats.list(names) }))
}

/** Protects admins from a thousand messages about a thousand refusals. */
async function mayAskMore({ rateLimits, clock }: AskForAccessServices, { team, user }: AskData): Promise<boolean> {
  const limit = { limit: QUESTIONS_PER_DAY, windowMs: clock.scaled(DAY_MS) }
  return (await rateLimits.take(questionLimitKey(team, user), limit)).ok
}

/** The people asked to allow an act, and those asked to do it instead. */
interface WhoIsAsked {
  toAllow: WhomToAsk
  toAct: WhomToAsk
}

const joinLists = (one: string[], other: string[]): string[] => [...new Set([...one, ...other])]

const joinPeople = ({ toAllow, toAct }: WhoIsAsked): WhomToAsk => ({
  people: joinLists(toAllow.people, toAct.people),
  groups: joinLists(toAllow.groups, toAct.groups),
  channels: joinLists(toAllow.channels, toAct.channels),
})

const omitPerson = (whom: WhomToAsk, person: string): WhomToAsk => ({
  ...whom,
  people: whom.people.filter((id) => id !== person),
})

interface Receiver {
  is: 'person' | 'channel'
  id: string
  /** Set for a person or channel that can allow the act. */
  mayAllow: boolean
}

/** Returns the people to notify, and the channels where the app can post, each once. Throws if Slack does not answer. */
async function findReceivers(
  services: AskForAccessServices,
  { team, user }: AskData,
  { toAllow, toAct }: WhoIsAsked,
): Promise<Receiver[]> {
  const givers = await findPeopleToAsk(services, team, toAllow)
  const others = await findPeopleToAsk(services, team, toAct)
  const people = joinLists(givers, others).filter((id) => id !== user)
  const channels: string[] = []
  for (const channel of joinLists(toAllow.channels, toAct.channels))
    if (await services.slack.conversations.hasApp(team, channel)) channels.push(channel)
  return [
    ...people.slice(0, PEOPLE_MAX).map((id) => ({ is: 'person' as const, id, mayAllow: givers.includes(id) })),
    ...channels.map((id) => ({ is: 'channel' as const, id, mayAllow: toAllow.channels.includes(id) })),
  ]
}

/** Sends one message to each person, and one to each channel. */
async function sendQuestions(
  services: AskForAccessServices,
  { team, user, request: id }: AskData,
  request: AccessRequestRecord,
  receivers: Receiver[],
): Promise<void> {
  const { outbox, people, languages } = services
  const { action, verb, object } = request
  const where = await findLocation(services, team, request)
  const target = await findTarget(services, team, request)
  const write = async (text: AccessText, mayAllow: boolean) => {
    const who = await readQuietName(text, people, team, user)
    const asked = { who, where, action, verb, objectKind: object.kind }
    if (!mayAllow) return textMessage(describeHelpRequest(text, asked))
    const open = button({ actionId: ALLOW_ACTION_ID, text: text.openSettings, value: id })
    return textMessage(describeAccessRequest(text, asked, target), actionsBlock(open))
  }
  for (const { is, id: receiver, mayAllow } of receivers) {
    const opId = nameRequestPost(id, receiver)
    if (is === 'person') {
      const message = await write(accessTextIn(await languages.ofPerson(team, receiver)), mayAllow)
      await outbox.postDirect({ team, user: receiver, opId, message })
    } else {
      const message = await write(accessTextIn(await languages.ofWorkspace(team)), mayAllow)
      await outbox.post({ team, channel: receiver, opId, message })
    }
  }
}

/** Returns where the people asked can see what the request is about. */
async function findLocation(
  { slack: { conversations } }: AskForAccessServices,
  team: string,
  { user, object, location }: AccessRequestRecord,
): Promise<RequestLocation> {
  const link =
    location?.ts === undefined
      ? object.link
      : ((await conversations.permalink(team, location.channel, location.ts)) ?? object.link)
  if (link !== undefined) return { link }
  return location !== undefined && /^[CG]/.test(location.channel) ? { channel: location.channel } : { user }
}

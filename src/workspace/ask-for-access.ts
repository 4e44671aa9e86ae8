import { z } from 'zod'
import { describeAccessRequest } from '../access/text/refusal-sentences.ts'
import { type Clock, DAY_MS } from '../core/clock.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Queue } from '../queue/queue.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { hasErrorCode, PERSON_UNKNOWN } from '../slack/api/slack-errors.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { SlackServices } from '../slack/slack-services.ts'
import type { Languages } from '../slack/directory/languages.ts'
import { readQuietName } from '../slack/directory/quiet-name.ts'
import type { Action } from '../slack/inbound/listeners.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { replyPrivately } from '../slack/outbox/private-reply.ts'
import type { Feature } from '../slice.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { AccessPolicy } from '../access/access-policy.ts'
import { accessRequests, type AccessRequestRecord } from '../access/access-requests.ts'
import { ANSWER_MODAL_ID, answerModal } from '../access/answer-click.ts'
import { ASK_ACTION_ID } from '../access/authorize.ts'
import { type AccessText, accessTextIn } from '../access/text/access-text.ts'
import {
  findPeopleToAsk,
  findWhomToAsk,
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

/** Frozen. Asks the people who may do something, for a person who may not. */
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
}

/** The button **Request access** below a refusal. */
export const askForAccessFeature = (services: AskForAccessServices): Feature => ({
  tasks: [askTask.handler((ask) => askForAccess(services, ask))],
  listen(slack) {
    slack.action(
      ASK_ACTION_ID,
      (action) => sendAsk(services.queue, action),
      // The button is for people who were refused; the task acts only for the person in the request.
      () => true,
    )
  },
})

async function sendAsk(
  queue: Queue,
  { team, user, eventId, value, message, responseUrl, view }: Action,
): Promise<void> {
  // Only a forged click has another value than the id of a request.
  if (value === undefined || !/^[\w-]+$/.test(value)) return
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
  const whom = await findWhomToAsk(services, team, subjects)
  const names = await nameWhomToAsk(services, team, whom, text)
  if (names.length === 0) return tell(text.nobodyToAsk)
  if (request.askedAt !== undefined) return tell(text.askedAlready({ names: text.formats.list(names) }))
  const receivers = await findReceivers(services, team, whom)
  // Counted after Slack has answered everything: a request that waits for Slack is not counted on each try.
  if (!(await mayAskMore(services, ask))) return tell(text.askedTooOften({ names: text.formats.list(names, 'or') }))
  // Repeated after a crash, the messages are sent once under the same ids.
  await sendQuestions(services, ask, request, receivers)
  await accessRequests(store, team).update(id, (now) => now && { ...now, askedAt: now.askedAt ?? clock.now() })
  return tell(text.asked({ names: text.formats.list(names) }))
}

/** Protects admins from a thousand messages about a thousand refusals. */
async function mayAskMore({ rateLimits, clock }: AskForAccessServices, { team, user }: AskData): Promise<boolean> {
  const limit = { limit: QUESTIONS_PER_DAY, windowMs: clock.scaled(DAY_MS) }
  return (await rateLimits.take(questionLimitKey(team, user), limit)).ok
}

/** Returns the people to notify, and the channels where the app can post. Throws if Slack does not answer. */
async function findReceivers(
  services: AskForAccessServices,
  team: string,
  whom: WhomToAsk,
): Promise<{ people: string[]; channels: string[] }> {
  const channels: string[] = []
  for (const channel of whom.channels)
    if (await services.slack.conversations.hasApp(team, channel)) channels.push(channel)
  return { people: await findPeopleToAsk(services, team, whom), channels }
}

/** Sends one message to each person, and one to each channel that the setting names. */
async function sendQuestions(
  services: AskForAccessServices,
  { team, user, request: id }: AskData,
  { action, object, location }: AccessRequestRecord,
  receivers: { people: string[]; channels: string[] },
): Promise<void> {
  const {
    outbox,
    people,
    languages,
    slack: { conversations },
  } = services
  const link =
    location?.ts === undefined
      ? object.link
      : ((await conversations.permalink(team, location.channel, location.ts)) ?? object.link)
  const isInChannel = location !== undefined && /^[CG]/.test(location.channel)
  const where = link !== undefined ? { link } : isInChannel ? { channel: location.channel } : { user }
  const write = async (text: AccessText) =>
    textMessage(
      describeAccessRequest(
        text,
        await readQuietName(text, people, team, user),
        { action, objectKind: object.kind },
        where,
      ),
    )
  for (const person of receivers.people) {
    const message = await write(accessTextIn(await languages.ofPerson(team, person)))
    await outbox.postDirect({ team, user: person, opId: `access.request:${id}:${person}`, message })
  }
  for (const channel of receivers.channels) {
    const message = await write(accessTextIn(await languages.ofWorkspace(team)))
    await outbox.post({ team, channel, opId: `access.request:${id}:${channel}`, message })
  }
}

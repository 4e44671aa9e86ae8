import type { AuditLog, AuditRecord } from '../audit/audit-log.ts'
import { type Clock, DAY_MS } from '../core/clock.ts'
import { answerWithin } from '../core/with-timeout.ts'
import { actionsBlock, button } from '../slack/blocks/block-builders.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import { plainTextMessage, textMessage } from '../slack/blocks/text-message.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { type AccessPolicy, type AccessQuestion, decideInAny } from './access-policy.ts'
import { type AccessRequestRecord, accessRequests, ALLOW_ACTION_ID, ASK_ACTION_ID } from './access-requests.ts'
import { actionToAllow } from './actions.ts'
import { accessTextIn } from './text/access-text.ts'
import { describeRefusal } from './text/refusal-sentences.ts'
import { findWhomToAsk, nameWhomToAsk, type WhomToAskServices } from './whom-to-ask.ts'

/** An act that a person wants to do, as named in the audit. */
export interface Act extends AccessQuestion {
  /** Derived from the task; unchanged when the task runs again. */
  opId: string
  verb?: string | undefined
  object: AuditRecord['object']
  location?: AuditRecord['location']
  /** The conversation that the person must be able to read, or several of which they must be able to read one. */
  conversation?: string | readonly string[] | undefined
  /** The projects that the person can still choose from; permission for one is enough. */
  projects?: readonly string[] | undefined
}

/**
 * The answer to a request for permission; the message is for that person only. `late` means that Slack failed or did not answer in time; its message
 * asks the person to try again.
 */
export type AccessAnswer = { is: 'allowed' } | { is: 'refused'; message: Message } | { is: 'late'; message: Message }

/** The answer if no permission is needed. */
export const allowed: AccessAnswer = { is: 'allowed' }

/**
 * The wait for an answer in milliseconds: in a listener `questionTimeMs()`, which all questions of one request share. A task omits it, waits without
 * limit, and is never late; it throws `UpstreamError` if Slack does not answer.
 */
export interface AskOptions {
  withinMs?: number | undefined
}

/** Asks the access policy about acts, and records their outcome. */
export interface Authorizer {
  /**
   * Asks whether the person may act now, and may read the conversation. Records a refusal, also one that comes after `late` was answered; with
   * `isTried: false`, none. Its message names the action and the people who may act, with a button that asks the people who can allow it, or opens the
   * setting for a person who can allow it themselves; a person who may not use the app at all reads only that,
   * unless they are a guest in the conversation that shows the object.
   */
  ask(this: void, act: Act, options?: AskOptions & { isTried?: boolean }): Promise<AccessAnswer>
  /** Asks whether the person may read a conversation, or one of several; nothing if it is undefined. Records nothing. */
  askToRead(
    this: void,
    person: Pick<Act, 'team' | 'user'>,
    conversation: Act['conversation'],
    options?: AskOptions,
  ): Promise<AccessAnswer>
  /** Records that the act was done, failed, or was refused for a reason other than the policy. `text` is the outgoing text; only its hash is kept. */
  recordAct(
    this: void,
    act: Act,
    result?: { text?: string | undefined; outcome?: 'done' | 'failed' | 'refused' },
  ): Promise<void>
}

export interface AuthorizerOptions extends WhomToAskServices {
  access: Pick<AccessPolicy, 'decide' | 'mayUse' | 'mayRead' | 'isGuestIn' | 'listAppointedAdmins'>
  audit: AuditLog
  languages: Languages
  store: Store
  clock: Clock
  keyedHash: KeyedHash
}

/** Creates the authorizer that every slice uses. */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { access, audit, languages, store, clock, keyedHash } = options

  const record = (
    { team, user, action, verb, object, location, opId }: Act,
    outcome: AuditRecord['outcome'],
    text?: string,
  ) =>
    audit.record({
      team,
      user,
      action,
      object,
      outcome,
      opId: `${outcome}:${opId}`,
      ...(verb !== undefined && { verb }),
      ...(location && { location }),
      ...(text !== undefined && { text }),
    })

  /**
   * Keeps at most one request a day about the same object, however often the person is refused. Objects without a link (a job that was never started)
   * look alike to the people asked, so they count as one unless they come from different messages. The audit counts separately, because it needs the
   * same action as the settings.
   */
  async function keepRequest(act: Act): Promise<string> {
    const { team, user, action, project, inbox, object, location } = act
    const day = Math.floor(clock.now() / DAY_MS)
    const scope = project ?? inbox ?? ''
    const message = location?.ts === undefined ? [] : [location.channel, location.ts]
    const isOneOfItsKind = object.link !== undefined || object.kind === 'audit'
    const about = isOneOfItsKind ? [object.kind, object.id] : message
    const id = keyedHash('access-request', user, action, scope, ...about, String(day))
    await accessRequests(store, team).update(id, (now) => (now?.askedAt === undefined ? toRequest(act) : undefined))
    return id
  }

  /** Returns the refusal if the settings do not allow the act. */
  async function findRefusal(act: Act): Promise<Message | undefined> {
    const { isAllowed, subjects } = await decideInAny(access, act, act.projects)
    if (isAllowed) return undefined
    const { team, user, action, verb, inbox, projects = [] } = act
    const project = projects.length > 1 ? undefined : act.project
    const text = accessTextIn(await languages.ofPerson(team, user))
    if (!(await access.mayUse(team, user)) && !(await isGuestThere(access, act))) return textMessage(text.membersOnly)
    const whom = await findWhomToAsk(options, team, subjects)
    const names = await nameWhomToAsk(options, team, whom, text)
    const request = await keepRequest(act)
    const mayAllow = await access.decide({ team, user, action: actionToAllow(action, inbox), inbox })
    // Nobody needs to ask themselves.
    const isReaders = mayAllow.isAllowed && (names.length === 0 || whom.people.includes(user))
    const next = mayAllow.isAllowed
      ? button({ actionId: ALLOW_ACTION_ID, text: text.openSettings, value: request })
      : button({ actionId: ASK_ACTION_ID, text: text.ask, value: request })
    return textMessage(
      describeRefusal(text, { action, verb, objectKind: act.object.kind, project }, isReaders || names),
      isReaders || names.length > 0 ? actionsBlock(next) : [],
    )
  }

  async function decideReading(
    { team, user }: Pick<Act, 'team' | 'user'>,
    conversation: Act['conversation'],
  ): Promise<AccessAnswer> {
    if (conversation === undefined) return allowed
    for (const one of typeof conversation === 'string' ? [conversation] : conversation)
      if (await access.mayRead(team, user, one)) return allowed
    return {
      is: 'refused',
      message: plainTextMessage(accessTextIn(await languages.ofPerson(team, user)).notReader),
    }
  }

  async function decide(act: Act, isTried: boolean): Promise<AccessAnswer> {
    const message = await findRefusal(act)
    const answer: AccessAnswer = message ? { is: 'refused', message } : await decideReading(act, act.conversation)
    if (answer.is === 'refused' && isTried) await record(act, 'refused')
    return answer
  }

  return {
    ask: (act, { withinMs, isTried = true } = {}) => answerInTime(options, act, decide(act, isTried), { withinMs }),
    askToRead: (person, conversation, limit = {}) =>
      answerInTime(options, person, decideReading(person, conversation), limit),
    recordAct: (act, { text, outcome = 'done' } = {}) => record(act, outcome, text),
  }
}

const toRequest = ({ user, action, verb, project, inbox, object, location }: Act): AccessRequestRecord => ({
  user,
  action,
  object,
  ...(verb !== undefined && { verb }),
  ...(project !== undefined && { project }),
  ...(inbox !== undefined && { inbox }),
  ...(location && { location }),
})

/** Limits the wait for an answer to the person's deadline; the answer is late after that, or if Slack fails. */
export async function answerInTime(
  { languages }: { languages: Pick<Languages, 'ofPerson'> },
  { team, user }: Pick<Act, 'team' | 'user'>,
  answer: Promise<AccessAnswer>,
  { withinMs }: AskOptions,
): Promise<AccessAnswer> {
  if (withinMs === undefined) return answer
  const inTime = await answerWithin(withinMs, answer)
  if (inTime) return inTime
  return { is: 'late', message: textMessage(accessTextIn(await languages.ofPerson(team, user)).slackTooSlow) }
}

/**
 * Whether the person sees the object although they may not use the app: guests in its conversation do. Everyone else learns nothing, because the names
 * in the settings would reveal what there is.
 */
async function isGuestThere(
  { isGuestIn }: Pick<AccessPolicy, 'isGuestIn'>,
  { team, user, conversation = [] }: Act,
): Promise<boolean> {
  for (const one of typeof conversation === 'string' ? [conversation] : conversation)
    if (await isGuestIn(team, user, one)) return true
  return false
}

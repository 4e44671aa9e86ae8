import type { AuditLog, AuditRecord } from '../audit/audit-log.ts'
import { type Clock, DAY_MS } from '../core/clock.ts'
import { actionsBlock, button } from '../slack/blocks/block-builders.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import type { AccessPolicy, AccessQuestion } from './access-policy.ts'
import { type AccessRequestRecord, accessRequests } from './access-requests.ts'
import { accessTextIn } from './text/access-text.ts'
import { describeRefusal } from './text/refusal-sentences.ts'
import { findWhomToAsk, nameWhomToAsk, type WhomToAskServices } from './whom-to-ask.ts'

/** Frozen: messages already posted carry it. */
export const ASK_ACTION_ID = 'access.ask'

/** Something that a person is about to do, as the audit will name it. */
export interface Act extends AccessQuestion {
  /** Derived from the task, the same when the task runs again. */
  opId: string
  verb?: string | undefined
  object: AuditRecord['object']
  /** Where they did it. */
  place?: AuditRecord['place']
}

/** Asks the access policy for a person's act, and records how it went. */
export interface Authorizer {
  /**
   * Undefined if the person may do it now. Otherwise the refusal is recorded, and the answer for the person's eyes only is returned: what they
   * cannot do, whom to ask, and a button that asks them. Throws `UpstreamError` if Slack does not answer.
   */
  findRefusal(this: void, act: Act): Promise<Message | undefined>
  /** The same for something that was not tried, so that no refusal is recorded. */
  explainRefusal(this: void, act: Act): Promise<Message | undefined>
  /** Records that the act was done, failed, or was refused for another reason than the policy. `text`: what left Bellhop; only its hash is kept. */
  recordAct(
    this: void,
    act: Act,
    result?: { text?: string | undefined; outcome?: 'done' | 'failed' | 'refused' },
  ): Promise<void>
}

export interface AuthorizerOptions extends WhomToAskServices {
  access: Pick<AccessPolicy, 'decide' | 'listAppointedAdmins'>
  audit: AuditLog
  languages: Languages
  store: Store
  clock: Clock
  keyedHash: KeyedHash
}

/** Builds the one way in which every slice asks and records. */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { access, audit, languages, store, clock, keyedHash } = options

  const record = (
    { team, user, action, verb, object, place, opId }: Act,
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
      ...(place && { place }),
      ...(text !== undefined && { text }),
    })

  /**
   * At most one question a day about the same thing, however often the person is refused. Things without a link (a job that was never started) look
   * alike to those who are asked, so they count as one unless they come from different messages. The audit counts by itself: it needs the same
   * action as the settings.
   */
  async function keepRequest({ team, user, action, project, inbox, object, place }: Act): Promise<string> {
    const day = Math.floor(clock.now() / DAY_MS)
    const scope = project ?? inbox ?? ''
    const message = place?.ts === undefined ? [] : [place.channel, place.ts]
    const isOneOfItsKind = object.link !== undefined || object.kind === 'audit'
    const about = isOneOfItsKind ? [object.kind, object.id] : message
    const id = keyedHash('access-request', user, action, scope, ...about, String(day))
    const request: AccessRequestRecord = {
      user,
      action,
      object,
      ...(project !== undefined && { project }),
      ...(inbox !== undefined && { inbox }),
      ...(place && { place }),
    }
    await accessRequests(store, team).update(id, (now) => now ?? request)
    return id
  }

  async function explainRefusal(act: Act): Promise<Message | undefined> {
    const { isAllowed, subjects } = await access.decide(act)
    if (isAllowed) return undefined
    const { team, user, action } = act
    const text = accessTextIn(await languages.ofPerson(team, user))
    const whom = await findWhomToAsk(options, team, subjects)
    const names = await nameWhomToAsk(options, team, whom, text)
    const request = await keepRequest(act)
    const ask = button({ actionId: ASK_ACTION_ID, text: text.ask, value: request })
    return textMessage(
      describeRefusal(text, { action, objectKind: act.object.kind }, names),
      names.length === 0 ? [] : actionsBlock(ask),
    )
  }

  return {
    async findRefusal(act) {
      const refusal = await explainRefusal(act)
      if (refusal) await record(act, 'refused')
      return refusal
    },
    explainRefusal,
    recordAct: (act, { text, outcome = 'done' } = {}) => record(act, outcome, text),
  }
}

import { isolateDirection } from '../../core/isolate-direction.ts'
import { withinDeadline } from '../../core/question-time.ts'
import type { AccessText } from '../../access/text/access-text.ts'
import type { AuditRecord, ListedAuditRecord } from '../../audit/audit-log.ts'
import { contextBlock, menuOption, overflow, section } from '../../slack/blocks/block-builders.ts'
import {
  channelMention,
  dateToken,
  escapeMrkdwn,
  mrkdwnLink,
  parseWebUrl,
  truncate,
  userMention,
} from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { WorkspaceServices } from '../services.ts'
import type { WorkspaceText } from '../text/workspace-text.ts'
import { auditActionIds } from './audit-query.ts'

/** The texts and names in the audit. */
export interface AuditTexts {
  text: WorkspaceText['audit']
  access: AccessText
  /** The name of a setting, from the name in its record; undefined for one unknown to this version. */
  describeSetting(this: void, recorded: string): string | undefined
  /** Keyed by the name in records. */
  inboxes: ReadonlyMap<string, string>
}

const HASH_CHARS = 8
const ID_CHARS = 24
const NAME_CHARS = 100
const JOB_NAME_CHARS = 6
/** Outcomes of later versions are shown as recorded. */
const KNOWN_OUTCOMES: ReadonlySet<string> = new Set(['done', 'refused', 'failed'])

const own = <T>(names: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined
const spell = (name: string): string => name.replaceAll('_', ' ')

/** Names an action in plain words; one of a later version as in its record. */
export function nameAction({ text, access }: AuditTexts, action: string): string {
  const names: Record<string, { name: string }> = access.actions
  return own(text.actions, action) ?? own(names, action)?.name ?? action
}

/** Names what was done in plain words, as a request. */
function nameAct(texts: AuditTexts, { action, verb }: AuditRecord): string {
  const known = own(texts.text.verbs, `${action} ${verb}`)
  if (known !== undefined) return known
  const name = nameAction(texts, action)
  return verb === undefined ? name : texts.text.namedVerb({ name, verb: spell(verb) })
}

/** Names who did what to which object; for an act that was refused or failed, what it would have been, and the object. */
function describeAct(texts: AuditTexts, record: AuditRecord, what: string): string {
  const { text } = texts
  const { user, action, verb, outcome, object } = record
  const who = user === undefined ? text.bellhop : `*${userMention(user)}*`
  const key = verb === undefined ? action : `${action} ${verb}`
  const past = own<(values: { who: string; what: string }) => string>(text.past, key)
  if (outcome === 'done' && past) return past({ who, what })
  const facts = { who, act: escapeMrkdwn(nameAct(texts, record)) }
  const known = outcome === 'refused' || outcome === 'failed' ? text.unsuccessful[outcome](facts) : undefined
  const sentence = known ?? text.otherAct(facts)
  // The action already names the audit.
  return object.kind === 'audit' ? sentence : `${sentence} · ${what}`
}

/** Names a setting or an inbox; undefined for other objects, and for one unknown to this version. */
export function findKnownName(
  { describeSetting, inboxes }: Pick<AuditTexts, 'describeSetting' | 'inboxes'>,
  { kind, id }: AuditRecord['object'],
): string | undefined {
  if (kind === 'setting') return describeSetting(id)
  return kind === 'inbox' ? inboxes.get(id) : undefined
}

/** The address to show with an object. Earlier versions recorded the pull request of a job, which its readers alone may open. */
export function findObjectUrl({ kind, link = '' }: AuditRecord['object']): string | undefined {
  return kind === 'job' && !link.includes('/archives/') ? undefined : parseWebUrl(link)
}

/** Objects whose ids say nothing to a person. */
const NAMED_BY_KIND: ReadonlySet<string> = new Set(['mailbox', 'form', 'waiting_mail'])

/** Names an object by its kind and shortened id. */
export function nameObject(texts: AuditTexts, object: AuditRecord['object']): string {
  const { text } = texts
  const { kind, id } = object
  const known = findKnownName(texts, object)
  if (known !== undefined) return known
  const name = own(text.objects, kind) ?? spell(kind)
  const short = id !== kind && !NAMED_BY_KIND.has(kind) ? shortenId(kind, id) : ''
  return short === '' ? name : text.object({ kind: name, id: short })
}

/** Shortens an id; a hash only serves to distinguish objects. */
function shortenId(kind: string, id: string): string {
  if (kind === 'job') return id.slice(-JOB_NAME_CHARS)
  return truncate(id, ID_CHARS).replace(/^([0-9a-f]{8})[0-9a-f]{8,}…?$/, '$1')
}

/** Returns the channels of these records that the reader may see by name. Slack's answers are cached; a late one counts as no. */
export async function findReadableChannels(
  { access }: Pick<WorkspaceServices, 'access'>,
  { team, user }: { team: string; user: string },
  records: readonly AuditRecord[],
): Promise<Set<string>> {
  const channels = new Set(
    records.flatMap(({ location }) => (location && /^[CG]/.test(location.channel) ? [location.channel] : [])),
  )
  const answers = await Promise.all(
    [...channels].map(async (channel) => ({ channel, may: await withinDeadline(access.mayRead(team, user, channel)) })),
  )
  return new Set(answers.flatMap(({ channel, may }) => (may === true ? [channel] : [])))
}

function describeLocation(
  { text }: AuditTexts,
  { location }: AuditRecord,
  readable: ReadonlySet<string>,
): string | undefined {
  if (!location) return undefined
  if (!/^[CG]/.test(location.channel)) return text.inDirect
  return readable.has(location.channel) ? text.inChannel({ channel: channelMention(location.channel) }) : text.inPrivate
}

/**
 * Renders one record: who did what to which object; below, the time and the location. `name` is the object's own name, for a reader who may read it. A
 * mention in a modal notifies nobody.
 */
export function renderAuditRow(
  texts: AuditTexts,
  record: ListedAuditRecord,
  { readable, name }: { readable: ReadonlySet<string>; name?: string | undefined },
): MessageBlock[] {
  const { text } = texts
  const { object, at, hash, outcome, id } = record
  const url = findObjectUrl(object)
  const shown = name === undefined ? nameObject(texts, object) : isolateDirection(truncate(name, NAME_CHARS))
  const what = mrkdwnLink(url, shown)
  const details = [
    dateToken(at, '{date_short_pretty} {time}'),
    describeLocation(texts, record, readable),
    !KNOWN_OUTCOMES.has(String(outcome)) && `*${escapeMrkdwn(spell(String(outcome)))}*`,
    hash !== undefined && text.hash({ hash: hash.slice(0, HASH_CHARS) }),
  ]
  return [
    section(describeAct(texts, record, what), overflow(auditActionIds.only, [menuOption(text.only, id)])),
    ...contextBlock(details.filter(Boolean).join(' · ')),
  ]
}

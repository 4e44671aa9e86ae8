import { domainToASCII } from 'node:url'
import { isSubject } from '../../../access/subject.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { parseTypedAddresses } from '../../records/address.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import type { RuleConditions } from '../../records/rule-conditions.ts'
import type { MailText } from '../../text/mail-text.ts'
import { MUTE_CHOICE, QUARANTINE_CHOICE, type RuleFieldName, type RuleFields } from './rule-fields.ts'

const VALUES_MAX = 50
const VALUE_CHARS = 100
const ADDRESS_CHARS = 320
const NAME_CHARS = 80

/** The content of a rule, without its author and time. */
export type RuleContent = Pick<MailRule, 'name' | 'when' | 'channel' | 'assign' | 'isMuted' | 'isQuarantined'>

/** The errors of a form, by field. */
export type RuleFieldErrors = Partial<Record<RuleFieldName, string>>

interface Parsed {
  values: string[]
  error?: string
}

function readDomain(word: string): string | undefined {
  const domain = domainToASCII(word.replace(/^(?:\*\.|\*?@)/, ''))
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain) && domain.length <= ADDRESS_CHARS ? domain : undefined
}

/** `support+billing@`, for any domain. */
const readLocalPart = (word: string): string | undefined =>
  /^[^\s@<>"(),:;[\]\\]+@$/.test(word) && word.length <= VALUE_CHARS ? word.toLowerCase() : undefined

/** Parses addresses and domains as people type or paste them: separated by commas, semicolons, lines or blanks, with names or without. */
function parseAddressees(
  { rules: { problems }, formats }: MailText,
  typed: string,
  { takesLocalParts }: { takesLocalParts: boolean },
): Parsed {
  const { addresses, unreadable } = parseTypedAddresses(typed)
  const values = addresses.map(({ address }) => address.toLowerCase())
  const wrong: string[] = []
  for (const part of unreadable) {
    const words = part.trim().split(/\s+/)
    const found = words.map((word) => readDomain(word) ?? (takesLocalParts ? readLocalPart(word) : undefined))
    if (found.some((one) => one === undefined)) wrong.push(part.trim())
    else values.push(...found.filter((one) => one !== undefined))
  }
  if (wrong.length > 0)
    return { values: [], error: problems.unreadable({ parts: formats.list(wrong.slice(0, 5), 'comma') }) }
  return limitValues({ problems }, values, ADDRESS_CHARS)
}

const parseWords = ({ rules }: MailText, typed: string): Parsed =>
  limitValues(
    rules,
    typed.split(/[,;\n]/).map((word) => sanitizeLine(word).replace(/^["“„](.+)["”“]$/, '$1')),
    VALUE_CHARS,
  )

function limitValues(
  { problems }: Pick<MailText['rules'], 'problems'>,
  given: string[],
  maxChars: number,
): { values: string[]; error?: string } {
  const values = [...new Set(given.filter((value) => value !== ''))]
  if (values.length > VALUES_MAX) return { values: [], error: problems.tooMany({ most: VALUES_MAX }) }
  if (values.some((value) => value.length > maxChars))
    return { values: [], error: problems.tooLong({ most: maxChars }) }
  return { values }
}

/** Finds the inboxes for a menu's hashes; an error if one is unknown. */
function findInboxes({ rules: { problems } }: MailText, hashes: string[], known: ReadonlyMap<string, string>): Parsed {
  const values = hashes.flatMap((hash) => known.get(hash) ?? [])
  return values.length < hashes.length
    ? { values, error: problems.noSuchInbox }
    : limitValues({ problems }, values, 1000)
}

/** Parses a form into a rule, or returns its errors. `inboxes` maps a menu's hashes to inboxes. */
export function parseRuleFields(
  text: MailText,
  fields: RuleFields,
  { inboxes, keptChannel }: { inboxes: ReadonlyMap<string, string>; keptChannel: string | undefined },
): { errors: RuleFieldErrors } | { errors?: never; content: RuleContent } {
  const { problems } = text.rules
  const parsed: Record<keyof RuleConditions, Parsed> = {
    inboxes: findInboxes(text, fields.inboxes, inboxes),
    senders: parseAddressees(text, fields.senders, { takesLocalParts: false }),
    recipients: parseAddressees(text, fields.recipients, { takesLocalParts: true }),
    words: parseWords(text, fields.words),
    labels: parseWords(text, fields.labels),
    kinds: { values: fields.kinds },
  }
  const channel = fields.channel || keptChannel
  const [isMuted, isQuarantined] = [fields.also.includes(MUTE_CHOICE), fields.also.includes(QUARANTINE_CHOICE)]
  const errors: RuleFieldErrors = {}
  for (const [name, { error }] of Object.entries(parsed)) if (error !== undefined) errors[name as RuleFieldName] = error
  if (fields.assign !== '' && !isSubject(fields.assign)) errors.assign = problems.notSubject
  if (channel === undefined && fields.assign === '' && !isMuted && !isQuarantined) errors.channel = problems.nothingToDo
  if (Object.keys(errors).length > 0) return { errors }
  const name = sanitizeLine(fields.name).slice(0, NAME_CHARS).trim()
  const when = Object.entries(parsed).filter(([, { values }]) => values.length > 0)
  return {
    content: {
      ...(name !== '' && { name }),
      when: Object.fromEntries(when.map(([condition, { values }]) => [condition, values])),
      ...(channel !== undefined && { channel }),
      ...(fields.assign !== '' && { assign: fields.assign }),
      ...(isMuted && { isMuted }),
      ...(isQuarantined && { isQuarantined }),
    },
  }
}

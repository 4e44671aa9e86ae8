import { findNearestWord } from '../../../core/nearest-word.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import { removePrefixes } from '../../../mail-content/reading/quotations/forwarded-mail.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'

/** The placeholders of saved replies. Frozen: saved replies contain them. */
const placeholders = ['name', 'firstname', 'myname', 'subject', 'ticket'] as const
type Placeholder = (typeof placeholders)[number]

/** The placeholders as people write them. */
export const writtenPlaceholders = {
  name: '{name}',
  firstName: '{firstname}',
  myName: '{myname}',
  subject: '{subject}',
  ticket: '{ticket}',
} as const

/** Known values for placeholders. */
export type PlaceholderValues = Partial<Record<Placeholder, string>>

const PLACEHOLDER = /\{(name|firstname|myname|subject|ticket)\}/gi
const NAME_CHARS = 60
const SUBJECT_CHARS = 150
/** Matches addresses and links, which are no names. */
const NO_NAME = /[@/\\]|www\.|^\W*$/i
/** A key in brackets such as [ABC-123], with or without words around it, or a number behind #. */
const TICKET = /\[[^\]]{0,20}?\b([A-Z][A-Z0-9]{1,9}-\d{1,10})\]|(?<![\w&])(#\d{1,12})\b/

/** Finds the first ticket number in a subject or text: a key in brackets such as `[ABC-123]`, or a number such as `#4711`. */
export function findTicket(text: string): string | undefined {
  const [, key, number] = TICKET.exec(sanitizeLine(text.slice(0, 1000))) ?? []
  return key ?? number
}

/** Words before a name. */
const TITLE = /^(?:mr|mrs|ms|mx|dr|prof|herr|frau|mme|sr|sra)\.?$/i
/** Scripts that are written without spaces, in which the family name comes first. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Words after a comma that are no first name: of a family, of a degree and of a company. */
const SUFFIX = /^(?:jr|sr|ii|iii|phd|md|inc|llc|ltd|gmbh)$/i

/**
 * The first name in a person's name: of "Brandt, Olga" and "Dr. Olga Brandt", "Olga". Undefined if the order of the name is unknown, or if the comma
 * stands before something else, as in "Olga Brandt, PhD".
 */
export function findFirstName(name: string): string | undefined {
  if (NO_NAME.test(name) || FAMILY_FIRST.test(name)) return undefined
  const [before = '', ...after] = name.split(',').map((part) => part.trim())
  const [given] = after
  if (given === undefined) return findGiven(before)
  const isReversed = after.length === 1 && !/\s/.test(before) && !SUFFIX.test(given.replaceAll(/[.\s]/g, ''))
  return isReversed ? findGiven(given) : undefined
}

const findGiven = (words: string): string | undefined =>
  words.split(/\s+/).find((word) => word !== '' && !TITLE.test(word))

const cleanName = (name: string | undefined): string => truncate(sanitizeLine((name ?? '').slice(0, 1000)), NAME_CHARS)

/** The sources of values for placeholders; all but the writer's name comes from outside. */
interface PlaceholderSources {
  recipient: string | undefined
  writer?: string | undefined
  subject: string
  /** The text of the answered mail. */
  text?: string | undefined
}

/** Derives values from the names, the subject and the text. */
export function findPlaceholderValues({
  recipient,
  writer,
  subject,
  text = '',
}: PlaceholderSources): PlaceholderValues {
  const called = cleanName(recipient)
  const firstName = findFirstName(called)
  const ownName = findFirstName(cleanName(writer))
  const about = truncate(removePrefixes(sanitizeLine(subject.slice(0, 1000))), SUBJECT_CHARS)
  const ticket = findTicket(subject) ?? findTicket(text)
  return {
    ...(called && !NO_NAME.test(called) && { name: called }),
    ...(firstName && { firstname: firstName }),
    ...(ownName && { myname: ownName }),
    ...(about && { subject: about }),
    ...(ticket && { ticket }),
  }
}

/** A part of rich text. */
type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCode = ({ type, style }: Node): boolean =>
  type === 'rich_text_preformatted' || (isNode(style) && style['code'] === true)

/** Calls `change` for each text outside code. Links, mentions and emoji are not texts. */
function mapTexts(node: Node, change: (text: string) => string): Node {
  if (isCode(node)) return node
  const { type, text, elements } = node
  return {
    ...node,
    ...(type === 'text' && typeof text === 'string' && { text: change(text) }),
    ...(Array.isArray(elements) && {
      elements: elements.map((one: unknown) => (isNode(one) ? mapTexts(one, change) : one)),
    }),
  }
}

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((one) => one === name)

/** Fills in known placeholders; the others, and unknown words in braces, stay unchanged. Inserted values are not searched again. */
export function fillPlaceholders(written: RichTextBlock, values: PlaceholderValues): RichTextBlock {
  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (whole, word: string) => {
      const name = word.toLowerCase()
      return (isPlaceholder(name) ? values[name] : undefined) ?? whole
    })
  return readRichText({ ...written, elements: written.elements.map((one) => mapTexts({ ...one }, fill)) }) ?? written
}

/** The placeholders left in a text, each once. */
export function listOpenPlaceholders(written: RichTextBlock): string[] {
  const open = new Set<string>()
  for (const one of written.elements)
    mapTexts({ ...one }, (text) => {
      for (const [whole] of text.matchAll(PLACEHOLDER)) open.add(whole.toLowerCase())
      return text
    })
  return [...open]
}

/** A word in braces that may be meant as a placeholder. */
const BRACED = /\{([\p{L}][\p{L} _-]{0,20})\}/gu

/** Finds a word in braces that is no placeholder but almost one, such as `{fist name}`, and the placeholder that is meant. */
export function findMistypedPlaceholder(written: RichTextBlock): { typed: string; meant: string } | undefined {
  let found: { typed: string; meant: string } | undefined
  for (const one of written.elements)
    mapTexts({ ...one }, (text) => {
      for (const [typed, word = ''] of text.matchAll(BRACED)) {
        const name = word.toLowerCase()
        const joined = name.replaceAll(/[ _-]/g, '')
        const meant = isPlaceholder(joined) ? joined : findNearestWord(joined, placeholders)
        if (!isPlaceholder(name) && meant) found ??= { typed, meant: `{${meant}}` }
      }
      return text
    })
  return found
}

/** Appends the second text to the first one, which is never overwritten. Separates paragraphs by an empty line. */
export function appendText(typed: RichTextBlock | undefined, added: RichTextBlock): RichTextBlock {
  const last = typed?.elements.at(-1)
  const [first, ...others] = added.elements
  if (!typed || !last || !first) return typed ?? added
  if (last.type !== 'rich_text_section' || first.type !== 'rich_text_section')
    return { ...typed, elements: [...typed.elements, ...added.elements] }
  const gap = { type: 'text' as const, text: '\n\n' }
  const joined = { ...last, elements: [...last.elements, gap, ...first.elements] }
  return { ...typed, elements: [...typed.elements.slice(0, -1), joined, ...others] }
}

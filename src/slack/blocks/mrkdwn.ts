/** Escapes the three characters that have a meaning in mrkdwn and in a message's `text` (docs/slack-limits.md). */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const LOOK_ALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }

/** Replaces what would format a text from outside, or be an emoji, by characters that look like it, because mrkdwn has no escape for them. */
export const keepLiteral = (text: string): string =>
  text
    .replaceAll(/:(?=[\w+-]*[a-z+-][\w+-]*:)/gi, '∶')
    .replaceAll(/[*`]|(?<![\p{L}\p{N}])[_~]|[_~](?![\p{L}\p{N}])/gu, (mark) => LOOK_ALIKES[mark] ?? mark)

/** At most `limit` UTF-16 units. A shortened text ends in `…`, and never inside a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = limit - 1
  const last = text.charCodeAt(end - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end).trimEnd()}…`
}

/** Truncates a text that is already escaped, without leaving half an entity. */
export function truncateEscaped(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${truncate(text, limit)
    .slice(0, -1)
    .replace(/&[a-z]{0,4}$/, '')}…`
}

/** A date that Slack shows in each reader's time zone; clients without date support show it in UTC. */
export function dateToken(atMs: number, format = '{time}'): string {
  const at = new Date(atMs)
  const fallback = format.includes('date')
    ? at.toISOString().slice(0, 16).replace('T', ' ')
    : at.toISOString().slice(11, 16)
  return `<!date^${Math.floor(atMs / 1000)}^${format}|${fallback} UTC>`
}

/** A token of `dateToken`; `timestamp` in seconds. */
interface DatePart {
  token: string
  timestamp: number
  format: string
  fallback: string
}

const DATE_TOKEN = /(<!date\^\d{1,12}\^\u200b[^|<>^]{1,60}\|[\d :-]{1,20}UTC>)/

/** The parts of a plain text around the tokens of `formatMoment`, in order, without empty ones. No text from outside has their zero-width space. */
export const splitDates = (text: string): (string | DatePart)[] =>
  text
    .split(DATE_TOKEN)
    .map((part, index) => (index % 2 === 0 ? part : parseToken(part)))
    .filter((part) => part !== '')

function parseToken(token: string): DatePart {
  const [, timestamp, rest = ''] = token.slice(0, -1).split('^')
  const [format = '', fallback = ''] = rest.split('|')
  return { token, timestamp: Number(timestamp), format, fallback }
}

/**
 * A day and a time inside a sentence, as each reader's clock shows them. Slack begins the words of a token with a capital if its pattern begins with
 * `{`: a zero-width space before it keeps `today` lower case.
 */
export const formatMoment = (atMs: number): string => dateToken(atMs, '\u200b{date_short_pretty} {time}')

/** A link in mrkdwn. Without an address, or with one other than http(s) and mailto, the label is plain, escaped text. */
export function mrkdwnLink(url: string | undefined, label: string): string {
  if (url === undefined || !/^(https?:\/\/|mailto:)[^\s|<>]+$/i.test(url)) return escapeMrkdwn(label)
  return `<${escapeMrkdwn(url)}|${escapeMrkdwn(label).replaceAll('|', '¦')}>`
}

/**
 * Makes a link of what stands between `<link>` and `</link>` in a message; without an address it becomes plain text. Values in there are not escaped
 * by the caller.
 */
export const linkTo =
  (url: string | undefined) =>
  (parts: string[]): string =>
    mrkdwnLink(url, parts.join(''))

/** Notifies the person when it is posted. */
export const userMention = (user: string): string => `<@${user}>`
/** A link to a channel by its id. */
export const channelMention = (channel: string): string => `<#${channel}>`

/** Slack's limit for the address of a button. */
const URL_CHARS = 3000

/** An address that a button may open; anything else is shown as text. */
export function parseWebUrl(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  return parsed && isWeb && parsed.href.length <= URL_CHARS ? parsed.href : undefined
}

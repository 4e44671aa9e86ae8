/** The commands that `/mail` understands; a channel may be `off`. */
export type MailCommand =
  | { do: 'help' | 'status' | 'inboxes' | 'routes' }
  | { do: 'route'; inboxId: string; channel: string }
  | { do: 'quarantine'; channel: string }
  | { do: 'hold'; inboxId: string; seconds: number }
  | { do: 'metrics'; days: number }
  | { do: 'unclear'; word: string }

/** With `should_escape` Slack sends addresses as `<mailto:a@b|a@b>` and channels as `<#C1|name>`. */
const plainWord = (word: string): string => /^<mailto:([^<|>]+)(?:\|[^<>]*)?>$/.exec(word)?.[1] ?? word

/** The text as the person typed it. */
const typed = (text: string): string =>
  text
    .replaceAll(/<mailto:([^<|>]+)(?:\|[^<>]*)?>/g, '$1')
    .replaceAll(/<#[CG][A-Z0-9]+\|([^<>]+)>/g, '#$1')
    .trim()

function channelOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined
  if (/^(off|none|-)$/i.test(word)) return 'off'
  return /^<#([CG][A-Z0-9]+)(?:\|[^>]*)?>$/.exec(word)?.[1] ?? /^[CG][A-Z0-9]{6,}$/.exec(word)?.[0]
}

const MAX_HOLD_S = 600
const DAYS = 7
const MAX_DAYS = 90

/** Parses the text after `/mail`; text that matches no command is `unclear`, never guessed. */
export function parseMailCommand(text: string): MailCommand {
  const [verb = '', ...rest] = text.trim().split(/\s+/)
  const words = rest.map(plainWord)
  const [first, second, third] = words
  const isAlone = first === undefined
  switch (verb.toLowerCase()) {
    case '':
    case 'help':
      return { do: 'help' }
    case 'status':
    case 'inboxes':
    case 'routes':
      return isAlone
        ? { do: verb.toLowerCase() as 'status' | 'inboxes' | 'routes' }
        : { do: 'unclear', word: typed(text) }
    case 'route': {
      if (isAlone) return { do: 'routes' }
      const channel = channelOf(second)
      return channel && third === undefined
        ? { do: 'route', inboxId: first, channel }
        : { do: 'unclear', word: typed(text) }
    }
    case 'quarantine': {
      const channel = channelOf(first)
      return channel && second === undefined ? { do: 'quarantine', channel } : { do: 'unclear', word: typed(text) }
    }
    case 'hold': {
      const seconds = /^\d{1,4}s?$/i.test(second ?? '') ? Number.parseInt(second ?? '', 10) : Number.NaN
      return first && third === undefined && seconds <= MAX_HOLD_S
        ? { do: 'hold', inboxId: first, seconds }
        : { do: 'unclear', word: typed(text) }
    }
    case 'metrics': {
      const days = isAlone ? DAYS : /^\d{1,2}d?$/i.test(first) ? Number.parseInt(first, 10) : 0
      return second === undefined && days >= 1 && days <= MAX_DAYS
        ? { do: 'metrics', days }
        : { do: 'unclear', word: typed(text) }
    }
    default:
      return { do: 'unclear', word: typed(text) }
  }
}

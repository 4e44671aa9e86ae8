import type { SentMail } from '../../../sandbox/control-types.ts'

/** Something on a screen of the workspace. */
export interface Shown {
  /** The channel, or the person whose direct message, window or Home it is. */
  where: string
  /** Who reads it. */
  readers: readonly string[]
  /** Set if only one person sees it: in a direct message, as an answer to what they did, in a window or on Home. */
  isPrivate: boolean
  /** Set in a channel that is shared with another organization. */
  isShared: boolean
  text: string
}

/** Everything that people and mail recipients can see at the end of a story of sending. */
export interface SendingFacts {
  /** A guest, who is in the public channels. */
  guest: string
  /** People of other organizations. */
  outsiders: readonly string[]
  /** Everything that an app has posted or opened. */
  shown: readonly Shown[]
  sent: readonly (Pick<SentMail, 'inbox_id' | 'from' | 'text' | 'html'> & {
    /** The inboxes that have the answered mail; none for a mail that answers none. */
    threadInboxes: readonly string[]
  })[]
  /** Every text that somebody typed into a form or a channel. */
  written: readonly string[]
  /** The inbox that the story does not use, with the words of a mail in it and the people in its channel. */
  other: { inbox: string; words: string; readers: readonly string[] }
}

/** The only answers that a guest gets, whatever they try. */
const REFUSAL =
  /Only full members of this workspace can use Bellhop|Only some people can [a-zA-Z ]+\. Ask |Slack took too long/
/** Shorter texts also stand in other mails by chance. */
const SHORTEST = 12
/** The line above a quotation or a forwarded mail. */
const QUOTED = /^(?:On .+ wrote:|Forwarded: “.+:)$/m

/** A date token of ours where Slack shows it unchanged: in plain text, or escaped. */
const RAW_DATE = /"type":"(?:plain_)?text","text":"(?:[^"\\]|\\.)*<!date\^|&lt;!date\^/

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': '’', '&amp;': '&' }

/** The words of a text, without marks of quotation, line ends and kinds of apostrophes. */
const readWords = (text: string): string =>
  text
    .replaceAll(/^(?:> ?)+/gm, '')
    .replaceAll("'", '’')
    .replaceAll(/\s+/g, ' ')
    .trim()

const readHtml = (html: string): string =>
  readWords(
    html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (found) => ENTITIES[found] ?? found),
  )

/** The texts that no mail consists of, although somebody typed them. */
function listUnsent({ sent, written }: SendingFacts): string[] {
  const own = sent.map(({ text }) => readWords((text ?? '').split(QUOTED)[0] ?? ''))
  const typed = written.map(readWords).filter((text) => text.length >= SHORTEST)
  return typed.filter((text) => !own.some((one) => one.includes(text)))
}

function findLeaksInSlack({ guest, outsiders, shown, other }: SendingFacts): string[] {
  return shown.flatMap(({ where, readers, isPrivate, isShared, text }) => {
    const found = (problem: string): string => `${problem} in ${where}: ${text.slice(0, 300)}`
    const stranger = readers.find((one) => outsiders.includes(one))
    return [
      ...(isShared ? [found('something was posted in a shared channel')] : []),
      ...(stranger === undefined ? [] : [found(`${stranger} of another organization saw something`)]),
      ...(isPrivate && readers.includes(guest) && !REFUSAL.test(text) ? [found('the guest was shown something')] : []),
      ...(RAW_DATE.test(text) ? [found('a date is shown as its token')] : []),
      ...(text.includes(other.words) && readers.some((one) => !other.readers.includes(one))
        ? [found('somebody saw a mail of an inbox that they cannot read')]
        : []),
    ]
  })
}

function findLeaksInMail(facts: SendingFacts): string[] {
  const unsent = listUnsent(facts)
  return facts.sent.flatMap(({ inbox_id: inbox, from, text, html, threadInboxes }) => {
    const content = `${readWords(text ?? '')} ${readHtml(html ?? '')}`
    return [
      ...(from.includes(inbox) ? [] : [`a mail of ${inbox} is from ${from}`]),
      ...(threadInboxes.length === 0 || threadInboxes.includes(inbox)
        ? []
        : [`${inbox} sent an answer to a mail of ${threadInboxes.join()}`]),
      ...(inbox === facts.other.inbox ? [`a mail was sent from ${inbox}, where nobody wrote one`] : []),
      ...(content.includes(facts.other.words) ? [`a mail quotes a mail of ${facts.other.inbox}`] : []),
      ...unsent.filter((one) => content.includes(one)).map((one) => `a mail quotes what was never sent: ${one}`),
    ]
  })
}

/** Lists the leaks, and what was shown as no person should see it, each as a sentence for the reader of the failed test. */
export const findLeaks = (facts: SendingFacts): string[] => [...findLeaksInSlack(facts), ...findLeaksInMail(facts)]

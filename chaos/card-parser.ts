const STATE_PATTERNS = {
  finished: /Pull request ready|Nothing needed changing/,
  failed: /stopped with an error/,
  archived: /Archived:/,
  unknown: /may be running/,
  asking: /Start this one too\?/,
  refused: /nothing was started/i,
  withdrawn: /Not started(?! yet)|Undone by/,
  waits: /\d(st|nd|rd|th) in line|In line behind/,
  works: /Working since|Sending it to the agent|isn’t responding/,
} as const

export type CardState = keyof typeof STATE_PATTERNS | 'other'

/** The state that a job's card shows, by the text of its first line besides the title: a question or a failure, or the facts. */
export function parseCardState(content: string): CardState {
  const start = content.search(/"(section|context)"|Undone by/)
  const [, line = ''] = /"text":"((?:[^"\\]|\\.)*)"/.exec(content.slice(start)) ?? []
  const names = Object.keys(STATE_PATTERNS) as (keyof typeof STATE_PATTERNS)[]
  return names.find((name) => STATE_PATTERNS[name].test(line)) ?? 'other'
}

/** Whether it is the end of a job that was started. */
export const isFinalState = (state: CardState): boolean =>
  state === 'finished' || state === 'failed' || state === 'archived'

export const isJobCard = ({ opId }: { opId: string }): boolean => opId.startsWith('card:jobs.card:')
export const isMailCard = ({ opId }: { opId: string }): boolean => /^card:mail\.(card|mail):/.test(opId)
export const isReplyCard = ({ opId }: { opId: string }): boolean => opId.startsWith('card:mail.reply:')
/** Whether a card shows what became of a mail that somebody sent: that of a reply, or the head of a thread that began with it. */
export const isSendCard = (card: { opId: string; content: string }): boolean =>
  isReplyCard(card) || (isMailCard(card) && SENT_HEAD.test(card.content))
/** The mail that somebody sent from another inbox of the account, shown as the mail that it is there: its marker. */
export function findCrossing(card: { opId: string; content: string }): string | undefined {
  if (!isMailCard(card) || SENT_HEAD.test(card.content)) return undefined
  return FIRST_TEXT.exec(card.content)?.[1]
}
export const isUnknownFollowUp = ({ opId }: { opId: string }): boolean => /^jobs\.said:.*:unknown$/.test(opId)
export const asksWhetherSent = (content: string): boolean =>
  content.includes('Couldn’t confirm delivery to the mailbox')
/** Whether it leaves only once somebody approves it, or at a time that its writer chose. */
export const waitsForPeople = (content: string): boolean =>
  /"mail\.send_now"|Awaiting approval|can approve/.test(content)
/** Whether the card shows that this version was not sent, and will not be. */
export const saysUnsent = (content: string): boolean =>
  /othing was sent|Not sent: stopped|Not sent\. A new version|This version won’t be sent/.test(content)
/** Whether the card of a reply that was given up without a known outcome shows that another version was sent, or waits for a person. */
export const showsNewerVersion = (content: string): boolean =>
  /Sent again by|A new version by/.test(content) &&
  ![showsOutcome, asksWhetherSent, saysUnsent].some((shows) => shows(content))
/** Whether the card of a sent reply shows its outcome. */
export const showsOutcome = (content: string): boolean => /Delivered|Not delivered|marked this as spam/.test(content)

/** A head that shows who sent it, not who wrote it: `✉️ <address> → <inbox>`. */
const SENT_HEAD = /"✉️ (?![^"]*→)/
const REPLY_BEGINS = 'Dear customer, '
const REPLY_MARKER = /Dear customer, (m\d{5}x\d{5})/
/** The first text of either kind is the mail's own; a forwarded one comes below it. */
const FIRST_TEXT = /Dear (?:customer, (m\d{5}x\d{5})|team, )/
/** The texts by which a customer's mail and a reply to it are recognized. */
export const writeMailText = (marker: string): string => `Dear team, ${marker}`
export const writeReplyText = (marker: string): string => `${REPLY_BEGINS}${marker}`
/** The marker of the reply that a message quotes, whose subject may name the mail that it answers; undefined if it quotes none. */
export const findReplyMarker = (content: string): string | undefined => REPLY_MARKER.exec(content)?.[1]
/** Whether a card is that of a reply, by its text, or of a new mail, by its subject: its head shows the answer once there is one. */
export const showsReply = (marker: string, isNew: boolean, { content }: { content: string }): boolean =>
  content.includes(writeReplyText(marker)) ||
  (isNew && SENT_HEAD.test(content) && content.includes(`"text":"${marker} `))
export const findMarkers = (content: string): string[] => [...new Set(content.match(/m\d{5}x\d{5}/g) ?? [])]

const states = {
  finished: /Pull request ready|Nothing needed changing/,
  failed: /stopped with an error/,
  archived: /Archived:/,
  unknown: /It may be running/,
  asking: /Start this one too\?/,
  refused: /Nothing was started/,
  withdrawn: /Not started(?! yet)/,
  waits: /\d(st|nd|rd|th) in line/,
  works: /Working since|Sending it to the agent|isn’t answering/,
} as const

export type CardState = keyof typeof states | 'other'

/** What a job's card says, by its words alone. */
export function cardState(words: string): CardState {
  const [, line = ''] = /"text":"((?:[^"\\]|\\.)*)"/.exec(words.slice(words.indexOf('"context"'))) ?? []
  const names = Object.keys(states) as (keyof typeof states)[]
  return names.find((name) => states[name].test(line)) ?? 'other'
}

/** How a job ends that was started. */
export const isFinal = (state: CardState): boolean => state === 'finished' || state === 'failed' || state === 'archived'

export const isJobCard = ({ opId }: { opId: string }): boolean => opId.startsWith('card:jobs.card:')
export const isMailCard = ({ opId }: { opId: string }): boolean => /^card:mail\.(card|mail):/.test(opId)
export const isReplyCard = ({ opId }: { opId: string }): boolean => opId.startsWith('card:mail.reply:')
export const isUnknownFollow = ({ opId }: { opId: string }): boolean => /^jobs\.said:.*:unknown$/.test(opId)
export const cannotTell = (words: string): boolean => words.includes('We can’t tell whether this was sent')
/** Of a reply that left: how it ended. */
export const hasEnded = (words: string): boolean => /Delivered|Not delivered|marked this as spam/.test(words)

/** How a mail from outside and a reply to it are known by their texts. */
export const mailText = (marker: string): string => `Dear team, ${marker}`
export const replyText = (marker: string): string => `Dear customer, ${marker}`
export const markersIn = (words: string): string[] => [...new Set(words.match(/m\d{5}x\d{5}/g) ?? [])]

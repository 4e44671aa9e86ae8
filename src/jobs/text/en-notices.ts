/** How somebody hears of an end of their own job, as part of a sentence; undefined for an end that only the card shows. */
interface OwnNotices {
  success: string | undefined
  failure: string | undefined
}

function describeOwnNotices({ success, failure }: OwnNotices): string {
  if (success === undefined) return `${failure} if it fails`
  if (failure === undefined) return `${success} when it finishes, unless it fails`
  return `${success} when it finishes${success === failure ? '' : `, and ${failure} if it fails`}`
}

/** The English texts of the hint below a reply that does not go to the agent. */
export const replyHintText = {
  offer: 'Here, only replies that mention @Bellhop go to the agent. Was this one meant for it?',
  smallTalk: 'I didn’t send this to the agent, because it doesn’t look like a task.',
  send: 'Send it to the agent',
  sent: 'OK, it’s on its way to the agent as a follow-up.',
} as const

/** The English texts about who is notified of a job's end. */
export const jobNoticeText = {
  willTell: 'I’ll message you when this job finishes.',
  willTellNext: 'I’ll message you when this job finishes its next follow-up.',
  willTellAlready: 'You’ve already asked for this: I’ll message you when this job finishes.',
  willNotTell: 'OK, I won’t message you about it.',
  thread: 'mention you in the thread',
  direct: 'message you',
  willTellOwner: (hasAsked: boolean, own: OwnNotices) =>
    `${hasAsked ? 'You asked for this job' : 'This job is now yours'}, so I’ll ${describeOwnNotices(own)}. You can change that in \`/docs settings\`.`,
} as const

/** The English texts about who may use Bellhop, the same in every slice. */
export const accessText = {
  membersOnly: 'Only full members of this workspace can use Bellhop. Ask a colleague to do it for you.',
  slackTooSlow: 'Slack took too long to answer Bellhop, so nothing was done. Try again.',
  slackFailed: 'Slack didn’t answer Bellhop properly, so this may not have worked. Try again in a moment.',
  answerTitle: 'Bellhop',
  close: 'Close',
} as const

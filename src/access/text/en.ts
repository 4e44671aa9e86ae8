/** The English texts about who may use Bellhop, the same in every slice. */
export const accessText = {
  membersOnly: 'Only full members of this workspace can use Bellhop. Ask a colleague to do it for you.',
  notKnownYet: 'Slack took too long to tell Bellhop who you are. Try again.',
} as const

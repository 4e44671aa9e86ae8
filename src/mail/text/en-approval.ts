/** Texts about replies that somebody else must approve. */
export const englishApproval = {
  awaiting: 'Not sent yet. It waits until somebody approves it.',
}

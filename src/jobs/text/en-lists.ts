/** The English texts of the docs list, where people collect messages for one job. */
export const docsListText = {
  title: 'Docs list',
  empty: 'Your list is empty. Add messages with “Add to docs list” in a message’s menu, whenever you come across one.',
  remove: 'Remove',
  start: 'Start one job from these',
  instruction: 'Update the docs so that they cover what these messages say.',
} as const

/** The English texts of the list of jobs. */
export const listText = {
  title: 'Jobs',
  filters: {
    mine: {
      all: () => 'Your jobs, newest first',
      active: () => 'Your jobs in progress',
      finished: () => 'Your finished jobs',
      failed: () => 'Your failed jobs',
    },
    channel: {
      all: (channel: string) => `Jobs in ${channel}, newest first`,
      active: (channel: string) => `Jobs in progress in ${channel}`,
      finished: (channel: string) => `Finished jobs in ${channel}`,
      failed: (channel: string) => `Failed jobs in ${channel}`,
    },
  },
  thisChannel: 'this channel',
  thisConversation: 'this conversation',
  channelUnread: 'Slack took too long to answer Bellhop, so only your own jobs are shown. Choose the list again.',
  scopes: { mine: 'Mine', channel: 'This channel' },
  states: { all: 'In any state', active: 'In progress', finished: 'Finished', failed: 'Failed' },
  empty: {
    mine: {
      all: 'No jobs yet. Start one with the button, or type `/docs` and what to do.',
      active: 'None of your jobs is in progress.',
      finished: 'None of your jobs has finished yet.',
      failed: 'None of your jobs has failed.',
    },
    channel: {
      all: 'No jobs in this channel yet. To start one, type `/docs` and what to do.',
      active: 'No job in this channel is in progress.',
      finished: 'No job in this channel has finished yet.',
      failed: 'No job in this channel has failed.',
    },
  },
  further: 'No match among the newest jobs. Older ones may match.',
  end: 'No more jobs.',
  one: 'Job',
  all: 'All jobs',
  more: 'All actions',
  card: 'Go to the card',
} as const

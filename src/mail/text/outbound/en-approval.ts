import { createFormats } from '../../../core/formats.ts'

const { count, list, number } = createFormats('en')

/** Texts about replies that somebody else must approve. Callers escape names from outside. */
export const englishApproval = {
  comesFirst: 'Somebody else has to approve it before it leaves. You can cancel it until then.',
  awaiting: 'Not sent yet. It waits for approval.',
  /** `until`: a time. */
  awaitingFrom: (names: string[], until: string) =>
    names.length === 0
      ? `Not sent yet. It waits for approval until ${until}.`
      : `Not sent yet. ${list(names, 'or')} can approve it until ${until}.`,
  nobody:
    '⚠️ Nobody can approve this now. Ask an admin to choose other approvers with `/mail approval`, or cancel this reply.',
  review: 'Review',
  /** `isOnly`: nobody else can approve it. */
  request: (isOnly: boolean, until: string) =>
    isOnly
      ? `It leaves when you approve it. If you don’t by ${until}, it isn’t sent.`
      : `It leaves when you or somebody else approves it. If nobody does by ${until}, it isn’t sent.`,
  reminder: (isOnly: boolean, until: string) =>
    isOnly
      ? `It still waits for your approval. If you don’t approve it by ${until}, it isn’t sent.`
      : `It still waits for approval. If nobody approves it by ${until}, it isn’t sent.`,
  outside: (writer: string) =>
    `${writer} has written a mail that needs your approval, but it’s in a channel that you aren’t in. Ask ${writer} to add you there, then open \`/mail approvals\`.`,
  yours: (to: string) => `Your mail to ${to}:`,
  reason: (reason: string) => `The reason: ${reason}`,
  approved: (by: string | undefined) => (by === undefined ? 'Approved.' : `${by} approved it.`),
  declined: (by: string | undefined) =>
    by === undefined ? 'Declined. Nothing was sent.' : `${by} declined it, so nothing was sent.`,
  edited: (by: string | undefined) =>
    by === undefined
      ? 'It was edited. The new version needs its own approval.'
      : `${by} edited it. The new version needs its own approval.`,
  expired: 'Nobody approved it in time, so nothing was sent. The text is saved.',
  switchedOff: 'Approval was switched off while it waited, so nothing was sent. The text is saved.',
  switchedOn: (to: string, inbox: string) =>
    `Approval was switched on for ${inbox} after you wrote your mail to ${to}. It waits for approval now, and nothing has been sent yet.`,
  /** Before anything is done with a reply that waits for its time; `isApproved`: as it is now. */
  change: (isApproved: boolean) =>
    isApproved
      ? 'With any change, *Send now* included, it needs a new approval.'
      : 'It needs approval before it leaves.',
  newTime: 'With another time, it needs a new approval before it leaves.',
  withdrawn: 'It was cancelled. Nothing was sent.',
  goesOut: (to: string, by: string) => `${by} approved your mail to ${to}. It goes out in a moment.`,
  waitsNearby: (to: string) => `Your mail to ${to} waits for approval. Nothing has been sent yet.`,
  overtaken:
    'Your version wasn’t sent: the mail was approved in the meantime, or somebody else changed it first. Bellhop has kept your text.',
  nobodyForWriter: (to: string) =>
    `Your mail to ${to} needs approval, but nobody can approve it now: the people chosen have left, can’t see its channel, or wrote it. Bellhop has told the admins. Nothing was sent.`,
  nobodyForAdmins: (writer: string, inbox: string) =>
    `A mail that ${writer} wrote from ${inbox} needs approval, but nobody can approve it: the people chosen have left, can’t see its channel, or wrote it. Choose others with \`/mail approval ${inbox} @people\`, or add them to its channel.`,

  notYours: 'You wrote or edited this mail, so somebody else has to approve it.',
  over: 'This mail doesn’t wait for approval any more.',
  changed: '⚠️ This mail was changed after you opened it. This is the new version. Read it before you approve it.',
  cameLate: (what: string) => `Nothing has changed. ${what}`,

  title: 'Review mail',
  approve: 'Approve',
  decline: 'Decline…',
  edit: 'Edit',
  declineTitle: 'Decline',
  declineSubmit: 'Decline',
  declineReason: 'Why?',
  declineHint: 'The writer reads this with their text, and can edit and send it again.',
  from: (writer: string, inbox: string) => `${writer} wants to send this from ${inbox}.`,
  leaves: 'When you approve it, it leaves exactly as shown here.',
  leavesAt: (when: string) => `Its writer chose the time: ${when}.`,
  unusual: {
    manyRecipients: (people: number) => `It goes to ${count(people, { one: 'person', other: 'people' })}.`,
    newAddresses: (addresses: string[], more: number) =>
      `This inbox has never exchanged mail with ${list(more > 0 ? [...addresses, `${number(more)} more`] : addresses)}.`,
    newDomains: (domains: string[]) => `New to this thread: ${list(domains)}.`,
    replyTo: (addresses: string[]) => `Answers don’t come back here: they go to ${list(addresses)}.`,
    forward: 'It forwards somebody’s mail to people outside.',
    subject: 'Its subject isn’t the one of the mail that it answers.',
    refusedFiles: (names: string[]) => `Mail servers often refuse files such as ${list(names)}.`,
    suppressed: (addresses: string[]) =>
      `Mail to ${list(addresses)} bounced, was marked as spam, or isn’t sent by the mailbox.`,
    headers: (names: string[]) => `It sets these headers: ${list(names)}.`,
    elsewhere: (names: string[]) => `Files are fetched from other sites: ${list(names)}.`,
    laterMail: 'A newer mail has come in this thread since this one was written.',
  },

  listTitle: 'Approvals',
  homeTitle: 'Approvals',
  forMe: 'Waiting for your approval',
  mine: 'Yours, waiting for approval',
  /** `writer`: undefined for the person who reads it. */
  row: (writer: string | undefined, to: string, subject: string) =>
    `*${subject}* ${writer === undefined ? '' : `from ${writer} `}to ${to}`,
  untilWhen: (until: string) => `Waits until ${until}`,
  none: 'No mail waits for your approval, and none of yours waits.',
  all: 'All approvals',

  saving: 'Saving who must approve…',
  set: (inbox: string, names: string[]) =>
    `Mail from ${inbox} now leaves only after ${list(names, 'or')} approves it. Nobody can approve their own mail.`,
  unset: (inbox: string) => `Mail from ${inbox} now leaves without approval.`,
  setting: {
    label: 'Who must approve what leaves',
    hint: 'One of these people has to approve each mail before it leaves. Nobody can approve their own mail.',
    none: 'Nobody: mail leaves without approval',
    error: 'Choose people, user groups or channels from the menu.',
  },
  warnings: {
    left: (names: string[]) => `⚠️ ${list(names)} can’t approve anything: they have left, or aren’t full members.`,
    emptyGroup: (names: string[]) => `⚠️ ${list(names)} has no members who could approve.`,
    nobody: '⚠️ Nobody can approve mail now, so nothing leaves from this inbox.',
    onlyOne: (name: string) => `⚠️ Only ${name} can approve, so nobody can approve what ${name} writes.`,
    outside: (names: string[], channel: string) =>
      `⚠️ ${list(names)} can’t see ${channel}, where this inbox’s mail is. Add them there, or they can’t approve.`,
  },
}

export const countNoun = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`
/** `a`, `a and b`, `a, b and c`. */
export const joinNames = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** `a, b and 183 others`: three names at most, and how many more there are in all. */
export function nameSome(entries: { address: string }[], more = 0): string {
  const addresses = entries.map(({ address }) => address)
  const total = addresses.length + more
  if (total <= 3 && more === 0) return joinNames(addresses)
  const shown = addresses.slice(0, 2)
  return joinNames([...shown, countNoun(total - shown.length, 'other', 'others')])
}

/** `a, b, c`; of more than ten addresses the first nine, whole, and how many more there are. */
const nameTen = (addresses: string[]): string =>
  addresses.length <= 10
    ? addresses.join(', ')
    : `${addresses.slice(0, 9).join(', ')} and ${countNoun(addresses.length - 9, 'other', 'others')}`

const KB = 1024

/** The meaning of a mail server's status code (RFC 3463). The code itself is shown too, so that people can look it up. */
const meanings: Record<string, string> = {
  '1.1': 'mailbox doesn’t exist',
  '1.2': 'domain doesn’t exist',
  '1.10': 'domain doesn’t accept mail',
  '2.1': 'mailbox is disabled',
  '2.2': 'mailbox is full',
  '2.3': 'mail is too large for the mailbox',
  '3.4': 'mail is too large for the server',
  '4.1': 'server isn’t answering',
  '4.4': 'server can’t be found',
  '4.7': 'server didn’t accept it in time',
  '7.1': 'refused by the server',
}

/** `5.1.1` with its meaning; any other status unchanged. */
function statusText(status: string): string {
  const meaning = /^[45]\.(\d{1,3}\.\d{1,3})$/.exec(status.trim())?.[1]
  const known = meaning === undefined ? undefined : meanings[meaning]
  return known ? `${known}, ${status.trim()}` : status
}

/** What became of a reply, where its thread says so. */
export type ReplyFate = 'notDelivered' | 'notSent' | 'unknown' | 'waiting'

/** The English texts of the slice. Text from outside is inserted as it is; the blocks make it inert. */
export const mailTexts = {
  noSubject: '(no subject)',
  noText: '(no text)',
  tooComplex: 'This mail has no plain text, and its HTML is too large or too complex to show here.',
  noSender: 'unknown sender',
  cutHere: 'Shortened. *Read all* shows the rest.',
  linksOff: 'Links are off, because this sender looks like somebody else. You can turn them on in *Read all*.',
  notFetched: 'The text is large and hasn’t arrived yet. It will appear here as soon as the mailbox answers.',
  notReadWhole: 'This mail is too large for Bellhop to read its whole text. Read it in the mailbox.',
  notHandedOut: 'The text is large, and the mailbox doesn’t let Bellhop read it. Read it in the mailbox.',
  newMail: (from: string, subject: string) => `Mail from ${from}: ${subject}`,
  files: (files: { name: string; size?: number | undefined }[]) =>
    `📎 ${files.map(({ name, size }) => (size === undefined ? name : `${name} ${mailTexts.size(size)}`)).join(', ')}`,
  size: (bytes: number) =>
    bytes < KB
      ? `${bytes} bytes`
      : bytes < KB * KB
        ? `${Math.round(bytes / KB)} KB`
        : `${(bytes / KB / KB).toFixed(1)} MB`,
  collapsedMails: (count: number) => `${countNoun(count, 'earlier mail', 'earlier mails')} hidden`,
  signatureCollapsed: 'signature hidden',
  earlier: (count: number) => `${countNoun(count, 'earlier mail', 'earlier mails')} in this thread from before Bellhop`,
  more: (count: number) => `${countNoun(count, 'more mail', 'more mails')} in this thread`,
  lastFrom: (address: string, when: string) => `last from ${address} ${when}`,
  /** Of the replies, only those are named that did not simply leave. */
  replied: (count: number, { notDelivered, notSent, unknown, waiting }: Record<ReplyFate, number>) => {
    const fates = [
      notDelivered > 0 && `${notDelivered} not delivered`,
      notSent > 0 && `${notSent} not sent`,
      unknown > 0 && `${unknown} may not have been sent`,
      waiting > 0 && `${waiting} still waiting`,
    ].filter(Boolean)
    return `${countNoun(count, 'reply', 'replies')}${fates.length > 0 ? `: ${fates.join(', ')}` : ''}`
  },
  reply: 'Reply',
  replyAll: 'Reply all',
  readAll: 'Read all',
  why: 'Why here?',
  headers: 'Headers',
  getFiles: 'Files',
  badges: {
    spam: 'Spam',
    blocked: 'Blocked sender',
    unauthenticated: 'Not authenticated',
    external: 'External',
    first_contact: 'First contact',
    reply_to_differs: 'Replies go to another address',
    look_alike: 'Look-alike domain',
  },
  somePeople: (people: string[], more: number) =>
    more > 0 ? `${people.join(', ')} and ${more} more` : people.join(', '),
  recipients: (to: string[], cc: string[], more: number) =>
    [to.length > 0 && `Also to ${to.join(', ')}`, cc.length > 0 && `cc ${cc.join(', ')}`].filter(Boolean).join(' · ') +
    (more > 0 ? ` and ${more} more` : ''),
  repliesGoTo: (addresses: string) => `Replies go to ${addresses}`,
  looksLike: (domain: string, known: string) => `The sender’s domain ${domain} looks like ${known}, but isn’t`,

  quarantine: {
    title: {
      spam: 'Spam',
      blocked: 'Blocked sender',
      unauthenticated: 'Not authenticated',
      other: 'Restricted mail',
    },
    line: (title: string, from: string, inbox: string, subject: string) =>
      `${title}: ${from} wrote to ${inbox}: “${subject}”. Text hidden, links disabled.`,
    show: 'Show text',
    release: 'Release',
    delete: 'Delete',
    releaseAsk: 'Release this mail?',
    releaseText: 'It will appear in its inbox’s channel, with working links and a Reply button.',
    deleteAsk: 'Delete this mail?',
    deleteText: 'Bellhop deletes its text and files. The mailbox keeps its own copy.',
    keep: 'Leave it',
    released: 'Released by',
    deleted: 'Deleted by',
  },

  replyCard: {
    line: (who: string, hasLeft: boolean, to: string[], cc: string[], bcc: string[]) =>
      [
        `${who} ${hasLeft ? 'replied' : 'wrote a reply'} to ${nameTen(to)}`,
        cc.length > 0 && `cc ${nameTen(cc)}`,
        bcc.length > 0 && `bcc ${nameTen(bcc)}`,
      ]
        .filter(Boolean)
        .join(', '),
    held: (seconds: number) => `Sending in ${seconds} s`,
    goesOut: (who: string, seconds: number) => `Your reply to ${who} goes out ${seconds} s after you pressed Send.`,
    sending: 'Sending',
    retrying: 'Not sent yet. Bellhop keeps trying.',
    checking: 'We don’t know yet whether it left. Checking.',
    lastTry: 'last try',
    sent: 'Sent',
    delivered: 'Delivered',
    some: (count: number, of: number) => `(${count} of ${of})`,
    failed: '⚠️ Not sent:',
    rejected: (reason: string) => `⚠️ Not sent: ${reason || 'the mailbox gave no reason'}`,
    unknown: '❔ We can’t tell whether this was sent.',
    unknownFor: '*Look again* asks the mailbox. It can’t send anything twice.',
    tooLate: 'It’s too late to ask the mailbox. Check with the recipient before you send it again.',
    tooLateToCancel: 'Too late to cancel: it was already on its way.',
    cancelled: 'Cancelled. Nothing was sent, and the text is saved.',
    cancelledNearby: 'Cancelled. Nothing was sent. Your text is in the mail’s thread, with “Edit and send again”.',
    dropped: 'Dropped. Bellhop won’t do anything more about it.',
    sentAgain: 'A new version is below.',
    bounced: (who: string, status: string | undefined, kind: string) =>
      `⚠️ Not delivered to ${who}${status ? `: ${statusText(status)}` : ''} (${kind})`,
    delayed: (who: string, status: string | undefined) =>
      `Delayed for ${who}${status ? `: ${statusText(status)}` : ''}. The mailbox keeps trying.`,
    complained: (who: string) => `⚠️ ${who} marked this as spam.`,
    moreAddresses: (count: number) => `and ${countNoun(count, 'more address', 'more addresses')}`,
    fix: (fix: string) => `Fix: ${fix}`,
    adminCan: 'An admin can do this.',
    tellAdmins: 'Tell the admins',
    docs: 'Docs',
    upgrade: 'Raise the limit',
    cancel: 'Cancel',
    stopTrying: 'Stop trying',
    edit: 'Edit and send again',
    look: 'Look again',
    again: 'Send again',
    drop: 'Drop',
    againAsk: 'Send it again?',
    againText: 'If the first one did go out, the recipients get this mail twice.',
    dropAsk: 'Drop this reply?',
    dropText: 'Bellhop stops checking. If the mail did go out, it can’t be taken back. The text stays here.',
    keep: 'Not now',
    files: (names: string[]) => `📎 ${names.join(', ')}`,
  },

  tellAdmins: {
    told: 'Bellhop has told the admins.',
    noAdmins: 'Bellhop’s settings don’t name an admin. Ask a workspace admin, and show them the reply’s card.',
    over: 'This reply doesn’t need an admin any more. Its card shows what you can do now.',
  },

  writerNotices: {
    failure: (who: string, status: string | undefined, kind: string) =>
      `${who}${status ? `: ${statusText(status)}` : ''} (${kind})`,
    bounced: (failures: string[]) => `, your reply didn’t reach ${failures.join('; ')}.`,
    otherAddresses: (count: number) => countNoun(count, 'other address', 'other addresses'),
    complained: (addresses: string[]) => `, ${addresses.join(', ')} marked your reply as spam.`,
    rejected: (reason: string) => `, your reply wasn’t sent: ${reason || 'the mailbox gave no reason'}.`,
    failed: (text: string) => `, your reply wasn’t sent. ${text}`,
    unknown: (text: string) => `, we can’t tell whether your reply was sent. ${text}`.trim(),
    /** The time and a full stop follow. */
    foundSent: ', at first we couldn’t tell whether your reply was sent. Now we know: it was sent at ',
    foundRejected: (reason: string) =>
      `, at first we couldn’t tell whether your reply was sent. Now we know that it wasn’t: ${reason || 'the mailbox gave no reason'}.`,
    died: (reference: string) =>
      `, something went wrong in Bellhop, so it has stopped working on your reply. Before you write it again, check in the mailbox whether it was sent. Your admins can look it up: reference ${reference}.`,
  },

  sendProblems: {
    changedBytes:
      'The first attempt got no answer, and an attached file has changed since, so Bellhop can’t repeat it.',
    internalError: 'Something went wrong in Bellhop while it was being sent.',
    refusedLater: 'One attempt got no answer, and then the mailbox refused to send it again.',
    noAnswer: 'The mailbox didn’t answer for a whole day.',
    filesTooLarge: 'The attached files add up to more than 64 MB. Attach fewer, or put links in the text.',
    fileOfOthers: 'Somebody else uploaded one of the files. Upload your own copy under Files.',
  },

  failedThreadTask: (reference: string) =>
    `Something went wrong in Bellhop, so this thread may be missing a mail or a status update. It’s still in the mailbox. Your admins can look it up: reference ${reference}.`,
}

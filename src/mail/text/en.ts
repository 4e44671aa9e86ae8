export const countNoun = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`
const KB = 1024

/** What a mail server means by its code (RFC 3463); the code stays beside the words, for whoever looks further. */
const meanings: Record<string, string> = {
  '1.1': 'mailbox does not exist',
  '1.2': 'domain does not exist',
  '1.10': 'domain takes no mail',
  '2.1': 'mailbox is switched off',
  '2.2': 'mailbox is full',
  '2.3': 'mail is too large for the mailbox',
  '3.4': 'mail is too large for the server',
  '4.1': 'server does not answer',
  '4.4': 'server cannot be found',
  '4.7': 'server did not take it in time',
  '7.1': 'refused by the server',
}

/** `5.1.1` with what it means; any other status as it came. */
function statusText(status: string): string {
  const meaning = /^[45]\.(\d{1,3}\.\d{1,3})$/.exec(status.trim())?.[1]
  const known = meaning === undefined ? undefined : meanings[meaning]
  return known ? `${known}, ${status.trim()}` : status
}

/** Everything that the mail slice says. Outside texts are put in as they are: the blocks make them inert. */
export const mailTexts = {
  noSubject: '(no subject)',
  noText: '(no text)',
  tooComplex: 'This mail has no plain text, and its HTML is too large or too tangled to be shown here.',
  noSender: 'unknown sender',
  cutHere: 'Cut here. Read all shows the rest.',
  notFetched: 'The text is large and could not be fetched yet. It appears here as soon as the mailbox answers.',
  notHandedOut: 'The text is large, and the mailbox does not hand it out.',
  newMail: (from: string, subject: string) => `Mail from ${from}: ${subject}`,
  files: (files: { name: string; size?: number | undefined }[]) =>
    `📎 ${files.map(({ name, size }) => (size === undefined ? name : `${name} ${mailTexts.size(size)}`)).join(', ')}`,
  size: (bytes: number) =>
    bytes < KB
      ? `${bytes} bytes`
      : bytes < KB * KB
        ? `${Math.round(bytes / KB)} KB`
        : `${(bytes / KB / KB).toFixed(1)} MB`,
  folded: (count: number) => `${countNoun(count, 'earlier mail', 'earlier mails')} folded`,
  signatureFolded: 'signature folded',
  earlier: (count: number) => `${countNoun(count, 'earlier mail', 'earlier mails')} of this thread came before Bellhop`,
  more: (count: number) => `${countNoun(count, 'more mail', 'more mails')} in this thread`,
  lastFrom: (address: string, when: string) => `last from ${address} ${when}`,
  replied: (count: number) => countNoun(count, 'reply', 'replies'),
  reply: 'Reply',
  replyAll: 'Reply all',
  readAll: 'Read all',
  why: 'Why here?',
  original: 'Headers',
  getFiles: 'Files',
  badges: {
    spam: 'Spam',
    blocked: 'Blocked sender',
    unauthenticated: 'Not authenticated',
    external: 'External',
    first_contact: 'First contact',
    reply_to_differs: 'Answers go to another address',
    look_alike: 'Look-alike domain',
  },
  looksLike: (domain: string) => `Look-alike of ${domain}`,

  held: {
    title: {
      spam: 'Spam',
      blocked: 'Mail from a blocked sender',
      unauthenticated: 'Mail without authentication',
    },
    line: (title: string, from: string, inbox: string, subject: string) =>
      `${title} from ${from} to ${inbox}: "${subject}". Text folded, links off.`,
    show: 'Show text',
    release: 'Release',
    delete: 'Delete',
    releaseAsk: 'Release this mail?',
    releaseText: 'It then stands in the channel of its inbox, with its links and a Reply button.',
    deleteAsk: 'Delete this mail?',
    deleteText: 'Bellhop forgets its text and its files. The mailbox keeps its own copy.',
    keep: 'Leave it',
    released: 'Released by',
    deleted: 'Deleted by',
  },

  outgoing: {
    line: (who: string, isOnItsWay: boolean, to: string[], cc: string[], bcc: string[]) =>
      [
        `${who} ${isOnItsWay ? 'replied' : 'wrote a reply'} to ${to.join(', ')}`,
        cc.length > 0 && `cc ${cc.join(', ')}`,
        bcc.length > 0 && `bcc ${bcc.join(', ')}`,
      ]
        .filter(Boolean)
        .join(', '),
    held: (seconds: number) => `Sending in ${seconds} s`,
    sending: 'Sending',
    retrying: 'Not sent yet. Bellhop keeps trying.',
    lastTry: 'last try',
    sent: 'Sent',
    delivered: 'Delivered',
    some: (count: number, of: number) => `(${count} of ${of})`,
    failed: '⚠️ Not sent:',
    rejected: (reason: string) => `⚠️ Not sent: ${reason || 'the mailbox gave no reason'}`,
    unknown: '❔ We cannot tell whether this was sent.',
    unknownFor: 'Look again asks the mailbox under the same key, so nothing is sent twice.',
    tooLate: 'Too much time has passed to ask the mailbox. Check with the recipient before you send it again.',
    tooLateToCancel: 'It had already left when you pressed Cancel.',
    cancelled: 'Cancelled. Nothing was sent, the text is kept.',
    dropped: 'Dropped. Bellhop does nothing more about it.',
    sentAgain: 'Sent again below.',
    bounced: (address: string, status: string | undefined, kind: string) =>
      `⚠️ Not delivered to ${address}${status ? `: ${statusText(status)}` : ''} (${kind})`,
    delayed: (address: string, status: string | undefined) =>
      `Delayed for ${address}${status ? `: ${statusText(status)}` : ''}. The service keeps trying.`,
    complained: (address: string) => `⚠️ ${address} marked this as spam.`,
    fix: (fix: string) => `Fix: ${fix}`,
    docs: 'Docs',
    upgrade: 'Raise the limit',
    cancel: 'Cancel',
    stopTrying: 'Stop trying',
    edit: 'Edit and send again',
    look: 'Look again',
    again: 'Send again',
    drop: 'Drop',
    againAsk: 'Send it again?',
    againText: 'If the first one did leave, the recipients get this mail twice.',
    dropAsk: 'Drop this reply?',
    dropText: 'Bellhop stops asking about it. If it left, it has left; the text stays here.',
    keep: 'Not now',
    files: (names: string[]) => `📎 ${names.join(', ')}`,
  },

  loud: {
    bounced: (address: string, status: string | undefined, kind: string) =>
      ` your reply did not reach ${address}${status ? `: ${statusText(status)}` : ''} (${kind}).`,
    complained: (addresses: string[]) => ` ${addresses.join(', ')} marked your reply as spam.`,
    rejected: (reason: string) => ` your reply was not sent: ${reason || 'the mailbox gave no reason'}.`,
    failed: (text: string) => ` your reply was not sent. ${text}`,
    unknown: (text: string) => ` we cannot tell whether your reply was sent. ${text}`,
    died: (reference: string) =>
      ` Bellhop failed at your reply by an error of its own, and does not try it again by itself. Look in the mailbox whether it left before you write it again. Your admins find it under the reference ${reference}.`,
  },

  lost: (reference: string) =>
    `Bellhop failed at a mail of this thread, or at news of one, and does not try it again by itself. It is still in the mailbox. Your admins find it under the reference ${reference}.`,
}

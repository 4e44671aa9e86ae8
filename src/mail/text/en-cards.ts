import { createFormats } from '../../core/formats.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { describeStatusCode } from './en-status.ts'
import { nameTen } from './en-names.ts'
import type { ReplyFate, WrittenKind } from './reply-fate.ts'

const { count, list, number, size } = createFormats('en')

/** `invoice.pdf 4.2 MB`. */
const describeFile = (file: { name: string; size?: number | undefined }): string =>
  file.size === undefined ? file.name : `${file.name} ${size(file.size)}`

const countSeconds = (seconds: number): string => count(seconds, { one: 'second', other: 'seconds' })

/** Cards and notices. Text from outside is inserted as it is; the blocks make it inert. */
function sayWrote(what: 'reply' | 'forward' | 'new', hasLeft: boolean): string {
  if (what === 'forward') return hasLeft ? 'forwarded this to' : 'wrote a forward of this to'
  if (what === 'new') return hasLeft ? 'wrote to' : 'wrote a mail to'
  return hasLeft ? 'replied to' : 'wrote a reply to'
}

/** An answer is a reply; a forward and a new mail are not. */
const nameSent = (kind: string | undefined): string => (kind === undefined ? 'reply' : 'mail')

export const englishCards = {
  noSubject: '(no subject)',
  noText: 'This mail has no text.',
  onlyPictures: (pictures: number) =>
    `This mail has no text, only ${count(pictures, { one: 'picture', other: 'pictures' })}. Bellhop doesn’t load pictures.`,
  noTextFound: 'This mail is too large for Bellhop to find its text. Read it in the mailbox.',
  endNotRead: 'This mail is too large for Bellhop to read to its end.',
  noSender: 'unknown sender',
  cutHere: 'Shortened. *Read all* shows the rest.',
  linksOff: 'Links are off, because this sender looks like somebody else. You can turn them on in *Read all*.',
  notFetched: 'The text is large and hasn’t arrived yet. It will appear here as soon as the mailbox answers.',
  notReadWhole: 'This mail is too large for Bellhop to read its whole text. Read it in the mailbox.',
  notHandedOut: 'The text is large, and the mailbox doesn’t let Bellhop read it. Read it in the mailbox.',
  newMail: (from: string, subject: string) => `Mail from ${from}: ${subject}`,
  newMailBegins: (words: string) => ` · ${words}`,
  automatic: {
    auto_reply: 'Automatic mail',
    list: 'List mail',
    bounce: 'Bounce report',
    own: 'Our own mail',
  },
  automaticFrom: (kind: string, from: string, excerpt: string) =>
    excerpt === '' ? `${kind} from ${from}` : `${kind} from ${from}: “${excerpt}”`,
  loopNoticed: (inbox: string) =>
    `🔁 Automatic replies are going back and forth in this thread, so Bellhop muted it: new mail here doesn’t notify anyone. A program is sending from ${inbox} or answering it. Stop that program, then unmute the thread.`,
  pictures: (files: { name: string; size?: number | undefined }[]) =>
    `🖼️ ${count(files.length, { one: 'picture', other: 'pictures' })} in the text: ${list(files.map(describeFile), 'comma')}`,
  files: (files: { name: string; size?: number | undefined }[]) => `📎 ${list(files.map(describeFile), 'comma')}`,
  size,
  /** What a card and Read all leave out; empty for nothing. */
  collapsed: (mails: number, hasSignature: boolean) => {
    if (mails === 0) return hasSignature ? 'Signature hidden' : ''
    const earlier = count(mails, { one: 'earlier mail', other: 'earlier mails' })
    return hasSignature ? `${earlier} and signature hidden` : `${earlier} hidden`
  },
  earlier: (mails: number) =>
    `${count(mails, { one: 'earlier mail', other: 'earlier mails' })} in this thread from before Bellhop`,
  more: (mails: number) => `${count(mails, { one: 'more mail', other: 'more mails' })} in this thread`,
  lastFrom: (address: string, when: string) => `last from ${address} ${when}`,
  /** Of all of them, only those are named that did not simply leave. */
  written: (
    { replies, forwards, newMails }: Record<WrittenKind, number>,
    { notDelivered, notSent, unknown, waiting }: Record<ReplyFate, number>,
  ) => {
    const kinds = [
      replies > 0 && count(replies, { one: 'reply by mail', other: 'replies by mail' }),
      forwards > 0 && count(forwards, { one: 'forward', other: 'forwards' }),
      newMails > 0 && count(newMails, { one: 'new version', other: 'new versions' }),
    ].filter((kind) => kind !== false)
    const fates = [
      notDelivered > 0 && `${number(notDelivered)} not delivered`,
      notSent > 0 && `${number(notSent)} not sent`,
      unknown > 0 && `${number(unknown)} may not have been sent`,
      waiting > 0 && `${number(waiting)} still waiting`,
    ].filter((fate) => fate !== false)
    const total = list(kinds)
    return fates.length > 0 ? `${total}: ${list(fates, 'comma')}` : total
  },
  reply: 'Reply',
  replyAll: 'Reply all',
  readAll: 'Read all',
  why: 'Why here?',
  openSettings: 'Settings',
  headers: 'Headers',
  getFiles: 'Files',
  openMore: 'More…',
  moreTitle: 'More',
  moreHints: {
    headers: 'Everyone this mail was sent to, and its headers as received.',
    why: 'Why this mail is in this channel.',
    settings: 'What you can set for yourself and for inboxes.',
  },
  badges: {
    spam: 'Spam',
    blocked: 'Blocked sender',
    unauthenticated: 'Not authenticated',
    external: 'External',
    first_contact: 'First contact',
    reply_to_differs: 'Replies go to another address',
    look_alike: 'Look-alike domain',
    claimed_name: 'Somebody else’s name',
  },
  recipients: (to: { people: string[]; more: number }, cc: { people: string[]; more: number }) =>
    [
      { label: 'Also to', ...to },
      { label: 'cc', ...cc },
    ]
      .filter(({ people }) => people.length > 0)
      .map(
        ({ label, people, more }) => `${label} ${list(people, 'comma')}${more > 0 ? ` and ${number(more)} more` : ''}`,
      )
      .join(' · '),
  repliesGoTo: (addresses: string) => `Replies go to ${addresses}`,
  looksLike: (domain: string, known: string) => `The sender’s domain ${domain} looks like ${known}, but isn’t`,

  digest: {
    new: (mails: number, since: string) => `*${count(mails, { one: 'new mail', other: 'new mails' })}* since ${since}`,
    about: 'Too many came at once to show each one here. *Open* posts a mail with all its buttons.',
    imported: (mails: number) => `*${count(mails, { one: 'earlier mail', other: 'earlier mails' })}*`,
    aboutImported: 'These were imported from the mailbox. *Open* posts a mail with all its buttons.',
    line: (from: string, subject: string, count: string, isDone: boolean) =>
      `${isDone ? '✅ Done: ' : ''}*${subject}${count}* · ${from}`,
    mailsInLine: (mails: number) => ` (${number(mails)})`,
    open: 'Open',
    openNewest: 'Open newest',
    opened: 'Opened',
    growing: 'New mail is added to this list while it keeps coming in.',
    importing: 'The import is still running.',
    full: 'This list is full. The next one is below.',
    calm: (when: string) => `Single cards again since ${when}.`,
    text: (mails: number) => count(mails, { one: 'new mail', other: 'new mails' }),
    importedText: (mails: number) => count(mails, { one: 'earlier mail', other: 'earlier mails' }),
    isOpen: (link: string) => `This mail is open already: ${link}`,
    isOpening: 'This mail is being posted.',
  },
  claimsName: (name: string, known: string) => `The sender’s name is “${name}”, but this mail isn’t from ${known}`,

  quarantine: {
    title: {
      spam: 'Spam',
      blocked: 'Blocked sender',
      unauthenticated: 'Not authenticated',
      other: 'Quarantined mail',
    },
    byRule: (rule: string) => `Quarantined by the rule “${truncate(rule, 80)}”`,
    line: (title: string, from: string, inbox: string, subject: string) =>
      `${title}: ${from} wrote to ${inbox}: “${subject}”. Text hidden, links disabled.`,
    show: 'Show text',
    release: 'Release from quarantine',
    delete: 'Delete',
    releaseAsk: 'Release this mail from quarantine?',
    releaseText: 'It will appear in its usual channel, with working links and a Reply button.',
    deleteAsk: 'Delete this mail?',
    deleteText: 'Bellhop deletes its text and files. The mailbox keeps its own copy.',
    keep: 'Leave it',
    released: (by: string) => `Released by ${by}`.trim(),
    deleted: (by: string) => `Deleted by ${by}`.trim(),
  },

  replyCard: {
    line: (
      who: string,
      what: 'reply' | 'forward' | 'new',
      hasLeft: boolean,
      { to, cc, bcc }: { to: string[]; cc: string[]; bcc: string[] },
    ) =>
      [
        `${who} ${sayWrote(what, hasLeft)} ${nameTen(to)}`,
        cc.length > 0 && `cc ${nameTen(cc)}`,
        bcc.length > 0 && `bcc ${nameTen(bcc)}`,
      ]
        .filter(Boolean)
        .join(', '),
    held: (seconds: number) => `Sending in ${countSeconds(seconds)}`,
    goesOut: (kind: string | undefined, who: string, seconds: number) =>
      `Your ${nameSent(kind)} to ${who} goes out ${countSeconds(seconds)} after you pressed Send.`,
    kept: 'Your reply wasn’t sent, because the settings don’t let you reply to this mail. Bellhop has kept your text. Once you’re allowed to send it, press “Edit and send again”.',
    sending: 'Sending',
    retrying: 'Not sent yet. Bellhop keeps trying.',
    checking: 'We don’t know yet whether it left. Checking.',
    lastTry: (when: string) => `last try ${when}`,
    sent: (when: string) => `Sent ${when}`,
    delivered: (when: string, reached: number, of: number) =>
      reached < of ? `Delivered ${when} (${number(reached)} of ${number(of)})` : `Delivered ${when}`,
    failed: (problem: string) => `⚠️ Not sent: ${problem}`.trim(),
    rejected: (reason: string) => `⚠️ Not sent: ${reason || 'the mailbox gave no reason'}`,
    unknown: '❔ We can’t tell whether this was sent.',
    unknownFor: '*Look again* asks the mailbox. It can’t send anything twice.',
    tooLate: 'It’s too late to ask the mailbox. Check with the recipient before you send it again.',
    tooLateToCancel: 'Too late to cancel: it was already on its way.',
    cancelled: 'Cancelled. Nothing was sent, and the text is saved.',
    cancelledNearby: 'Cancelled. Nothing was sent. Your text is in the mail’s thread, with “Edit and send again”.',
    dropped: 'Dropped. Bellhop won’t do anything more about it.',
    notSent: 'Not sent.',
    newVersionBelow: 'A new version is below.',
    newVersion: (name: string) => `A new version by ${name} replaces it.`,
    sentAgain: (name: string) => `Sent again by ${name}.`,
    goToNewVersion: 'Go to the new version',
    bounced: (who: string, status: string | undefined, kind: string) =>
      `⚠️ Not delivered to ${who}${status ? `: ${describeStatusCode(status)}` : ''} (${kind})`,
    delayed: (who: string, status: string | undefined) =>
      `Delayed for ${who}${status ? `: ${describeStatusCode(status)}` : ''}. The mailbox keeps trying.`,
    complained: (who: string) => `⚠️ ${who} marked this as spam.`,
    moreAddresses: (addresses: number) => `and ${count(addresses, { one: 'more address', other: 'more addresses' })}`,
    fix: (fix: string) => `Fix: ${fix}`,
    unblock: 'To write to it again, take it off that list: /mail suppressed, “Clear…”.',
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
  },

  tellAdmins: {
    told: 'Bellhop has told the admins.',
    noAdmins: 'Bellhop’s settings don’t name an admin. Ask a workspace admin, and show them the reply’s card.',
    over: 'This reply doesn’t need an admin any more. Its card shows what you can do now.',
  },

  writerNotices: {
    failure: (who: string, status: string | undefined, kind: string) =>
      `${who}${status ? `: ${describeStatusCode(status)}` : ''} (${kind})`,
    bounced: (kind: string | undefined, failures: string[]) =>
      `, your ${nameSent(kind)} didn’t reach ${failures.join('; ')}.`,
    otherAddresses: (addresses: number) => count(addresses, { one: 'other address', other: 'other addresses' }),
    complained: (kind: string | undefined, addresses: string[]) =>
      `, ${list(addresses)} marked your ${nameSent(kind)} as spam.`,
    rejected: (kind: string | undefined, reason: string) =>
      `, your ${nameSent(kind)} wasn’t sent: ${reason || 'the mailbox gave no reason'}.`,
    failed: (kind: string | undefined, text: string) => `, your ${nameSent(kind)} wasn’t sent. ${text}`,
    unknown: (kind: string | undefined, text: string) =>
      `, we can’t tell whether your ${nameSent(kind)} was sent. ${text}`.trim(),
    /** Around the time. */
    foundSent: (kind: string | undefined) => ({
      before: `, at first we couldn’t tell whether your ${nameSent(kind)} was sent. Now we know: it was sent at `,
      after: '.',
    }),
    foundRejected: (kind: string | undefined, reason: string) =>
      `, at first we couldn’t tell whether your ${nameSent(kind)} was sent. Now we know that it wasn’t: ${reason || 'the mailbox gave no reason'}.`,
    /** `writer`: in the middle of a sentence. */
    gone: (writer: string) =>
      `Somebody else here has to look after this mail now: ${writer} has left, or can’t see this channel any more.`,
    died: (reference: string) =>
      `, something went wrong in Bellhop, so it has stopped working on your reply. Before you write it again, check in the mailbox whether it was sent. Your admins can look it up: reference ${reference}.`,
  },

  failedThreadTask: (reference: string) =>
    `Something went wrong in Bellhop, so this thread may be missing a mail or a status update. It’s still in the mailbox. Your admins can look it up: reference ${reference}.`,
}

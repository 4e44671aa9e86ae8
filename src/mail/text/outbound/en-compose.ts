import { createFormats } from '../../../core/formats.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { nameSome, shortenFileName } from '../en-names.ts'

const { count, list, number, plural } = createFormats('en')

/** Room for addresses in a paragraph. */
const NAMED_CHARS = 2000
const TICK_CHARS = 75
/** A mail has at most a hundred files, and the form has room for all of their names. */
const FILE_NAME_CHARS = 150

/** All of these addresses, or as many as there is room for and how many more there are. */
function nameAddresses(addresses: string[]): string {
  let room = NAMED_CHARS
  const shown = addresses.filter((address) => (room -= address.length + 2) >= 0)
  const others = addresses.length - shown.length
  return list(others > 0 ? [...shown, count(others, { one: 'other', other: 'others' })] : shown)
}

type HeaderProblem = keyof typeof headerProblems

const headerProblems = {
  form: 'isn’t a header. Write it like “X-Ticket: 4711”, each one in a single line.',
  name: 'begins with a name that headers can’t have. Use letters, digits and hyphens.',
  own: 'is a header that mail programs write themselves, so it can’t be set here.',
  empty: 'has nothing after the colon.',
  repeated: 'names a header that a line above names, too.',
  long: 'is too long. A header has at most 998 characters.',
  broken: 'contains a line break or an invisible character. Type it again instead of pasting it.',
}

const overLimit = (people: number, most: number): string =>
  `A mail goes to at most ${number(most)} people, and this one has ${number(people)}.`

/** The texts of the form that writes a mail. */
export const englishCompose = {
  titles: { reply: 'Reply', replyToAll: 'Reply all', forward: 'Forward', new: 'New mail' },
  forward: 'Forward',
  forwardHint: 'Send this mail, with its files, to somebody else.',
  from: 'From',
  fromInbox: (inbox: string) => `From ${inbox}`,
  replyAllInstead: 'Reply all instead',
  replyInstead: 'Reply to the sender only',
  recipientsAdded: (added: { address: string }[]) =>
    `Added ${nameSome(added)}. The recipients that you changed yourself stay as they are.`,
  recipientsRemoved: (removed: { address: string }[]) =>
    `Took out ${nameSome(removed)}. The recipients that you changed yourself stay as they are.`,
  addCc: 'Add Cc or Bcc',
  unreadableFirst: 'One of the addresses can’t be read. Correct it first, then switch.',
  subject: 'Subject',
  forwarded: (subject: string) => `Fwd: ${subject}`.trim(),
  text: { reply: 'Your reply', forward: 'Your message', new: 'Your message' },
  notAllowed:
    'The settings don’t let you write from this inbox, so nothing was sent. Your text stays here. Bellhop has sent you a message that says whom to ask.',
  /** `subject` is escaped. */
  draftKept: (kind: 'forward' | 'new' | undefined, subject: string) => {
    const about = kind === undefined ? 'Your reply to' : 'Your mail'
    const named = subject === '' ? `Your ${kind === undefined ? 'reply' : 'mail'}` : `${about} “${subject}”`
    return `${named} isn’t sent. What you wrote is kept for a day, for you alone.`
  },
  continueDraft: 'Continue your draft',
  draftOpened: 'You’ve opened this draft.',
  dropDraft: 'Delete draft',
  draftDropped: 'Deleted. Nothing was sent.',
  noDraft: 'This draft is gone: it was sent or deleted, or it’s more than a day old.',
  draftOf: (when: string) => `*Your draft* · ${when} · not sent until you press Send`,
  startEmpty: 'Start empty',
  startEmptyAsk: 'Start empty?',
  startEmptyText: 'Your draft will be deleted.',
  keepDraft: 'Keep draft',
  alreadySent:
    'You have already sent this, from another window. Press Send again only if you want to send a second mail.',
  more: 'More',
  replyTo: 'Reply-To',
  replyToHint: 'Answers go to these addresses instead of the inbox, and don’t appear in Slack.',
  labels: 'Labels',
  labelsHint: 'For your mailbox, with commas between them. Recipients don’t see them.',
  headers: 'Headers',
  headersHint: 'One in each line, for example “X-Ticket: 4711”.',
  longSubject: (chars: number, most: number) =>
    `A subject has at most ${number(most)} characters, and this one has ${number(chars)}.`,
  tooManyLabels: (labels: number, most: number) =>
    `A mail has at most ${number(most)} labels, and these are ${number(labels)}.`,
  longLabel: (label: string, most: number) =>
    `A label has at most ${number(most)} characters: “${truncate(label, 40)}” has ${number(label.length)}.`,
  tooManyReplyTo: (most: number) => `Enter at most ${number(most)} addresses here.`,
  tooManyHeaders: (headers: number, most: number) =>
    `Enter at most ${number(most)} headers. These are ${number(headers)}.`,
  badHeader: ({ line, text, problem }: { line: number; text: string; problem: HeaderProblem }) =>
    `Line ${number(line)} (“${truncate(text, 60)}”) ${headerProblems[problem]}`,
  ticks: '*Before you send*',
  tickFirst: 'Not sent yet. Tick every line below “Before you send” if that’s what you want, then press Send again.',
  manyRecipients: (addresses: string[]) =>
    `This mail goes to ${number(addresses.length)} people: ${nameAddresses(addresses)}.`,
  tickMany: (people: number) => `Send it to all ${number(people)} people`,
  tickNewDomains: (domains: number, addresses: string[]) => {
    const label = `Send it to ${list(addresses)}`
    const nobody = `Nobody at ${plural(domains, { one: 'this company', other: 'these companies' })} has been part of this thread`
    return label.length <= TICK_CHARS
      ? { label, description: `${nobody}.` }
      : {
          label: `Send it to ${plural(addresses.length, { one: 'this address', other: `these ${number(addresses.length)} addresses` })}`,
          notice: `${nobody}: ${nameAddresses(addresses)}.`,
        }
  },
  tooMany: (people: number, most: number) =>
    `${overLimit(people, most)} Take out ${number(people - most)}, or write to them in several mails. Everything you typed stays here.`,
  tooManyListed: (people: number, most: number) =>
    `${overLimit(people, most)} Press “Edit recipients” and take out ${number(people - most)}. Everything you typed stays here.`,
  atMost: (people: number, most: number) =>
    `⚠️ ${overLimit(people, most)} Take out ${number(people - most)} before you send.`,
  forwardedFiles: 'Files of the mail',
  forwardsFiles: (names: string[]) =>
    `All ${number(names.length)} files of the mail go along. When there are more than ten, you can’t leave any out: ${list(names.map((name) => shortenFileName(name, FILE_NAME_CHARS)))}`,
  threadHere: (channel: string) =>
    `The thread of this mail will be here, in ${channel}: everyone in the channel can read it, and the answers.`,
  threadInInbox: (channel: string) =>
    `The thread of this mail, with its answers, will be in ${channel}, the channel of the inbox.`,
  noThreadChannel:
    '⚠️ No channel can show this mail. Write it in a channel that Bellhop is in and that isn’t shared with another organization.',
  cannotSend: (permission: string) =>
    `⚠️ Nothing can leave right now: the mailbox key lacks the permission ${permission}. An admin can grant it.`,
  notSent: (permission: string) =>
    `Not sent: the mailbox key lacks the permission ${permission}. Ask an admin to grant it, and press Send again a minute later. Everything you typed stays here.`,
  noChannel:
    'Your mail wasn’t sent, because no channel can show it. Write it in a channel that Bellhop is in, or ask an admin to give the inbox a channel in `/mail settings`.',
  inboxUnsure:
    'You can’t write from this inbox right now. Choose another one, or try again in a minute. Everything you typed stays here.',
  noInbox:
    'You can’t write from any inbox yet. An admin can allow it in `/mail settings`, and you have to be in the channel of the inbox.',
}

import { isolateDirection } from '../../core/isolate-direction.ts'
import { BLOCK_LIMITS } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { countNoun, joinNames, mailTexts, nameSome } from './en.ts'

/** Slack's limit for an entry of a list. */
const OPTION_CHARS = 75

/** The room for a name in the 200 characters of a warning. */
export const ALERT_NAME_CHARS = 60
/** The quotation marks, and the two characters that keep a text from right to left apart from the rest. */
const MARK_CHARS = 4

const MINUTE_MS = 60_000
const ago = (ms: number): string =>
  ms < MINUTE_MS ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / MINUTE_MS)} min`

const newAddresses = (addresses: string[]): string =>
  `New ${addresses.length === 1 ? 'address' : 'addresses'}: ${addresses.join(', ')}`

/** A warning with a quotation, of which only the quotation is shortened to fit. */
function quoteWithin(before: string, quoted: string, after = ''): string {
  if (quoted === '') return `${before.replace(/: $/, '.')}${after}`
  const room = BLOCK_LIMITS.alert - before.length - after.length - MARK_CHARS
  return `${before}“${isolateDirection(truncate(quoted, room))}”${after}`
}

/** The texts of the forms and modals. */
export const formTexts = {
  replyTitle: 'Reply',
  readTitle: 'Mail',
  headersTitle: 'Headers',
  filesTitle: 'Files',
  whyTitle: 'Why here?',
  send: 'Send',
  close: 'Close',
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  text: 'Your reply',
  editRecipients: 'Edit recipients',
  peopleList: (label: string, people: string[]) => `${label}: ${people.join(', ')}`,
  files: 'Files',
  attached: 'Attached',
  keptFile: ({ name, size }: { name: string; size?: number }) =>
    size === undefined ? truncate(name, OPTION_CHARS) : `${truncate(name, OPTION_CHARS - 12)} ${mailTexts.size(size)}`,
  filesGone: (names: string[]) =>
    `⚠️ Slack no longer has ${joinNames(names)}. Add ${names.length === 1 ? 'it' : 'each one'} again under Files, or tick it to send without it.`,
  without: 'Send without',
  withoutHint: 'If you add a file again under the same name, you don’t need to tick it.',
  answerGone: (names: string[]) => `Add ${joinNames(names)} again under Files, or tick what to leave out.`,
  tooManyFilesAttached: (count: number) => `A mail takes at most 10 files, and this one has ${count}. Remove some.`,
  filesTooLarge: (bytes: number) =>
    `A mail takes at most 64 MB of files, and these add up to ${mailTexts.size(bytes)}. Remove some, or put links in the text.`,
  addressHint: 'name@example.com, with commas between addresses',
  noSubject: mailTexts.noSubject,
  size: mailTexts.size,
  about: (inbox: string, subject: string) => `From ${inbox} · ${subject || mailTexts.noSubject}`,
  goesTo: (people: number, companies: number, strangers: string[]) =>
    [
      people === 0
        ? 'No recipients yet.'
        : `Goes to ${countNoun(people, 'person', 'people')} at ${countNoun(companies, 'company', 'companies')}.`,
      strangers.length > 0 && newAddresses(strangers),
    ]
      .filter(Boolean)
      .join(' '),
  goesElsewhere: (others: { address: string }[], sender: string) =>
    `⚠️ Replies go to ${nameSome(others)}, not to the sender ${sender}.`,
  unknownSender: '⚠️ This mail doesn’t say who sent it. Fill in who should get your reply.',
  leftOut: (count: number) =>
    `${countNoun(count, 'recipient doesn’t', 'recipients don’t')} fit in this form and ${count === 1 ? 'is' : 'are'} left out.`,
  moreRecipients: (count: number) => `and ${countNoun(count, 'more recipient', 'more recipients')}`,
  hold: (seconds: number) =>
    seconds > 0
      ? `Sends ${countNoun(seconds, 'second', 'seconds')} after you press Send. You can cancel it until then.`
      : 'Sends as soon as you press Send.',
  empty: mailTexts.noText,
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  linksOff: 'Links are off, because this sender looks like somebody else.',
  showLinks: 'Show links',
  previousPage: 'Back',
  nextPage: 'Next page',
  asking: 'Asking the mailbox for a link…',
  download: 'Download',
  noFile: (reason: string) => `No link: ${reason}`,
  noFileId: 'the mailbox didn’t provide a way to download it.',
  noFileThere: 'the mailbox no longer has it.',
  tooManyFiles: 'this mail has too many files to list them all here.',
  filesNote: 'The mailbox provides these links, and they work for a short time. Files from strangers can be harmful.',

  notAddress: (parts: string[]) => `Not a mail address: ${parts.join(', ')}`,
  noRecipient: 'A mail needs at least one recipient.',
  noText: 'Write something or attach a file.',
  bodyCut: 'The mail is longer than what Bellhop stores, so the rest is missing here.',
  newerMail: (from: string, text: string) =>
    quoteWithin(
      `${truncate(from, ALERT_NAME_CHARS)} has written again: `,
      text,
      ' Press Send again if your reply still fits.',
    ),
  answersEarlier: (from: string, text: string) =>
    quoteWithin(`This answers an earlier mail. The newest is from ${truncate(from, ALERT_NAME_CHARS)}: `, text),
  newRecipients: (addresses: string[]) => {
    const them = addresses.length === 1 ? 'it' : 'them'
    const question = `This inbox has never exchanged mail with ${them}. Press Send again if that’s right.`
    const named = `${newAddresses(addresses)}. ${question}`
    if (named.length <= BLOCK_LIMITS.alert) return named
    return `${countNoun(addresses.length, 'new address', 'new addresses')}, named above. ${question}`
  },
  colleague: (name: string, ms: number, has: 'left' | 'not_left' | 'perhaps_left', text: string) => {
    const who = truncate(name, ALERT_NAME_CHARS)
    const happened = {
      left: `${who} replied ${ago(ms)} ago: `,
      not_left: `${who}’s reply is about to go out: `,
      perhaps_left: `${who}’s reply may have gone out: `,
    }
    return quoteWithin(happened[has], text, ' Send yours too?')
  },
  onlyBounced: 'Only the addresses that didn’t get the mail are filled in.',
  gone: 'Bellhop no longer has this mail.',
  alreadySent:
    'Slack showed an error, but Bellhop already has your reply as you first sent it. Close this form: you’ll find the reply in the thread, with “Cancel” or “Edit and send again”.',
  noThread: 'This message isn’t in a mail thread. “Send as reply” works on replies under a mail.',
  why: {
    inbox: (inbox: string, by: string, when: string) =>
      `This mail is here because ${by} set a route from ${inbox} to this channel (${when}).`,
    default: (inbox: string) =>
      `This mail is here because ${inbox} had no route when the thread began, so it went to the default channel.`,
    change: 'An admin can send new threads elsewhere with `/mail route`.',
  },
}

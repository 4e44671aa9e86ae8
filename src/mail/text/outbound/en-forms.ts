import { createFormats } from '../../../core/formats.ts'
import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { nameSome } from '../en-names.ts'
import { ALERT_NAME_CHARS, quoteWithin } from '../quote-within.ts'

const { count, duration, list, number, plural, size } = createFormats('en')

/** Slack's limit for an entry of a list. */
const OPTION_CHARS = 75

const newAddresses = (addresses: string[]): string =>
  `New ${plural(addresses.length, { one: 'address', other: 'addresses' })}: ${list(addresses, 'comma')}`

/** The texts of the forms and modals. */
export const englishForms = {
  readTitle: 'Mail',
  headersTitle: 'Headers',
  filesTitle: 'Files',
  whyTitle: 'Why here?',
  send: 'Send',
  close: 'Close',
  cancel: 'Cancel',
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  editRecipients: 'Edit recipients',
  peopleList: (label: string, people: string[]) => `${label}: ${list(people, 'comma')}`,
  files: 'Files',
  attached: 'Attached',
  keptFile: (file: { name: string; size?: number }) =>
    file.size === undefined
      ? truncate(file.name, OPTION_CHARS)
      : `${truncate(file.name, OPTION_CHARS - 12)} ${size(file.size)}`,
  filesGone: (names: string[]) =>
    `⚠️ Slack no longer has ${list(names)}. Add ${plural(names.length, { one: 'it', other: 'each one' })} again under Files, or tick it to send without it.`,
  without: 'Send without',
  withoutHint: 'If you add a file again under the same name, you don’t need to tick it.',
  answerGone: (names: string[]) => `Add ${list(names)} again under Files, or tick what to leave out.`,
  tooManyFilesAttached: (files: number) =>
    `A mail takes at most 10 files, and this one has ${number(files)}. Remove some.`,
  filesTooLarge: (bytes: number) =>
    `A mail takes at most 64 MB of files, and these add up to ${size(bytes)}. Remove some, or put links in the text.`,
  addressHint: 'ann@example.com, ben@example.com',
  noSubject: '(no subject)',
  size,
  about: (inbox: string, subject: string) => `From ${inbox} · ${subject || '(no subject)'}`,
  goesTo: (people: number, companies: number, strangers: string[]) =>
    [
      people === 0
        ? 'No recipients yet.'
        : `Goes to ${count(people, { one: 'person', other: 'people' })} at ${count(companies, { one: 'company', other: 'companies' })}.`,
      strangers.length > 0 && newAddresses(strangers),
    ]
      .filter(Boolean)
      .join(' '),
  goesElsewhere: (others: { address: string }[], sender: string) =>
    `⚠️ Replies go to ${nameSome(others)}, not to the sender ${sender}.`,
  unknownSender: '⚠️ This mail doesn’t say who sent it. Fill in who should get your reply.',
  leftOut: (people: number) =>
    `${count(people, { one: 'recipient doesn’t', other: 'recipients don’t' })} fit in this form and ${plural(people, { one: 'is', other: 'are' })} left out.`,
  moreRecipients: (people: number) => `and ${count(people, { one: 'more recipient', other: 'more recipients' })}`,
  hold: (seconds: number) =>
    seconds > 0
      ? `Sends ${count(seconds, { one: 'second', other: 'seconds' })} after you press Send. You can cancel it until then.`
      : 'Sends as soon as you press Send.',
  empty: 'This mail has no text.',
  page: (page: number, of: number) => `Page ${number(page)} of ${number(of)}`,
  linksOff: 'Links are off, because this sender looks like somebody else.',
  showLinks: 'Show links',
  showQuoted: 'Show hidden text',
  hideQuoted: 'Hide it again',
  mailOf: (mail: number, of: number) => `Mail ${number(mail)} of ${number(of)} in this thread`,
  earlierMail: 'Earlier mail',
  laterMail: 'Later mail',
  opening: 'Opening the mail…',
  previousPage: 'Back',
  nextPage: 'Next page',
  asking: 'Asking the mailbox for a link…',
  download: 'Download',
  noFile: (reason: string) => `No link: ${reason}`,
  noFileId: 'the mailbox didn’t provide a way to download it.',
  noFileThere: 'the mailbox no longer has it.',
  tooManyFiles: 'this mail has too many files to list them all here.',
  filesNote: 'The mailbox provides these links, and they work for a short time. Files from strangers can be harmful.',

  notAddress: (parts: string[]) => `Not a mail address: ${list(parts, 'comma')}`,
  noRecipient: 'A mail needs at least one recipient.',
  noText: 'Write something or attach a file.',
  bodyCut: 'The mail is longer than what Bellhop stores, so the rest is missing here.',
  answersEarlier: (from: string, text: string) =>
    quoteWithin(`This replies to an earlier mail. The newest is from ${truncate(from, ALERT_NAME_CHARS)}: `, text),
  lookAgain: 'The recipients or files have changed. Check them, then press Send again.',
  newRecipients: (addresses: string[]) => {
    const them = plural(addresses.length, { one: 'it', other: 'them' })
    const question = `This inbox has never exchanged mail with ${them}. Press Send again if that’s right.`
    const named = `${newAddresses(addresses)}. ${question}`
    if (named.length <= BLOCK_LIMITS.alert) return named
    return `${count(addresses.length, { one: 'new address', other: 'new addresses' })}, named above. ${question}`
  },
  colleague: (name: string, ms: number, has: 'left' | 'not_left' | 'perhaps_left' | 'awaiting', text: string) => {
    const who = truncate(name, ALERT_NAME_CHARS)
    const happened = {
      left: `${who} replied ${duration(ms)} ago: `,
      not_left: `${who}’s reply is about to go out: `,
      perhaps_left: `${who}’s reply may have gone out: `,
      awaiting: `${who}’s reply waits for approval: `,
    }
    return quoteWithin(happened[has], text, ' Send yours too?')
  },
  colleagueWrites: (name: string) =>
    `${truncate(name, ALERT_NAME_CHARS)} is writing an answer, too. Talk to them first.`,
  colleagueOwns: (name: string) => `${truncate(name, ALERT_NAME_CHARS)} has claimed this mail.`,
  newVersion: (by: string, hasLeft: boolean) =>
    `⚠️ There is a newer version of this mail by ${by}${hasLeft ? ', which has been sent' : ''}. Sending this one doesn’t replace it.`,
  onlyBounced: 'Only the addresses that didn’t get the mail are filled in.',
  gone: 'Bellhop no longer has this mail.',
  alreadySent:
    'Slack showed an error, but Bellhop already has your reply as you first sent it. Close this form: you’ll find the reply in the thread, with “Cancel” or “Edit and send again”.',
  notAllowed:
    'The settings don’t let you reply to this mail, so nothing was sent. Your text stays here. Bellhop has sent you a message that says whom to ask.',
  noThread: 'This message isn’t in a mail thread. “Send as reply” works on replies under a mail.',
  why: {
    inbox: (inbox: string, by: string, when: string) =>
      `This mail is here because ${by} set a route from ${inbox} to this channel (${when}).`,
    written: (by: string, when: string) => `This thread is here because ${by} wrote its first mail here (${when}).`,
    default: (inbox: string) =>
      `This mail is here because ${inbox} had no route when the thread began, so it went to the default channel.`,
    change: 'An admin can send new threads elsewhere with `/mail rules` or `/mail route`.',
  },
}

/** The page of `/mail find`. */
export const englishFind = {
  title: 'Find mail',
  label: 'Words',
  submit: 'Find',
  hint: 'All words have to be in the mail. Narrow it down with from:anna, in:support@acme.com or is:open.',
  none: 'No mail that you can read has all of these words.',
  end: 'No more mail with these words.',
  further: 'Nothing yet. Press *Older* to look further back.',
  late: 'This search is taking too long. Try it with one more word, or a rarer one.',
  empty: 'Type a word to look for. Example: /mail find invoice from:anna',
  common: 'These words are in nearly every mail. Add one that isn’t.',
  unknownState: (word: string) =>
    `Bellhop doesn’t know is:${word}. It knows is:open, is:waiting, is:done, is:snoozed, is:mine and is:muted.`,
  older: 'Older',
  newer: 'Newer',
  newest: 'Newest',
}

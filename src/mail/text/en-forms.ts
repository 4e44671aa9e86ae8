import { countNoun, mailTexts } from './en.ts'

const MINUTE_MS = 60_000
const ago = (ms: number): string =>
  ms < MINUTE_MS ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / MINUTE_MS)} min`

/** What the forms and windows say. */
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
  replyTo: 'Answers go to',
  text: 'Text',
  files: 'Files',
  addressHint: 'name@example.com, several separated by commas',
  noSubject: mailTexts.noSubject,
  size: mailTexts.size,
  about: (inbox: string, subject: string) => `From ${inbox} · ${subject || mailTexts.noSubject}`,
  goesTo: (people: number, companies: number, strangers: string[]) =>
    [
      people === 0
        ? 'Goes to nobody yet.'
        : `Goes to ${countNoun(people, 'person', 'people')} at ${countNoun(companies, 'company', 'companies')}.`,
      strangers.length > 0 && `New here: ${strangers.join(', ')}`,
    ]
      .filter(Boolean)
      .join(' '),
  leftOut: (count: number) =>
    `${countNoun(count, 'recipient does', 'recipients do')} not fit into this form and ${count === 1 ? 'is' : 'are'} left out.`,
  hold: (seconds: number) =>
    seconds > 0
      ? `Sends ${countNoun(seconds, 'second', 'seconds')} after you press Send. Cancel in the thread.`
      : 'Sends as soon as you press Send.',
  empty: mailTexts.noText,
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  back: 'Back',
  on: 'Next page',
  asking: 'Asking the mailbox for a link',
  download: 'Download',
  noFile: (reason: string) => `No link: ${reason}`,
  noFileId: 'the mailbox gave no way to ask for it.',
  noFileThere: 'the mailbox does not have it any more.',
  tooManyFiles: 'there are too many files in this mail for one window.',
  filesNote: 'The links come from the mailbox and work for a short time. Files from strangers can be harmful.',

  notAddress: (parts: string[]) => `Not a mail address: ${parts.join(', ')}`,
  nobody: 'A mail needs at least one recipient.',
  noText: 'Write something, or attach a file.',
  bodyCut: 'The mail goes on: it is larger than Bellhop keeps.',
  notKnownYet: 'Slack did not say in time who you are. Press again.',
  membersOnly: 'Only full members of this workspace can send mail. Guests and people from other organizations cannot.',
  newer: (from: string, text: string) =>
    `A newer mail came from ${from} while you wrote: “${text}” Press Send again if your reply still fits.`,
  answersEarlier: (from: string, text: string) =>
    `This answers an earlier mail. The newest one is from ${from}: “${text}”`,
  strangers: (addresses: string[]) =>
    `New here: ${addresses.join(', ')}. This inbox never wrote with ${addresses.length === 1 ? 'this address' : 'these addresses'} before. Press Send again if that is right.`,
  colleague: (name: string, ms: number, hasLeft: boolean) =>
    `${hasLeft ? `A reply by ${name} left ${ago(ms)} ago.` : `A reply by ${name} is about to leave.`} Press Send only if yours is needed too.`,
  onlyBounced: 'Only the addresses that did not get the mail are filled in.',
  gone: 'Bellhop does not have this mail any more.',
  taken:
    'Bellhop had already taken this reply, as it was first sent, though Slack showed an error. Close this form: the reply stands in the thread, with Cancel or Edit and send again.',
  noThread: 'This message does not stand in a mail thread. Send as reply works on messages below a mail.',
  why: {
    inbox: (inbox: string, by: string, when: string) =>
      `Mail to ${inbox} goes to this channel: ${by} set that route ${when}.`,
    default: (inbox: string) => `No route names ${inbox}, so its mail goes to the default channel.`,
    change: 'An admin can change it with /mail route <inbox> #channel.',
  },
}

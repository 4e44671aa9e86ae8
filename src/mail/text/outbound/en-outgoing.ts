import { createFormats } from '../../../core/formats.ts'
import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { shortenFileName } from '../en-names.ts'

const { list, size } = createFormats('en')

/** Slack's limit for an entry of a list. */
const OPTION_CHARS = 75
const SENDER_CHARS = 25

interface CheckedFile {
  name: string
  size?: number | undefined
}

const describeChecked = (file: CheckedFile): string =>
  file.size === undefined ? `${file.name} (size not known)` : `${file.name} ${size(file.size)}`

/** The texts about the files that go along with a mail. */
export const englishOutgoing = {
  fromThread: 'Files from this thread',
  fromThreadHint: 'Choose files',
  ofMails: 'From the mails',
  ofPeople: 'From people in Slack',
  note: 'Good to know',
  threadFile: (file: { name: string; size?: number; from: string }) => {
    const sender = truncate(file.from, SENDER_CHARS)
    const rest = [file.size === undefined ? '' : ` ${size(file.size)}`, sender === '' ? '' : ` · ${sender}`].join('')
    return `${shortenFileName(file.name, OPTION_CHARS - rest.length)}${rest}`
  },
  sized: (file: CheckedFile) => (file.size === undefined ? file.name : `${file.name} ${size(file.size)}`),
  fromAddress: ({ name, url }: { name: string; url: string }) => `${name} (${url})`,
  moreFiles: 'There are more files. Type part of the name.',
  slackSilent: 'Slack isn’t answering, so files posted here aren’t listed.',
  filesSilent: 'Slack isn’t answering, so Bellhop can’t check these files. Press Send again in a moment.',
  filesMissing: 'One of these files is no longer in the thread. Take it out, or choose it again.',
  links: 'Files by address',
  linksHint:
    'One https address per line. It has to open without a login: the mailbox downloads the file and attaches it.',
  notLink: (words: string[]) =>
    `Not an https address: ${list(words, 'comma')}. Paste the whole address, one in each line.`,
  checked: (files: CheckedFile[]) => `📎 ${list(files.map(describeChecked), 'comma')}`,
  linksChecked: (files: CheckedFile[]) => {
    const question = 'Press Send again if that’s right.'
    const named = `At these addresses: ${list(files.map(describeChecked), 'comma')}. ${question}`
    return named.length <= BLOCK_LIMITS.alert ? named : `The files at the addresses are named above. ${question}`
  },
  oftenRefused: (names: string[]) =>
    `Mail servers often refuse files such as ${list(names)}. The mail may come back, or the file may be removed.`,
  tickRefused: 'Send these files anyway',
}

import { createFormats } from '../../core/formats.ts'

const { list } = createFormats('en')

/** Why a mail has its badges, and what people tell the mailbox about a sender. Callers escape what comes from outside. */
export const englishTrust = {
  badges: 'Why these badges?',
  badgesHint: 'What Bellhop checked about the sender, and what it found.',
  badgesTitle: 'Why these badges?',
  noBadges: 'This mail has no badges, because Bellhop found nothing unusual. That doesn’t mean that it’s safe.',
  reasons: {
    spam: 'The mailbox has marked this mail as spam.',
    blocked: 'The sender is on the mailbox’s block list.',
    unauthenticated: 'The mail came without proof that it’s from the domain that it names.',
    external: (from: string, own: string) => `${from} isn’t an address at ${own}, the domain of this inbox.`,
    first_contact: (from: string) => `When this mail came, this inbox had no earlier mail from ${from}.`,
    reply_to_differs: (from: string, others: string[]) =>
      `It’s from ${from}, but asks for replies to ${list(others, 'comma')}.`,
    look_alike: {
      letters: (domain: string, known: string) =>
        `The letters of ${domain} look the same as those of ${known}, or nearly.`,
      slip: (domain: string, known: string) => `${domain} differs from ${known} by one letter.`,
      suffix: (domain: string, known: string) => `${domain} has the name of ${known} with another ending.`,
      prefix: (domain: string, known: string) => `${domain} begins like ${known}, but belongs to somebody else.`,
      other: (domain: string, known: string) => `${domain} looks like ${known}, but isn’t.`,
    },
    claimed_name: (name: string, known: string, from: string) =>
      `The sender’s name is “${name}”, which sounds like ${known}, but the mail is from ${from}.`,
  },
  compared: (own: string[]) =>
    `Bellhop compared the sender’s domain and name with ${own.length > 0 ? `your own domains (${list(own, 'comma')}), ` : ''}the domains in this thread, and the domains that this inbox has exchanged mail with. Letters are compared by how they look, in every script.`,
  moreDomains: (count: number) => `${count} more`,
  block: 'Block sender…',
  blockHint: 'Mail from this address or domain goes to quarantine from now on.',
  blockTitle: 'Block sender',
  blockAsk: (address: string, inbox: string) =>
    `Whose mail to ${inbox} should the mailbox block from now on? Mail that’s already here stays. This mail is from ${address}.`,
  blockAddress: 'Block this address',
  blockDomain: 'Block the domain',
  everyoneAt: (domain: string) => `“Block the domain” blocks everyone at ${domain}.`,
  freeMail: (domain: string) => `Anyone can have an address at ${domain}, so only the address can be blocked.`,
  ownDomain: (domain: string) => `${domain} is your own domain, so only the address can be blocked.`,
  sure: 'Block it?',
  sureText: (entry: string) => `New mail from ${entry} will go to quarantine, or won’t reach Bellhop at all.`,
  notNow: 'Not now',
  asking: 'Asking the mailbox…',
  blocked: (entry: string, inbox: string) =>
    `Blocked. From now on, the mailbox marks mail from ${entry} to ${inbox} as blocked.`,
  notBlocked: (entry: string, why: string) => `${entry} isn’t blocked. ${why}`,
  notSpam: 'Not spam',
  notSpamHint: 'Tells the mailbox that this sender is welcome.',
  notSpamAsk: 'Not spam?',
  notSpamText: 'Bellhop releases this mail and tells the mailbox that its sender is welcome.',
  welcome: (entry: string) => `The mailbox now knows that mail from ${entry} is welcome.`,
  unblocked: (entry: string) => `${entry} is no longer on the inbox’s block list.`,
  blockedForAll: (entry: string) =>
    `${entry} is on the block list of the whole mailbox account, so its next mail will be blocked, too. An admin can remove it there.`,
  spamAgain: 'This inbox has no list of allowed senders, so the sender’s next mail may be marked as spam again.',
  notWelcome: (why: string) => `The mail is released, but the mailbox wasn’t told that its sender is welcome. ${why}`,
  silent: 'The mailbox doesn’t answer. Try again later.',
}

// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface MailMessages {
  readonly people: {
    /** {count, plural, one {# other} other {# others}} */
    readonly others: (values: { count: number }) => string
    /** {count, number} more */
    readonly more: (values: { count: number }) => string
  }
  readonly original: {
    /** Original */
    readonly label: string
    /** Sends you the mail as it came, as files in your messages with Bellhop. Nobody else gets them. */
    readonly hint: string
    /** The mail is on its way to your messages with Bellhop. */
    readonly onItsWay: string
    /** The mail as a web page. It loads nothing when you open it, but its links work. */
    readonly html: string
    /** The text of the mail. */
    readonly text: string
    /** The mail as it came, with its headers and attachments. Open it in a mail program. Attachments from strangers can be harmful. */
    readonly whole: string
    /** The mailbox didn’t provide the mail as it came, so this is the part that Bellhop has stored. */
    readonly onlyText: string
    /** You get the mail as it came, with its attachments, once somebody has released it. */
    readonly onlyTextYet: string
    /** Neither Bellhop nor the mailbox has any text of this mail. */
    readonly nothing: string
    /** Slack didn’t take the file ({code}). If it happens again, tell your admins. */
    readonly slackRefused: (values: { code: string }) => string
  }
  readonly trust: {
    /** Why these badges? */
    readonly badges: string
    /** What Bellhop checked about the sender, and what it found. */
    readonly badgesHint: string
    /** Why these badges? */
    readonly badgesTitle: string
    /** This mail has no badges, because Bellhop found nothing unusual. That doesn’t mean that it’s safe. */
    readonly noBadges: string
    readonly reasons: {
      /** The mailbox has marked this mail as spam. */
      readonly spam: string
      /** The sender is on the mailbox’s block list. */
      readonly blocked: string
      /** The mail came without proof that it’s from the domain that it names. */
      readonly unauthenticated: string
      /** {from} isn’t an address at {domain}, the domain of this inbox. */
      readonly external: (values: { from: string; domain: string }) => string
      /** When this mail came, this inbox had no earlier mail from {from}. */
      readonly first_contact: (values: { from: string }) => string
      /** It’s from {from}, but asks for replies to {addresses}. */
      readonly reply_to_differs: (values: { from: string; addresses: string }) => string
      readonly look_alike: {
        /** The letters of {domain} look the same as those of {known}, or nearly. */
        readonly letters: (values: { domain: string; known: string }) => string
        /** {domain} differs from {known} by one letter. */
        readonly slip: (values: { domain: string; known: string }) => string
        /** {domain} has the name of {known} with another ending. */
        readonly suffix: (values: { domain: string; known: string }) => string
        /** {domain} begins like {known}, but belongs to somebody else. */
        readonly prefix: (values: { domain: string; known: string }) => string
        /** {domain} looks like {known}, but isn’t. */
        readonly other: (values: { domain: string; known: string }) => string
      }
      /** The sender’s name is “{name}”, which sounds like {known}, but the mail is from {from}. */
      readonly claimed_name: (values: { name: string; known: string; from: string }) => string
    }
    /** Bellhop compared the sender’s domain and name with the domains in this thread, and the domains that this inbox has exchanged mail with. Letters are compared by how they look, in every script. */
    readonly compared: string
    /** Bellhop compared the sender’s domain and name with your own domains ({domains}), the domains in this thread, and the domains that this inbox has exchanged mail with. Letters are compared by how they look, in every script. */
    readonly comparedWithOwn: (values: { domains: string }) => string
    /** {count, number} more */
    readonly moreDomains: (values: { count: number }) => string
    /** Block sender… */
    readonly block: string
    /** Mail from this address or domain goes to quarantine from now on. */
    readonly blockHint: string
    /** Block sender */
    readonly blockTitle: string
    /** Whose mail to {inbox} should the mailbox block from now on? Mail that’s already here stays. This mail is from {address}. */
    readonly blockAsk: (values: { inbox: string; address: string }) => string
    /** Block this address */
    readonly blockAddress: string
    /** Block the domain */
    readonly blockDomain: string
    /** “Block the domain” blocks everyone at {domain}. */
    readonly everyoneAt: (values: { domain: string }) => string
    /** Anyone can have an address at {domain}, so only the address can be blocked. */
    readonly freeMail: (values: { domain: string }) => string
    /** {domain} is your own domain, so only the address can be blocked. */
    readonly ownDomain: (values: { domain: string }) => string
    /** Block it? */
    readonly sure: string
    /** New mail from {entry} will go to quarantine, or won’t reach Bellhop at all. */
    readonly sureText: (values: { entry: string }) => string
    /** Not now */
    readonly notNow: string
    /** Asking the mailbox… */
    readonly asking: string
    /** Blocked. From now on, the mailbox marks mail from {entry} to {inbox} as blocked. */
    readonly blocked: (values: { entry: string; inbox: string }) => string
    /** {entry} isn’t blocked. {problem} */
    readonly notBlocked: (values: { entry: string; problem: string }) => string
    /** Not spam */
    readonly notSpam: string
    /** Tells the mailbox that this sender is welcome. */
    readonly notSpamHint: string
    /** Not spam? */
    readonly notSpamAsk: string
    /** Bellhop releases this mail and tells the mailbox that its sender is welcome. */
    readonly notSpamText: string
    /** The mailbox now knows that mail from {entry} is welcome. */
    readonly welcome: (values: { entry: string }) => string
    /** {entry} is no longer on the inbox’s block list. */
    readonly unblocked: (values: { entry: string }) => string
    /** {entry} is on the block list of the whole mailbox account, so its next mail will be blocked, too. An admin can remove it there. */
    readonly blockedForAll: (values: { entry: string }) => string
    /** This inbox has no list of allowed senders, so the sender’s next mail may be marked as spam again. */
    readonly spamAgain: string
    /** The mail is released, but the mailbox wasn’t told that its sender is welcome. {problem} */
    readonly notWelcome: (values: { problem: string }) => string
    /** The mailbox doesn’t answer. Try again later. */
    readonly silent: string
  }
}

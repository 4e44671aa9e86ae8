// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface MailMessages {
  readonly people: {
    /** {count, plural, one {# other} other {# others}} */
    readonly others: (values: { count: number }) => string
    /** {count, number} more */
    readonly more: (values: { count: number }) => string
    /** {names} and {count, number} more */
    readonly listAndMore: (values: { names: string; count: number }) => string
    /** Also to {people} */
    readonly alsoTo: (values: { people: string }) => string
    /** cc {people} */
    readonly cc: (values: { people: string }) => string
    /** bcc {people} */
    readonly bcc: (values: { people: string }) => string
  }
  /** (no subject) */
  readonly noSubject: string
  /** This email has no text. */
  readonly noText: string
  /** This email has no text, only {count, plural, one {# picture} other {# pictures}}. Bellhop doesn’t load pictures. */
  readonly onlyPictures: (values: { count: number }) => string
  /** This email is too large for Bellhop to find its text. Read it in the mailbox. */
  readonly noTextFound: string
  /** This email is too large for Bellhop to read to its end. */
  readonly endNotRead: string
  /** unknown sender */
  readonly noSender: string
  /** Shortened here */
  readonly cutHere: string
  /** Links are off. You can turn them on in *Read safely*. */
  readonly linksOff: string
  /** The text is large and hasn’t arrived yet. It appears here once the mailbox responds. */
  readonly notFetched: string
  /** This email is too large for Bellhop to read its whole text. Read it in the mailbox. */
  readonly notReadWhole: string
  /** The text is large, and the mailbox doesn’t let Bellhop read it. Read it in the mailbox. */
  readonly notHandedOut: string
  /** Email from {from}: {subject} */
  readonly newMail: (values: { from: string; subject: string }) => string
  /** {kind, select, auto_reply {Automatic email from {from}} list {List email from {from}} bounce {Bounce report from {from}} own {Our own email from {from}} other {Our own email from {from}}} */
  readonly automatic: (values: { kind: 'auto_reply' | 'list' | 'bounce' | 'own'; from: string }) => string
  /** {kind, select, auto_reply {Automatic email from {from}: “{excerpt}”} list {List email from {from}: “{excerpt}”} bounce {Bounce report from {from}: “{excerpt}”} own {Our own email from {from}: “{excerpt}”} other {Our own email from {from}: “{excerpt}”}} */
  readonly automaticQuoted: (values: { kind: 'auto_reply' | 'list' | 'bounce' | 'own'; from: string; excerpt: string }) => string
  /** 🔁 Auto-replies were looping, so Bellhop muted this thread. Stop the program that sends from {inbox} or replies to it, then unmute. */
  readonly loopNoticed: (values: { inbox: string }) => string
  /** 🖼️ {count, plural, one {# picture} other {# pictures}} in the text: {files} */
  readonly pictures: (values: { count: number; files: string }) => string
  /** 📎 {files} */
  readonly files: (values: { files: string }) => string
  /** {name} {size} */
  readonly fileWithSize: (values: { name: string; size: string }) => string
  readonly hidden: {
    /** Signature hidden */
    readonly signature: string
    /** {mails, plural, one {# earlier email} other {# earlier emails}} hidden */
    readonly mails: (values: { mails: number }) => string
    /** {mails, plural, one {# earlier email} other {# earlier emails}} and signature hidden */
    readonly mailsAndSignature: (values: { mails: number }) => string
  }
  /** Reply */
  readonly reply: string
  /** Reply all */
  readonly replyAll: string
  /** Show full message */
  readonly readAll: string
  /** Read safely */
  readonly readSafely: string
  /** Headers */
  readonly headers: string
  readonly details: {
    /** Details */
    readonly open: string
    /** Why this email is here, what was checked about its sender, its headers and the original. */
    readonly hint: string
    /** Details */
    readonly title: string
    /** Sender */
    readonly sender: string
    /** Channel */
    readonly channel: string
  }
  /** Files */
  readonly getFiles: string
  /** Show attached pictures, and put all files into the thread for everyone. */
  readonly filesHint: string
  /** More… */
  readonly openMore: string
  /** More */
  readonly moreTitle: string
  readonly badges: {
    /** Spam */
    readonly spam: string
    /** Blocked sender */
    readonly blocked: string
    /** Unverified sender */
    readonly unauthenticated: string
    /** External */
    readonly external: string
    /** First contact */
    readonly first_contact: string
    /** Replies go to another address */
    readonly reply_to_differs: string
    /** Look-alike domain */
    readonly look_alike: string
    /** Someone else’s name */
    readonly claimed_name: string
  }
  /** Replies go to {addresses} */
  readonly repliesGoTo: (values: { addresses: string }) => string
  /** The sender’s domain {domain} looks like {known}, but isn’t */
  readonly looksLike: (values: { domain: string; known: string }) => string
  readonly digest: {
    /** *{mails, plural, one {# new email} other {# new emails}}* since {time} */
    readonly new: (values: { mails: number; time: string }) => string
    /** A lot arrived at once. *Open* shows one in a window. */
    readonly about: string
    /** *{mails, plural, one {# earlier email} other {# earlier emails}}* */
    readonly imported: (values: { mails: number }) => string
    /** Imported from the mailbox. *Open* shows one in a window. */
    readonly aboutImported: string
    /** *{mails, plural, one {# quarantined email} other {# quarantined emails}}* since {time} */
    readonly quarantined: (values: { mails: number; time: string }) => string
    /** Content hidden. *Open* posts one as its own card. */
    readonly aboutQuarantined: string
    /** {mails, plural, one {🚫 {from} · {subject}} other {🚫 {from} · {subject} (#)}} */
    readonly quarantinedLine: (values: { mails: number; from: string; subject: string }) => string
    /** {isDone, select, true {✅ Done: *{subject}* · {from}} other {*{subject}* · {from}}} */
    readonly line: (values: { isDone: boolean; subject: string; from: string }) => string
    /** {isDone, select, true {✅ Done: *{subject} ({mails, number})* · {from}} other {*{subject} ({mails, number}{done, plural, =0 {} one {, # done} other {, # done}})* · {from}}} */
    readonly lineOfSeveral: (values: { isDone: boolean; subject: string; mails: number; from: string; done: number }) => string
    /** Open */
    readonly open: string
    /** Open newest */
    readonly openNewest: string
    /** Opened */
    readonly opened: string
    /** Show in channel */
    readonly post: string
    /** New email is added to this list as it arrives. */
    readonly growing: string
    /** Every email in this list was deleted. */
    readonly allDeleted: string
    /** More quarantined email is added to this list as it arrives. */
    readonly growingQuarantined: string
    /** The import is still running. */
    readonly importing: string
    /** Continued below. */
    readonly full: string
    /** Back to single cards at {time}. */
    readonly calm: (values: { time: string }) => string
    /** {mails, plural, one {# new email} other {# new emails}} */
    readonly text: (values: { mails: number }) => string
    /** {mails, plural, one {# earlier email} other {# earlier emails}} */
    readonly importedText: (values: { mails: number }) => string
    /** {mails, plural, one {# quarantined email} other {# quarantined emails}} */
    readonly quarantinedText: (values: { mails: number }) => string
    /** This email is here: {link} */
    readonly isOpen: (values: { link: string }) => string
    /** This email gets its own card in the channel. Press the button again for the link to it. */
    readonly isOpening: string
    /** Someone deleted this email. */
    readonly isDeleted: string
    /**  · {open, plural, one {# open} other {# open}} · {done, plural, one {# done} other {# done}} */
    readonly counts: (values: { open: number; done: number }) => string
  }
  /** The sender’s name is “{name}”, but this email isn’t from {known} */
  readonly claimsName: (values: { name: string; known: string }) => string
  /** “{name}” is a colleague’s name, but this email came from outside: {address} */
  readonly claimsMember: (values: { name: string; address: string }) => string
  readonly quarantine: {
    readonly title: {
      /** Spam */
      readonly spam: string
      /** Blocked sender */
      readonly blocked: string
      /** Unverified sender */
      readonly unauthenticated: string
      /** Quarantined email */
      readonly other: string
    }
    /** Quarantined by the rule “{rule}” */
    readonly byRule: (values: { rule: string }) => string
    /** {title} · “{subject}” from {from} to {inbox}. Content hidden. */
    readonly line: (values: { title: string; subject: string; from: string; inbox: string }) => string
    /** {title} · “{subject}” from {from} to {inbox} */
    readonly releasedLine: (values: { title: string; subject: string; from: string; inbox: string }) => string
    /** {title} · an email to {inbox} */
    readonly deletedLine: (values: { title: string; inbox: string }) => string
    /** Show text */
    readonly show: string
    /** Release from quarantine */
    readonly release: string
    /** Delete */
    readonly delete: string
    readonly conversation: {
      /** Part of the conversation {subject} */
      readonly named: (values: { subject: string }) => string
      /** Part of a conversation in another channel */
      readonly elsewhere: string
    }
    /** , a new email in “{subject}” was quarantined{why, select, spam { as spam} unauthenticated {, because its sender couldn’t be verified} rule { by a rule} other {}}. This thread shows it once it’s released. */
    readonly inConversation: (values: { subject: string; why: 'spam' | 'unauthenticated' | 'rule' | 'other' }) => string
    /** , a new email in “{subject}” was quarantined{why, select, spam { as spam} unauthenticated {, because its sender couldn’t be verified} rule { by a rule} other {}}. {verdict, select, released {{by} released it.} deleted {{by} deleted it.} other {}} */
    readonly decidedInConversation: (values: { subject: string; why: 'spam' | 'unauthenticated' | 'rule' | 'other'; verdict: 'released' | 'deleted' | 'other'; by: string }) => string
    /** It will appear in its usual channel, with working links and a Reply button. */
    readonly releaseText: string
    /** Delete this email? */
    readonly deleteAsk: string
    /** Bellhop deletes its copy and only remembers not to show this email again. The mailbox keeps its own copy. */
    readonly deleteText: string
    /** Released by {by} */
    readonly released: (values: { by: string }) => string
    /** Deleted by {by} */
    readonly deleted: (values: { by: string }) => string
    /** {verdict, select, released {Nothing changed: {by} released this email first.} deleted {Nothing changed: {by} deleted this email first.} other {Nothing changed: {by} decided about this email first.}} */
    readonly cameFirst: (values: { verdict: 'released' | 'deleted' | 'other'; by: string }) => string
    /** {verdict, select, released {Nothing changed: you released this email before that.} deleted {Nothing changed: you deleted this email before that.} other {Nothing changed: you decided about this email before that.}} */
    readonly youCameFirst: (values: { verdict: 'released' | 'deleted' | 'other' }) => string
  }
  readonly replyCard: {
    /** {what, select, forward {{hasLeft, select, true {{writer} forwarded this to {recipients}} other {{writer} prepared a forward to {recipients}}}} new {{hasLeft, select, true {{writer} wrote to {recipients}} other {{writer} wrote an email to {recipients}}}} reply {{hasLeft, select, true {{writer} replied to {recipients}} other {{writer} wrote a reply to {recipients}}}} other {{hasLeft, select, true {{writer} replied to {recipients}} other {{writer} wrote a reply to {recipients}}}}} */
    readonly line: (values: { what: 'forward' | 'new' | 'reply'; hasLeft: boolean; writer: string; recipients: string }) => string
    /** Sending in {seconds, plural, one {# second} other {# seconds}} */
    readonly held: (values: { seconds: number }) => string
    /** You can undo {isAnswer, select, true {your reply} other {your email}} to {recipients} until {time}. */
    readonly goesOut: (values: { isAnswer: boolean; recipients: string; time: string }) => string
    /** Not sent: you don’t have permission to send this email. Your text is saved. Once you have permission, press “Edit and send again”. */
    readonly kept: string
    /** Not sent: the original email is no longer here. */
    readonly mailGone: string
    /** Sending */
    readonly sending: string
    /** Not sent yet. Bellhop keeps trying. */
    readonly retrying: string
    /** Checking whether this was sent… */
    readonly checking: string
    /** Last try {time} */
    readonly lastTry: (values: { time: string }) => string
    /** ✅ Marks the email as done once it’s sent, unless they write first */
    readonly closes: string
    /** Sent {time} */
    readonly sent: (values: { time: string }) => string
    /** Delivered {time} */
    readonly delivered: (values: { time: string }) => string
    /** Delivered {time} ({reached, number} of {count, number}) */
    readonly deliveredToSome: (values: { time: string; reached: number; count: number }) => string
    /** ⚠️ Not sent: {problem} */
    readonly failed: (values: { problem: string }) => string
    /** ⚠️ Not sent. */
    readonly failedUnexplained: string
    /** ⚠️ Not sent: {reason} */
    readonly rejected: (values: { reason: string }) => string
    /** ⚠️ Not sent. The mailbox gave no reason. */
    readonly rejectedUnexplained: string
    /** ❔ Couldn’t confirm delivery to the mailbox. */
    readonly unknown: string
    /** *Check again* never sends a second copy. */
    readonly unknownFor: string
    /** It’s too late to ask the mailbox. Check with the recipient before you send it again. */
    readonly tooLate: string
    /** Too late: this email can no longer be stopped. */
    readonly tooLateToCancel: string
    /** Too late: this email can no longer be edited. */
    readonly tooLateToEdit: string
    /** Not sent: stopped in time. The text is saved. */
    readonly cancelled: string
    /** Not sent: stopped in time by {name}. The text is saved. */
    readonly cancelledBy: (values: { name: string }) => string
    /** You stopped this email before it was sent. Its text is in the email’s thread. */
    readonly cancelledNearby: string
    /** Dismissed. Bellhop no longer tracks this email. */
    readonly dropped: string
    /** Dismissed by {name}. Bellhop no longer tracks this email. */
    readonly droppedBy: (values: { name: string }) => string
    /** {name} stopped the attempts to send it. */
    readonly stoppedBy: (values: { name: string }) => string
    /** Not sent. */
    readonly notSent: string
    /** A new version is below. */
    readonly newVersionBelow: string
    /** A new version by {name} replaces it. */
    readonly newVersion: (values: { name: string }) => string
    /** Sent again by {name}. */
    readonly sentAgain: (values: { name: string }) => string
    /** Go to the new version */
    readonly goToNewVersion: string
    /** ⚠️ Not delivered to {recipients}: {reason} */
    readonly bounced: (values: { recipients: string; reason: string }) => string
    /** Delayed for {recipients}. The mailbox keeps trying. */
    readonly delayed: (values: { recipients: string }) => string
    /** Delayed for {recipients}: {status}. The mailbox keeps trying. */
    readonly delayedWithStatus: (values: { recipients: string; status: string }) => string
    /** ⚠️ {recipients} marked this as spam. */
    readonly complained: (values: { recipients: string }) => string
    /** and {count, plural, one {# more address} other {# more addresses}} */
    readonly moreAddresses: (values: { count: number }) => string
    /** Fix: {fix} */
    readonly fix: (values: { fix: string }) => string
    /** Change this in “Edit and send again”. */
    readonly fixFields: string
    /** Nothing you wrote caused this. Report the reason above to the developers of Bellhop. */
    readonly fixRequest: string
    /** Check the recipients, the files and the fields under “More”, then send it again. If it’s refused again, ask your admins to look it up in the mailbox. */
    readonly fixUnnamed: string
    /** To email it again, clear it in /mail suppressed. */
    readonly unblock: string
    /** An admin can do this. */
    readonly adminCan: string
    /** Tell the admins */
    readonly tellAdmins: string
    /** Docs */
    readonly docs: string
    /** Raise the limit */
    readonly upgrade: string
    /** Undo */
    readonly undo: string
    /** Don’t send */
    readonly cancel: string
    /** Stop trying */
    readonly stopTrying: string
    /** Edit and send again */
    readonly edit: string
    /** Check again */
    readonly look: string
    /** Send again */
    readonly again: string
    /** Dismiss */
    readonly drop: string
    /** Send it again? */
    readonly againAsk: string
    /** If the first one was sent, the recipients get this email twice. */
    readonly againText: string
    /** Dismiss this email? */
    readonly dropAsk: string
    /** Bellhop stops checking. If the email was sent, it can’t be taken back. The text stays here. */
    readonly dropText: string
  }
  readonly deliveryStatus: {
    /** mailbox doesn’t exist */
    readonly noMailbox: string
    /** domain doesn’t exist */
    readonly noDomain: string
    /** domain doesn’t accept email */
    readonly noMailAtDomain: string
    /** mailbox is disabled */
    readonly mailboxDisabled: string
    /** mailbox is full */
    readonly mailboxFull: string
    /** email is too large for the mailbox */
    readonly tooLargeForMailbox: string
    /** email is too large for the server */
    readonly tooLargeForServer: string
    /** server isn’t responding */
    readonly serverSilent: string
    /** server can’t be found */
    readonly noServer: string
    /** server didn’t accept it in time */
    readonly serverSlow: string
    /** refused by the server */
    readonly refused: string
    /** {meaning}, {status} */
    readonly withCode: (values: { meaning: string; status: string }) => string
    /** {status} ({kind}) */
    readonly unexplained: (values: { status: string; kind: string }) => string
    /** the mail server didn’t accept it */
    readonly unknown: string
  }
  readonly tellAdmins: {
    /** Bellhop told the admins. */
    readonly told: string
    /** Bellhop’s settings name no admin who is still here. Ask a workspace admin, and show them the email’s card. */
    readonly noAdmins: string
    /** This email no longer needs an admin. */
    readonly over: string
  }
  readonly writerNotices: {
    /** {recipients}: {reason} */
    readonly failure: (values: { recipients: string; reason: string }) => string
    /** , {isAnswer, select, true {your reply} other {your email}} didn’t reach {failures}. */
    readonly bounced: (values: { isAnswer: boolean; failures: string }) => string
    /** , {isAnswer, select, true {your reply} other {your email}} to {to} had a problem. {isOwn, select, true {You have} other {{name} has}} written a new version. */
    readonly mended: (values: { isAnswer: boolean; to: string; isOwn: boolean; name: string }) => string
    /** {count, plural, one {# other address} other {# other addresses}} */
    readonly otherAddresses: (values: { count: number }) => string
    /** , {address} marked {isAnswer, select, true {your reply} other {your email}} as spam. */
    readonly complained: (values: { address: string; isAnswer: boolean }) => string
    /** , {isAnswer, select, true {your reply} other {your email}} wasn’t sent: {reason}. */
    readonly rejected: (values: { isAnswer: boolean; reason: string }) => string
    /** , {isAnswer, select, true {your reply} other {your email}} wasn’t sent. The mailbox gave no reason. */
    readonly rejectedUnexplained: (values: { isAnswer: boolean }) => string
    /** , {isAnswer, select, true {your reply} other {your email}} wasn’t sent. {problem} */
    readonly failed: (values: { isAnswer: boolean; problem: string }) => string
    /** , {isAnswer, select, true {your reply} other {your email}} wasn’t sent. */
    readonly failedUnexplained: (values: { isAnswer: boolean }) => string
    /** , Bellhop couldn’t confirm that {isAnswer, select, true {your reply} other {your email}} was sent. */
    readonly unknown: (values: { isAnswer: boolean }) => string
    /** , Bellhop couldn’t confirm that {isAnswer, select, true {your reply} other {your email}} was sent. {problem} */
    readonly unknownBecause: (values: { isAnswer: boolean; problem: string }) => string
    /** , confirmed: {isAnswer, select, true {your reply} other {your email}} was sent at {time}. */
    readonly foundSent: (values: { isAnswer: boolean; time: string }) => string
    /** , confirmed: {isAnswer, select, true {your reply} other {your email}} wasn’t sent: {reason}. */
    readonly foundRejected: (values: { isAnswer: boolean; reason: string }) => string
    /** , confirmed: {isAnswer, select, true {your reply} other {your email}} wasn’t sent. The mailbox gave no reason. */
    readonly foundRejectedUnexplained: (values: { isAnswer: boolean }) => string
    /** “{subject}” to {to}, from {inbox} */
    readonly about: (values: { subject: string; to: string; inbox: string }) => string
    /** Email to {to}, from {inbox} */
    readonly aboutUnread: (values: { to: string; inbox: string }) => string
    readonly forOthers: {
      /** An email by {writer} wasn’t sent. {problem} */
      readonly failed: (values: { writer: string; problem: string }) => string
      /** An email by {writer} wasn’t sent. */
      readonly failedUnexplained: (values: { writer: string }) => string
      /** An email by {writer} didn’t reach {failures}. */
      readonly bounced: (values: { writer: string; failures: string }) => string
      /** {address} marked an email by {writer} as spam. */
      readonly complained: (values: { address: string; writer: string }) => string
    }
    /** {writer} left or lost access. Who can take this over? */
    readonly gone: (values: { writer: string }) => string
    /** {writer} has access again. */
    readonly back: (values: { writer: string }) => string
    /** Your email wasn’t sent, because you no longer have permission to send it. */
    readonly notAllowed: string
    /** , something went wrong in Bellhop, so it stopped working on your email. Before you write it again, check in the mailbox whether it was sent. Your admins can look it up: reference {reference}. */
    readonly died: (values: { reference: string }) => string
    /** , {name} has replied to {to}. Your email scheduled for {when} wasn’t paused by that. Until then, “Don’t send” on its card stops it. */
    readonly answeredBefore: (values: { name: string; to: string; when: string }) => string
    /** , {name} {verb, select, now {pressed “Send now” on your email to {to}.} nowApproval {pressed “Send now” on your email to {to}, and it was sent for approval.} planned {pressed “Send as scheduled” on your email to {to}.} plannedApproval {pressed “Send as scheduled” on your email to {to}, and it was sent for approval.} time {changed the time of your email to {to}: {when}.} timeApproval {changed the time of your email to {to} to {when}, and it was sent for approval.} cancel {stopped your email to {to}. It wasn’t sent, and your text is saved.} stop {stopped the attempts to send your email to {to}.} drop {dismissed your email to {to}.} again {sent your email to {to} again.} edit {edited your email to {to}. The new version replaces yours.} approved {approved your email to {to}.} other {changed your email to {to}.}} */
    readonly acted: (values: { name: string; verb: 'now' | 'nowApproval' | 'planned' | 'plannedApproval' | 'time' | 'timeApproval' | 'cancel' | 'stop' | 'drop' | 'again' | 'edit' | 'approved' | 'other'; to: string; when: string }) => string
  }
  /** Something went wrong. This thread may miss an email or a status; nothing is lost in the mailbox. Your admins can look it up: reference {reference}. */
  readonly failedThreadTask: (values: { reference: string }) => string
  readonly notConnected: {
    /** Mail */
    readonly title: string
    /** No mailbox is connected to this workspace, so there is no email here. Ask an admin of Bellhop. */
    readonly sentence: string
  }
  readonly facts: {
    readonly event: {
      /** Invitation: {title} */
      readonly invitation: (values: { title: string }) => string
      /** Changed invitation: {title} */
      readonly update: (values: { title: string }) => string
      /** Cancelled: {title} */
      readonly cancellation: (values: { title: string }) => string
      /** {who} suggests another time: {title} */
      readonly counter: (values: { who: string; title: string }) => string
      /** Another time is suggested: {title} */
      readonly counterOfUnknown: (values: { title: string }) => string
      /** Calendar entry: {title} */
      readonly entry: (values: { title: string }) => string
    }
    readonly answers: {
      /** {who} accepted: {title} */
      readonly accepted: (values: { who: string; title: string }) => string
      /** {who} declined: {title} */
      readonly declined: (values: { who: string; title: string }) => string
      /** {who} may come: {title} */
      readonly tentative: (values: { who: string; title: string }) => string
    }
    /** {from} – {until} */
    readonly span: (values: { from: string; until: string }) => string
    /** {time} ({zone}) */
    readonly inZone: (values: { time: string; zone: string }) => string
    /** {time} (the email doesn’t name a time zone) */
    readonly inUnknownZone: (values: { time: string }) => string
    readonly repeats: {
      /** repeats daily */
      readonly daily: string
      /** repeats weekly */
      readonly weekly: string
      /** repeats monthly */
      readonly monthly: string
      /** repeats every year */
      readonly yearly: string
      /** repeats hourly */
      readonly hourly: string
    }
    /** Where: {place} */
    readonly where: (values: { place: string }) => string
    /** {name} (no address) */
    readonly noAddress: (values: { name: string }) => string
    /** From {who} */
    readonly organizer: (values: { who: string }) => string
    /** With {names} */
    readonly people: (values: { names: string }) => string
    /** The calendar file has {count, plural, one {# more appointment} other {# more appointments}}. *Files* puts it into this thread. */
    readonly otherEvents: (values: { count: number }) => string
    /** Contact: {name} */
    readonly contact: (values: { name: string }) => string
    /** Not delivered to {address} */
    readonly notDelivered: (values: { address: string }) => string
    /** Not delivered to {address}: {status} */
    readonly notDeliveredWithStatus: (values: { address: string; status: string }) => string
    /** The mail server said: {words} */
    readonly serverSaid: (values: { words: string }) => string
    /** See the reply that didn’t arrive */
    readonly reply: string
    /** Bellhop doesn’t know which email this is about. */
    readonly noReplyFound: string
  }
  readonly fileCard: {
    /** Getting the files: {finished, number} of {count, number}… */
    readonly progress: (values: { finished: number; count: number }) => string
    /** {count, plural, one {The file is in this thread.} =2 {Both files are in this thread.} other {All # files are in this thread.}} */
    readonly allThere: (values: { count: number }) => string
    /** {count, plural, one {The file isn’t in this thread.} other {The files aren’t in this thread.}} */
    readonly noneThere: (values: { count: number }) => string
    /** {done, plural, one {# of {count, number} files is in this thread.} other {# of {count, number} files are in this thread.}} */
    readonly someThere: (values: { done: number; count: number }) => string
    /** Asked for by {by} */
    readonly askedBy: (values: { by: string }) => string
    readonly next: {
      /** {count, plural, one {Get the last file} other {Get the next # files}} */
      readonly more: (values: { count: number }) => string
      /** Try again */
      readonly again: string
      /** {count, plural, one {Get # picture from the text} other {Get # pictures from the text}} */
      readonly inline: (values: { count: number }) => string
    }
    /** Get a link */
    readonly getLink: string
    /** {name} is {kind, select, program {a program} script {a script} shortcut {a shortcut that can start programs} installer {an installer} macros {a document with macros or embedded programs} web_page {a web page, which can imitate a sign-in} other {a program}}, so it stays in the mailbox. If you expect it, ask the sender for another way to get it. */
    readonly unsafe: (values: { name: string; kind: 'program' | 'script' | 'shortcut' | 'installer' | 'macros' | 'web_page' }) => string
    readonly failures: {
      /** {name} is larger than 25 MB. Press “Get a link” to download it from the mailbox. */
      readonly too_large: (values: { name: string }) => string
      /** {name} is empty. Ask the sender to send it again. */
      readonly empty: (values: { name: string }) => string
      /** The mailbox offers no way to download {name}. Ask the sender to send it again. */
      readonly no_id: (values: { name: string }) => string
      /** The mailbox no longer has {name}. Ask the sender to send it again. */
      readonly gone: (values: { name: string }) => string
      /** The mailbox didn’t provide {name} in time. Try again later. */
      readonly mailbox_silent: (values: { name: string }) => string
      /** The mailbox keeps {name} at an address Bellhop doesn’t open. Open it in the mailbox, and tell your admins. */
      readonly foreign_address: (values: { name: string }) => string
    }
    /** The mailbox didn’t provide {name}. Try again, or open it in the mailbox. */
    readonly refused: (values: { name: string }) => string
    /** The mailbox didn’t provide {name}. {problem} */
    readonly refusedBecause: (values: { name: string; problem: string }) => string
    /** Slack doesn’t let Bellhop share {name}. An admin needs to install Bellhop again with the permission files:write. */
    readonly missingScope: (values: { name: string }) => string
    /** Slack didn’t take {name} ({code}). If it happens again, tell your admins. */
    readonly slackRefused: (values: { name: string; code: string }) => string
    /** {name} isn’t in this thread. Open it in the mailbox. */
    readonly notThere: (values: { name: string }) => string
    /** {name} contains {entries}. */
    readonly archive: (values: { name: string; entries: string }) => string
    /** {count, number} more */
    readonly moreEntries: (values: { count: number }) => string
    /** {name} is an empty archive. */
    readonly emptyArchive: (values: { name: string }) => string
    /** {name} is {kind, select, zip {a zip archive} rar {a RAR archive} 7z {a 7-Zip archive} gzip {a gzip archive} bzip2 {a bzip2 archive} xz {an xz archive} tar {a tar archive} cab {a cabinet archive} disk_image {a disk image} other {a zip archive}}. Bellhop can’t list what it contains, so open it only if you expect it. */
    readonly closedArchive: (values: { name: string; kind: 'zip' | 'rar' | '7z' | 'gzip' | 'bzip2' | 'xz' | 'tar' | 'cab' | 'disk_image' }) => string
    /** Getting the files… They’re also posted in the email’s thread. If nothing comes within a minute, press *Files* again. */
    readonly getting: string
    /** Slack is preparing {count, plural, one {a picture} other {# pictures}}… */
    readonly preparing: (values: { count: number }) => string
    /** {name} was deleted from the thread. */
    readonly deleted: (values: { name: string }) => string
    /** {count, plural, one {Open the file in the thread} other {Open # files in the thread}} */
    readonly openInThread: (values: { count: number }) => string
    /** The files are already in the thread. */
    readonly alreadyThere: string
    /** This email’s channel is now shared with another organization, so its files aren’t posted there. Open them in the mailbox, or request them again once an admin has chosen another channel. */
    readonly nowShared: string
    /** This email no longer has a thread in Slack, so there’s no place for its files. Open them in the mailbox. */
    readonly noThread: string
    /** The files of this email stay in the mailbox until someone releases it. */
    readonly releaseFirst: string
  }
  readonly original: {
    /** Original */
    readonly label: string
    /** The email is on its way to your direct messages. */
    readonly onItsWay: string
    /** The email as a web page. It loads nothing when you open it, but its links work. */
    readonly html: string
    /** The start of a very long email as a web page. It loads nothing when you open it, but its links work. */
    readonly htmlCut: string
    /** The text of the email. */
    readonly text: string
    /** The original email, with its headers and attachments. Open it in an email program. Attachments from strangers can be harmful. */
    readonly whole: string
    /** The mailbox didn’t provide the original email, so this is the part Bellhop stored. */
    readonly onlyText: string
    /** You get the original email, with its attachments, once someone releases it. */
    readonly onlyTextYet: string
    /** Neither Bellhop nor the mailbox has any text of this email. */
    readonly nothing: string
    /** Slack didn’t take the file ({code}). If it happens again, tell your admins. */
    readonly slackRefused: (values: { code: string }) => string
  }
  readonly jobs: {
    /** Start docs job */
    readonly start: string
    /** Have the docs agent act on this email, which is included as a quotation. */
    readonly startHint: string
    /** 📄 Docs job: <link>{title}</link> */
    readonly started: (values: { link: (parts: string[]) => string; title: string }) => string
    /** We’ve prepared a change to our documentation in response to your email: */
    readonly pullRequest: string
    /** No docs agent is connected to this workspace. Ask an admin of Bellhop. */
    readonly notConnected: string
    /** Bellhop can’t find this job, or the email that it was started from. */
    readonly noSource: string
    /** Bellhop can’t find this job’s pull request. The job’s card shows what you can do now. */
    readonly noPullRequest: string
  }
  readonly trust: {
    /** This email has no badges, because Bellhop found nothing unusual. It may still be unsafe. */
    readonly noBadges: string
    readonly reasons: {
      /** The mailbox marked this email as spam. */
      readonly spam: string
      /** The sender is on the mailbox’s block list. */
      readonly blocked: string
      /** The sender’s domain couldn’t be verified. */
      readonly unauthenticated: string
      /** {from} isn’t an address at {domain}, the domain of this inbox. */
      readonly external: (values: { from: string; domain: string }) => string
      /** When this email came, this inbox had no earlier email from {from}. */
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
        /** {domain} begins like {known}, but belongs to someone else. */
        readonly prefix: (values: { domain: string; known: string }) => string
        /** {domain} looks like {known}, but isn’t. */
        readonly other: (values: { domain: string; known: string }) => string
      }
      /** {isMember, select, true {The sender’s name is “{name}”, the name of a colleague, but the email came from outside: {from}.} other {The sender’s name is “{name}”, which sounds like {known}, but the email is from {from}.}} */
      readonly claimed_name: (values: { isMember: boolean; name: string; from: string; known: string }) => string
    }
    /** Bellhop compared the sender’s domain and name with the domains in this thread, and the domains this inbox has exchanged email with. Letters are compared by how they look, in every script. */
    readonly compared: string
    /** Bellhop compared the sender’s domain and name with your own domains ({domains}), the domains in this thread, and the domains this inbox has exchanged email with. Letters are compared by how they look, in every script. */
    readonly comparedWithOwn: (values: { domains: string }) => string
    /** {count, number} more */
    readonly moreDomains: (values: { count: number }) => string
    /** Block sender */
    readonly block: string
    /** New email from this address or domain goes to quarantine. */
    readonly blockHint: string
    /** Block sender */
    readonly blockTitle: string
    /** This email is from {address}. Choose whose new email to {inbox} to block. Email that’s already here stays. */
    readonly blockAsk: (values: { address: string; inbox: string }) => string
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
    /** New email from {entry} will go to quarantine, or won’t reach Bellhop at all. */
    readonly sureText: (values: { entry: string }) => string
    /** Not now */
    readonly notNow: string
    /** Asking the mailbox… */
    readonly asking: string
    /** Blocked. From now on, the mailbox marks email from {entry} to {inbox} as blocked. */
    readonly blocked: (values: { entry: string; inbox: string }) => string
    /** {entry} isn’t blocked. {problem} */
    readonly notBlocked: (values: { entry: string; problem: string }) => string
    /** Not spam */
    readonly notSpam: string
    /** Tells the mailbox, and ends a block of the sender or their domain. */
    readonly notSpamHint: string
    /** Not spam? */
    readonly notSpamAsk: string
    /** Bellhop releases this email and tells the mailbox that it isn’t spam. If the inbox blocks its sender or their whole domain, that block ends. */
    readonly notSpamText: string
    /** The mailbox now knows that email from {entry} is welcome. */
    readonly welcome: (values: { entry: string }) => string
    /** {entry} is no longer on the inbox’s block list. */
    readonly unblocked: (values: { entry: string }) => string
    /** {entry} is on the block list of the whole mailbox account, so its next email will also be blocked. An admin can remove it there. */
    readonly blockedForAll: (values: { entry: string }) => string
    /** This inbox has no list of allowed senders, so the sender’s next email may be marked as spam again. */
    readonly spamAgain: string
    /** The email is released, but the mailbox couldn’t be told that its sender is welcome. {problem} */
    readonly notWelcome: (values: { problem: string }) => string
    /** The mailbox isn’t responding. Try again later. */
    readonly silent: string
  }
  readonly work: {
    /** Claim */
    readonly claim: string
    /** Unclaim */
    readonly release: string
    /** Assign… */
    readonly handOver: string
    /** Done */
    readonly done: string
    /** Reopen */
    readonly reopen: string
    /** Snooze until… */
    readonly snooze: string
    /** Snooze until tomorrow, 9:00 */
    readonly snoozeTomorrow: string
    /** End snooze */
    readonly wake: string
    /** Mute */
    readonly mute: string
    /** Unmute */
    readonly unmute: string
    readonly hints: {
      /** Makes the email unclaimed again. */
      readonly release: string
      /** No more mentions and reminders. New email is shown only in the thread. */
      readonly mute: string
      /** Mentions and reminders come back. */
      readonly unmute: string
    }
    /** You’ve already claimed “{subject}”. */
    readonly yoursAlready: (values: { subject: string }) => string
    /** {name} has already claimed “{subject}”. */
    readonly claimedBy: (values: { name: string; subject: string }) => string
    /** Someone got there first. “{subject}”: {state} */
    readonly already: (values: { subject: string; state: string }) => string
    /** {verb, select, snooze {Not snoozed, because there’s a newer email from {from}: “{words}”} other {Not marked as done, because there’s a newer email from {from}: “{words}”}} */
    readonly newer: (values: { verb: 'snooze' | 'other'; from: string; words: string }) => string
    /** {verb, select, claim {You claimed this email.} release {You unclaimed this email.} hand_over {You assigned this email.} done {Marked as done.} reopen {Reopened.} snooze {Snoozed.} wake {Snooze ended.} mute {Muted.} unmute {Unmuted.} other {Changed.}} */
    readonly acted: (values: { verb: 'claim' | 'release' | 'hand_over' | 'done' | 'reopen' | 'snooze' | 'wake' | 'mute' | 'unmute' | 'other' }) => string
    /** {is, select, scheduled {“Done” doesn’t stop {isOwn, select, true {your email} other {{name}’s email}} “{subject}”, scheduled for {when}.} senderless {{name}’s email “{subject}” is only sent if someone else takes it over.} awaiting {“Done” doesn’t stop {isOwn, select, true {your email} other {{name}’s email}} “{subject}”, sent for approval.} other {{isOwn, select, true {Your email} other {{name}’s email}} “{subject}” is still paused. It isn’t sent unless someone decides to.}} */
    readonly leftToSend: (values: { is: 'scheduled' | 'senderless' | 'awaiting' | 'other'; isOwn: boolean; name: string; subject: string; when: string }) => string
    /** {acted} This email is now in {channel}. */
    readonly inOtherChannel: (values: { acted: string; channel: string }) => string
    /** {acted} The card doesn’t show it yet: the email is waiting until an admin chooses another channel. */
    readonly withoutCard: (values: { acted: string }) => string
    /** {name} isn’t a full member of this workspace, so nothing changed. Choose someone else. */
    readonly outsider: (values: { name: string }) => string
    /** {name} can’t read this email’s channel, so nothing changed. Invite them there first, or choose someone else. */
    readonly notReader: (values: { name: string }) => string
    /** {name} doesn’t have permission to reply to this inbox’s email, so nothing changed. Choose someone else. */
    readonly notAllowed: (values: { name: string }) => string
    /** , {by} assigned this email to you: “{subject}” */
    readonly handedOver: (values: { by: string; subject: string }) => string
    /** {verb, select, done {, {by} marked this email {isSnoozer, select, true {you snoozed} other {of yours}} as done: “{subject}”} release {, {by} unclaimed this email of yours: “{subject}”} snooze {, {by} snoozed this email of yours until {until}: “{subject}”} wake {, {by} ended {isSnoozer, select, true {your snooze of this email} other {the snooze of this email of yours}}: “{subject}”} other {{isOwn, select, true {, {by} took over this email {isSnoozer, select, true {you snoozed} other {of yours}}: “{subject}”} other {, {by} assigned this email {isSnoozer, select, true {you snoozed} other {of yours}} to {name}: “{subject}”}}}} */
    readonly taken: (values: { verb: 'done' | 'release' | 'snooze' | 'wake' | 'other'; by: string; isSnoozer: boolean; subject: string; until: string; isOwn: boolean; name: string }) => string
    /** {by} assigned this email to {name}, with a note: */
    readonly noteFor: (values: { by: string; name: string }) => string
    /** {by} claimed this email, with a note: */
    readonly ownNote: (values: { by: string }) => string
    /** {name} has notifications turned off, so nobody was notified. Message them, or assign it to someone else. */
    readonly quietOwner: (values: { name: string }) => string
    /** Go to the email */
    readonly goToMail: string
    /** , the email you snoozed is back: “{subject}” */
    readonly returned: (values: { subject: string }) => string
    /** The email {name} snoozed is back: “{subject}” */
    readonly returnedQuietly: (values: { name: string; subject: string }) => string
    readonly forms: {
      /** Snooze */
      readonly snoozeTitle: string
      /** Snooze */
      readonly snooze: string
      /** Cancel */
      readonly cancel: string
      /** Until when? */
      readonly when: string
      readonly times: {
        /** Today at {clock} */
        readonly today: (values: { clock: string }) => string
        /** Tomorrow at {clock} */
        readonly tomorrow: (values: { clock: string }) => string
        /** Monday at {clock} */
        readonly monday: (values: { clock: string }) => string
        /** Choose a day and a time… */
        readonly pick: string
      }
      /** Day */
      readonly day: string
      /** Choose a day */
      readonly dayHint: string
      /** Time */
      readonly time: string
      /** {isOwn, select, true {Your time zone, {zone}.} other {The workspace’s time zone, {zone}.}} You’ll be mentioned then, or as soon as they reply. */
      readonly snoozeHint: (values: { isOwn: boolean; zone: string }) => string
      /** Choose a day and a time. */
      readonly pickBoth: string
      /** This time has passed. Choose a later one. */
      readonly past: string
      /** Choose a time within a year. */
      readonly tooFar: string
      /** Assign */
      readonly handOverTitle: string
      /** Assign */
      readonly handOver: string
      /** Assign to */
      readonly person: string
      /** Someone else */
      readonly otherPerson: string
      /** You assigned “{subject}” to {name}. */
      readonly assigned: (values: { subject: string; name: string }) => string
      /** They’re notified as set in their settings. */
      readonly personHint: string
      /** Note */
      readonly note: string
      /** Shown to them, and in the email’s thread in Slack. It’s never sent to the customer. */
      readonly noteHint: string
      /** Email can only be assigned to full members of this workspace. Choose someone else. */
      readonly outsider: string
      /** They can’t read this email’s channel. Invite them there first, or choose someone else. */
      readonly notReader: string
      /** They don’t have permission to reply to this inbox’s email. Choose someone else. */
      readonly notAllowed: string
    }
    readonly reminder: {
      /** ⏰ Reminder: {count, plural, one {# email needs your reply.} other {# emails need your reply.}} */
      readonly mine: (values: { count: number }) => string
      /** ⏰ Reminder: {count, plural, one {# unclaimed email.} other {# unclaimed emails.}} */
      readonly unclaimed: (values: { count: number }) => string
      /** ⏰ {count, plural, one {# email that {names} had claimed is unclaimed again.} other {# emails that {names} had claimed are unclaimed again.}} */
      readonly released: (values: { count: number; names: string }) => string
      /** ⏰ Reminder: {count, plural, one {# email is still waiting for the recipient’s reply.} other {# emails are still waiting for the recipients’ replies.}} */
      readonly waiting: (values: { count: number }) => string
      /** ✅ Nothing in this reminder is due now. */
      readonly over: string
      /** {isPerson, select, true {and {count, number} more: `/mail mine` lists them all} other {and {count, number} more: `/mail open` and `/mail waiting` list them all}} */
      readonly more: (values: { isPerson: boolean; count: number }) => string
    }
    /** , {from} {how, select, reply {replied} toYou {replied to you} toYourForward {replied to your forward} forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}}: “{subject}”{about, select, owner { (claimed by you)} snoozer { (this ended your snooze)} both { (claimed by you; this ended your snooze)} other {}} */
    readonly news: (values: { from: string; how: 'reply' | 'toYou' | 'toYourForward' | 'forward' | 'copy' | 'named' | 'other'; subject: string; about: 'owner' | 'snoozer' | 'both' | 'other' }) => string
    /** This email is waiting until an admin chooses a channel. */
    readonly waits: string
    /** “{subject}”, which {isAssigned, select, true {a rule assigned to you} other {you claimed}}, continues in {channel}. */
    readonly continues: (values: { subject: string; isAssigned: boolean; channel: string }) => string
    /** “{subject}”, which {isAssigned, select, true {a rule assigned to you} other {you claimed}}, moved to a channel that you can’t read. It’s still {isAssigned, select, true {assigned to you} other {claimed by you}}. */
    readonly continuesHidden: (values: { subject: string; isAssigned: boolean }) => string
    readonly list: {
      /** Mail */
      readonly title: string
      readonly views: {
        /** For me and this channel */
        readonly now: string
        /** My email */
        readonly mine: string
        /** Open here */
        readonly open: string
        /** Waiting for their reply here */
        readonly waiting: string
        /** Snoozed here */
        readonly snoozed: string
      }
      readonly mine: {
        /** Needs your reply */
        readonly open: string
        /** Waiting for their reply */
        readonly waiting: string
        /** Your snoozed email */
        readonly snoozed: string
      }
      readonly here: {
        /** Open in {channel} */
        readonly open: (values: { channel: string }) => string
        /** Waiting for their reply in {channel} */
        readonly waiting: (values: { channel: string }) => string
        /** Snoozed in {channel} */
        readonly snoozed: (values: { channel: string }) => string
      }
      readonly empty: {
        /** Nothing to do. Email you claim is listed here, and so is new email in a channel. */
        readonly now: string
        /** You have no email. *Claim* on an email’s card puts it here. */
        readonly mine: string
        /** No open email here. In a channel, new email is listed until someone presses *Done*. */
        readonly open: string
        /** Nothing is waiting on others. Emails appear here after you reply. */
        readonly waiting: string
        /** No snoozed email here. *Snooze until…* in an email’s ⋯ puts it aside until a time you choose. */
        readonly snoozed: string
      }
      /** That’s all. */
      readonly end: string
      /** You can’t read this channel, so only your own email is listed. */
      readonly notReader: string
      /** Slack took too long to respond. Open the list again. */
      readonly slow: string
      /** `/mail help` shows what else you can do. */
      readonly help: string
      /** Open */
      readonly open: string
      /** All my email */
      readonly all: string
      readonly state: {
        /** Unclaimed */
        readonly unclaimed: string
        /** Claimed by {name} */
        readonly owner: (values: { name: string }) => string
        /** Claimed by you */
        readonly yours: string
        /** 💤 snoozed until {until} */
        readonly snoozed: (values: { until: string }) => string
        /** 🔕 muted */
        readonly muted: string
        /** waiting until an admin chooses a channel */
        readonly noChannel: string
      }
      readonly unsent: {
        /** {kind, select, reply {Reply scheduled for {when}} aside {Reply to {to} scheduled for {when}} forward {Forward scheduled for {when}} other {Email scheduled for {when}}} */
        readonly scheduled: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; when: string; to: string }) => string
        /** {kind, select, reply {Reply awaiting approval} aside {Reply to {to} awaiting approval} forward {Forward awaiting approval} other {Email awaiting approval}} */
        readonly awaiting: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** ⏸️ {kind, select, reply {Reply awaiting approval: someone must take it over} aside {Reply to {to} awaiting approval: someone must take it over} forward {Forward awaiting approval: someone must take it over} other {Email awaiting approval: someone must take it over}} */
        readonly awaitingSenderless: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** ⏸️ {kind, select, reply {Scheduled reply: someone must take it over} aside {Scheduled reply to {to}: someone must take it over} forward {Scheduled forward: someone must take it over} other {Scheduled email: someone must take it over}} */
        readonly senderless: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** ⏸️ {kind, select, reply {Reply paused: needs a decision} aside {Reply to {to} paused: needs a decision} forward {Forward paused: needs a decision} other {Email paused: needs a decision}} */
        readonly paused: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
      }
      /** you don’t have permission to reply */
      readonly unable: string
      /** Your email */
      readonly home: string
      readonly order: {
        /** Oldest first */
        readonly oldest: string
        /** Newest first */
        readonly newest: string
      }
      /** All open email here */
      readonly allHere: string
    }
    readonly card: {
      /** Unclaimed */
      readonly unclaimed: string
      /** 👤 Claimed by {name} */
      readonly owner: (values: { name: string }) => string
      /** 👤 Assigned to {name} by a rule */
      readonly assigned: (values: { name: string }) => string
      /** 👥 For {name}, unclaimed */
      readonly group: (values: { name: string }) => string
      readonly pending: {
        /** {kind, select, reply {⏸️ Reply paused: needs a decision} aside {⏸️ Reply to {to} paused: needs a decision} forward {⏸️ Forward paused: needs a decision} other {⏸️ Email paused: needs a decision}} */
        readonly paused: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {⏸️ Scheduled reply: someone must take it over} aside {⏸️ Scheduled reply to {to}: someone must take it over} forward {⏸️ Scheduled forward: someone must take it over} other {⏸️ Scheduled email: someone must take it over}} */
        readonly senderless: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {⏸️ Reply awaiting approval: someone must take it over} aside {⏸️ Reply to {to} awaiting approval: someone must take it over} forward {⏸️ Forward awaiting approval: someone must take it over} other {⏸️ Email awaiting approval: someone must take it over}} */
        readonly awaitingSenderless: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {🕘 Reply awaiting approval} aside {🕘 Reply to {to} awaiting approval} forward {🕘 Forward awaiting approval} other {🕘 Email awaiting approval}} */
        readonly awaiting: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {⚠️ Nobody can approve the reply now} aside {⚠️ Nobody can approve the reply to {to} now} forward {⚠️ Nobody can approve the forward now} other {⚠️ Nobody can approve the email now}} */
        readonly stuck: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {Checking whether a reply was sent…} aside {Checking whether a reply to {to} was sent…} forward {Checking whether a forward was sent…} other {Checking whether an email was sent…}} */
        readonly checking: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {🕘 Reply not sent yet. Bellhop keeps trying} aside {🕘 Reply to {to} not sent yet. Bellhop keeps trying} forward {🕘 Forward not sent yet. Bellhop keeps trying} other {🕘 Email not sent yet. Bellhop keeps trying}} */
        readonly retrying: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; to: string }) => string
        /** {kind, select, reply {🕘 Reply scheduled for {when}} aside {🕘 Reply to {to} scheduled for {when}} forward {🕘 Forward scheduled for {when}} other {🕘 Email scheduled for {when}}} */
        readonly scheduled: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; when: string; to: string }) => string
      }
      /** {kind, select, reply {{name} replied {when}} aside {{name} replied to {to} {when}} forward {{name} forwarded it {when}} other {{name} wrote {when}}} */
      readonly replied: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; name: string; when: string; to: string }) => string
      /** {kind, select, reply {⏳ {name} replied {when} · waiting for their reply} aside {⏳ {name} replied to {to} {when} · waiting for their reply} forward {⏳ {name} forwarded it {when} · waiting for their reply} other {⏳ {name} wrote {when} · waiting for their reply}} */
      readonly repliedAndWaiting: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; name: string; when: string; to: string }) => string
      /** {kind, select, reply {{name} replied {when} · delivery delayed} aside {{name} replied to {to} {when} · delivery delayed} forward {{name} forwarded it {when} · delivery delayed} other {{name} wrote {when} · delivery delayed}} */
      readonly delayed: (values: { kind: 'reply' | 'aside' | 'forward' | 'other'; name: string; when: string; to: string }) => string
      /** {name} replied {when} to an earlier email */
      readonly crossed: (values: { name: string; when: string }) => string
      /** ⏳ Waiting for their reply · {when} */
      readonly waiting: (values: { when: string }) => string
      /** ✅ Done {when} */
      readonly done: (values: { when: string }) => string
      /** ✅ Done by {name} {when} */
      readonly doneBy: (values: { name: string; when: string }) => string
      /** 💤 Snoozed by {name} until {until} */
      readonly snoozed: (values: { name: string; until: string }) => string
      /** 🔕 Muted by Bellhop: no mentions, no reminders */
      readonly mutedByLoop: string
      /** 🔕 Muted by {name}: no mentions, no reminders */
      readonly muted: (values: { name: string }) => string
      /** ✍️ {count, plural, one {{names} is writing a reply} other {{names} are writing a reply}} */
      readonly writing: (values: { count: number; names: string }) => string
    }
    readonly bulk: {
      /** Choose several… */
      readonly open: string
      /** Choose several */
      readonly title: string
      /** Apply */
      readonly submit: string
      /** What to do */
      readonly act: string
      readonly acts: {
        /** Mark as done */
        readonly done: string
        /** Claim */
        readonly claim: string
        /** Assign… */
        readonly hand_over: string
      }
      /** Choose a person */
      readonly choosePerson: string
      /** All of them, or all from one sender */
      readonly several: string
      /** {count, plural, one {All # email} other {All # emails}} */
      readonly all: (values: { count: number }) => string
      /** {count, plural, one {The # email that no one else has claimed} other {All # emails that no one else has claimed}} */
      readonly allFree: (values: { count: number }) => string
      /** 👤 claimed by someone else */
      readonly claimed: string
      /** Emails {first, number}–{last, number} */
      readonly mails: (values: { first: number; last: number }) => string
      /** Only the senders of the most emails have a box. */
      readonly moreSenders: string
      /** The first {most, number}. Open this again for the rest. */
      readonly most: (values: { most: number }) => string
      /** Choose at least one email. */
      readonly none: string
      /** There’s no open email here that you can read now. */
      readonly nothing: string
      /** {verb, select, done {{count, plural, one {# email marked as done.} other {# emails marked as done.}}} claim {{count, plural, one {# email claimed.} other {# emails claimed.}}} hand_over {{count, plural, one {# email assigned to {name}.} other {# emails assigned to {name}.}}} other {{count, plural, one {# email changed.} other {# emails changed.}}}} */
      readonly result: (values: { verb: 'done' | 'claim' | 'hand_over' | 'other'; count: number; name: string }) => string
      readonly skipped: {
        /** {count, plural, one {# unchanged: someone got there first.} other {# unchanged: someone got there first.}} */
        readonly already: (values: { count: number }) => string
        /** {count, plural, one {# unchanged: you don’t have permission.} other {# unchanged: you don’t have permission.}} */
        readonly refused: (values: { count: number }) => string
        /** {count, plural, one {# unchanged: {name} can’t read its channel.} other {# unchanged: {name} can’t read their channel.}} */
        readonly not_reader: (values: { count: number; name: string }) => string
        /** {count, plural, one {# unchanged: {name} doesn’t have permission to reply to it.} other {# unchanged: {name} doesn’t have permission to reply to them.}} */
        readonly not_allowed: (values: { count: number; name: string }) => string
        /** {count, plural, one {# unchanged: Bellhop no longer has it.} other {# unchanged: Bellhop no longer has them.}} */
        readonly gone: (values: { count: number }) => string
        /** {count, plural, one {# failed. Check it and try again.} other {# failed. Check them and try again.}} */
        readonly failed: (values: { count: number }) => string
        /** {count, plural, one {# left open, because a new email came meanwhile: {emails}} other {# left open, because new emails came meanwhile: {emails}}} */
        readonly newer: (values: { count: number; emails: string }) => string
        /** {count, plural, one {# unchanged: someone else claimed it meanwhile: {emails}} other {# unchanged: someone else claimed them meanwhile: {emails}}} */
        readonly claimed: (values: { count: number; emails: string }) => string
      }
      /** {count, plural, one {{by} assigned # email to you.} other {{by} assigned # emails to you.}} */
      readonly handedOver: (values: { count: number; by: string }) => string
      /** {verb, select, done {{count, plural, one {{by} marked # email of yours as done.} other {{by} marked # emails of yours as done.}}} other {{isOwn, select, true {{count, plural, one {{by} took over # email of yours.} other {{by} took over # emails of yours.}}} other {{count, plural, one {{by} assigned # email of yours to {name}.} other {{by} assigned # emails of yours to {name}.}}}}}} */
      readonly taken: (values: { verb: 'done' | 'other'; count: number; by: string; isOwn: boolean; name: string }) => string
    }
    readonly team: {
      /** Team email */
      readonly title: string
      /** {count, plural, =0 {Nothing unclaimed} one {*#{more}* unclaimed} other {*#{more}* unclaimed}} */
      readonly unclaimed: (values: { count: number; more: string }) => string
      /** oldest {when} */
      readonly oldest: (values: { when: string }) => string
      /** {count, plural, one {*#{more}* waiting for their reply} other {*#{more}* waiting for their reply}} */
      readonly waiting: (values: { count: number; more: string }) => string
      /** {count, plural, one {⚠️ *#{more}* not delivered} other {⚠️ *#{more}* not delivered}} */
      readonly undelivered: (values: { count: number; more: string }) => string
      /** Unclaimed in {channel} */
      readonly here: (values: { channel: string }) => string
    }
  }
  readonly movedCard: {
    /** This email moved to {channel}. */
    readonly there: (values: { channel: string }) => string
    /** This email is no longer shown in this channel. */
    readonly hidden: string
  }
  readonly audit: {
    /** email rule “{name}” */
    readonly rule: (values: { name: string }) => string
    /** {from} to {to} */
    readonly move: (values: { from: string; to: string }) => string
    /** a private channel */
    readonly privateChannel: string
  }
  readonly alerts: {
    /** {by} asks you to look at the mailbox. An email from {inbox} hasn’t been sent: {problem} */
    readonly tellAdmins: (values: { by: string; inbox: string; problem: string }) => string
    /** ✅ Solved: the email from {inbox} that needed an admin has been sent. */
    readonly tellAdminsSolved: (values: { inbox: string }) => string
    readonly webhook: {
      /** Bellhop’s webhook was turned off in the mailbox, by someone or because it got no response for days. Bellhop replaces it with a new one. Email from that time may be missing here, but it’s still in the mailbox. For example, `/mail import support@acme.com 7` brings the last 7 days of an inbox. */
      readonly disabled: string
      /** Someone changed Bellhop’s webhook in the mailbox. Bellhop replaces it with a new one. Email from that time may be missing here, but it’s still in the mailbox. For example, `/mail import support@acme.com 7` brings the last 7 days of an inbox. */
      readonly changed: string
      /** Someone deleted Bellhop’s webhook in the mailbox. Bellhop replaces it with a new one. Email from that time may be missing here, but it’s still in the mailbox. For example, `/mail import support@acme.com 7` brings the last 7 days of an inbox. */
      readonly gone: string
    }
    /** The mailbox key lacks `{permission}`, so Bellhop doesn’t receive `{event}`. Ordinary email still comes in. Give the key that permission. Bellhop tries again once a day. */
    readonly missing: (values: { permission: string; event: string }) => string
    /** {isRegistered, select, true {Bellhop can’t check its webhook. Email comes in as long as nobody has changed it in the mailbox.} other {Bellhop can’t register its webhook, so no email comes in.}} {problem} */
    readonly refused: (values: { isRegistered: boolean; problem: string }) => string
    /** {isRegistered, select, true {The mailbox rejects Bellhop’s key, so no email can be sent. New email still comes in through the webhook.} other {The mailbox rejects Bellhop’s key, so no email can be sent, and none comes in: Bellhop can’t register its webhook.}} Give Bellhop a valid key. */
    readonly keyRejected: (values: { isRegistered: boolean }) => string
    /** ✅ Solved: Bellhop can use the mailbox again, and its webhook works. */
    readonly webhookSolved: string
    /** Email for {inbox} is waiting, because it has no route. Choose its channel, and Bellhop posts the email there. */
    readonly noRoute: (values: { inbox: string }) => string
    /** Email that goes to {channel} is waiting, because the channel is shared with another organization. Choose another channel, and Bellhop posts the email there, along with all new email from then on. The other organization can read any email already posted in {channel}: delete those messages, or stop sharing the channel. */
    readonly shared: (values: { channel: string }) => string
    /** Email that goes to {channel} is waiting, because the channel is archived. Choose another channel, and Bellhop posts the email there, along with all new email from then on. */
    readonly archived: (values: { channel: string }) => string
    /** Email that goes to {channel} is waiting, because Bellhop isn’t in that channel. Invite it there with /invite @Bellhop, then press *Try again*. Or choose another channel. */
    readonly notInChannel: (values: { channel: string }) => string
    /** Email that goes to {channel} is waiting, because Slack doesn’t accept posts there ({code}). Fix that, then press *Try again*. Or choose another channel. */
    readonly slackRefuses: (values: { channel: string; code: string }) => string
    /** Email from {channel} is waiting. Its route now leads to another channel, where other people could read it. Choose a channel for it, or make sure Bellhop can post in {channel}, then press *Try again*. */
    readonly kept: (values: { channel: string }) => string
    /** Something went wrong in Bellhop, so an email or a status update may be missing. Nothing is lost in the mailbox. `npm run dead -- show {reference}` shows why. */
    readonly failedTask: (values: { reference: string }) => string
    /** 🔁 Auto-replies are looping with {inbox}. Bellhop muted the thread, but can’t stop the program that sends these emails. Find the program that replies from {inbox} and stop it. */
    readonly loop: (values: { inbox: string }) => string
    /** 🔁 Auto-replies are looping with {inbox} in <link>this thread</link>. Bellhop muted the thread, but can’t stop the program that sends these emails. Find the program that replies from {inbox} and stop it. */
    readonly loopLinked: (values: { inbox: string; link: (parts: string[]) => string }) => string
    /** The clock of Bellhop’s server is {difference} ahead of the mailbox’s clock. Until it’s corrected, Bellhop deletes only email that is old by both clocks. */
    readonly clockAhead: (values: { difference: string }) => string
    /** Email that can’t be posted */
    readonly homeTitle: string
    /** Domains of the mailbox */
    readonly domainsTitle: string
    /** {count, plural, one {# email thread is waiting.} other {# email threads are waiting.}} */
    readonly waitingNow: (values: { count: number }) => string
    /** Post in another channel… */
    readonly otherChannel: string
    /** Post in this channel? */
    readonly moveAsk: string
    /** {count, plural, =0 {Every waiting email thread} one {# waiting email thread} other {# waiting email threads}} will be posted there with all earlier email, and so will all new email {hasOld, select, true {for the old channel from now on, even once it works again} other {to this inbox from now on}}. Everyone there can read it. If it’s public, that’s everyone in the workspace. */
    readonly moveText: (values: { count: number; hasOld: boolean }) => string
    /** Post there */
    readonly move: string
    /** Not now */
    readonly moveNot: string
    /** Try again */
    readonly tryAgain: string
    /** The waiting email now goes to {channel}. */
    readonly moved: (values: { channel: string }) => string
    readonly stays: {
      /** New email to {inboxes} goes to {to} until someone changes that with `/mail route`. */
      readonly inbox: (values: { inboxes: string; to: string }) => string
      /** New email to {inboxes} goes to {to} until someone changes that with `/mail route`, even once {from} can be used again. */
      readonly inboxes: (values: { inboxes: string; to: string; from: string }) => string
      /** New email of {count, plural, one {# rule} other {# rules}} goes to {to} until someone changes that with `/mail rules`. */
      readonly rules: (values: { count: number; to: string }) => string
      /** New suspicious email goes to {to} until someone changes that with `/mail quarantine`. */
      readonly quarantine: (values: { to: string }) => string
    }
    /** No email is waiting for a channel. */
    readonly nothingWaits: string
    /** Still waiting, so nothing changed. {problem} */
    readonly stillWaits: (values: { problem: string }) => string
    /** Already solved: no email is waiting because of this. Nothing changed. */
    readonly solved: string
    /** ✅ Solved: no email that goes to {channel} is waiting. */
    readonly solvedChannel: (values: { channel: string }) => string
    /** As long as {channel} is shared with another organization, that organization can read any email already posted there: delete those messages, or stop sharing the channel. */
    readonly stillReadable: (values: { channel: string }) => string
    /** ✅ Solved: no email for {inbox} is waiting. */
    readonly solvedInbox: (values: { inbox: string }) => string
    /** {share} of the last {count, plural, one {# email} other {# emails}} bounced. The inbox with the most bounces is {inbox}. Keep the share under {limit}: check the addresses that bounce, and stop emailing them. */
    readonly bounces: (values: { share: string; count: number; inbox: string; limit: string }) => string
    /** ⚠️ {share} of the last {count, plural, one {# email} other {# emails}} bounced. The inbox with the most bounces is {inbox}. Above {limit}, the mailbox’s provider reviews the account and may suspend it. Check the addresses before you send more. */
    readonly bouncesAlarm: (values: { share: string; count: number; inbox: string; limit: string }) => string
    /** Verification of the domain {domain} finished: {status}. */
    readonly domain: (values: { domain: string; status: string }) => string
  }
  readonly command: {
    readonly help: {
      /** Email to your inboxes arrives in channels, and people reply to it there. */
      readonly intro: string
      /** • `/mail`: see what needs you and this channel; `/mail mine`, `open`, `waiting` and `snoozed` show one kind */
      readonly list: string
      /** • `/mail write`: write a new email; `/mail write anna@example.com` starts one to that address */
      readonly write: string
      /** • `/mail find invoice from:anna`: find email by its words */
      readonly find: string
      /** • `/mail saved`: manage saved replies */
      readonly saved: string
      /** • `/mail drafts`: continue or delete your drafts */
      readonly drafts: string
      /** • `/mail scheduled`: see and change your scheduled email */
      readonly scheduled: string
      /** • `/mail approvals`: approve email, and see what you sent for approval */
      readonly approvals: string
      /** • `/mail suppressed`: see and clear suppressed addresses */
      readonly suppressed: string
      /** • `/mail inboxes`: see which inbox goes where */
      readonly inboxes: string
      /** • `/mail rules`: route email by sender, subject and more */
      readonly rules: string
      /** • `/mail status`: check whether email is coming in, and what’s waiting */
      readonly status: string
      /** • `/mail metrics 30`: see the mailbox’s figures for the last 30 days */
      readonly metrics: string
      /** • `/mail settings`: change your settings and those of inboxes */
      readonly settings: string
      /** • `/mail route support@acme.com #support`: send an inbox’s email to that channel (`off` removes the route) */
      readonly route: string
      /** • `/mail quarantine #mail-review`: choose where spam, blocked and unverified email goes (`off`: the inbox’s channel) */
      readonly quarantine: string
      /** • `/mail hold support@acme.com 30`: set the undo window to 30 seconds */
      readonly hold: string
      /** • `/mail approval support@acme.com @people`: choose who must approve outgoing email (`off`: nobody) */
      readonly approval: string
      /** • `/mail import support@acme.com 7`: import the email of the last 7 days to its channel, as a list */
      readonly import: string
      /** • `/mail webhooks`: see where the mailbox reports email */
      readonly webhooks: string
      /** • `/mail audit`: see who did what */
      readonly audit: string
      /** What you type in an email’s thread stays in Slack. Only the forms behind *Reply*, *Forward*, `/mail write` and *Send as reply* send email. */
      readonly sending: string
    }
    /** Bellhop doesn’t understand “{word}”. Type `/mail help` to see what it understands. */
    readonly unclear: (values: { word: string }) => string
    /** Did you mean `/mail {command}`? */
    readonly meant: (values: { command: string }) => string
    readonly slips: {
      /** Enter 0–600 seconds, for example `/mail hold {inbox} 30` */
      readonly hold: (values: { inbox: string }) => string
      /** Enter an inbox, and choose a channel from Slack’s list: `/mail route {inbox} #support` */
      readonly route: (values: { inbox: string }) => string
      /** Choose a channel from Slack’s list: `/mail quarantine #mail-review` */
      readonly quarantine: string
      /** To see the mailbox’s webhooks, type `/mail webhooks` on its own. You need permission to set up inboxes. */
      readonly webhooks: string
      /** Enter an inbox and 1–30 days, for example `/mail import {inbox} 7` */
      readonly import: (values: { inbox: string }) => string
      /** Enter the inbox you write from, and addresses: `/mail write {inbox} anna@example.com` */
      readonly write: (values: { inbox: string }) => string
      /** Enter an inbox, and choose people or user groups from Slack’s list: `/mail approval {inbox} @people` (`off`: nobody) */
      readonly approval: (values: { inbox: string }) => string
      /** To see what’s awaiting approval, type `/mail approvals` on its own. */
      readonly approvals: string
      /** Enter 1–90 days, for example `/mail metrics 30` */
      readonly metrics: string
      /** To see whether email is coming in, type `/mail status` on its own. */
      readonly status: string
      /** To see which inbox goes where, type `/mail inboxes` on its own. */
      readonly inboxes: string
      /** To see your email, type `/mail mine` on its own. */
      readonly mine: string
      /** To see what’s open here, type `/mail open` on its own. */
      readonly open: string
      /** To see what’s waiting for their reply here, type `/mail waiting` on its own. */
      readonly waiting: string
      /** To see what’s snoozed here, type `/mail snoozed` on its own. */
      readonly snoozed: string
      /** To see who did what, type `/mail audit` on its own. You need permission to change settings for everyone. */
      readonly audit: string
      /** To see saved replies, type `/mail saved` on its own. */
      readonly saved: string
      /** To see your drafts, type `/mail drafts` on its own. */
      readonly drafts: string
      /** To see suppressed addresses, type `/mail suppressed` on its own. */
      readonly suppressed: string
      /** To open the settings, type `/mail settings` on its own. */
      readonly settings: string
      /** To see the rules for email, type `/mail rules` on its own. */
      readonly rules: string
      /** To see your scheduled email, type `/mail scheduled` on its own. */
      readonly scheduled: string
      /** To see which inbox goes where, type `/mail routes` on its own. */
      readonly routes: string
    }
    /** support@acme.com */
    readonly exampleInbox: string
    /** The mailbox took too long to respond, so nothing changed. Send the command again. */
    readonly mailboxSilent: string
    /** The mailbox has no inbox {inbox}, so nothing changed. It has {others}. */
    readonly noSuchInbox: (values: { inbox: string; others: string }) => string
    /** The mailbox has no inbox {inbox}, and no others yet. Nothing changed. */
    readonly noSuchInboxNorOthers: (values: { inbox: string }) => string
    /** {count, number} more */
    readonly furtherInboxes: (values: { count: number }) => string
    /** Slack took too long to respond, so nothing changed. Send the command again. */
    readonly slackSilent: string
    /** {channel} is shared with another organization, so Bellhop won’t post email there. Choose a channel that only your workspace can see. */
    readonly shared: (values: { channel: string }) => string
    /** {channel} is archived. Choose another channel. */
    readonly archived: (values: { channel: string }) => string
    /** Bellhop isn’t in {channel}. Invite it there with /invite @Bellhop, then send the command again. */
    readonly notMember: (values: { channel: string }) => string
    /** You’re not in {channel}, so nothing changed. Choose a channel you can see. */
    readonly notReader: (values: { channel: string }) => string
    /** Note: {channel} is public. Everyone in this workspace can read the email there, including people who join later. */
    readonly public: (values: { channel: string }) => string
    /** Email for {inbox} now goes to {channel}. Existing threads stay where they are. */
    readonly routed: (values: { inbox: string; channel: string }) => string
    /** Email for {inbox} has no channel now. It waits until you set a route. */
    readonly unrouted: (values: { inbox: string }) => string
    /** Email for {inbox} now goes to the default channel {channel}. */
    readonly unroutedToDefault: (values: { inbox: string; channel: string }) => string
    /** Spam, blocked and unverified email goes to {channel}. */
    readonly quarantined: (values: { channel: string }) => string
    /** Spam, blocked and unverified email goes to its inbox’s channel, with its text hidden. */
    readonly noQuarantine: string
    /** {seconds, plural, =0 {Email from {inbox} is sent immediately.} one {Email from {inbox} can be undone for # second.} other {Email from {inbox} can be undone for # seconds.}} */
    readonly held: (values: { seconds: number; inbox: string }) => string
    /** • {inbox} → {channel} */
    readonly inbox: (values: { inbox: string; channel: string }) => string
    /** • {inbox} → {channel} · {seconds, plural, =0 {no undo window} one {undo window # second} other {undo window # seconds}} */
    readonly inboxHeld: (values: { inbox: string; channel: string; seconds: number }) => string
    /** nowhere yet */
    readonly nowhere: string
    /** No email has come in yet, and there are no routes. */
    readonly noInboxes: string
    /** and {count, number} more */
    readonly moreInboxes: (values: { count: number }) => string
    /** {count, plural, one {# rule comes before that: `/mail rules`} other {# rules come before that: `/mail rules`}} */
    readonly rulesFirst: (values: { count: number }) => string
    /** All email goes to {channel}. */
    readonly allToDefault: (values: { channel: string }) => string
    /** Everything else goes to {channel}. */
    readonly restToDefault: (values: { channel: string }) => string
    /** There is no default channel: email without a route waits. */
    readonly noDefault: string
    /** Email can come in: the mailbox has a working webhook for Bellhop. */
    readonly webhookReady: string
    /** Email isn’t coming in yet: the mailbox has no working webhook for Bellhop. */
    readonly webhookNotReady: string
    /** Webhook last checked {when}. */
    readonly webhook: (values: { when: string }) => string
    /** Webhook last found {when}. The latest check failed: {fault} */
    readonly webhookFailed: (values: { when: string; fault: string }) => string
    /** The mailbox rejects Bellhop’s key, so no email can be sent. Give Bellhop a valid key. */
    readonly keyRejected: string
    /** Not received: {event}, because the key lacks {permission}. */
    readonly missing: (values: { event: string; permission: string }) => string
    /** {count, plural, one {# inbox has received email.} other {# inboxes have received email.}} */
    readonly inboxCount: (values: { count: number }) => string
    /** {count, plural, one {# email thread is waiting for a channel.} other {# email threads are waiting for a channel.}} */
    readonly waiting: (values: { count: number }) => string
    /** {share} of the last {count, plural, one {# email} other {# emails}} bounced. */
    readonly bouncing: (values: { share: string; count: number }) => string
    /** {count, plural, one {# task has failed for good. `npm run dead` lists them.} other {# tasks have failed for good. `npm run dead` lists them.}} */
    readonly deadLetters: (values: { count: number }) => string
  }
  readonly metrics: {
    /** Checking {days, plural, one {the last 24 hours} other {the last # days}}… */
    readonly asked: (values: { days: number }) => string
    /** The mailbox’s figures for {days, plural, one {the last 24 hours} other {the last # days}}, all inboxes together: */
    readonly title: (values: { days: number }) => string
    readonly counts: {
      /** • Received: {count, number} */
      readonly received: (values: { count: number }) => string
      /** • Sent: {count, number} */
      readonly sent: (values: { count: number }) => string
      /** • Delivered: {count, number} */
      readonly delivered: (values: { count: number }) => string
      /** • Delayed: {count, number} */
      readonly delayed: (values: { count: number }) => string
      /** • Bounced: {count, number} */
      readonly bounced: (values: { count: number }) => string
      /** • Marked as spam: {count, number} */
      readonly complained: (values: { count: number }) => string
      /** • Refused before sending: {count, number} */
      readonly rejected: (values: { count: number }) => string
    }
  }
  readonly answerTimes: {
    /** First response times: */
    readonly title: string
    /** No first responses in that time. */
    readonly none: string
    /** {answers, plural, one {• {inbox}: # conversation, first response after {median}} other {• {inbox}: # conversations, first response: median {median}, 90% within {p90}}} */
    readonly inbox: (values: { answers: number; inbox: string; median: string; p90: string }) => string
    /** {count, plural, one {and # more inbox} other {and # more inboxes}} */
    readonly more: (values: { count: number }) => string
    /** Counted from the first email of a conversation to the first reply sent from Slack, including nights and weekends. Replies that reached nobody, forwards, automatic email, imported email, conversations that began in Slack, and replies from other programs don’t count. */
    readonly about: string
  }
  readonly imports: {
    /** Importing the email for {inbox} from {days, plural, one {the last 24 hours} other {the last # days}} to {channel}. It appears as a list, and nobody is mentioned. You’ll get a message when it’s done. */
    readonly started: (values: { inbox: string; days: number; channel: string }) => string
    /** An import for {inbox} is already running. Wait until it’s done. */
    readonly begun: (values: { inbox: string }) => string
    /** An import for {inbox} is running: {through, number} of {found, number} so far. */
    readonly running: (values: { inbox: string; through: number; found: number }) => string
    /** {inbox} has no channel yet. Set one with `/mail route {inbox} #channel`, then import its email. */
    readonly noRoute: (values: { inbox: string }) => string
    /** {count, plural, one {Imported # email for {inbox} from {days, plural, one {the last 24 hours} other {the last # days}}.} other {Imported # emails for {inbox} from {days, plural, one {the last 24 hours} other {the last # days}}.}} */
    readonly imported: (values: { count: number; inbox: string; days: number }) => string
    /** Nothing new was imported for {inbox} from {days, plural, one {the last 24 hours} other {the last # days}}. */
    readonly nothingNew: (values: { inbox: string; days: number }) => string
    /** {count, plural, one {# email is in quarantine because of a rule.} other {# emails are in quarantine because of a rule.}} */
    readonly held: (values: { count: number }) => string
    /** {count, plural, one {The mailbox didn’t provide # email.} other {The mailbox didn’t provide # emails.}} */
    readonly missing: (values: { count: number }) => string
    /** {count, plural, one {# email for {inbox} is waiting for a channel.} other {# emails for {inbox} are waiting for a channel.}} */
    readonly waiting: (values: { count: number; inbox: string }) => string
    /** There is more in the mailbox: an import takes the newest {most, number} emails at most. */
    readonly cut: (values: { most: number }) => string
  }
  readonly webhooks: {
    /** The mailbox took too long to respond. Send the command again. */
    readonly mailboxSilent: string
    /** {count, plural, =0 {The mailbox has no webhooks.} one {The mailbox has # webhook:} other {The mailbox has # webhooks:}} */
    readonly count: (values: { count: number }) => string
    /** • {host} */
    readonly host: (values: { host: string }) => string
    /** • {host} (Bellhop) */
    readonly ownHost: (values: { host: string }) => string
    /** No address */
    readonly noHost: string
    /** {count, plural, one {# kind of event} other {# kinds of events}} */
    readonly events: (values: { count: number }) => string
    /** {count, plural, =0 {all inboxes} one {# inbox or pod only} other {# inboxes and pods only}} */
    readonly inboxes: (values: { count: number }) => string
    /** turned off */
    readonly off: string
    /** and {count, number} more */
    readonly more: (values: { count: number }) => string
    /** None of them is Bellhop’s, so no email comes in. Bellhop registers one itself once the setting PUBLIC_URL has its address. */
    readonly noneOwn: string
  }
  readonly problems: {
    /** Bellhop has no usable key for the mailbox. An admin needs to reconnect it. */
    readonly missing_authorization: string
    /** The mailbox needs an API key, but Bellhop has another kind of token. An admin needs to enter an API key. */
    readonly invalid_token_type: string
    /** The mailbox no longer knows Bellhop’s key. An admin needs to connect it with a new one. */
    readonly unknown_api_key: string
    /** The mailbox rejected Bellhop’s key. An admin needs to reconnect it. */
    readonly unauthorized: string
    /** The mailbox key lacks the permission {permission}. */
    readonly missing_permission: (values: { permission: string }) => string
    /** The mailbox key can’t grant a permission it lacks itself. */
    readonly permission_escalation: string
    /** This needs a mailbox key without restrictions, or the mailbox’s own dashboard. */
    readonly unrestricted_key_required: string
    /** The mailbox key isn’t allowed to do this. An admin needs to connect a key that is. */
    readonly forbidden: string
    /** The mailbox already has one with this name. Use that one, or choose another name. */
    readonly already_exists: string
    /** Another organization already has this name. Choose another. */
    readonly resource_taken: string
    /** The mailbox has reached its limit ({limit}). Remove one, or have the limit raised. */
    readonly limit_exceeded: (values: { limit: string }) => string
    /** The sending domain isn’t verified. Its DNS records need to be added, then an admin can verify it. */
    readonly domain_not_verified: string
    /** The mailbox refused to send this: {said}. */
    readonly message_rejected: (values: { said: string }) => string
    /** {entry} is on the mailbox’s block list. */
    readonly block_listed: (values: { entry: string }) => string
    /** The mailbox account is suspended ({suspendedFor}). An admin needs to ask the mailbox’s support team to lift that. */
    readonly account_suspended: (values: { suspendedFor: string }) => string
    /** The mailbox doesn’t accept this: {fields}. */
    readonly validation_error: (values: { fields: string }) => string
    /** The mailbox can’t cover that much time at once. Choose a shorter period. */
    readonly query_range_too_wide: string
    /** The mailbox no longer has this, or Bellhop’s key can’t see it. */
    readonly not_found: string
    /** There’s nothing at the mailbox’s address. MAIL_API_URL is probably wrong. An admin can check it. */
    readonly route_not_found: string
    /** The same request is still running, or was made with different content. Check before you repeat it. */
    readonly conflict: string
    /** Someone else changed this at the same moment. Look at it again before you repeat it. */
    readonly race_condition: string
    /** This is being deleted. Wait, or use another. */
    readonly resource_deleting: string
    /** This can’t be deleted while something else depends on it. */
    readonly cannot_delete: string
    /** The mailbox can’t do this as requested. If it’s about sending an email, check its recipients. */
    readonly unprocessable: string
    /** The mailbox is getting too many requests. */
    readonly rate_limit_exceeded: string
    /** The mailbox has nothing with this id. */
    readonly invalid_id: string
    /** The mailbox’s organization isn’t verified yet. Its owner needs to finish that first. Until then, it can only write to its own verification address. */
    readonly not_verified: string
    /** The mailbox isn’t responding. */
    readonly silent: string
    /** The mailbox didn’t respond. */
    readonly unknown: string
    /** The mailbox refused this ({code}). */
    readonly other: (values: { code: string }) => string
    /** Bellhop couldn’t get {file} from Slack ({code}). */
    readonly unreadable_file: (values: { file: string; code: string }) => string
    /** Bellhop couldn’t download {file} ({code}). */
    readonly unfetched_file: (values: { file: string; code: string }) => string
    /** The first attempt got no response, and an attached file has changed since, so Bellhop can’t repeat it. */
    readonly changed_bytes: string
    /** Something went wrong in Bellhop while sending. */
    readonly internal: string
    /** One attempt got no response, and then the mailbox refused to send it again. */
    readonly refused_later: string
    /** The writer no longer has permission to send this. Someone else can send it. */
    readonly not_allowed: string
    /** Email from this inbox now needs approval, so Bellhop doesn’t repeat the attempt that got no response. “Send again” asks for approval. */
    readonly approval_since: string
    /** Since this was written, a newer email arrived in the thread, or email to a recipient bounced, was marked as spam or was blocked, so Bellhop doesn’t repeat it. */
    readonly news_since: string
    /** Since this was written, a newer email arrived in the thread, so Bellhop doesn’t repeat it. */
    readonly newer_mail_since: string
    /** Since this was written, email to a recipient bounced, was marked as spam or was blocked, so Bellhop doesn’t repeat it. */
    readonly unreachable_since: string
    /** The mailbox didn’t respond for a whole day. */
    readonly no_answer: string
    /** Bellhop can no longer read {file} in Slack. Attach it again, or send without it. */
    readonly file_gone: (values: { file: string }) => string
    /** {file} isn’t stored in Slack, so it can’t be attached. Put a link in the text. */
    readonly file_elsewhere: (values: { file: string }) => string
    /** {file} is larger than 64 MB, so it can’t be attached. Put a link in the text. */
    readonly file_too_large: (values: { file: string }) => string
    /** With {file}, the files add up to more than 64 MB. Attach fewer, or put links in the text. */
    readonly files_too_large: (values: { file: string }) => string
    /** Someone else uploaded {file}. Upload your own copy under “Files”. */
    readonly file_of_others: (values: { file: string }) => string
    /** {file} is a program, though its name doesn’t say so. Mail servers refuse such files. Put a link in the text, or send without it. */
    readonly file_disguised: (values: { file: string }) => string
    /** {file} was edited in Slack after approval was requested. Send it again to have this version approved. */
    readonly file_changed: (values: { file: string }) => string
    /** {file} wasn’t recorded when approval was requested, so it can’t be compared now. Send it again to request a new approval. */
    readonly file_unexamined: (values: { file: string }) => string
    /** The file at the address of {file} changed after approval was requested. Send it again to have the new file approved. */
    readonly link_changed: (values: { file: string }) => string
    /** The mailbox no longer has {file}. Upload your own copy under “Files”, or send without it. */
    readonly received_file_gone: (values: { file: string }) => string
    /** {file} in the mailbox has a different size than when you chose it. Look at it again, then upload your own copy, or send without it. */
    readonly received_file_changed: (values: { file: string }) => string
    /** {file} came with an email and is a program, or could act like one, so Bellhop doesn’t pass it on. If you trust it, upload your own copy under “Files”. */
    readonly received_file_unsafe: (values: { file: string }) => string
    /** {file} isn’t at a public https address, so the mailbox can’t fetch it. Upload the file instead. */
    readonly link_not_public: (values: { file: string }) => string
    /** The address of {file} leads on to another one. Open it in your browser, and use the address where it ends, or upload the file. */
    readonly link_redirects: (values: { file: string }) => string
    /** The address of {file} opens only after a login. Share the file with everyone, or upload it. */
    readonly link_needs_login: (values: { file: string }) => string
    /** There’s nothing at the address of {file}. Check the address, or upload the file. */
    readonly link_gone: (values: { file: string }) => string
    /** The address of {file} is a web page, not a file. Put the link in the text, or use the address of its download. */
    readonly link_is_page: (values: { file: string }) => string
    /** {file} takes too long to download from its address. Upload the file, or put the link in the text. */
    readonly link_slow: (values: { file: string }) => string
    /** Bellhop gets no usable response from the address of {file}. Check the address, or upload the file. */
    readonly link_unreachable: (values: { file: string }) => string
  }
  readonly problemsWithoutFact: {
    /** The mailbox key lacks a permission. */
    readonly missing_permission: string
    /** The mailbox has reached its limit. Remove one, or have the limit raised. */
    readonly limit_exceeded: string
    /** The mailbox refused to send this. */
    readonly message_rejected: string
    /** The mailbox account is suspended. An admin needs to ask the mailbox’s support team to lift that. */
    readonly account_suspended: string
    /** The mailbox doesn’t accept this. */
    readonly validation_error: string
    /** Bellhop couldn’t get an attached file from Slack ({code}). */
    readonly unreadable_file: (values: { code: string }) => string
    /** Bellhop couldn’t download an attached file ({code}). */
    readonly unfetched_file: (values: { code: string }) => string
  }
  readonly problemFacts: {
    /** {field, select, to {To} cc {Cc} bcc {Bcc} reply_to {Reply-To} subject {Subject} labels {Labels} headers {Headers} attachments {Files} other {Text}} */
    readonly field: (values: { field: 'to' | 'cc' | 'bcc' | 'reply_to' | 'subject' | 'labels' | 'headers' | 'attachments' | 'other' }) => string
    /** and {count, number} more */
    readonly moreFields: (values: { count: number }) => string
    /** {limit, number} {resource} */
    readonly limit: (values: { limit: number; resource: string }) => string
    /** {files} can’t be attached either. */
    readonly others: (values: { files: string }) => string
  }
  readonly rules: {
    /** Email rules */
    readonly open: string
    /** Route email like this */
    readonly like: string
    /** Makes a rule for email from this sender to this inbox. */
    readonly likeHint: string
    /** Email rules */
    readonly title: string
    /** Close */
    readonly close: string
    /** When an email begins a new thread, Bellhop tries these rules from top to bottom, and the first one that matches decides. Threads that are already here stay where they are. */
    readonly intro: string
    /** There are no rules yet. A rule sends email to a channel by its sender, recipient, subject or kind, for example invoices to #billing. */
    readonly empty: string
    /** Email that matches no rule goes to its inbox’s channel. */
    readonly otherwise: string
    /** Email that matches no rule goes to its inbox’s channel, or else to {channel}. */
    readonly otherwiseTo: (values: { channel: string }) => string
    /** Add a rule */
    readonly add: string
    /** Try on the last 50 emails */
    readonly try: string
    /** Edit */
    readonly edit: string
    /** ▲ Up */
    readonly up: string
    /** ▼ Down */
    readonly down: string
    /** Delete */
    readonly delete: string
    /** Delete this rule? */
    readonly deleteAsk: string
    /** “{name}” will no longer apply to new email. Threads that are already here stay where they are. */
    readonly deleteText: (values: { name: string }) => string
    /** Keep it */
    readonly keep: string
    /** There are {most, number} rules, and that’s the most Bellhop can keep. To add one, delete or combine some first. */
    readonly full: (values: { most: number }) => string
    /** You can see the rules but not change them. */
    readonly readOnly: string
    /** {at, number}. {name} */
    readonly numbered: (values: { at: number; name: string }) => string
    /** Made by {by}, {when} */
    readonly made: (values: { by: string; when: string }) => string
    /** Changed by {by}, {when} */
    readonly changed: (values: { by: string; when: string }) => string
    /** ⚠️ {problem} Until then, its email waits. */
    readonly unusable: (values: { problem: string }) => string
    readonly unable: {
      /** ⚠️ {who} left, so this rule assigns nobody. */
      readonly left: (values: { who: string }) => string
      /** ⚠️ {who} can’t read this channel, so this rule assigns nobody. */
      readonly not_reader: (values: { who: string }) => string
      /** ⚠️ {who} isn’t a full member or can’t reply to its email, so this rule assigns nobody. */
      readonly not_allowed: (values: { who: string }) => string
      /** ⚠️ This user group has no members, so nobody is notified. */
      readonly group: string
    }
    /** No email gets this far: a rule above takes every email. */
    readonly neverReached: string
    /** Every email */
    readonly every: string
    /** {count, number} more */
    readonly moreValues: (values: { count: number }) => string
    /** “{value}” */
    readonly quotedValue: (values: { value: string }) => string
    readonly kinds: {
      /** Bounce reports */
      readonly bounce: string
      /** List email */
      readonly list: string
      /** Automatic email */
      readonly auto_reply: string
      /** Invitations */
      readonly calendar: string
    }
    /** Other email */
    readonly otherKind: string
    readonly kindPhrases: {
      /** a bounce report */
      readonly bounce: string
      /** list email */
      readonly list: string
      /** automatic email */
      readonly auto_reply: string
      /** an invitation */
      readonly calendar: string
      /** other email */
      readonly other: string
    }
    readonly conditions: {
      /** comes to the inbox {values} */
      readonly inboxes: (values: { values: string }) => string
      /** is from {values} */
      readonly senders: (values: { values: string }) => string
      /** is addressed to {values} */
      readonly recipients: (values: { values: string }) => string
      /** has {values} in its subject */
      readonly words: (values: { values: string }) => string
      /** has the label {values} */
      readonly labels: (values: { values: string }) => string
      /** is {values} */
      readonly kinds: (values: { values: string }) => string
    }
    /** An email that {conditions} → {outcomes} */
    readonly rule: (values: { conditions: string; outcomes: string }) => string
    /** Every email → {outcomes} */
    readonly ruleForAll: (values: { outcomes: string }) => string
    readonly outcomes: {
      /** its usual channel */
      readonly sameChannel: string
      /** quarantine */
      readonly quarantined: string
      /** assigned to {whom} */
      readonly assigned: (values: { whom: string }) => string
      /** muted */
      readonly muted: string
    }
    readonly form: {
      /** Add a rule */
      readonly addTitle: string
      /** Edit rule */
      readonly editTitle: string
      /** Save */
      readonly save: string
      /** Cancel */
      readonly cancel: string
      readonly headings: {
        /** When an email matches */
        readonly conditions: string
        /** Then */
        readonly outcomes: string
        /** Order */
        readonly order: string
      }
      /** Every condition you fill in has to match. With several values in one field, separated by commas, one of them is enough. */
      readonly intro: string
      /** Name */
      readonly name: string
      /** Without one, the rule is named after its conditions */
      readonly namePlaceholder: string
      /** Inbox */
      readonly inboxes: string
      /** Any inbox */
      readonly inboxesPlaceholder: string
      /** Sender */
      readonly senders: string
      /** Addresses or domains. A domain includes its subdomains. */
      readonly sendersHint: string
      /** tom@acme.com, globex.com */
      readonly sendersPlaceholder: string
      /** Recipient */
      readonly recipients: string
      /** To or cc: addresses or domains. support+billing@ matches that name at every domain. */
      readonly recipientsHint: string
      /** support+billing@acme.com */
      readonly recipientsPlaceholder: string
      /** Subject */
      readonly words: string
      /** Words or phrases. “invoice” also finds “invoices”. */
      readonly wordsHint: string
      /** invoice, past due */
      readonly wordsPlaceholder: string
      /** Label */
      readonly labels: string
      /** As they’re named in the mailbox. */
      readonly labelsHint: string
      /** Kind of email */
      readonly kinds: string
      /** Channel */
      readonly channel: string
      /** Everyone in a public channel can read the email. Leave empty for the channel it would go to anyway. */
      readonly channelHint: string
      /** This rule sends email to a channel you can’t choose, because you’re not in it. Leave the field empty to keep that channel. */
      readonly channelKept: string
      /** ⚠️ {problem} If you leave the field empty, email goes where it would go without this rule. */
      readonly channelUnusable: (values: { problem: string }) => string
      /** Assign to */
      readonly assign: string
      /** A person is notified of each thread that is assigned to them. */
      readonly assignHint: string
      /** Nobody */
      readonly assignPlaceholder: string
      /** Also */
      readonly also: string
      /** Mute it */
      readonly mute: string
      /** Quarantine it until someone releases it */
      readonly quarantine: string
      /** Position */
      readonly position: string
      /** Before {at, number}. {name} */
      readonly before: (values: { at: number; name: string }) => string
      /** Last */
      readonly last: string
      /** Groups */
      readonly groupsTitle: string
      /** People */
      readonly peopleTitle: string
      /** Still loading */
      readonly loadingTitle: string
      /** More names are loading. Type again in a moment. */
      readonly loading: string
      /** a user group */
      readonly unnamedGroup: string
    }
    readonly problems: {
      /** Not an email address or a domain: {parts} */
      readonly unreadable: (values: { parts: string }) => string
      /** At most {most, number} values. Make a second rule for the others. */
      readonly tooMany: (values: { most: number }) => string
      /** One of these has more than {most, number} characters. Shorten it. */
      readonly tooLong: (values: { most: number }) => string
      /** Choose a channel, someone to assign to, or what else should happen. */
      readonly nothingToDo: string
      /** One of these inboxes no longer exists. Choose again. */
      readonly noSuchInbox: string
      /** The mailbox took too long to respond. Press “Save” again. */
      readonly mailboxSilent: string
      /** Slack took too long to respond. Press “Save” again. */
      readonly slackSilent: string
      /** Choose a person or a user group from the menu. */
      readonly notSubject: string
      /** This person is no longer a full member of the workspace. Choose someone else. */
      readonly left: string
      /** This person can’t read that channel. Invite them there first, or choose someone else. */
      readonly notReader: string
      /** Without a condition, this rule takes every email that no rule above it takes. Press “Save” again if that’s right. */
      readonly everything: string
      /** {name} doesn’t have permission to reply to email for {inboxes}{more, plural, =0 {} one { and # more inbox} other { and # more inboxes}}, so the rule assigns nobody there. Press “Save” again if that’s right. */
      readonly unable: (values: { name: string; inboxes: string; more: number }) => string
      /** There are {most, number} rules already. Delete or combine some, then press “Save” again. */
      readonly full: (values: { most: number }) => string
      /** {who} changed this rule while you had it open; see below. Press “Save” again to use yours instead. */
      readonly changed: (values: { who: string }) => string
      /** Someone deleted this rule. Press “Save” again to add yours as a new one. */
      readonly gone: string
      /** It now says: {rule} */
      readonly theirs: (values: { rule: string }) => string
    }
    readonly notes: {
      /** Someone else changed the order, so nothing was moved. This is the order now. */
      readonly moved: string
      /** {who} changed that rule, so it wasn’t deleted. This is what it says now. */
      readonly changed: (values: { who: string }) => string
      /** This rule was deleted. */
      readonly gone: string
      readonly lostRace: {
        /** {who} changed the rule “{name}” at the same moment, so yours wasn’t saved. Bellhop kept what you entered. */
        readonly changed: (values: { who: string; name: string }) => string
        /** The rule “{name}” was deleted at the same moment, so yours wasn’t saved. Bellhop kept what you entered. */
        readonly gone: (values: { name: string }) => string
        /** There’s no room for the rule “{name}”, so it wasn’t saved. Bellhop kept what you entered. Delete or combine some rules first. */
        readonly full: (values: { name: string }) => string
      }
      /** Open again */
      readonly reopen: string
      /** Bellhop no longer has what you entered. These are the rules now. */
      readonly notKept: string
      /** You’re no longer in {channel}, so the rule wasn’t saved. Choose a channel you can see. */
      readonly notReader: (values: { channel: string }) => string
    }
    readonly tried: {
      /** Last 50 emails */
      readonly title: string
      /** {count, plural, one {*If the newest email came in now, under these rules:*} other {*If the last # emails came in now, under these rules:*}} */
      readonly head: (values: { count: number }) => string
      /** No email has come in during the last 30 days, so there is nothing to try the rules on. */
      readonly noMails: string
      /** {count, plural, one {# email would go where it went.} other {# emails would go where they went.}} */
      readonly unchanged: (values: { count: number }) => string
      /** Every email would go where it went. */
      readonly allUnchanged: string
      /** *{from} → {to}* */
      readonly moves: (values: { from: string; to: string }) => string
      /** *Stays in {where}* */
      readonly stays: (values: { where: string }) => string
      /** because of the rule “{rule}” */
      readonly by: (values: { rule: string }) => string
      /** because that’s the inbox’s channel */
      readonly byInbox: string
      /** because that’s the default channel */
      readonly byDefault: string
      /** because no rule matches and the inbox has no channel */
      readonly byNothing: string
      /** {count, plural, one {# email} other {# emails}} */
      readonly mails: (values: { count: number }) => string
      /** {count, plural, one {and # more email} other {and # more emails}} */
      readonly more: (values: { count: number }) => string
      /** {count, plural, one {# more email would go elsewhere.} other {# more emails would go elsewhere.}} */
      readonly moreGroups: (values: { count: number }) => string
      /** {count, plural, one {# email is in a channel you can’t read, so it’s only counted.} other {# emails are in channels you can’t read, so they’re only counted.}} */
      readonly hidden: (values: { count: number }) => string
      /** {count, plural, one {# email is in a channel you can’t read, so it’s only counted. It would go elsewhere.} other {# emails are in channels you can’t read, so they’re only counted. All of them would go elsewhere.}} */
      readonly hiddenAllMove: (values: { count: number }) => string
      /** {count, plural, one {# email is in a channel you can’t read, so it’s only counted.} other {# emails are in channels you can’t read, so they’re only counted.}} {moving, number} would go elsewhere. */
      readonly hiddenSomeMove: (values: { count: number; moving: number }) => string
      /** {count, plural, one {# email was quarantined by the mailbox, as spam for example. Rules don’t change that.} other {# emails were quarantined by the mailbox, as spam for example. Rules don’t change that.}} */
      readonly restricted: (values: { count: number }) => string
      /** waiting for a channel */
      readonly waiting: string
      /** quarantine */
      readonly quarantine: string
      /** • {from}: {subject} */
      readonly line: (values: { from: string; subject: string }) => string
    }
    readonly why: {
      /** This email is here because it matched the rule “{name}” by {by} ({when}). */
      readonly rule: (values: { name: string; by: string; when: string }) => string
      /** This email matched the rule “{name}”, which doesn’t choose a channel, so it’s in the channel for {inbox}. */
      readonly elsewhere: (values: { name: string; inbox: string }) => string
      /** The rule now says: {rule} */
      readonly now: (values: { rule: string }) => string
      /** The rule was deleted later. */
      readonly gone: string
      /** Open the rule */
      readonly openRule: string
      readonly notAssigned: {
        /** The rule assigns email to {whom}, who left, so nobody was assigned. */
        readonly left: (values: { whom: string }) => string
        /** The rule assigns email to {whom}, who can’t read this channel, so nobody was assigned. */
        readonly not_reader: (values: { whom: string }) => string
        /** The rule assigns email to {whom}, who doesn’t have permission to reply to it, so nobody was assigned. */
        readonly not_allowed: (values: { whom: string }) => string
      }
    }
    /** , the rule “{name}” has assigned an email from {from} to you: “{subject}” */
    readonly assigned: (values: { name: string; from: string; subject: string }) => string
    readonly cannotAssign: {
      /** The rule “{name}” assigns email to {whom}, who left. The email came in, but nobody is assigned. Open `/mail rules` to choose someone else. */
      readonly left: (values: { name: string; whom: string }) => string
      /** The rule “{name}” assigns email in {channel} to {whom}, who can’t read that channel. The email came in, but nobody is assigned. Invite them there, or choose someone else in `/mail rules`. */
      readonly not_reader: (values: { name: string; channel: string; whom: string }) => string
      /** The rule “{name}” assigns email in {channel} to {whom}, who doesn’t have permission to reply to it. The email came in, but nobody is assigned. Allow them to reply in the inbox’s settings, or choose someone else in `/mail rules`. */
      readonly not_allowed: (values: { name: string; channel: string; whom: string }) => string
    }
  }
  /** a colleague */
  readonly unnamed: string
  readonly settings: {
    readonly route: {
      /** Channel for this inbox’s email */
      readonly label: string
      /** Everyone in a public channel can read the email. Existing threads stay where they are. The rules in /mail rules come first. */
      readonly hint: string
      readonly none: {
        /** The default channel, {channel} */
        readonly hasDefault: (values: { channel: string }) => string
        /** None: email waits until there is one */
        readonly hasNone: string
      }
      readonly placeholder: {
        /** The default channel */
        readonly hasDefault: string
        /** None: email waits until there is one */
        readonly hasNone: string
      }
      /** Its email waits until the channel is unarchived or you choose another one. */
      readonly whileArchived: string
      /** Choose a channel. */
      readonly error: string
    }
    readonly hold: {
      /** Undo send (seconds) */
      readonly label: string
      /** Enter 0–600 seconds, for example 10. */
      readonly error: string
    }
    readonly quarantine: {
      /** Channel for quarantined email */
      readonly label: string
      /** For spam, blocked and unverified email. Leave empty to show it in its inbox’s channel, with its text hidden. */
      readonly hint: string
      /** Its inbox’s channel, with the text hidden */
      readonly none: string
      /** Quarantined email waits until the channel is unarchived or you choose another one. */
      readonly whileArchived: string
      /** Choose a channel. */
      readonly error: string
    }
    readonly unclaimedAfter: {
      /** Reminder: unclaimed email */
      readonly label: string
      /** In the channel’s reminder hours. Channels can have their own choice. */
      readonly hint: string
      readonly choices: {
        /** Never */
        readonly off: string
        /** After an hour */
        readonly '1h': string
        /** After 4 hours */
        readonly '4h': string
        /** After a day */
        readonly '1d': string
      }
    }
    readonly waitingAfter: {
      /** Reminder: no reply */
      readonly label: string
      readonly choices: {
        /** Never */
        readonly off: string
        /** After a day */
        readonly '1d': string
        /** After 3 days */
        readonly '3d': string
        /** After a week */
        readonly '7d': string
      }
    }
    readonly channelUnclaimedAfter: {
      /** Reminder: unclaimed email */
      readonly label: string
      readonly choices: {
        /** As set for each inbox */
        readonly same: string
        /** Never */
        readonly off: string
        /** After an hour */
        readonly '1h': string
        /** After 4 hours */
        readonly '4h': string
        /** After a day */
        readonly '1d': string
      }
    }
    readonly channelWaitingAfter: {
      /** Reminder: no reply */
      readonly label: string
      readonly choices: {
        /** As set for each inbox */
        readonly same: string
        /** Never */
        readonly off: string
        /** After a day */
        readonly '1d': string
        /** After 3 days */
        readonly '3d': string
        /** After a week */
        readonly '7d': string
      }
    }
    readonly reminderDays: {
      /** Reminder days */
      readonly label: string
      /** Choose at least one day. */
      readonly error: string
    }
    readonly reminderHours: {
      /** Start of reminder hours */
      readonly label: string
      /** End of reminder hours */
      readonly until: string
      /** In the workspace’s time zone. */
      readonly hint: string
      /** Choose two different times. */
      readonly error: string
    }
    readonly ownSignature: {
      /** Your signature */
      readonly label: string
      /** Below email you write, instead of the inbox’s signature. With several inboxes, you can have another one for each: choose it above. */
      readonly hint: string
      /** None: the inbox’s, if it has one */
      readonly none: string
    }
    readonly inboxSignature: {
      /** Signature of this inbox */
      readonly label: string
      /** Below email of people who have no signature of their own. */
      readonly hint: string
    }
    readonly quotesOriginal: {
      /** Quote the earlier email */
      readonly label: string
      /** People can change it for each reply. */
      readonly hint: string
    }
    readonly writerName: {
      /** Show the writer’s name */
      readonly label: string
      /** The mailbox gives every email of an inbox the same sender. People who reply see the name in their address line. */
      readonly hint: string
      readonly choices: {
        /** No */
        readonly off: string
        /** Below the text, above the signature */
        readonly signature: string
        /** In the reply-to address */
        readonly reply_to: string
      }
    }
    readonly timeZone: {
      /** Time zone */
      readonly label: string
      /** For the reminder hours of channels. */
      readonly hint: string
    }
    readonly repliesClaim: {
      /** A reply claims the email */
      readonly label: string
      /** An unclaimed email that someone replies to becomes theirs, so it’s in their list and on their Home until it’s done. */
      readonly hint: string
    }
  }
  readonly channelProblems: {
    /** #{name} is shared with another organization. Choose a channel that only your workspace can see. */
    readonly shared: (values: { name: string }) => string
    /** #{name} is archived. Choose another channel. */
    readonly archived: (values: { name: string }) => string
    /** Bellhop isn’t in #{name}. Invite it there with /invite @Bellhop, or choose another channel. */
    readonly notMember: (values: { name: string }) => string
    /** You’re not in this channel. Choose one you can see. */
    readonly notReader: string
    /** Bellhop can’t see this channel. Invite it there with /invite @Bellhop, or choose another channel. */
    readonly hidden: string
  }
  readonly approval: {
    readonly others: {
      /** {name}’s reply in this thread is also awaiting approval: “{quotation}” */
      readonly awaiting: (values: { name: string; quotation: string }) => string
      /** {name}’s reply in this thread is scheduled: “{quotation}” */
      readonly scheduled: (values: { name: string; quotation: string }) => string
      /** {name}’s reply in this thread is paused: “{quotation}” */
      readonly paused: (values: { name: string; quotation: string }) => string
      /** {name}’s reply in this thread is being sent: “{quotation}” */
      readonly sending: (values: { name: string; quotation: string }) => string
      /** {isSince, select, true {{name} also replied in this thread, after this was written: “{quotation}”} other {{name} has already answered the same email: “{quotation}”}} */
      readonly sent: (values: { isSince: boolean; name: string; quotation: string }) => string
    }
    /** Needs approval before it’s sent. Until then, you can stop it with *Don’t send*. */
    readonly comesFirst: string
    /** Needs approval by {approvers} before it’s sent. Until then, you can stop it with *Don’t send*. */
    readonly comesFirstBy: (values: { approvers: string }) => string
    /** You’re editing {writer}’s email. Your version needs approval by {approvers} before it’s sent. */
    readonly yourVersion: (values: { writer: string; approvers: string }) => string
    /** {name} is writing in this email’s thread right now. They may be writing another version of it. */
    readonly writesNow: (values: { name: string }) => string
    /** Awaiting approval. */
    readonly awaiting: string
    /** Awaiting approval until {time}. */
    readonly awaitingUntil: (values: { time: string }) => string
    /** ⏸️ Someone must take this over: its writer left or lost access, so approving it sends nothing. */
    readonly senderless: string
    /** Awaiting approval. {approvers} can approve it until {time}. */
    readonly awaitingFrom: (values: { approvers: string; time: string }) => string
    /** ⚠️ Nobody can approve this now. {isAdmin, select, true {Choose} other {Ask an admin to choose}} other approvers with `/mail approval`, or press *Don’t send*. */
    readonly nobody: (values: { isAdmin: boolean }) => string
    /** Review */
    readonly review: string
    /** {writer} asks you to approve *{subject}* to {to}. */
    readonly asks: (values: { writer: string; subject: string; to: string }) => string
    /** {asker} asks you to approve *{subject}* from {writer} to {to}. */
    readonly asksFor: (values: { asker: string; subject: string; writer: string; to: string }) => string
    /** {writer} asks you to approve a new version of *{subject}* to {to}. */
    readonly asksVersion: (values: { writer: string; subject: string; to: string }) => string
    /** {writer}’s email *{subject}* to {to} needs another approval: {news, select, address {a recipient’s address bounced or was blocked} other {a newer email arrived}} after {by} approved it. */
    readonly asksAgain: (values: { writer: string; subject: string; to: string; news: 'address' | 'other'; by: string }) => string
    /** Approved by {by}. {why, select, newer {Then a newer email arrived} address {Then a recipient’s address bounced or was blocked} time {Then its time was changed} other {Then it was paused}}, so another approval was requested. */
    readonly approvedBeforeNews: (values: { by: string; why: 'newer' | 'address' | 'time' | 'other' }) => string
    /** The text was approved before. Only the time is new. If you decline, the email isn’t sent at all. */
    readonly timeOnly: string
    /** {verdict, select, declined {{by} declined the earlier version.} edited {{by} edited the earlier version.} approved {The earlier version was approved, and taken back before it was sent.} undecided {The earlier version was taken back before anyone decided.} other {The earlier version wasn’t approved.}} */
    readonly earlier: (values: { verdict: 'declined' | 'edited' | 'approved' | 'undecided' | 'other'; by: string }) => string
    /** {isOnly, select, true {You’re the only approver. Expires {time}.} other {One approval is enough. Expires {time}.}} */
    readonly request: (values: { isOnly: boolean; time: string }) => string
    /** {isOnly, select, true {This email still needs your approval. Expires {time}.} other {This email still needs approval. Expires {time}.}} */
    readonly reminder: (values: { isOnly: boolean; time: string }) => string
    /** {isOnly, select, true {You can approve this email again, as its only approver. Expires {time}.} other {You can approve this email again. One approval is enough. Expires {time}.}} */
    readonly again: (values: { isOnly: boolean; time: string }) => string
    /** {writer} wrote an email that needs your approval, but you’re not in its channel. Ask {writer} to add you there, then open `/mail approvals`. */
    readonly outside: (values: { writer: string }) => string
    /** {writer} wrote an email from {inbox} that needed your approval. {end} */
    readonly outsideEnd: (values: { writer: string; inbox: string; end: string }) => string
    /** {is, select, senderless {{writer} can no longer send it.} nobody {Nobody in its channel can approve it.} other {Someone in its channel can approve it now.}} */
    readonly outsideState: (values: { is: 'senderless' | 'nobody' | 'other'; writer: string }) => string
    /** Your email to {to} · */
    readonly yours: (values: { to: string }) => string
    /** Your email{hasSubject, select, true { “{subject}”} other {}} to {to} · */
    readonly returned: (values: { hasSubject: boolean; subject: string; to: string }) => string
    /** Reason: {reason} */
    readonly reason: (values: { reason: string }) => string
    /** Approved. */
    readonly approved: string
    /** Approved by {by}. */
    readonly approvedBy: (values: { by: string }) => string
    /** Approved before this was paused. */
    readonly approvedBefore: string
    /** Approved by {by} before this was paused. */
    readonly approvedBeforeBy: (values: { by: string }) => string
    /** Declined. Nothing was sent. */
    readonly declined: string
    /** Declined by {by}. Nothing was sent. */
    readonly declinedBy: (values: { by: string }) => string
    /** Edited. This version won’t be sent. */
    readonly edited: string
    /** Edited by {by}. This version won’t be sent. */
    readonly editedBy: (values: { by: string }) => string
    /** The approval request expired, so nothing was sent. The text is saved. */
    readonly expired: string
    /** The approval request expired, so nothing was sent. */
    readonly expiredForApprover: string
    /** Approval was turned off in the meantime, so nothing was sent. */
    readonly switchedOffForApprover: string
    /** Approval was turned off in the meantime, so nothing was sent. The text is saved. */
    readonly switchedOff: string
    /** Approval was turned on for {inbox} after you wrote your email to {to}, so approval was requested before it could be sent. */
    readonly switchedOn: (values: { inbox: string; to: string }) => string
    /** {approval, select, covers {Changing the text or the time requires a new approval. *Send now* doesn’t.} seen {Sending it needs no new approval: the approver saw the new email. Changing the text or the time does.} paused {Sending it requires a new approval. An approver who presses the button gives it.} other {Needs approval before it’s sent.}} */
    readonly change: (values: { approval: 'covers' | 'seen' | 'paused' | 'other' }) => string
    /** Changing the time requires a new approval. */
    readonly newTime: string
    /** Stopped. Nothing was sent. */
    readonly withdrawn: string
    /** Stopped by {by}. Nothing was sent. */
    readonly withdrawnBy: (values: { by: string }) => string
    /** A new version replaces it. This one wasn’t sent. */
    readonly replaced: string
    /** This can’t be sent as it is, so it was returned to its writer. */
    readonly stopped: string
    /** Bellhop is still reading the attached files. Try again in a minute. */
    readonly unread: string
    /** {by} approved your email{hasSubject, select, true { “{subject}”} other {}} to {to}. You can undo it until it’s sent. */
    readonly goesOut: (values: { by: string; hasSubject: boolean; subject: string; to: string }) => string
    /** You can undo your email to {to} until it’s sent. */
    readonly canUndo: (values: { to: string }) => string
    /** You requested approval for your email to {to}. */
    readonly waitsNearby: (values: { to: string }) => string
    /** {why, select, approved {Your version wasn’t sent: {by} approved the email first.} edited {Your version wasn’t sent: {by} edited the email first.} sent {Your version wasn’t sent: {by} sent the email first.} onTime {Your version wasn’t sent: the email had already been sent at its scheduled time.} other {Your version wasn’t sent: the email was approved in the meantime, or someone else changed it first.}} Your text is saved. */
    readonly overtaken: (values: { why: 'approved' | 'edited' | 'sent' | 'onTime' | 'other'; by: string }) => string
    /** Nobody could approve this: the approvers have left, aren’t full members, can’t see its channel, or helped write it. First {isAdmin, select, true {choose} other {ask an admin to choose}} other approvers with “/mail approval”. */
    readonly nobodyCould: (values: { isAdmin: boolean }) => string
    /** If you send your version, nobody will be able to approve it, because you edited it. Instead, decline it with a reason, or {isAdmin, select, true {choose} other {ask an admin to choose}} other approvers with “/mail approval”. */
    readonly nobodyAfterEdit: (values: { isAdmin: boolean }) => string
    /** Your email to {to} needs approval, but nobody can approve it now: the approvers left, aren’t full members, can’t see its channel, or wrote it. Bellhop told the admins. Nothing was sent. */
    readonly nobodyForWriter: (values: { to: string }) => string
    /** Your email to {to} from {inbox} needs approval, but nobody can approve it now: the approvers left, aren’t full members, can’t see its channel, or wrote it. Nothing was sent. Choose others with `/mail approval {inbox} @people`, or add them to its channel. */
    readonly nobodyForWriterAsAdmin: (values: { to: string; inbox: string }) => string
    /** An email by {writer} from {inbox} needs approval, but nobody can approve it: the approvers left, aren’t full members, can’t see its channel, or wrote it. Choose others with `/mail approval {inbox} @people`, or add them to its channel. */
    readonly nobodyForAdmins: (values: { writer: string; inbox: string }) => string
    /** ✅ This email can be approved now. */
    readonly canBeApproved: string
    /** ⚠️ This email has an approver again, but {writer} can no longer send it, so approving it would send nothing. */
    readonly canBeReviewed: (values: { writer: string }) => string
    /** ⚠️ This email could be approved for a while. Nobody can approve it now. */
    readonly stuckAgain: string
    /** ⚠️ The time of this email was changed after you opened it. See when it’s sent below, before you approve it. */
    readonly timeChanged: string
    /** This needs approval before it’s sent. Press “{button}” again to go ahead. */
    readonly formNeeds: (values: { button: string }) => string
    /** This is sent without approval. Press “{button}” again to go ahead. */
    readonly formNeedsNone: (values: { button: string }) => string
    /** You wrote or edited this email, so someone else has to approve it. */
    readonly notYours: string
    /** This email is no longer awaiting approval. */
    readonly over: string
    /** ⚠️ This email was changed after you opened it. This is the new version. Read it before you approve it. */
    readonly changed: string
    /** {is, select, address {⚠️ Since you opened this email, email to one of its recipients bounced, was marked as spam or was blocked. See below before you approve it.} other {⚠️ Since you opened this email, a newer one arrived in its thread. Read it before you approve this.}} */
    readonly news: (values: { is: 'address' | 'other' }) => string
    /** {is, select, address {Since you opened this email, email to one of its recipients bounced, was marked as spam or was blocked. Look at it in `/mail approvals`.} other {Since you opened this email, a newer one arrived in its thread. Read it in `/mail approvals`.}} */
    readonly newsSince: (values: { is: 'address' | 'other' }) => string
    /** {verdict, select, approved {{by} approved it first.} declined {{by} declined it first.} other {{by} decided first.}} */
    readonly cameFirst: (values: { verdict: 'approved' | 'declined' | 'other'; by: string }) => string
    /** You can no longer approve this email. */
    readonly noLonger: string
    /** , your email to {to} wasn’t sent at {time}, because nobody had approved it by then. It could still be approved and sent after that, until its request ended. */
    readonly timePassed: (values: { to: string; time: string }) => string
    /** {isChooser, select, true {, the email whose time you changed wasn’t sent.} other {, the reply to an email claimed by you wasn’t sent.}} {end} */
    readonly ownersReply: (values: { isChooser: boolean; end: string }) => string
    /** You had written: “{reason}” */
    readonly typedReason: (values: { reason: string }) => string
    /** {count, plural, one {# email was awaiting approval and isn’t sent now. Its writer has the text back.} other {# emails were awaiting approval and aren’t sent now. Their writers have the text back.}} */
    readonly stoppedByOff: (values: { count: number }) => string
    /** ⚠️ {count, plural, one {# email that is waiting can’t be approved by any of them.} other {# emails that are waiting can’t be approved by any of them.}} Nobody approves what they wrote or edited. */
    readonly stillStuck: (values: { count: number }) => string
    /** After your email to {to} from {inbox} was approved, {news, select, address {a recipient’s address bounced or was blocked} other {a newer one arrived in its thread}}. Another approval was requested before it could be sent. */
    readonly askedAgain: (values: { to: string; inbox: string; news: 'address' | 'other' }) => string
    /** This email was changed after you opened it. Read the new version in `/mail approvals`. */
    readonly changedSince: string
    /** {by} changed this email after you opened it. Read the new version in `/mail approvals`. */
    readonly changedSinceBy: (values: { by: string }) => string
    /** Your decision didn’t count. {sentence} */
    readonly cameLate: (values: { sentence: string }) => string
    /** ⚠️ {writer} can no longer send this, so approving it would send nothing. *Edit* it to send it yourself, or *Decline* it and ask a colleague to send it. */
    readonly writerGone: (values: { writer: string }) => string
    /** Review email */
    readonly title: string
    /** Approve */
    readonly approve: string
    /** Decline */
    readonly decline: string
    /** Edit */
    readonly edit: string
    /** Send me the files */
    readonly files: string
    /** The files are on their way to your direct messages. */
    readonly filesOnTheirWay: string
    /** The files of {request}: */
    readonly filesOf: (values: { request: string }) => string
    /** These files can’t be sent to you: {files}. Ask the writer for another version. */
    readonly filesMissing: (values: { files: string }) => string
    /** Decline */
    readonly declineTitle: string
    /** Decline */
    readonly declineSubmit: string
    /** Why? */
    readonly declineReason: string
    /** Everyone in the email’s thread can read this. The writer gets it with their text, and can edit and send it again. */
    readonly declineHint: string
    /** Everyone in the email’s thread can read this. The writer can no longer send it, so the channel is asked who takes over. */
    readonly declineHintGone: string
    /** {writer} wants to send this from {inbox}. */
    readonly from: (values: { writer: string; inbox: string }) => string
    /** Approving sends exactly this. */
    readonly leaves: string
    readonly unusual: {
      /** It goes to {people, plural, one {# person} other {# people}}. */
      readonly manyRecipients: (values: { people: number }) => string
      /** This inbox has never exchanged email with {addresses}. */
      readonly newAddresses: (values: { addresses: string }) => string
      /** New to this thread: {domains}. */
      readonly newDomains: (values: { domains: string }) => string
      /** Replies go to {addresses} instead of the inbox. */
      readonly replyTo: (values: { addresses: string }) => string
      /** It forwards someone’s email to people outside. */
      readonly forward: string
      /** The subject was changed. */
      readonly subject: string
      /** Mail servers often refuse files such as {files}. */
      readonly refusedFiles: (values: { files: string }) => string
      /** Email to {addresses} bounced, was marked as spam, or is blocked by the mailbox. */
      readonly suppressed: (values: { addresses: string }) => string
      /** It sets these headers: {headers}. */
      readonly headers: (values: { headers: string }) => string
      /** Files come from other sites: {sites}. If one changes before it’s sent, nothing is sent. */
      readonly elsewhere: (values: { sites: string }) => string
      /** Newer in this thread, from {sender}: “{quotation}” */
      readonly newerMail: (values: { sender: string; quotation: string }) => string
      /** Newer in this thread, from {sender}: an email without text. */
      readonly newerMailEmpty: (values: { sender: string }) => string
      /** It doesn’t reply to the newest email in this thread. */
      readonly laterMail: string
    }
    /** Approvals */
    readonly listTitle: string
    /** Approvals */
    readonly homeTitle: string
    /** Awaiting your approval */
    readonly forMe: string
    /** Yours, awaiting approval */
    readonly mine: string
    /** *{subject}* from {writer} to {to} */
    readonly row: (values: { subject: string; writer: string; to: string }) => string
    /** *{subject}* to {to} */
    readonly ownRow: (values: { subject: string; to: string }) => string
    /** Your email to {to}, in a channel you can’t read */
    readonly unreadable: (values: { to: string }) => string
    /** Expires {time} */
    readonly untilWhen: (values: { time: string }) => string
    /** Nothing to approve, nothing of yours pending. */
    readonly none: string
    /** All approvals */
    readonly all: string
    /** Who approves outgoing email: */
    readonly now: string
    /** • {inbox}: {approvers} */
    readonly nowBy: (values: { inbox: string; approvers: string }) => string
    /** • {inbox}: no approval needed */
    readonly nowNobody: (values: { inbox: string }) => string
    /** Email from {inbox} now needs approval by {approvers} before it’s sent. Nobody can approve their own email. */
    readonly set: (values: { inbox: string; approvers: string }) => string
    /** Email from {inbox} is now sent without approval. */
    readonly unset: (values: { inbox: string }) => string
    readonly setting: {
      /** Approvers for outgoing email */
      readonly label: string
      /** One of these people has to approve each email before it’s sent. Nobody can approve their own email. */
      readonly hint: string
      /** None: sent without approval */
      readonly none: string
      /** Choose people, user groups or channels from the menu. */
      readonly error: string
    }
    readonly warnings: {
      /** ⚠️ {people} can’t approve anything: they have left, or aren’t full members. */
      readonly left: (values: { people: string }) => string
      /** ⚠️ No members who could approve: {groups}. */
      readonly emptyGroup: (values: { groups: string }) => string
      /** ⚠️ Nobody can approve email now, so nothing is sent from this inbox. */
      readonly nobody: string
      /** ⚠️ Nobody is notified of requests: Bellhop notifies people and the members of user groups who have notifications on. Others find requests with `/mail approvals`. */
      readonly unnotified: string
      /** ⚠️ Only {name} can approve, so nobody can approve what {name} writes. */
      readonly onlyOne: (values: { name: string }) => string
      /** ⚠️ {people} can’t see {channel}, where this inbox’s email is. Add them there, or they can’t approve. */
      readonly outside: (values: { people: string; channel: string }) => string
    }
  }
  readonly outgoing: {
    /** Files from this thread */
    readonly fromThread: string
    /** Choose files */
    readonly fromThreadHint: string
    /** From the emails */
    readonly ofMails: string
    /** From people in Slack */
    readonly ofPeople: string
    /** Good to know */
    readonly note: string
    /** {name} (size not known) */
    readonly unknownSize: (values: { name: string }) => string
    /** {name} ({url}) */
    readonly fromAddress: (values: { name: string; url: string }) => string
    /** There are more files. Type part of the name. */
    readonly moreFiles: string
    /** Slack isn’t responding, so files posted here aren’t listed. */
    readonly slackSilent: string
    /** Slack isn’t responding, so Bellhop can’t check these files. Try again in a moment. */
    readonly filesSilent: string
    /** One of these files is no longer in the thread. Remove it, or choose it again. */
    readonly filesMissing: string
    /** Files by address */
    readonly links: string
    /** One https address per line. It has to open without a login: the mailbox downloads the file and attaches it. */
    readonly linksHint: string
    /** Not an https address: {words}. Paste the whole address, one in each line. */
    readonly notLink: (values: { words: string }) => string
    /** 📎 {files} */
    readonly checked: (values: { files: string }) => string
    /** At these addresses: {files}. Press “{button}” again if that’s right. */
    readonly linksChecked: (values: { files: string; button: string }) => string
    /** The files at the addresses are named above. Press “{button}” again if that’s right. */
    readonly linksCheckedAbove: (values: { button: string }) => string
    /** Mail servers often refuse files such as {files}. The email may bounce, or the file may be removed. */
    readonly oftenRefused: (values: { files: string }) => string
    /** Send these files anyway */
    readonly tickRefused: string
  }
  readonly preview: {
    /** Preview */
    readonly open: string
    /** Preview */
    readonly title: string
    /** Back */
    readonly close: string
    /** Re: {subject} */
    readonly answered: (values: { subject: string }) => string
    /** Replies go to */
    readonly replyTo: string
    /** Labels */
    readonly labels: string
    /** Headers */
    readonly headers: string
    /** Files */
    readonly files: string
    /** Show formatted text */
    readonly formatted: string
    /** Show plain text */
    readonly plain: string
    /** This is the formatted text, which most email programs show. */
    readonly isFormatted: string
    /** This is the plain text, for email programs without formatting. */
    readonly isPlain: string
    /** No text */
    readonly empty: string
    /** {files, plural, =0 {Below this, the mailbox adds the email from {sender}. Its text, in the mailbox’s own layout:} one {Below this, the mailbox adds the email from {sender}, with its # file. Its text, in the mailbox’s own layout:} other {Below this, the mailbox adds the email from {sender}, with its # files. Its text, in the mailbox’s own layout:}} */
    readonly forwards: (values: { files: number; sender: string }) => string
    /** ⚠️ The plain text of the original email has words that its formatted text doesn’t have. Email programs without formatting show them. */
    readonly plainDiffers: string
    /** ⚠️ Bellhop doesn’t have the whole text of the original email. The mailbox forwards all of it, so more is sent than you see here. */
    readonly restUnshown: string
    /** This email can’t be sent yet: */
    readonly notYet: string
    /** This preview has expired. Close it and press “Preview” again. */
    readonly gone: string
    /** Slack took too long to name the people in this email. Nothing was sent. Try again in a moment. */
    readonly tooSlow: string
    /** This email changed since its preview: a name, a signature or a setting is different now. Press “Preview” to see it, or “{button}” again to confirm. */
    readonly changed: (values: { button: string }) => string
    /** Your email wasn’t sent: a name, a signature or a setting in it changed since its preview. Press “Edit and send again”, look at the preview, and send it. */
    readonly changedLater: string
  }
  readonly quoting: {
    /** On {date} at {time}, {sender} wrote: */
    readonly introduction: (values: { date: string; time: string; sender: string }) => string
    /** Forwarded: “{subject}”, which {sender} wrote on {date} at {time}: */
    readonly forwarded: (values: { subject: string; sender: string; date: string; time: string }) => string
    /** Quote the earlier email below your text */
    readonly choice: string
    /** Ends with: {signature} */
    readonly endsWith: (values: { signature: string }) => string
    /** Ends with: {signature} (the name only if your text doesn’t end with it) */
    readonly endsWithName: (values: { signature: string }) => string
    /** Signature */
    readonly signature: string
    readonly signatures: {
      /** Yours */
      readonly own: string
      /** The inbox’s */
      readonly inbox: string
      /** None */
      readonly none: string
    }
    /** [The rest of this email is left out because it is very long.] */
    readonly leftOut: string
  }
  readonly schedule: {
    /** {date}, {time} */
    readonly moment: (values: { date: string; time: string }) => string
    /** Scheduled · {time} */
    readonly scheduled: (values: { time: string }) => string
    /** ⏸️ Someone must take this over: its writer left or lost access, so it isn’t sent at its time, {time}. */
    readonly senderless: (values: { time: string }) => string
    /** ⏸️ Paused: a new email arrived before {time}. Send it anyway? */
    readonly paused: (values: { time: string }) => string
    /** ⏸️ Paused: a new email arrived, and the scheduled time has passed. Send it anyway? */
    readonly overdue: string
    /** ⏸️ Paused: a new email arrived before this one could be sent. Send it anyway? */
    readonly delayed: string
    /** ⏸️ Paused: since this was written, email to {addresses} has bounced, been marked as spam or been blocked. Send it anyway? */
    readonly suppressed: (values: { addresses: string }) => string
    /** It was scheduled for {time}. That time has passed, so it’s sent once approved. */
    readonly onceApprovedLate: (values: { time: string }) => string
    /** If approved in time, it’s sent as scheduled: {time}. */
    readonly onTime: (values: { time: string }) => string
    /** If approved before {time}, it’s sent at that time. If approved later, it’s sent immediately. */
    readonly onceApproved: (values: { time: string }) => string
    /** The scheduled time has passed. */
    readonly lateNow: string
    /** Send now */
    readonly sendNow: string
    /** Send as scheduled */
    readonly sendPlanned: string
    /** Change time */
    readonly changeTime: string
    /** Edit */
    readonly edit: string
    /** , {who} {how, select, forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}} before your scheduled email was sent, so it’s paused. Send it anyway? */
    readonly pausedNow: (values: { who: string; how: 'forward' | 'copy' | 'named' | 'other' }) => string
    /** , {who} {how, select, forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}} before your scheduled email was sent, and its time has passed. It’s paused. Send it anyway? */
    readonly pausedOverdue: (values: { who: string; how: 'forward' | 'copy' | 'named' | 'other' }) => string
    /** , {who} {how, select, forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}} before your email could be sent, so it’s paused. Send it anyway? */
    readonly pausedDelayed: (values: { who: string; how: 'forward' | 'copy' | 'named' | 'other' }) => string
    /** , your email is paused: since you wrote it, email to {who} has bounced, been marked as spam or been blocked. Send it anyway? */
    readonly pausedRefused: (values: { who: string }) => string
    /** {fate, select, stopped {It was stopped.} declined {It was sent for approval, and declined.} unapproved {It was sent for approval, but not approved.} replaced {A new version replaced it.} scheduled {It was scheduled.} awaiting {It was sent for approval.} sent {It was sent.} other {Someone decided to send it.}} */
    readonly pausedFate: (values: { fate: 'stopped' | 'declined' | 'unapproved' | 'replaced' | 'scheduled' | 'awaiting' | 'sent' | 'other' }) => string
    /** {fate, select, again {They have access again, so it’s sent at its time.} awaiting {They have access again, so it’s awaiting approval as before.} paused {It’s paused.} failed {It wasn’t sent.} other {It’s being sent.}} */
    readonly offerFate: (values: { fate: 'again' | 'awaiting' | 'paused' | 'failed' | 'other' }) => string
    /** {fate, select, stopped {It was stopped by {name}.} declined {It was sent for approval, and {name} declined it.} scheduled {It was scheduled by {name}.} awaiting {It was sent for approval by {name}.} sent {{name} decided to send it, and it was sent.} other {{name} decided to send it.}} */
    readonly pausedFateBy: (values: { fate: 'stopped' | 'declined' | 'scheduled' | 'awaiting' | 'sent' | 'other'; name: string }) => string
    /** {fate, select, stopped {You stopped it.} declined {You declined it.} scheduled {You scheduled it.} awaiting {You sent it for approval.} sent {You decided to send it, and it was sent.} other {You decided to send it.}} */
    readonly pausedFateByYou: (values: { fate: 'stopped' | 'declined' | 'scheduled' | 'awaiting' | 'sent' | 'other' }) => string
    /** {verb, select, now {{name} pressed *Send now*.} planned {{name} pressed *Send as scheduled*.} time {{name} changed the time.} other {{name} changed the time.}} */
    readonly decided: (values: { verb: 'now' | 'planned' | 'time'; name: string }) => string
    readonly ask: {
      readonly now: {
        /** Send now? */
        readonly title: string
        /** Send now */
        readonly yes: string
        /** {writer} wrote this email to {to}. Send it now? */
        readonly question: (values: { writer: string; to: string }) => string
      }
      readonly planned: {
        /** Send as scheduled? */
        readonly title: string
        /** Send as scheduled */
        readonly yes: string
        /** {writer} wrote this email to {to}. Send it as scheduled? */
        readonly question: (values: { writer: string; to: string }) => string
      }
      readonly cancel: {
        /** Don’t send? */
        readonly title: string
        /** Don’t send */
        readonly yes: string
        /** {writer} wrote this email to {to}. Stop it? The text is saved. */
        readonly question: (values: { writer: string; to: string }) => string
      }
      /** Send your email to {to} now? */
      readonly own: (values: { to: string }) => string
      /** {writer} is notified. */
      readonly hears: (values: { writer: string }) => string
      /** If you send it, you approve it, including what’s new. */
      readonly approves: string
      /** {isFirst, select, true {This requests approval.} other {This requests a new approval.}} Nothing is sent before that. */
      readonly needsApproval: (values: { isFirst: boolean }) => string
    }
    /** , your email to {to} was paused. {fate} */
    readonly pausedBefore: (values: { to: string; fate: string }) => string
    readonly forOthers: {
      /** {who} {how, select, forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}} before a scheduled email by {writer} was sent, so it’s paused. Send it anyway? */
      readonly pausedNow: (values: { who: string; how: 'forward' | 'copy' | 'named' | 'other'; writer: string }) => string
      /** {who} {how, select, forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}} before a scheduled email by {writer} was sent, and its time has passed. It’s paused. Send it anyway? */
      readonly pausedOverdue: (values: { who: string; how: 'forward' | 'copy' | 'named' | 'other'; writer: string }) => string
      /** {who} {how, select, forward {replied to the forward} copy {(copied by us) replied} named {(added by someone we wrote to) wrote} other {wrote again}} before an email by {writer} could be sent, so it’s paused. Send it anyway? */
      readonly pausedDelayed: (values: { who: string; how: 'forward' | 'copy' | 'named' | 'other'; writer: string }) => string
      /** An email by {writer} is paused: since it was written, email to {who} has bounced, been marked as spam or been blocked. Send it anyway? */
      readonly pausedRefused: (values: { writer: string; who: string }) => string
      /** An email to {to} by {writer} was paused. {fate} */
      readonly pausedBefore: (values: { to: string; writer: string; fate: string }) => string
      /** {writer} left or lost access. {waitsFor, select, approval {Their email to {to}, which is awaiting approval, is only sent if someone else takes it over with *Edit*.} other {Their email to {to}, scheduled for {time}, is only sent if someone else takes it over with *Send now*, *Change time* or *Edit*.}} */
      readonly offer: (values: { writer: string; waitsFor: 'approval' | 'other'; to: string; time: string }) => string
      /** {writer} left or lost access. {waitsFor, select, approval {Their email to {to} was awaiting approval.} other {Their email to {to} was scheduled.}} {fate} */
      readonly offered: (values: { writer: string; waitsFor: 'approval' | 'other'; to: string; fate: string }) => string
    }
    /** Your email to {to} was sent. Bellhop couldn’t post in its channel, so its card may not show that. */
    readonly leftUnseen: (values: { to: string }) => string
    /** Your change came too late: the email was sent, or is being sent. Your new text is saved. To send it as well, press “Edit and send again”. */
    readonly tooLate: string
    readonly alreadyThere: {
      /** You already have an email in this thread scheduled for {moment}. Sending this one doesn’t stop it. */
      readonly own: (values: { moment: string }) => string
      /** You already have a paused email in this thread. Sending this one doesn’t stop it. */
      readonly ownPaused: string
      /** {name} has an email in this thread scheduled for {moment}. Sending this one doesn’t stop it. */
      readonly colleagues: (values: { name: string; moment: string }) => string
      /** {name}, who left or lost access, has a scheduled email in this thread. It’s only sent if someone takes it over. */
      readonly colleaguesSenderless: (values: { name: string }) => string
      /** {name} has a paused email in this thread. Sending this one doesn’t stop it. */
      readonly colleaguesPaused: (values: { name: string }) => string
    }
    /** ⏸️ This email is paused. Press Save again to schedule it anyway. */
    readonly pausedMeanwhile: string
    /** Too late, so nothing changed. */
    readonly over: string
    /** Nothing changed: this email was paused, or its time was set, while the form was open. */
    readonly stoppedMeanwhile: string
    /** Nothing changed: this would need another approval, and nobody could give it. {isPaused, select, true {It stays paused.} other {It stays scheduled for {time}.}} Ask an admin to choose other approvers with `/mail approval`. */
    readonly nobodyCould: (values: { isPaused: boolean; time: string }) => string
    /** Nothing changed: the scheduled time has passed. Press *Send now*, or *Change time*. */
    readonly timeOver: string
    /** You pressed “Send now”. */
    readonly goesOutNow: string
    /** You scheduled it for {time}. */
    readonly goesOut: (values: { time: string }) => string
    readonly form: {
      /** Change time */
      readonly title: string
      /** Save */
      readonly save: string
      /** {hasNews, select, true {If you save, you approve it, including what’s new.} other {If you save, you approve it for the new time.}} */
      readonly approves: (values: { hasNews: boolean }) => string
      /** When */
      readonly when: string
      /** Now */
      readonly now: string
      /** Tomorrow at {clock}, your time */
      readonly own: (values: { clock: string }) => string
      /** Tomorrow at {clock} in {zone} */
      readonly workspaces: (values: { clock: string; zone: string }) => string
      /** Tomorrow at {clock}, their time ({zone}) */
      readonly theirs: (values: { clock: string; zone: string }) => string
      /** Choose a day and a time… */
      readonly pick: string
      /** Schedule */
      readonly schedule: string
      /** Day */
      readonly day: string
      /** Choose a day */
      readonly dayHint: string
      /** Time */
      readonly time: string
      /** {isOwn, select, true {Your time zone, {zone}.} other {The workspace’s time zone, {zone}.}} */
      readonly zone: (values: { isOwn: boolean; zone: string }) => string
      /** {isOwn, select, true {Scheduled for {moment}, your time ({zone}).} other {Scheduled for {moment} in {zone}.}} */
      readonly leaves: (values: { isOwn: boolean; moment: string; zone: string }) => string
      /** That’s {moment}, their time. {address} last wrote from {zone}. */
      readonly theirMoment: (values: { moment: string; address: string; zone: string }) => string
      /** {address} last wrote from {zone}. */
      readonly theirZone: (values: { address: string; zone: string }) => string
      /** The recipients’ time zone isn’t known. */
      readonly unknownZone: string
      /** If new email comes in this thread before then, {whose, select, own {your email is paused and you’re asked} writer {{writer}’s email is paused, and {writer} is asked} other {the email is paused, and the others in its channel are asked}}. A colleague’s reply doesn’t pause it. */
      readonly stops: (values: { whose: 'own' | 'writer' | 'other'; writer: string }) => string
      /** This time has passed. Choose a later one. */
      readonly past: string
      /** Choose a time within the next {days, plural, one {# day} other {# days}}. */
      readonly tooFar: (values: { days: number }) => string
      /** Choose a day and a time. */
      readonly pickBoth: string
      /** There’s no such time on that day, because clocks go forward. Choose another one. */
      readonly gap: string
    }
    readonly list: {
      /** Scheduled email */
      readonly title: string
      /** Paused: needs your decision */
      readonly stopped: string
      /** None of your email is scheduled. To send an email later, choose a time under *When* in its form. Email that needs approval first is in `/mail approvals`. */
      readonly empty: string
      /** *{subject}* to {to} */
      readonly line: (values: { subject: string; to: string }) => string
      /** and {count, number} more */
      readonly tooMany: (values: { count: number }) => string
    }
  }
  readonly forms: {
    /** Email */
    readonly readTitle: string
    /** Headers */
    readonly headersTitle: string
    /** Files */
    readonly filesTitle: string
    /** Send */
    readonly send: string
    /** Close */
    readonly close: string
    /** Cancel */
    readonly cancel: string
    /** From */
    readonly from: string
    /** To */
    readonly to: string
    /** Cc */
    readonly cc: string
    /** Bcc */
    readonly bcc: string
    /** Edit recipients */
    readonly editRecipients: string
    /** {label}: {people} */
    readonly peopleList: (values: { label: string; people: string }) => string
    /** Files */
    readonly files: string
    /** Attached */
    readonly attached: string
    /** {count, plural, one {⚠️ Slack no longer has {files}. Add it again under “Files”, or check it to send without it.} other {⚠️ Slack no longer has {files}. Add each one again under “Files”, or check it to send without it.}} */
    readonly filesGone: (values: { count: number; files: string }) => string
    /** Send without */
    readonly without: string
    /** If you add a file again under the same name, you don’t need to check it. */
    readonly withoutHint: string
    /** Add {files} again under “Files”, or check what to leave out. */
    readonly answerGone: (values: { files: string }) => string
    /** An email takes at most 10 files, and this one has {files, number}. Remove some. */
    readonly tooManyFilesAttached: (values: { files: number }) => string
    /** An email takes at most 64 MB of files, and these add up to {size}. Remove some, or put links in the text. */
    readonly filesTooLarge: (values: { size: string }) => string
    /** Add someone you’ve written to */
    readonly addTo: string
    /** Add someone to Cc */
    readonly addCc: string
    /** ann@example.com, ben@example.com */
    readonly addressHint: string
    /** From {inbox} · {subject} */
    readonly about: (values: { inbox: string; subject: string }) => string
    /** {people, number} people at {companies, number} companies. */
    readonly goesTo: (values: { people: number; companies: number }) => string
    /** {people, number} people at {domain}. */
    readonly goesToDomain: (values: { people: number; domain: string }) => string
    /** {count, plural, one {New address: {addresses}} other {New addresses: {addresses}}} */
    readonly newAddresses: (values: { count: number; addresses: string }) => string
    /** ⚠️ Your reply goes to {addresses}, not to the sender, {sender}. */
    readonly goesElsewhere: (values: { addresses: string; sender: string }) => string
    /** ⚠️ This email doesn’t name its sender. Fill in who should get your reply. */
    readonly unknownSender: string
    /** {count, plural, one {# recipient doesn’t fit in this form and is left out.} other {# recipients don’t fit in this form and are left out.}} */
    readonly leftOut: (values: { count: number }) => string
    /** and {count, plural, one {# more recipient} other {# more recipients}} */
    readonly moreRecipients: (values: { count: number }) => string
    /** {seconds, plural, =0 {Sends as soon as you press “Send”.} one {You can undo for # second after sending.} other {You can undo for # seconds after sending.}} */
    readonly hold: (values: { seconds: number }) => string
    /** Page {page, number} of {pages, number} */
    readonly page: (values: { page: number; pages: number }) => string
    /** Links are off: this sender may be impersonating someone. */
    readonly linksOff: string
    /** Show links */
    readonly showLinks: string
    /** Show hidden text */
    readonly showQuoted: string
    /** Hide it again */
    readonly hideQuoted: string
    /** Email {mail, number} of {mails, number} in this thread */
    readonly mailOf: (values: { mail: number; mails: number }) => string
    /** Earlier email */
    readonly earlierMail: string
    /** Later email */
    readonly laterMail: string
    /** Opening the email… */
    readonly opening: string
    /** Previous page */
    readonly previousPage: string
    /** Next page */
    readonly nextPage: string
    /** Older */
    readonly older: string
    /** Newer */
    readonly newer: string
    /** Newest */
    readonly newest: string
    /** Asking the mailbox for a link… */
    readonly asking: string
    /** Download */
    readonly download: string
    /** No link: {reason} */
    readonly noFile: (values: { reason: string }) => string
    /** the mailbox didn’t provide a way to download it. */
    readonly noFileId: string
    /** the mailbox no longer has it. */
    readonly noFileThere: string
    /** this email has too many files to list them all here. */
    readonly tooManyFiles: string
    /** The mailbox provides these links, and they work for a short time. Files from strangers can be harmful. */
    readonly filesNote: string
    /** Not an email address: {words} */
    readonly notAddress: (values: { words: string }) => string
    /** An email needs at least one recipient. */
    readonly noRecipient: string
    /** Write something or attach a file. */
    readonly noText: string
    /** Bellhop keeps only the start of very long emails. */
    readonly bodyCut: string
    /** {older, select, forward {You’re forwarding an older email. {sender} has written since: “{quotation}”} again {You’re replying to an older email. {sender} has written again: “{quotation}”} stopped {Since this was written, {sender} wrote: “{quotation}”} other {You’re replying to an older email. {sender} has written since: “{quotation}”}} */
    readonly answersEarlier: (values: { older: 'forward' | 'again' | 'stopped' | 'other'; sender: string; quotation: string }) => string
    /** {older, select, forward {You’re forwarding an older email. {sender} has written since.} again {You’re replying to an older email. {sender} has written again.} stopped {Since this was written, {sender} wrote an email without text.} other {You’re replying to an older email. {sender} has written since.}} */
    readonly answersEarlierEmpty: (values: { older: 'forward' | 'again' | 'stopped' | 'other'; sender: string }) => string
    /** The newest email in this thread is from {sender}. This doesn’t go to them. */
    readonly notToNewest: (values: { sender: string }) => string
    /** {side, select, same {Also newer, from {sender}: “{quotation}”} other {Newer in this thread, from {sender}: “{quotation}”}} */
    readonly alsoNewer: (values: { side: 'same' | 'other'; sender: string; quotation: string }) => string
    /** {side, select, same {Also newer, from {sender}: an email without text.} other {Newer in this thread, from {sender}: an email without text.}} */
    readonly alsoNewerEmpty: (values: { side: 'same' | 'other'; sender: string }) => string
    /** {count, plural, one {There’s # other newer email in this thread.} other {There are # other newer emails in this thread.}} */
    readonly moreNewer: (values: { count: number }) => string
    /** Nothing has been sent yet. Press “{button}” again to go ahead. */
    readonly sendAnyway: (values: { button: string }) => string
    /** The recipients or files have changed. Check them, then press “{button}” again. */
    readonly lookAgain: (values: { button: string }) => string
    /** First email to {addresses}. Press “{button}” again to confirm. */
    readonly newRecipients: (values: { addresses: string; button: string }) => string
    /** {count, plural, one {First email to # new address, named above. Press “{button}” again to confirm.} other {First email to # new addresses, named above. Press “{button}” again to confirm.}} */
    readonly newRecipientsAbove: (values: { count: number; button: string }) => string
    readonly colleague: {
      /** Send yours too? {name} has already replied: “{quotation}” */
      readonly left: (values: { name: string; quotation: string }) => string
      /** Send yours too? {name}’s reply hasn’t been sent yet: “{quotation}” */
      readonly not_left: (values: { name: string; quotation: string }) => string
      /** Send yours too? {name}’s reply may have been sent: “{quotation}” */
      readonly perhaps_left: (values: { name: string; quotation: string }) => string
      /** Send yours too? {name}’s reply is awaiting approval: “{quotation}” */
      readonly awaiting: (values: { name: string; quotation: string }) => string
    }
    readonly colleagueEmpty: {
      /** {name} has already replied. Send yours too? */
      readonly left: (values: { name: string }) => string
      /** {name}’s reply hasn’t been sent yet. Send yours too? */
      readonly not_left: (values: { name: string }) => string
      /** {name}’s reply may have been sent. Send yours too? */
      readonly perhaps_left: (values: { name: string }) => string
      /** {name}’s reply is awaiting approval. Send yours too? */
      readonly awaiting: (values: { name: string }) => string
    }
    /** {fate, select, left {Send yours too? {name} has already replied from {inbox}: “{quotation}”} perhaps_left {Send yours too? {name}’s reply from {inbox} may have been sent: “{quotation}”} other {Send yours too? {name}’s reply from {inbox} hasn’t been sent yet: “{quotation}”}} */
    readonly copyReplied: (values: { fate: 'left' | 'perhaps_left' | 'other'; name: string; inbox: string; quotation: string }) => string
    /** {fate, select, left {{name} has already replied from {inbox}. Send yours too?} perhaps_left {{name}’s reply from {inbox} may have been sent. Send yours too?} other {{name}’s reply from {inbox} hasn’t been sent yet. Send yours too?}} */
    readonly copyRepliedEmpty: (values: { fate: 'left' | 'perhaps_left' | 'other'; name: string; inbox: string }) => string
    /** {name} is also writing a reply. */
    readonly colleagueWrites: (values: { name: string }) => string
    /** {name} has claimed this email. */
    readonly colleagueOwns: (values: { name: string }) => string
    /** This email is now claimed by {name}. Send yours anyway? */
    readonly claimedSince: (values: { name: string }) => string
    /** {name} has marked this email as done. Send yours anyway? */
    readonly doneSince: (values: { name: string }) => string
    /** {who} will also read the email from {sender} below your text. To leave it out, untick “Quote the earlier email below your text”. */
    readonly quotesInternal: (values: { who: string; sender: string }) => string
    /** {count, plural, one {# person outside will} other {# people outside will}} also read the email from {sender} below your text. To leave it out, untick “Quote the earlier email below your text”. */
    readonly quotesInternalTo: (values: { count: number; sender: string }) => string
    /** {is, select, declined {{name} has declined this email in the meantime. Read why before you send yours.} edited {{name} has edited this email in the meantime, and that version wasn’t sent. Send yours anyway?} other {{name} has stopped this email in the meantime. Send yours anyway?}} */
    readonly stoppedSince: (values: { is: 'declined' | 'edited' | 'other'; name: string }) => string
    /** {isOwn, select, true {You already sent a newer version of this email. Press “{button}” again to send this one as a separate email.} other {There’s a newer version of this email by {name}. Press “{button}” again to send yours as a separate email.}} */
    readonly replacedSince: (values: { isOwn: boolean; button: string; name: string }) => string
    /** {why, select, approved {{by} approved this email in the meantime.} sent {{by} pressed “Send now” in the meantime.} onTime {The time of this email has come.} other {This email can no longer be changed.}} {fate, select, left {It was sent.} perhaps_left {It may have been sent.} other {It’s being sent.}} Press “{button}” again to send yours as a second email. */
    readonly sentSince: (values: { why: 'approved' | 'sent' | 'onTime' | 'other'; by: string; fate: 'left' | 'perhaps_left' | 'other'; button: string }) => string
    /** {hasLeft, select, true {⚠️ There is a newer version of this email by {by}, which has been sent. Sending this one doesn’t replace it.} other {⚠️ There is a newer version of this email by {by}. Sending this one doesn’t replace it.}} */
    readonly newVersion: (values: { hasLeft: boolean; by: string }) => string
    /** You’re editing {writer}’s scheduled email. Your version replaces it, unless it’s sent first. */
    readonly replacesScheduled: (values: { writer: string }) => string
    /** Only the addresses that didn’t get the email are filled in. */
    readonly onlyBounced: string
    /** Bellhop no longer has this email. Look for it in the mailbox. */
    readonly gone: string
    /** Bellhop already has the version you sent first. Close this form: you get this version in a message, where you can still send it. */
    readonly alreadySent: string
    /** Not saved: you don’t have permission. Bellhop sent you a message with the reason. */
    readonly notSaved: string
    /** Not sent: you don’t have permission to reply here. Your text stays in this form. Bellhop sent you a message with who to ask. */
    readonly notAllowed: string
    /** Your message stays in Slack: nobody outside gets what you type in an email’s thread. To send it as an email, choose *Send as reply* in the message’s menu. */
    readonly staysInSlack: string
    /** This message isn’t in an email thread. “Send as reply” works on replies under an email. */
    readonly noThread: string
    readonly why: {
      /** This email is here because {by} set a route from {inbox} to this channel ({time}). */
      readonly inbox: (values: { by: string; inbox: string; time: string }) => string
      /** This thread is here because {by} wrote its first email here ({time}). */
      readonly written: (values: { by: string; time: string }) => string
      /** This email is here because {inbox} had no route when the thread began, so it went to the default channel. */
      readonly default: (values: { inbox: string }) => string
      /** An admin can send new threads elsewhere with `/mail rules` or `/mail route`. */
      readonly change: string
    }
    readonly colleagueElsewhere: {
      /** {name} has replied to {to}. Send yours too? */
      readonly left: (values: { name: string; to: string }) => string
      /** {name}’s reply to {to} isn’t sent yet. */
      readonly not_left: (values: { name: string; to: string }) => string
      /** {name}’s reply to {to} may be sent. */
      readonly perhaps_left: (values: { name: string; to: string }) => string
      /** {name}’s reply to {to} awaits approval. */
      readonly awaiting: (values: { name: string; to: string }) => string
    }
  }
  readonly compose: {
    readonly titles: {
      /** Reply */
      readonly reply: string
      /** Reply all */
      readonly replyToAll: string
      /** Forward */
      readonly forward: string
      /** New email */
      readonly new: string
    }
    /** Forward */
    readonly forward: string
    /** From */
    readonly from: string
    /** From {inbox} */
    readonly fromInbox: (values: { inbox: string }) => string
    /** Mark as done once it’s sent */
    readonly closes: string
    /** This doesn’t go to {sender}, whose email stays open. */
    readonly staysOpen: (values: { sender: string }) => string
    /** Reply all instead */
    readonly replyAllInstead: string
    /** Reply to the sender only */
    readonly replyInstead: string
    /** Added {addresses}. Your own changes stay. */
    readonly recipientsAdded: (values: { addresses: string }) => string
    /** Removed {addresses}. Your own changes stay. */
    readonly recipientsRemoved: (values: { addresses: string }) => string
    /** Add Cc or Bcc */
    readonly addCc: string
    /** One of the addresses can’t be read. Correct it first, then switch. */
    readonly unreadableFirst: string
    /** Subject */
    readonly subject: string
    /** Fwd: {subject} */
    readonly forwarded: (values: { subject: string }) => string
    readonly text: {
      /** Your reply */
      readonly reply: string
      /** Your message */
      readonly forward: string
      /** Your message */
      readonly new: string
    }
    /** Not sent: you don’t have permission to write from this inbox. Your text stays in this form. Bellhop sent you a message with who to ask. */
    readonly notAllowed: string
    readonly draftKept: {
      /** Draft of your reply to “{subject}”: kept until you send or delete it, at most 7 days. Only you can see it. */
      readonly reply: (values: { subject: string }) => string
      /** Draft of your reply: kept until you send or delete it, at most 7 days. Only you can see it. */
      readonly untitledReply: string
      /** Draft of your email “{subject}”: kept until you send or delete it, at most 7 days. Only you can see it. */
      readonly mail: (values: { subject: string }) => string
      /** Draft of your email: kept until you send or delete it, at most 7 days. Only you can see it. */
      readonly untitledMail: string
    }
    /** Continue your draft */
    readonly continueDraft: string
    /** You’ve opened this draft. */
    readonly draftOpened: string
    /** Your email is stopped and isn’t sent, but Slack didn’t open its form. Press *Edit and send again*. */
    readonly stoppedUnopened: string
    /** Delete draft */
    readonly dropDraft: string
    /** Deleted. Nothing was sent. */
    readonly draftDropped: string
    /** This draft is gone: it was sent, deleted, or is more than 7 days old. */
    readonly noDraft: string
    /** *Your draft* · {time} · not sent yet */
    readonly draftOf: (values: { time: string }) => string
    /** Start empty */
    readonly startEmpty: string
    /** Start empty? */
    readonly startEmptyAsk: string
    /** Your draft will be deleted. */
    readonly startEmptyText: string
    /** Keep draft */
    readonly keepDraft: string
    /** Not sent: you pressed Send twice with different content. Bellhop took the first version (“{first}”). To send this version as well, press “Edit and send again”. */
    readonly secondVersion: (values: { first: string }) => string
    /** This email has no subject. */
    readonly missingSubject: string
    /** Your text mentions an attachment, but no file is attached. */
    readonly missingFile: string
    /** This email was already submitted in another window. Press “{button}” again only to send a second one. */
    readonly alreadySent: (values: { button: string }) => string
    /** More */
    readonly more: string
    /** Reply-To */
    readonly replyTo: string
    /** Replies go here instead and won’t appear in Slack. */
    readonly replyToHint: string
    /** Labels */
    readonly labels: string
    /** For your mailbox, separated by commas. Recipients don’t see them. */
    readonly labelsHint: string
    /** Headers */
    readonly headers: string
    /** One per line, for example “X-Ticket: 4711”. */
    readonly headersHint: string
    /** A subject has at most {most, number} characters. This one has {characters, number}. */
    readonly longSubject: (values: { most: number; characters: number }) => string
    /** An email has at most {most, number} labels. These are {labels, number}. */
    readonly tooManyLabels: (values: { most: number; labels: number }) => string
    /** A label has at most {most, number} characters. “{label}” has {characters, number}. */
    readonly longLabel: (values: { most: number; label: string; characters: number }) => string
    /** Enter at most {most, number} addresses here. */
    readonly tooManyReplyTo: (values: { most: number }) => string
    /** Enter at most {most, number} headers. These are {headers, number}. */
    readonly tooManyHeaders: (values: { most: number; headers: number }) => string
    readonly badHeader: {
      /** Line {line, number} (“{text}”) isn’t a header. Write it like “X-Ticket: 4711”, each one in a single line. */
      readonly form: (values: { line: number; text: string }) => string
      /** Line {line, number} (“{text}”) begins with a name that headers can’t have. Use letters, digits and hyphens. */
      readonly name: (values: { line: number; text: string }) => string
      /** Line {line, number} (“{text}”) is a header that email programs write themselves, so it can’t be set here. */
      readonly own: (values: { line: number; text: string }) => string
      /** Line {line, number} (“{text}”) has nothing after the colon. */
      readonly empty: (values: { line: number; text: string }) => string
      /** Line {line, number} (“{text}”) repeats a header of an earlier line. */
      readonly repeated: (values: { line: number; text: string }) => string
      /** Line {line, number} (“{text}”) is too long. A header has at most 998 characters. */
      readonly long: (values: { line: number; text: string }) => string
      /** Line {line, number} (“{text}”) contains a line break or an invisible character. Type it again instead of pasting it. */
      readonly broken: (values: { line: number; text: string }) => string
    }
    /** *Before you send* */
    readonly ticks: string
    /** “{label}” */
    readonly quotedLabel: (values: { label: string }) => string
    /** Not sent. Tick {boxes}, then press “{button}”. */
    readonly tickFirst: (values: { boxes: string; button: string }) => string
    /** This email goes to {people, number} people: {addresses}. */
    readonly manyRecipients: (values: { people: number; addresses: string }) => string
    /** Send it to all {people, number} people */
    readonly tickMany: (values: { people: number }) => string
    /** {companies, plural, one {Nobody at this company has been part of this thread: {addresses}.} other {Nobody at these companies has been part of this thread: {addresses}.}} */
    readonly newDomains: (values: { companies: number; addresses: string }) => string
    /** {companies, plural, one {Nobody at this company has been part of this thread.} other {Nobody at these companies has been part of this thread.}} */
    readonly newDomainsNamed: (values: { companies: number }) => string
    /** {count, plural, one {Send it to this address} other {Send it to these # addresses}} */
    readonly tickNewDomains: (values: { count: number }) => string
    /** Send it to {addresses} */
    readonly tickNewDomainsNamed: (values: { addresses: string }) => string
    /** An email goes to at most {most, number} people, and this one has {people, number}. Remove {surplus, number}, or send several emails. Everything you typed stays here. */
    readonly tooMany: (values: { most: number; people: number; surplus: number }) => string
    /** An email goes to at most {most, number} people, and this one has {people, number}. Press “Edit recipients” and remove {surplus, number}. Everything you typed stays here. */
    readonly tooManyListed: (values: { most: number; people: number; surplus: number }) => string
    /** ⚠️ An email goes to at most {most, number} people, and this one has {people, number}. Remove {surplus, number} before you send. */
    readonly atMost: (values: { most: number; people: number; surplus: number }) => string
    /** Attachments of the email */
    readonly forwardedFiles: string
    /** All {count, number} attachments are included. With more than ten, you can’t leave any out: {files} */
    readonly forwardsFiles: (values: { count: number; files: string }) => string
    readonly readers: {
      /** Everyone in this workspace will be able to read this email in #{channel}, the channel of {inbox}. */
      readonly everyone: (values: { channel: string; inbox: string }) => string
      /** Everyone in #{channel} will be able to read this email there. It’s the channel of {inbox}. */
      readonly members: (values: { channel: string; inbox: string }) => string
      /** This email will be visible to everyone in the channel of {inbox}. */
      readonly hidden: (values: { inbox: string }) => string
    }
    /** This email and its replies will be visible to everyone in {channel}. */
    readonly threadHere: (values: { channel: string }) => string
    /** This email and its replies will be in {channel}, the inbox’s channel. */
    readonly threadInInbox: (values: { channel: string }) => string
    /** ⚠️ No channel can show this email. Write it in a channel Bellhop is in, one that isn’t shared with another organization. */
    readonly noThreadChannel: string
    /** ⚠️ Nothing can be sent right now: the mailbox key lacks the permission {permission}. An admin can grant it. */
    readonly cannotSend: (values: { permission: string }) => string
    /** Not sent: the mailbox key lacks the permission {permission}. Ask an admin to grant it, and press “Send” again a minute later. Everything you typed stays here. */
    readonly notSent: (values: { permission: string }) => string
    /** Your email wasn’t sent, because no channel can show it. Your text is saved. Write it in a channel Bellhop is in, or ask an admin to give the inbox a channel in /mail settings. */
    readonly noChannel: string
    /** You can’t write from this inbox right now. Choose another one, or try again in a minute. Everything you typed stays here. */
    readonly inboxUnsure: string
    /** No channel shows this inbox’s email yet, so only its admins can write from it. An admin can choose a channel in /mail settings. */
    readonly inboxWithoutChannel: string
    /** You can’t write from any inbox yet. An admin can allow it in /mail settings, and you have to be in the inbox’s channel. */
    readonly noInbox: string
    /** Reply to the newest */
    readonly answerNewest: string
    /** Not sent. Tick the boxes under “Before you send”, then press “{button}”. */
    readonly tickAllFirst: (values: { button: string }) => string
    /** Your draft was a reply to everyone. Its text is kept, but this reply goes only to the sender. */
    readonly draftToAll: string
    /** Your draft was a reply to the sender. Its text is kept, but this reply goes to everyone. */
    readonly draftToSender: string
    readonly drafts: {
      /** Drafts */
      readonly title: string
      /** All drafts */
      readonly all: string
      /** No drafts. What you type in a form is kept here when you close it. */
      readonly empty: string
      /** Drafts are kept for 7 days. Only you can see them. */
      readonly kept: string
      /** {kind, select, reply {Reply to an email you can’t read} other {Forward of an email you can’t read}} */
      readonly unreadable: (values: { kind: 'reply' | 'other' }) => string
      /** Show text */
      readonly showText: string
      /** You’re not in the channel this email is in now, so you can’t continue this draft. You can copy your text here: */
      readonly textOnly: string
      /** {kind, select, reply {Reply to “{subject}”} forward {Forward: “{subject}”} other {New email: “{subject}”}} */
      readonly line: (values: { kind: 'reply' | 'forward' | 'other'; subject: string }) => string
    }
    /** Write an email */
    readonly write: string
  }
  readonly suppression: {
    /** Suppressed addresses */
    readonly title: string
    /** These addresses bounced, marked email as spam, or are blocked by the mailbox. Bellhop asks before anyone emails them. */
    readonly intro: string
    /** No suppressed addresses that you can see. */
    readonly empty: string
    /** Nothing more here that you can see. */
    readonly emptyPage: string
    /** This is taking too long. Close this and try again. */
    readonly late: string
    readonly reasons: {
      /** Email bounced */
      readonly bounced: string
      /** Marked email as spam */
      readonly complained: string
      /** On the mailbox’s block list */
      readonly blocked: string
    }
    /** {count, plural, one {⚠️ Email to this address may not arrive:} other {⚠️ Email to these addresses may not arrive:}} */
    readonly notice: (values: { count: number }) => string
    /** {count, plural, one {Send it to this address anyway} other {Send it to these # addresses anyway}} */
    readonly tick: (values: { count: number }) => string
    /** Send it to {addresses} anyway */
    readonly tickNamed: (values: { addresses: string }) => string
    /** *{address}*: {reasons} */
    readonly line: (values: { address: string; reasons: string }) => string
    /** Everyone at {domain} */
    readonly everyoneAt: (values: { domain: string }) => string
    /** the email */
    readonly theMail: string
    /** Clear */
    readonly clear: string
    /** Clear this entry? */
    readonly clearAsk: string
    /** Bellhop stops warning about this entry: {suppressed}. The entry is also removed from those of the mailbox’s block lists that you can change. */
    readonly clearText: (values: { suppressed: string }) => string
    /** Clear */
    readonly clearYes: string
    /** Keep */
    readonly clearNo: string
    /** {address} can be emailed again. */
    readonly cleared: (values: { address: string }) => string
    /** {address} can be emailed again, and is off the mailbox’s block list. */
    readonly unblocked: (values: { address: string }) => string
    /** {address} is still on the mailbox’s block list, so the mailbox won’t send there. {reason} Bellhop cleared its other warnings. */
    readonly stillBlocked: (values: { address: string; reason: string }) => string
    /** {address}: cleared, but the mailbox still won’t send to this entry. It’s also on the mailbox’s block list for {whose, select, all {all inboxes} some {several inboxes} one {its inbox} other {its inbox}}, which you can’t change. Ask an admin of the workspace to clear it in /mail suppressed. */
    readonly blockedElsewhere: (values: { address: string; whose: 'all' | 'some' | 'one' }) => string
    /** {address}: Bellhop’s warnings are gone, but the mailbox’s block list couldn’t be checked. {reason} */
    readonly unchecked: (values: { address: string; reason: string }) => string
    /** {address}: nothing changed. {reason} */
    readonly notCleared: (values: { address: string; reason: string }) => string
    /** Someone already cleared this address. */
    readonly gone: string
  }
  readonly saved: {
    /** Saved replies */
    readonly title: string
    /** Insert one with *Saved reply* while you write an email. `{name}`, `{firstName}`, `{myName}`, `{subject}` and `{ticket}` are filled in, and you see it before you send. */
    readonly intro: (values: { name: string; firstName: string; myName: string; subject: string; ticket: string }) => string
    /** Yours */
    readonly mine: string
    /** You have none yet. */
    readonly mineEmpty: string
    /** In {channel} */
    readonly here: (values: { channel: string }) => string
    /** This channel has none yet. Everyone who can reply to email here can use and change them. */
    readonly hereEmpty: string
    /** The saved replies of this channel aren’t shown, because you can’t read the channel. */
    readonly notReader: string
    /** New, for yourself */
    readonly add: string
    /** New, for this channel */
    readonly addHere: string
    /** Edit */
    readonly edit: string
    /** Delete */
    readonly delete: string
    /** Write an email with it */
    readonly use: string
    /** Delete this saved reply? */
    readonly deleteAsk: string
    /** “{name}” can’t be brought back. */
    readonly deleteText: (values: { name: string }) => string
    /** Keep */
    readonly keep: string
    /** {uses, plural, =0 {Not used yet · last changed by {by}} one {Used # time · last changed by {by}} other {Used # times · last changed by {by}}} */
    readonly used: (values: { uses: number; by: string }) => string
    /** Your change wasn’t saved: {by} changed this saved reply at the same time. Your text: */
    readonly overtaken: (values: { by: string }) => string
    /** Your text wasn’t saved: {most, number} saved replies are there already. Delete one and save it again. Bellhop kept your text: */
    readonly noRoom: (values: { most: number }) => string
    /** This saved reply is gone. */
    readonly gone: string
    /** “{name}” is saved. */
    readonly saved: (values: { name: string }) => string
    /** The saved reply is deleted. */
    readonly deleted: string
    readonly form: {
      /** New saved reply */
      readonly titleNew: string
      /** Edit saved reply */
      readonly titleEdit: string
      /** Save */
      readonly save: string
      /** Only you can see and use it. */
      readonly about: string
      /** Everyone who can reply to email and read {channel} can use and change it. */
      readonly aboutChannel: (values: { channel: string }) => string
      /** Name */
      readonly name: string
      /** Text */
      readonly text: string
      /** {name} becomes the first recipient’s name, {firstName} their first name, {myName} your first name, {subject} the subject, and {ticket} a ticket number in the subject or text, such as [ABC-123] or #4711. */
      readonly hint: (values: { name: string; firstName: string; myName: string; subject: string; ticket: string }) => string
      /** Give it a name. */
      readonly noName: string
      /** Write the text you want to use again. */
      readonly noText: string
      /** Bellhop doesn’t know {typed}. Did you mean {meant}? To keep the word as written, format it as code. */
      readonly mistyped: (values: { typed: string; meant: string }) => string
      /** One with this name already exists. Choose another name. */
      readonly taken: string
      /** At most {most, number} characters, and this has {characters, number}. */
      readonly tooLong: (values: { most: number; characters: number }) => string
      /** There is room for {most, number} saved replies. Delete one first. */
      readonly full: (values: { most: number }) => string
      /** {by} changed this saved reply while your form was open. Copy your text, close the form and open it again. */
      readonly changed: (values: { by: string }) => string
    }
    /** This channel */
    readonly ofChannel: string
    /** Saved reply… */
    readonly insert: string
    /** {count, plural, one {Replace {words}, or take it out: Bellhop doesn’t know what belongs there. To send the word as written, format it as code.} other {Replace {words}, or take them out: Bellhop doesn’t know what belongs there. To send the words as written, format them as code.}} */
    readonly open: (values: { count: number; words: string }) => string
  }
  readonly find: {
    /** Find email */
    readonly title: string
    /** Words */
    readonly label: string
    /** Find */
    readonly submit: string
    /** Finds emails that contain every word, or words that start with it. Also searches your replies and file names. Filters: from:anna, in:support@acme.com, is:unclaimed. */
    readonly hint: string
    /** No email you can read has all of these words. */
    readonly none: string
    /** No more email with these words. */
    readonly end: string
    /** Nothing yet. Press *Older* to look further back. */
    readonly further: string
    /** Search timed out. Add a word, or use a rarer one. */
    readonly late: string
    /** Some email is still waiting for a channel, so a search may not find it. */
    readonly waiting: string
    /** Try “invoice from:anna”. */
    readonly empty: string
    /** These words are in nearly every email. Add one that isn’t. */
    readonly common: string
    /** Add a word, a sender or an inbox, for example “is:waiting from:anna”. `/mail open` and `/mail waiting` list a channel’s email without them. */
    readonly stateAlone: string
    /** There’s no is:{word}. Use is:open, is:unclaimed, is:waiting, is:done, is:snoozed, is:mine or is:muted. */
    readonly unknownState: (values: { word: string }) => string
    /** Find */
    readonly open: string
    /** There’s no filter {word}:. Use from:, in: or is:, or put a space after the colon to search for the word. */
    readonly unknownFilter: (values: { word: string }) => string
  }
  readonly headCard: {
    /** {mails, plural, one {# earlier email} other {# earlier emails}} */
    readonly earlier: (values: { mails: number }) => string
    /** {by, select, forward {↩️ {sender} replied to the forward {when}} copy {↩️ {sender}, copied by us, replied {when}} named {↩️ {sender}, added by someone we wrote to, wrote {when}} other {↩️ {sender} replied {when}}} */
    readonly aside: (values: { by: 'forward' | 'copy' | 'named' | 'other'; sender: string; when: string }) => string
    /** {by, select, forward {replied to the forward} copy {copied by us} named {added by someone we wrote to} other {replied}} */
    readonly broughtBy: (values: { by: 'forward' | 'copy' | 'named' | 'other' }) => string
    /** {mails, plural, one {# more only in the mailbox} other {# more only in the mailbox}} */
    readonly elsewhere: (values: { mails: number }) => string
    /** {kind, select, reply {⚠️ Reply not delivered to {recipients}: {reason}} forward {⚠️ Forward not delivered to {recipients}: {reason}} other {⚠️ Email not delivered to {recipients}: {reason}}} */
    readonly notDelivered: (values: { kind: 'reply' | 'forward' | 'other'; recipients: string; reason: string }) => string
    /** {kind, select, reply {⚠️ {recipients} marked our reply as spam.} forward {⚠️ {recipients} marked our forward as spam.} other {⚠️ {recipients} marked our email as spam.}} */
    readonly complained: (values: { kind: 'reply' | 'forward' | 'other'; recipients: string }) => string
    /** {kind, select, reply {⚠️ Reply not sent: {reason}} forward {⚠️ Forward not sent: {reason}} other {⚠️ Email not sent: {reason}}} */
    readonly notSent: (values: { kind: 'reply' | 'forward' | 'other'; reason: string }) => string
    /** {kind, select, reply {⚠️ Reply not sent.} forward {⚠️ Forward not sent.} other {⚠️ Email not sent.}} */
    readonly notSentUnexplained: (values: { kind: 'reply' | 'forward' | 'other' }) => string
    /** {kind, select, reply {❔ Couldn’t confirm that a reply was sent. The thread has the details.} forward {❔ Couldn’t confirm that a forward was sent. The thread has the details.} other {❔ Couldn’t confirm that an email was sent. The thread has the details.}} */
    readonly unknown: (values: { kind: 'reply' | 'forward' | 'other' }) => string
    /** {count, plural, one {# more email has a problem: see the thread.} other {# more emails have problems: see the thread.}} */
    readonly moreTroubles: (values: { count: number }) => string
    /** Fix and resend */
    readonly fix: string
  }
}

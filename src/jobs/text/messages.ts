// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface JobsMessages {
  /** Which project is this for? */
  readonly picking: string
  /** Only some people can start jobs in {projects}. */
  readonly closedProjects: (values: { projects: string }) => string
  /** Another project */
  readonly otherProject: string
  /** {progress, select, running {{isOfThread, select, true {A job from this thread is still running. Start this one too?} other {A similar job is still running. Start this one too?}}} waiting {{isOfThread, select, true {A job from this thread hasn’t started yet. Start this one too?} other {A similar job hasn’t started yet. Start this one too?}}} ended {{isOfThread, select, true {A job from this thread has ended. Start this one?} other {A similar job has ended. Start this one?}}} never {{isOfThread, select, true {Another job from this thread wasn’t started. Start this one?} other {A similar job wasn’t started. Start this one?}}} other {{isOfThread, select, true {A job from this thread may be running. Start this one too?} other {A similar job may be running. Start this one too?}}}} */
  readonly asking: (values: { progress: 'running' | 'waiting' | 'ended' | 'never' | 'other'; isOfThread: boolean }) => string
  /** <link>See the other one</link> */
  readonly askingOther: (values: { link: (parts: string[]) => string }) => string
  /** Starts at {time} */
  readonly starting: (values: { time: string }) => string
  /** Paused. Nothing has been sent */
  readonly paused: string
  /** Paused while {by} edits it. Nothing has been sent */
  readonly pausedBy: (values: { by: string }) => string
  /** {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in line */
  readonly waiting: (values: { place: number }) => string
  /** {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in line · starts around {time} */
  readonly waitingUntil: (values: { place: number; time: string }) => string
  /** In line behind at least {count, plural, one {# other job} other {# other jobs}} */
  readonly waitingBehind: (values: { count: number }) => string
  /** The agent takes {limit, plural, one {# new job} other {# new jobs}} an hour for {project}, and this hour’s are used up. This job is saved and starts on its own. */
  readonly full: (values: { limit: number; project: string }) => string
  /** If you start a job now, it’s saved and starts on its own when its turn comes. */
  readonly fullForm: string
  /** Sending it to the agent */
  readonly creating: string
  /** Working since {time} */
  readonly working: (values: { time: string }) => string
  /** for more than {duration} */
  readonly workedFor: (values: { duration: string }) => string
  /** checked {time} */
  readonly checked: (values: { time: string }) => string
  /** Reference {reference} */
  readonly reference: (values: { reference: string }) => string
  /** The agent said: “{said}” */
  readonly agentSaid: (values: { said: string }) => string
  /** {isAnswered, select, true {The agent responds with an error} other {The agent isn’t responding}}. Bellhop keeps trying (last checked {time}) */
  readonly silent: (values: { isAnswered: boolean; time: string }) => string
  /** The agent rejected Bellhop’s key for {project}. An admin needs to reconnect it. Bellhop keeps trying */
  readonly noAccess: (values: { project: string }) => string
  /** Asked to stop. The agent may continue anyway */
  readonly stopAsked: string
  /** Pull request ready */
  readonly ready: string
  /** Slack can’t open the link of the pull request */
  readonly linkUnusable: string
  /** Finished. Nothing needed changing */
  readonly nothing: string
  /** Ended after {by} asked it to stop. No pull request was made */
  readonly stopped: (values: { by: string }) => string
  /** The agent stopped with an error. No pull request was made. Reference {reference} */
  readonly failed: (values: { reference: string }) => string
  /** The agent stopped with an error after it made a pull request. Reference {reference} */
  readonly failedWithPr: (values: { reference: string }) => string
  /** Archived: it no longer takes follow-ups */
  readonly archived: string
  /** Continued in <link>a new job</link> */
  readonly continued: (values: { link: (parts: string[]) => string }) => string
  /** The agent no longer knows this job. Its text is saved */
  readonly gone: string
  /** {isAnswered, select, true {The agent responded with an error, but the job may be running} other {Couldn’t confirm the start; it may be running}} */
  readonly unknown: (values: { isAnswered: boolean }) => string
  /** {isAnswered, select, true {The agent responded with an error, but the job may be running. <link>Look for it in the agent’s dashboard</link>} other {Couldn’t confirm the start; it may be running. <link>Look for it in the agent’s dashboard</link>}} */
  readonly unknownLinked: (values: { isAnswered: boolean; link: (parts: string[]) => string }) => string
  readonly refused: {
    /** The agent can’t work with this text. Nothing was started. Reference {reference} */
    readonly validation_error: (values: { reference: string }) => string
    /** The agent rejected Bellhop’s key for {project}. Nothing was started. An admin needs to reconnect it. Reference {reference} */
    readonly access: (values: { project: string; reference: string }) => string
    /** The agent doesn’t know the project {project}. Nothing was started. An admin needs to correct it. Reference {reference} */
    readonly not_found: (values: { project: string; reference: string }) => string
    /** Bellhop couldn’t reach the agent for an hour. Nothing was started. Reference {reference} */
    readonly unreachable: (values: { reference: string }) => string
    /** The project {project} is no longer connected. Nothing was started. Reference {reference} */
    readonly no_project: (values: { project: string; reference: string }) => string
    /** The person who asked for this no longer has permission, so nothing was started. Someone else can try again. Reference {reference} */
    readonly not_allowed: (values: { reference: string }) => string
    /** The agent refused this job. Nothing was started. Try again, or give an admin the reference: {reference} */
    readonly other: (values: { reference: string }) => string
  }
  /** Not started */
  readonly dropped: string
  /** Not started: {by} decided against it */
  readonly droppedBy: (values: { by: string }) => string
  /** Undone by {by}. Nothing was sent */
  readonly undone: (values: { by: string }) => string
  /** {name} stopped your job before it was sent to the agent. Your text: */
  readonly stoppedBy: (values: { name: string }) => string
  /** {name} stopped your job, and it was started again later. The card shows what became of it. Your text: */
  readonly stoppedEarlier: (values: { name: string }) => string
  /** {name} started a job while you were editing it, so the agent didn’t get your changes: {title}. Your text: */
  readonly editStarted: (values: { name: string; title: string }) => string
  /** {name} stopped a job while you were editing it, so your changes weren’t kept: {title}. Your text: */
  readonly editStopped: (values: { name: string; title: string }) => string
  /** {handed, select, sent {Not started: sent to the other job as a follow-up instead} waiting {Not started: waiting to be sent to the other job as a follow-up} unsent {Not started, and not sent to the other job either. *Edit and start* runs it on its own} other {Not started: the other job may have received this as a follow-up}} */
  readonly droppedInstead: (values: { handed: 'sent' | 'waiting' | 'unsent' | 'other' }) => string
  /** <link>See the other job</link> */
  readonly otherJob: (values: { link: (parts: string[]) => string }) => string
  /** Dismissed by {by}. If the agent did start, it finishes on its own */
  readonly droppedUnknownBy: (values: { by: string }) => string
  /** Dismissed. If the agent did start, it finishes on its own */
  readonly droppedUnknown: string
  /** A newer version of Bellhop is handling this job */
  readonly laterState: string
  /** No longer watched. The agent may still be working */
  readonly unwatched: string
  /** {count, plural, one {# follow-up} other {# follow-ups}} */
  readonly followUps: (values: { count: number }) => string
  /** asked by {name} */
  readonly askedBy: (values: { name: string }) => string
  /** edited by {name} */
  readonly editedBy: (values: { name: string }) => string
  /** now with {name} */
  readonly nowWith: (values: { name: string }) => string
  /** with {messages, plural, one {# message} other {# messages}} from {origin, select, list {a docs list} other {the conversation}} */
  readonly used: (values: { messages: number; origin: 'list' | 'other' }) => string
  /** left out: {parts} */
  readonly leftOut: (values: { parts: string }) => string
  /** {count, plural, one {# older message} other {# older messages}} */
  readonly older: (values: { count: number }) => string
  /** {count, plural, one {about # newer message} other {about # newer messages}} */
  readonly newer: (values: { count: number }) => string
  /** the conversation, which Bellhop can’t read */
  readonly unread: string
  /** {count, plural, one {# message from a conversation you can’t see} other {# messages from a conversation you can’t see}} */
  readonly hidden: (values: { count: number }) => string
  /** {count, plural, one {# file} other {# files}} */
  readonly files: (values: { count: number }) => string
  /** {count, plural, one {# image} other {# images}} */
  readonly images: (values: { count: number }) => string
  /** Reply in this thread and mention @Bellhop to follow up. */
  readonly footerMention: string
  /** This is a copy. Replies belong in <link>the original thread</link>. */
  readonly footerMirror: (values: { link: (parts: string[]) => string }) => string
  /** This is a copy. The job belongs to <link>another conversation</link>. */
  readonly footerClosedMirror: (values: { link: (parts: string[]) => string }) => string
  /** Reply in this thread to follow up. */
  readonly footerAny: string
  readonly buttons: {
    /** Undo */
    readonly undo: string
    /** Don’t start */
    readonly cancel: string
    /** View pull request */
    readonly pullRequest: string
    /** Reply with the pull request */
    readonly replyMail: string
    /** Reply to the email */
    readonly answerMail: string
    /** Follow up */
    readonly followUp: string
    /** View prompt */
    readonly prompt: string
    /** Try again */
    readonly retry: string
    /** Edit and try again */
    readonly edit: string
    /** Edit and start */
    readonly editAndStart: string
    /** Link the job */
    readonly found: string
    /** Start anyway */
    readonly anyway: string
    /** Dismiss */
    readonly drop: string
    /** Continue in a new job */
    readonly continue: string
    /** Watch again */
    readonly watch: string
    /** Check now */
    readonly check: string
    /** Post here */
    readonly postHere: string
    /** Ask it to stop */
    readonly stop: string
    /** Stop watching */
    readonly unwatch: string
    /** Mirror to a channel */
    readonly mirror: string
    /** Assign */
    readonly handOver: string
    /** Settings */
    readonly settings: string
    /** Tell me when it ends */
    readonly tellMe: string
    /** Never mind */
    readonly unsubscribe: string
    /** Follow up instead */
    readonly instead: string
    /** Tell the admins */
    readonly tellAdmins: string
    /** Start a job */
    readonly start: string
    /** Send again */
    readonly sendAgain: string
    /** Edit and send again */
    readonly editFollowUp: string
    /** Start it in my messages */
    readonly startDirect: string
    /** Start it here */
    readonly startHere: string
    /** Choose a channel */
    readonly startIn: string
    /** Show it here */
    readonly showDirect: string
    /** Trim */
    readonly trim: string
    /** Edit the job */
    readonly changeText: string
    /** Change project */
    readonly project: string
    /** Start in another project */
    readonly elsewhere: string
    /** Start now */
    readonly startNow: string
    /** Older */
    readonly older: string
    /** Newest */
    readonly newest: string
  }
  readonly confirmAnyway: {
    /** Start it again? */
    readonly title: string
    /** If the first request did get through, you’ll have two jobs with the same text, and maybe two pull requests. */
    readonly text: string
    /** Start anyway */
    readonly yes: string
  }
  readonly confirmStartNow: {
    /** Start it now? */
    readonly title: string
    /** {by} is editing this job. If you start it now, the agent doesn’t get changes that they haven’t saved. */
    readonly text: (values: { by: string }) => string
    /** Start now */
    readonly yes: string
  }
  readonly confirmSendAgain: {
    /** Send it again? */
    readonly title: string
    /** If the first request did get through, the agent gets this text twice. */
    readonly text: string
    /** Send again */
    readonly yes: string
  }
  readonly confirmDrop: {
    /** Dismiss this job? */
    readonly title: string
    /** Bellhop stops tracking it. If the agent did start, it finishes on its own, and nobody gets a message. */
    readonly text: string
    /** Dismiss */
    readonly yes: string
  }
  readonly done: {
    /** the pull request is ready: {title} ({duration}) */
    readonly ready: (values: { title: string; duration: string }) => string
    /** {isReaders, select, true {your job is done. Nothing in the docs needed changing: {title}} other {the job is done. Nothing in the docs needed changing: {title}}} */
    readonly nothing: (values: { isReaders: boolean; title: string }) => string
    /** the job ended after {by} asked it to stop: {title}. {hasPullRequest, select, true {The pull request is on the card.} other {No pull request was made.}} */
    readonly stopped: (values: { by: string; title: string; hasPullRequest: boolean }) => string
    /** {isReaders, select, true {{count, plural, one {your follow-up is done: {first} ({duration})} other {your # follow-ups are done: {first} and {more, number} more ({duration})}}} other {{count, plural, one {the follow-up by {by} is done: {first} ({duration})} other {the # follow-ups by {by} are done: {first} and {more, number} more ({duration})}}}}. {pullRequest, select, none {Nothing in the docs needed changing.} first {The pull request is ready.} same {The pull request is updated.} other {There’s a new pull request.}} */
    readonly followedUp: (values: { isReaders: boolean; count: number; first: string; duration: string; more: number; by: string; pullRequest: 'none' | 'first' | 'same' | 'other' }) => string
    /** {isOpen, select, true {this job stopped with an error: {title}. *Try again* keeps the text.} other {earlier, this job stopped with an error: {title}. The card shows what became of it.}} */
    readonly failed: (values: { isOpen: boolean; title: string }) => string
    /** this job stopped with an error during {isReaders, select, true {{count, plural, one {your follow-up: {first} ({duration})} other {your # follow-ups: {first} and {more, number} more ({duration})}}} other {{count, plural, one {the follow-up by {by}: {first} ({duration})} other {the # follow-ups by {by}: {first} and {more, number} more ({duration})}}}}.{isOpen, select, true { *Try again* starts the whole job over, with its follow-ups.} other {}} */
    readonly failedAfter: (values: { isReaders: boolean; count: number; first: string; duration: string; more: number; by: string; isOpen: boolean }) => string
    /** the agent archived this job, so it no longer takes follow-ups: {title} */
    readonly archived: (values: { title: string }) => string
    /** the agent no longer knows this job: {title}. Its text is saved. */
    readonly gone: (values: { title: string }) => string
    /** {isOpen, select, true {this job didn’t start: {title}. Its text is saved. The card says why.} other {this job didn’t start at first, and was tried again: {title}. The card shows what became of it.}} */
    readonly refused: (values: { isOpen: boolean; title: string }) => string
    /** this job was sent, but {isAnswered, select, true {the agent responded with an error} other {the start couldn’t be confirmed}}: {title}. {isOpen, select, true {It may be running. Choose what to do on the card.} other {The card shows what happened.}} */
    readonly unknown: (values: { isAnswered: boolean; title: string; isOpen: boolean }) => string
    /** {count, plural, one {May be missing a follow-up that the agent didn’t confirm: {first}} other {May be missing # follow-ups that the agent didn’t confirm: {first} and {more, number} more}} */
    readonly unconfirmed: (values: { count: number; first: string; more: number }) => string
    /** {isOpen, select, true {{by} stopped watching this job: {title}. The agent may still be working, and nobody is notified of the end unless you press *Watch again*.} other {{by} stopped watching this job at that time: {title}}} */
    readonly unwatched: (values: { isOpen: boolean; by: string; title: string }) => string
  }
  /** {isOpen, select, true {{by} no longer has permission to start this job, so someone else has to: {title}. Its text is saved.} other {{by} no longer had permission to start this job: {title}. The card shows what became of it.}} */
  readonly startedByOthers: (values: { isOpen: boolean; by: string; title: string }) => string
  /** something went wrong in Bellhop, so it has stopped working on this job. An admin can resume it: reference {reference}. */
  readonly taskFailed: (values: { reference: string }) => string
  /** Sent to the agent. */
  readonly sentWorking: string
  /** Sent. The agent resumed work. */
  readonly sentIdle: string
  /** For: {title} */
  readonly sentTo: (values: { title: string }) => string
  /** The agent takes {limit, plural, one {# follow-up} other {# follow-ups}} an hour, and this hour’s are used up. Yours is saved and will be sent around {time}. */
  readonly followUpWaits: (values: { limit: number; time: string }) => string
  /** {isAnswered, select, true {the agent responded with an error.} other {the agent didn’t respond.}} It may or may not have this follow-up. */
  readonly followUpUnknown: (values: { isAnswered: boolean }) => string
  /** {after, select, error {the agent responded with an error at first, and this follow-up was sent again.} silence {the agent didn’t respond at first, and this follow-up was sent again.} other {the agent didn’t accept this follow-up at first, and it was sent again.}} */
  readonly followUpSentAgain: (values: { after: 'error' | 'silence' | 'other' }) => string
  /** {isOpen, select, true {{by} no longer {count, plural, one {has} other {have}} permission to manage this job, so this follow-up wasn’t sent:} other {{by} no longer had permission to manage this job, so someone else sent this follow-up:}} */
  readonly followUpNotAllowed: (values: { isOpen: boolean; by: string; count: number }) => string
  /** the agent no longer knows this job. Your text is saved. */
  readonly followUpGone: string
  /** this job is archived and no longer takes follow-ups. Your text is saved. */
  readonly followUpArchived: string
  /** the agent didn’t accept this follow-up. Send it again, or give an admin the reference: {reference} */
  readonly followUpRefused: (values: { reference: string }) => string
  /** the agent can’t work with this text. Reference {reference} */
  readonly followUpText: (values: { reference: string }) => string
  /** the agent rejected Bellhop’s key for {project}. An admin needs to reconnect it. Your text is saved. Reference {reference} */
  readonly followUpAccess: (values: { project: string; reference: string }) => string
  /** Bellhop couldn’t reach the agent for an hour, so this follow-up wasn’t sent. Send it again later. Reference {reference} */
  readonly followUpUnreachable: (values: { reference: string }) => string
  /** The agent isn’t responding. Your follow-up is saved, and Bellhop keeps trying. */
  readonly followUpSilent: string
  /** The start of this job isn’t confirmed yet. Your follow-up is saved and will be sent to the agent once it is. */
  readonly followUpUnconfirmed: string
  /** This job hasn’t started yet. Your follow-up is saved and will be sent to the agent once it starts. */
  readonly followUpNotStarted: string
  /** Your follow-up wasn’t sent, because not everyone who wrote it had permission to manage this job. Write it again. */
  readonly followUpOfOthers: string
  /** this job never started, so there’s nothing to follow up. Your text is saved. */
  readonly followUpNever: string
  /** this job was dismissed, so this follow-up wasn’t sent. Your text is saved. */
  readonly followUpDismissed: string
  /** Dismissed. */
  readonly followUpDropped: string
  /** This follow-up is no longer waiting. */
  readonly followUpSettled: string
  /** {by} asked the agent to stop. It may continue anyway, and what it has finished stays. */
  readonly stopSent: (values: { by: string }) => string
  /** This is a copy of the card. Your follow-up and its result are shown in <link>the job’s own thread</link>. */
  readonly followUpOnCopy: (values: { link: (parts: string[]) => string }) => string
  /** Follow-up by {by} */
  readonly followUpBy: (values: { by: string }) => string
  /** Please stop working on this now. Make no further changes. */
  readonly stopText: string
  /** {by} assigned this job to {to}. */
  readonly handedOver: (values: { by: string; to: string }) => string
  /** {owner}, whose job this is, no longer has permission to manage it */
  readonly ownerGone: (values: { owner: string }) => string
  /** {by} took over this job. */
  readonly tookOver: (values: { by: string }) => string
  /** {by} assigned a job to you: {title}↵{isNotified, select, true {You’ll be notified when it ends. It’s also in `/docs jobs`.} other {You’ll find it in `/docs jobs`.}} */
  readonly handedToYou: (values: { by: string; title: string; isNotified: boolean }) => string
  /** The card of {title} can’t be shown in {channel}, because Bellhop isn’t in that channel. Invite it with /invite @Bellhop, then press *Post here*. */
  readonly postHere: (values: { title: string; channel: string }) => string
  /** Bellhop isn’t in the conversation you asked in, so the card of {title} can’t be shown there.{isLive, select, true { You’ll get a message here when the job ends.} other {}} To see the card, press *Show it here*. */
  readonly notInGroup: (values: { title: string; isLive: boolean }) => string
  /** Either you or Bellhop isn’t in {channel}. Nothing was started, and your text is saved: */
  readonly cannotPostThere: (values: { channel: string }) => string
  /** Bellhop isn’t in this conversation, so it can’t post here. Nothing was started, and your text is saved: */
  readonly cannotPostHere: string
  /** “{title}” wasn’t started, because Bellhop isn’t in {channel}. Invite it with /invite @Bellhop, then press *Start it here*, or start the job in your messages. */
  readonly notInChannel: (values: { title: string; channel: string }) => string
  /** Bellhop wasn’t in {channel} when you pressed *Start it here*, so “{title}” wasn’t started. Invite it with /invite @Bellhop, then press *Start it here* again. */
  readonly stillNotInChannel: (values: { channel: string; title: string }) => string
  /** OK, you’ll find this job in your messages with {app}. */
  readonly startedDirect: (values: { app: string }) => string
  /** This text is no longer saved. Type it again. */
  readonly textGone: string
  /** {channel} is shared with another organization, so the card of {title} isn’t shown or updated there.{isLive, select, true { You’ll get a message here when the job ends.} other {}} *Post here* shows it there, and people from that organization can read it. *Show it here* shows it to you only. */
  readonly nowShared: (values: { channel: string; title: string; isLive: boolean }) => string
  /** Bellhop can no longer post in {channel}, so the card of {title} isn’t updated there.{isLive, select, true { You’ll get a message here when the job ends.} other {}} *Show it here* shows the card here, and *Post here* tries {channel} again. */
  readonly cannotPost: (values: { channel: string; title: string; isLive: boolean }) => string
  /** {channel} is archived, so the card of {title} isn’t updated there until it’s unarchived.{isLive, select, true { You’ll get a message here when the job ends.} other {}} To see the card, press *Show it here*. */
  readonly channelArchived: (values: { channel: string; title: string; isLive: boolean }) => string
  /** The card of {title} was deleted in {channel}.{isLive, select, true { You’ll get a message here when the job ends.} other {}} *Post here* shows it there again. *Show it here* moves the job to your messages, where only you can see it. */
  readonly cardDeleted: (values: { title: string; channel: string; isLive: boolean }) => string
  /** The card of {title} is up to date again. */
  readonly cardReturned: (values: { title: string }) => string
  /** The card of this job was posted again. */
  readonly cardPostedAgain: string
  readonly notConnected: {
    /** Docs jobs */
    readonly title: string
    /** No docs agent is connected to this workspace, so jobs can’t be started here. Ask an admin. */
    readonly sentence: string
  }
  /** No agent project is connected yet, so jobs can’t be started. Ask an admin of Bellhop to connect one (AGENT_PROJECT_ID and AGENT_API_KEY). */
  readonly noProject: string
  /** Bellhop can’t find this job. /docs jobs lists yours. */
  readonly noJob: string
  /** Only members of this job’s private channel can manage it, and you’re not in that channel. Ask someone there to add you. */
  readonly membersOfChannelOnly: string
  /** The other job belongs to another conversation, so your text wasn’t sent there. You can follow up on its own card. */
  readonly insteadElsewhere: string
  /** This job belongs to a conversation you’re not in. Ask {requester}. */
  readonly elsewhere: (values: { requester: string }) => string
  /** Only {requester} can move this job to their direct messages. */
  readonly requesterOnly: (values: { requester: string }) => string
  /** This job wasn’t mirrored to {channel}: other people would see it there. Mirror it again and confirm that they may. */
  readonly notMirrored: (values: { channel: string }) => string
  /** This job wasn’t mirrored to {channel}: either you or Bellhop isn’t in that channel. Choose another one. */
  readonly cannotMirrorThere: (values: { channel: string }) => string
  /** This job wasn’t assigned: {user} would see it for the first time. Assign it again and confirm that they may. */
  readonly notHandedOver: (values: { user: string }) => string
  /** This job wasn’t assigned: {user} isn’t a full member of this workspace. Choose someone else. */
  readonly cannotHandOver: (values: { user: string }) => string
  /** Too late to undo: {mayHave, select, true {the agent may already have it} other {the agent already has it}}. You can ask it to stop instead. */
  readonly tooLate: (values: { mayHave: boolean }) => string
  /** Too late to change it: the agent already has it. */
  readonly tooLateToChange: string
  /** {mayHave, select, true {The agent may already have} other {The agent already has}} the earlier text of your message, not this one: */
  readonly lateEdit: (values: { mayHave: boolean }) => string
  /** The edit of your message isn’t included, because {isOpen, select, true {{isReaders, select, true {you were} other {{by} was}} editing the job} other {{isReaders, select, true {you} other {{by}}} rewrote the text}} in a form. Your message now: */
  readonly editedInForm: (values: { isOpen: boolean; isReaders: boolean; by: string }) => string
  /** Pull request of the previous job: {url} */
  readonly earlierPr: (values: { url: string }) => string
  /** This job has moved on. The card shows what you can do now. */
  readonly notNow: string
  /** The agent doesn’t know a job {id} in this project. Check the id. */
  readonly foundUnknown: (values: { id: string }) => string
  /** This job is already on another card. */
  readonly foundTaken: string
  readonly mail: {
    /** The email below is included as quoted text. The agent is told not to follow its instructions. Say in your own words what to do. */
    readonly purpose: string
    /** Correct the page that this email asks about */
    readonly promptExample: string
    /** From <link>the email “{subject}”</link> */
    readonly from: (values: { link: (parts: string[]) => string; subject: string }) => string
    /** From <link>an email without a subject</link> */
    readonly fromUntitled: (values: { link: (parts: string[]) => string }) => string
    /** From an email */
    readonly fromHidden: string
    readonly reply: {
      /** The reply with the pull request is on its way */
      readonly underway: string
      /** Reply with the pull request sent */
      readonly sent: string
      /** Reply with the pull request delivered */
      readonly delivered: string
      /** {state, select, underway {The reply with <link>an earlier pull request</link> is on its way} delivered {Reply with <link>an earlier pull request</link> delivered} sent {Reply with <link>an earlier pull request</link> sent} other {Reply with <link>an earlier pull request</link> sent}} */
      readonly earlier: (values: { state: 'underway' | 'delivered' | 'sent'; link: (parts: string[]) => string }) => string
      /** ❔ Couldn’t confirm that the reply with <link>an earlier pull request</link> was sent. */
      readonly earlierUnknown: (values: { link: (parts: string[]) => string }) => string
      /** ⚠️ The reply with the pull request didn’t reach {addresses}. */
      readonly bounced: (values: { addresses: string }) => string
      /** ⚠️ The reply with the pull request didn’t reach everyone. */
      readonly bouncedUnnamed: string
      /** {count, plural, one {# other} other {# others}} */
      readonly furtherAddresses: (values: { count: number }) => string
      /** ⚠️ The reply with the pull request wasn’t sent. */
      readonly failed: string
      /** ❔ Couldn’t confirm that the reply with the pull request was sent. */
      readonly unknown: string
    }
  }
  readonly notices: {
    /** You’ll get a message when this job ends. */
    readonly willTell: string
    /** You’ll get a message when the next follow-up of this job is done. */
    readonly willTellNext: string
    /** You already asked for this: you’ll get a message when this job ends. */
    readonly willTellAlready: string
    /** OK, you won’t get a message about this job. */
    readonly willNotTell: string
    readonly willTellOwner: {
      /** {hasAsked, select, true {You asked for this job} other {This job is now yours}}, so you’ll {failure, select, thread {be mentioned in the thread} direct {get a message} other {get a message}} if it fails. Change that in `/docs settings`. */
      readonly failure: (values: { hasAsked: boolean; failure: 'thread' | 'direct' }) => string
      /** {hasAsked, select, true {You asked for this job} other {This job is now yours}}, so you’ll {success, select, thread {be mentioned in the thread} direct {get a message} other {get a message}} when it finishes without an error. Change that in `/docs settings`. */
      readonly success: (values: { hasAsked: boolean; success: 'thread' | 'direct' }) => string
      /** {hasAsked, select, true {You asked for this job} other {This job is now yours}}, so you’ll {success, select, thread {be mentioned in the thread} direct {get a message} other {get a message}} when it ends. Change that in `/docs settings`. */
      readonly end: (values: { hasAsked: boolean; success: 'thread' | 'direct' }) => string
      /** {hasAsked, select, true {You asked for this job} other {This job is now yours}}, so you’ll {success, select, thread {be mentioned in the thread} direct {get a message} other {get a message}} when it finishes, and {failure, select, thread {be mentioned in the thread} direct {get a message} other {get a message}} if it fails. Change that in `/docs settings`. */
      readonly either: (values: { hasAsked: boolean; success: 'thread' | 'direct'; failure: 'thread' | 'direct' }) => string
    }
  }
  readonly hint: {
    /** Here, only replies that mention @Bellhop go to the agent. Was this one meant for it? */
    readonly offer: string
    /** Not sent to the agent: it doesn’t look like a task. */
    readonly smallTalk: string
    /** Send it to the agent */
    readonly send: string
    /** OK, it’s on its way to the agent as a follow-up. */
    readonly sent: string
  }
  readonly question: {
    /** You’re welcome! */
    readonly thanks: string
    /** Hi! What should change in the docs? For example: “add a page about inboxes” */
    readonly greeting: string
    /** Not sure there’s a task in this. What should change in the docs? For example: “add a page about inboxes” */
    readonly talk: string
    /** {stage, select, picking {{title} is still waiting for its project. To add this to it, choose the project, then reply below the card. Or is this a job of its own?} open {To add this to {title}, reply below its card. Or is this a job of its own?} other {Is this a job of its own?}} */
    readonly addition: (values: { stage: 'picking' | 'open' | 'other'; title: string }) => string
    /** Is this a follow-up to {title}? It’s then shown below the job’s card, too. Or is it a job of its own? */
    readonly reply: (values: { title: string }) => string
    /** “{text}” isn’t enough to start a job. What should change in the docs? For example: “add a page about inboxes” */
    readonly word: (values: { text: string }) => string
    /** Did you mean `/docs {meant}`? */
    readonly typo: (values: { meant: string }) => string
    readonly slip: {
      /** Type `/docs help` on its own to see everything Bellhop understands. */
      readonly help: string
      /** Type `/docs jobs` on its own to see your jobs, or add channel, active, finished or failed. For example: `/docs jobs channel failed` */
      readonly jobs: string
      /** Which job? You’ll find its short id in `/docs jobs`. For example: `/docs status a1b2c3` */
      readonly status: string
      /** Type `/docs list` on its own to see the messages you collected. */
      readonly list: string
      /** Type `/docs quota` on its own to see how many jobs are left this hour. */
      readonly quota: string
      /** Type `/docs settings` on its own to open the settings. */
      readonly settings: string
      /** Type `/docs audit` on its own to see who did what. You need permission to change settings for everyone. */
      readonly audit: string
    }
    /** Type `/docs help` to see everything Bellhop understands. */
    readonly wordHelp: string
    /** You typed: {text} */
    readonly typed: (values: { text: string }) => string
    /** Start it */
    readonly startIt: string
    /** Not a job */
    readonly notAJob: string
    /** OK, starting it. */
    readonly started: string
    /** OK, nothing was started. */
    readonly notStarted: string
  }
  /** Bellhop doesn’t know a job {name}. `/docs jobs` shows yours. */
  readonly noSuchJob: (values: { name: string }) => string
  /** {channel} now also shows this job: {title} */
  readonly mirrored: (values: { channel: string; title: string }) => string
  /** Tell Bellhop what to do, for example: `/docs add a page about inboxes` */
  readonly empty: string
  /** Type `/docs {word}` for that. */
  readonly useCommand: (values: { word: string }) => string
  readonly help: {
    /** *Start a job*: `/docs add a page about inboxes`, or `/docs` on its own for the form. */
    readonly start: string
    /** *For a specific project*: `/docs acme docs: fix the broken links` */
    readonly project: string
    /** *From a conversation*: mention @Bellhop in a thread, or use “Update docs from message” in a message’s menu. */
    readonly conversation: string
    /** *Your jobs*: `/docs jobs`, `/docs jobs channel`, `/docs jobs active`, `/docs status a1b2c3` */
    readonly jobs: string
    /** *More*: `/docs quota`, `/docs list`, `/docs settings` */
    readonly more: string
    /** *For admins*: `/docs audit` shows who did what */
    readonly admins: string
  }
  /** {project}: {left, number} of {limit, number} new jobs left this hour */
  readonly quotaLeft: (values: { project: string; left: number; limit: number }) => string
  /** {project}: no new jobs left this hour{waiting, plural, =0 {} one {, and # job is waiting} other {, and # jobs are waiting}} */
  readonly quotaUsedUp: (values: { project: string; waiting: number }) => string
  /** {project}: no new jobs left this hour. A new one would start around {time} */
  readonly quotaUsedUpUntil: (values: { project: string; time: string }) => string
  /** {left, number} of {limit, number} follow-ups left */
  readonly quotaFollowUps: (values: { left: number; limit: number }) => string
  readonly form: {
    /** Start a docs job */
    readonly startTitle: string
    /** Edit and try again */
    readonly editTitle: string
    /** Continue in a new job */
    readonly continueTitle: string
    /** Before it starts */
    readonly beforeTitle: string
    /** Nothing is sent while this is open, unless someone starts the job from the card. *Save* keeps your changes, and the job waits until someone who can start jobs starts it from the card. */
    readonly beforeSave: string
    /** Nothing is sent while this is open, unless someone starts the job from the card. If you close it, your changes are kept, and the job waits until someone starts it from the card. */
    readonly before: string
    /** {name} stopped this job while you edited it. To start it anyway, press “Start” again. */
    readonly stoppedMeanwhile: (values: { name: string }) => string
    /** {isStarted, select, true {This job was started meanwhile, without your changes.} other {This job was stopped meanwhile.}} Close this form to get your text in a message. */
    readonly beforeLate: (values: { isStarted: boolean }) => string
    /** Another project */
    readonly elsewhereTitle: string
    /** The job for {project} can’t be moved and keeps running. This starts a second one with the same text. */
    readonly elsewhere: (values: { project: string }) => string
    /** Start */
    readonly start: string
    /** Save */
    readonly save: string
    /** Send */
    readonly send: string
    /** Close */
    readonly close: string
    /** Cancel */
    readonly cancel: string
    /** Project */
    readonly project: string
    /** What should the agent do? */
    readonly prompt: string
    /** More text */
    readonly promptMore: string
    /** Add a page about inboxes, with an example for each call */
    readonly promptExample: string
    /** Where to post updates */
    readonly channel: string
    /** Leave empty to get updates in your messages with Bellhop. */
    readonly channelHint: string
    /** Updates go to this thread unless you choose another channel. */
    readonly channelThread: string
    /** From */
    readonly source: string
    /** this message */
    readonly sourceLink: string
    /** See the message */
    readonly see: string
    /** Messages to include. Uncheck anything the agent shouldn’t see. */
    readonly quotes: string
    /** More messages */
    readonly quotesMore: string
    /** Reading the conversation… */
    readonly loading: string
    /** Follow up */
    readonly followUpTitle: string
    /** What should the agent do next? */
    readonly followUp: string
    /** The agent is working on this job and reads your text next. */
    readonly followUpHint: string
    /** The agent picks this job back up with your instructions. */
    readonly followUpIdle: string
    /** Link the job */
    readonly foundTitle: string
    /** Watch it */
    readonly foundSubmit: string
    /** Open the dashboard, find the job with your text and copy its id. Bellhop then shows that job on this card. */
    readonly foundHow: string
    /** Dashboard: */
    readonly dashboard: string
    /** Job id */
    readonly foundId: string
    /** Paste the job’s id. */
    readonly foundMissing: string
    /** Mirror to a channel */
    readonly mirrorTitle: string
    /** Mirror */
    readonly mirrorSubmit: string
    /** Show this card in */
    readonly mirror: string
    /** Assign */
    readonly handTitle: string
    /** Assign */
    readonly handSubmit: string
    /** Assign to */
    readonly hand: string
    /** They get the final update instead of the current owner. */
    readonly handHint: string
    /** They own this job from now on, and are notified when a later follow-up is done. */
    readonly handHintEnded: string
    /** This job is already assigned to that person. */
    readonly handSame: string
    /** Everyone in that channel, guests included, will see this job’s title, state and pull request, and who asked for it. */
    readonly mirrorHint: string
    /** That channel already shows this job. */
    readonly mirrorSame: string
    /** {channel} is public. Everyone who opens it will see this job’s title, state and pull request, and who asked for it. */
    readonly mirrorToEveryone: (values: { channel: string }) => string
    /** The members of {channel} will see this job’s title, state and pull request, and who asked for it. */
    readonly mirrorToMembers: (values: { channel: string }) => string
    /** {channel} is shared with another organization. Everyone in it will see this job’s title, state and pull request, and who asked for it. */
    readonly mirrorToOutsiders: (values: { channel: string }) => string
    /** {user} isn’t in the conversation that this job belongs to. They will see the whole job, with its text, and can change it. */
    readonly handToOutsider: (values: { user: string }) => string
    /** {user} isn’t in {channel}. They will see the whole job, with its text, and can change it once they are in that channel. */
    readonly handOutOfChannel: (values: { user: string; channel: string }) => string
    /** Is that all right? */
    readonly agreeLabel: string
    /** Yes, they may see it */
    readonly agree: string
    /** Check the box below if they may see it, or change your choice. */
    readonly agreeMissing: string
    /** Bellhop can’t post in this channel. Invite it there first, with /invite @Bellhop. If the channel is archived, choose another one. */
    readonly channelClosed: string
    /** You aren’t in this conversation. Choose one that you can see. */
    readonly channelHidden: string
    /** You can’t do this. Bellhop sent you a message with the reason and who to ask. */
    readonly refused: string
    /** Choose a full member of this workspace. */
    readonly handMember: string
    /** Prompt and details */
    readonly promptTitle: string
    /** Exactly what was sent to the agent: */
    readonly exactly: string
    /** Exactly what will be sent to the agent: */
    readonly exactlyLater: string
    /** {hidden, plural, one {What goes to the agent, plus # quoted message from a conversation you can’t see:} other {What goes to the agent, plus # quoted messages from a conversation you can’t see:}} */
    readonly partly: (values: { hidden: number }) => string
    /** Bellhop already has this as you first sent it; later changes aren’t included. Copy them, close this form, and use Edit or Follow up on the job’s card. */
    readonly alreadySent: string
    /** Tell the agent what to do. */
    readonly promptMissing: string
    /** Repository */
    readonly repository: string
    /** Branch */
    readonly branch: string
    /** Model */
    readonly model: string
    /** Created */
    readonly created: string
    /** Archived */
    readonly archivedAt: string
    /** Pull request */
    readonly pullRequest: string
    /** Job */
    readonly job: string
    /** Follow-up */
    readonly followUpSaid: string
    readonly states: {
      /** not sent yet */
      readonly gathering: string
      /** waiting */
      readonly waiting: string
      /** sending */
      readonly sending: string
      /** sent */
      readonly sent: string
      /** may have arrived */
      readonly unknown: string
      /** not sent */
      readonly refused: string
      /** dismissed */
      readonly dropped: string
    }
  }
  /** is waiting for the agent */
  readonly nativeStatus: string
  /** The agent rejected the API key of {project}, so {by} can’t start jobs for it. Give Bellhop a valid key. Reference {reference} */
  readonly tellAdmins: (values: { project: string; by: string; reference: string }) => string
  /** ✅ Solved: the agent accepts the API key of {project} again. */
  readonly keyAccepted: (values: { project: string }) => string
  /** Bellhop’s settings name no admin who is still here. Ask a workspace admin, and give them the reference on the card. */
  readonly noAdmins: string
  readonly home: {
    /** Start a docs job */
    readonly start: string
    /** Waiting for you */
    readonly needs: string
    /** Your jobs */
    readonly mine: string
    /** This hour */
    readonly quota: string
  }
  /** someone */
  readonly someone: string
  /** a colleague */
  readonly unnamed: string
  /** This message is already on your docs list. Type `/docs list` to see it. */
  readonly collectedAlready: string
  /** Added to your docs list ({count, plural, one {# message} other {# messages}}). Type `/docs list` to start one job from it. */
  readonly collected: (values: { count: number }) => string
  readonly collect: {
    /** Docs list */
    readonly title: string
    /** Your list is empty. Add messages with “Add to docs list” in a message’s menu, whenever you come across one. */
    readonly empty: string
    /** Remove */
    readonly remove: string
    /** Start one job from these */
    readonly start: string
    /** Update the docs to cover what these messages say. */
    readonly instruction: string
  }
  readonly list: {
    /** Jobs */
    readonly title: string
    readonly filters: {
      readonly mine: {
        /** Your jobs, newest first */
        readonly all: string
        /** Your jobs in progress */
        readonly active: string
        /** Your finished jobs */
        readonly finished: string
        /** Your failed jobs */
        readonly failed: string
      }
      readonly channel: {
        /** Jobs in {channel}, newest first */
        readonly all: (values: { channel: string }) => string
        /** Jobs in progress in {channel} */
        readonly active: (values: { channel: string }) => string
        /** Finished jobs in {channel} */
        readonly finished: (values: { channel: string }) => string
        /** Failed jobs in {channel} */
        readonly failed: (values: { channel: string }) => string
      }
    }
    /** this channel */
    readonly thisChannel: string
    /** this conversation */
    readonly thisConversation: string
    /** Slack took too long to respond, so this shows only your own jobs. Open the list again to see the channel’s jobs. */
    readonly channelUnread: string
    readonly scopes: {
      /** Mine */
      readonly mine: string
      /** This channel */
      readonly channel: string
    }
    readonly states: {
      /** In any state */
      readonly all: string
      /** In progress */
      readonly active: string
      /** Finished */
      readonly finished: string
      /** Failed */
      readonly failed: string
    }
    readonly empty: {
      readonly mine: {
        /** No jobs yet. Start one with the button, or type `/docs` and what to do. */
        readonly all: string
        /** None of your jobs is in progress. */
        readonly active: string
        /** None of your jobs has finished yet. */
        readonly finished: string
        /** None of your jobs has failed. */
        readonly failed: string
      }
      readonly channel: {
        /** No jobs in this channel yet. To start one, type `/docs` and what to do. */
        readonly all: string
        /** No job in this channel is in progress. */
        readonly active: string
        /** No job in this channel has finished yet. */
        readonly finished: string
        /** No job in this channel has failed. */
        readonly failed: string
      }
    }
    /** No jobs in this channel. Bellhop isn’t in it: invite it with /invite @Bellhop, then type `/docs` and what to do. */
    readonly emptyOutside: string
    /** No match among the newest jobs. Older ones may match. */
    readonly further: string
    /** No more jobs. */
    readonly end: string
    /** Job */
    readonly one: string
    /** All jobs */
    readonly all: string
    /** All actions */
    readonly more: string
    /** Go to the card */
    readonly card: string
  }
  readonly settings: {
    readonly project: {
      /** Project */
      readonly label: string
      /** Unless your text or the channel names one. */
      readonly hint: string
      /** Ask me each time */
      readonly none: string
    }
    readonly success: {
      /** When your job finishes */
      readonly label: string
      readonly choices: {
        /** Mention me in the thread */
        readonly thread: string
        /** Send me a direct message */
        readonly direct: string
        /** Only show it on the card */
        readonly silent: string
      }
    }
    readonly failure: {
      /** When your job fails */
      readonly label: string
      readonly choices: {
        /** Mention me in the thread */
        readonly thread: string
        /** Send me a direct message */
        readonly direct: string
        /** Only show it on the card */
        readonly silent: string
      }
    }
    readonly pullRequestReminder: {
      /** Pull request reminder */
      readonly label: string
      /** Once, when a pull request has been ready for 3 days. */
      readonly hint: string
    }
    readonly channelProject: {
      /** Project for this channel */
      readonly label: string
      /** Unless the text names one. */
      readonly hint: string
      /** Ask each time */
      readonly none: string
    }
    readonly followUp: {
      /** Replies that go to the agent */
      readonly label: string
      readonly choices: {
        /** Replies that mention @Bellhop */
        readonly mention: string
        /** Every reply */
        readonly any: string
      }
    }
    readonly holdSeconds: {
      /** Undo start (seconds) */
      readonly label: string
      /** Enter 0–600 seconds, for example 10. */
      readonly error: string
    }
    readonly emoji: {
      /** Emoji that starts a job */
      readonly label: string
      /** Its name, for example: memo. Leave empty for none. */
      readonly hint: string
      /** None */
      readonly none: string
      /** Enter the emoji’s name, for example memo. Slack shows it when you point at the emoji in its emoji menu. */
      readonly error: string
    }
  }
  /** This pull request has been ready since {time}: {title} */
  readonly pullRequestWaits: (values: { time: string; title: string }) => string
  /** Bellhop told the admins. */
  readonly adminsTold: string
}

// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface AccessMessages {
  /** Only full members of this workspace can use Bellhop. Ask a colleague to do it for you. */
  readonly membersOnly: string
  /** You’re not in the channel this email is in now, so nothing changed. */
  readonly notReader: string
  /** Slack took too long to respond, so nothing changed. Try again. */
  readonly slackTooSlow: string
  /** Slack didn’t respond properly, so this may not have worked. Try again in a moment. */
  readonly slackFailed: string
  /** Bellhop */
  readonly answerTitle: string
  /** Close */
  readonly close: string
  readonly actions: {
    readonly 'jobs.start': {
      /** Who can start jobs */
      readonly setting: string
      /** Start a job */
      readonly name: string
    }
    readonly 'jobs.steer': {
      /** Who can manage jobs */
      readonly setting: string
      /** Manage a job */
      readonly name: string
    }
    readonly 'mail.read': {
      /** Who can read quarantined email */
      readonly setting: string
      /** Read quarantined email */
      readonly name: string
    }
    readonly 'mail.reply': {
      /** Who can reply to email */
      readonly setting: string
      /** Reply to an email */
      readonly name: string
    }
    readonly 'mail.release': {
      /** Who can release quarantined email */
      readonly setting: string
      /** Release or delete quarantined email */
      readonly name: string
    }
    readonly 'mail.approve': {
      /** Approvers for outgoing email */
      readonly setting: string
      /** Approve an email */
      readonly name: string
    }
    readonly 'mail.administer': {
      /** Who can set up inboxes */
      readonly setting: string
      /** Set up an inbox */
      readonly name: string
    }
    readonly 'workspace.administer': {
      /** Who can change settings for everyone */
      readonly setting: string
      /** Change settings for everyone */
      readonly name: string
    }
  }
  readonly about: {
    /** Covers following up on jobs, stopping, retrying and assigning them. */
    readonly 'jobs.steer': string
    /** Also covers deleting it and blocking senders. */
    readonly 'mail.release': string
    /** Covers email channels, the undo window, and who has the permissions above. */
    readonly 'mail.administer': string
    /** Covers the settings of channels, projects and the workspace, and the audit. */
    readonly 'workspace.administer': string
  }
  readonly subjects: {
    /** All full members */
    readonly members: string
    /** Workspace admins and owners */
    readonly admins: string
    /** Guests */
    readonly guests: string
    /** People from other organizations */
    readonly external: string
    /** Other apps */
    readonly apps: string
  }
  readonly subjectMenu: {
    /** Kinds of people */
    readonly kinds: string
    /** People */
    readonly people: string
    /** Groups */
    readonly groups: string
    /** Channels */
    readonly channels: string
    /** Still loading */
    readonly loading: string
    /** More names are loading. Type again in a moment. */
    readonly loadingHint: string
    /** To find groups, ask an admin: Bellhop needs usergroups:read. */
    readonly noGroupsHint: string
  }
  readonly asForAll: {
    /** Same as for all inboxes */
    readonly inbox: string
    /** Same as for all projects */
    readonly project: string
  }
  /** Leave empty for the default: {kinds}. */
  readonly byDefault: (values: { kinds: string }) => string
  /** “{kind}” */
  readonly quotedKind: (values: { kind: string }) => string
  /** Choose people, user groups or channels from the menu. */
  readonly chooseSubjects: string
  readonly refused: {
    /** Only some people can start jobs here. */
    readonly 'jobs.start': string
    /** Only some people can manage jobs here. */
    readonly 'jobs.steer': string
    /** Only some people can read quarantined email here. */
    readonly 'mail.read': string
    /** Only some people can reply to email here. */
    readonly 'mail.reply': string
    /** Only some people can release quarantined email or block senders here. */
    readonly 'mail.release': string
    /** Only some people can approve email here. */
    readonly 'mail.approve': string
    /** Only some people can set up inboxes here. */
    readonly 'mail.administer': string
    /** Only some people can change settings for everyone. */
    readonly 'workspace.administer': string
    /** Only some people can see the audit. */
    readonly audit: string
    /** Only some people can open email here. */
    readonly email: string
    /** Only some people can work on email here. */
    readonly work: string
  }
  /** Only some people can start jobs in {project}. */
  readonly cannotStartIn: (values: { project: string }) => string
  /** An admin of this workspace can change that. */
  readonly askAdmin: string
  /** You can allow it in the settings. */
  readonly allowYourself: string
  /** Ask {names}. */
  readonly askOne: (values: { names: string }) => string
  /** the members of {channel} */
  readonly membersOf: (values: { channel: string }) => string
  /** a colleague */
  readonly unnamed: string
  /** a user group */
  readonly unnamedGroup: string
  /** A private channel */
  readonly privateChannel: string
  /** Request access */
  readonly ask: string
  /** Bellhop asked {names}. */
  readonly asked: (values: { names: string }) => string
  /** You already asked {names}. */
  readonly askedAlready: (values: { names: string }) => string
  /** Bellhop can’t ask anyone else for you until tomorrow. Write to {names} yourself. */
  readonly askedTooOften: (values: { names: string }) => string
  /** Bellhop doesn’t know who to ask. Ask an admin of this workspace. */
  readonly nobodyToAsk: string
  /** You have permission now. Try again. */
  readonly mayNow: string
  /** ✅ Allowed by {by}. */
  readonly allowedBy: (values: { by: string }) => string
  /** {by} gave you permission: *{action}*. Try again. */
  readonly granted: (values: { by: string; action: string }) => string
  /** This button has expired. Try what you wanted to do again, then press *Request access*. */
  readonly askExpired: string
  readonly wanted: {
    /** {who} would like permission to start jobs. */
    readonly 'jobs.start': (values: { who: string }) => string
    /** {who} would like permission to manage jobs. */
    readonly 'jobs.steer': (values: { who: string }) => string
    /** {who} would like permission to read quarantined email. */
    readonly 'mail.read': (values: { who: string }) => string
    /** {who} would like permission to reply to email. */
    readonly 'mail.reply': (values: { who: string }) => string
    /** {who} would like permission to release quarantined email or block senders. */
    readonly 'mail.release': (values: { who: string }) => string
    /** {who} would like permission to approve email. */
    readonly 'mail.approve': (values: { who: string }) => string
    /** {who} would like permission to set up inboxes. */
    readonly 'mail.administer': (values: { who: string }) => string
    /** {who} would like permission to change settings for everyone. */
    readonly 'workspace.administer': (values: { who: string }) => string
    /** {who} would like permission to see the audit. */
    readonly audit: (values: { who: string }) => string
    /** {who} would like permission to open email. */
    readonly email: (values: { who: string }) => string
    /** {who} would like permission to work on email. */
    readonly work: (values: { who: string }) => string
  }
  readonly workOn: {
    /** Open an email */
    readonly email: string
    /** Work on an email */
    readonly work: string
  }
  /** {isEmail, select, true {{who} isn’t allowed to do this with an email, but you are: *{action}*.} other {{who} isn’t allowed to do this, but you are: *{action}*.}} */
  readonly actsFor: (values: { isEmail: boolean; who: string; action: string }) => string
  /** To allow it, add them to *{setting}* in the settings. */
  readonly toAllow: (values: { setting: string }) => string
  /** To allow it, add them to *{setting}* for {target} in the settings. */
  readonly toAllowIn: (values: { setting: string; target: string }) => string
  /** Open settings */
  readonly openSettings: string
  /** Can you help? */
  readonly help: string
  /** Can you help? They asked in {channel}. */
  readonly helpIn: (values: { channel: string }) => string
  /** See what it’s about */
  readonly seeObject: string
  /** Write to {user}. */
  readonly writeTo: (values: { user: string }) => string
}

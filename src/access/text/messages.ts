// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface AccessMessages {
  /** Only full members of this workspace can use Bellhop. Ask a colleague to do it for you. */
  readonly membersOnly: string
  /** This mail is in a channel that you aren’t in, so nothing was done. */
  readonly notReader: string
  /** Slack took too long to answer Bellhop, so nothing was done. Try again. */
  readonly slackTooSlow: string
  /** Slack didn’t answer Bellhop properly, so this may not have worked. Try again in a moment. */
  readonly slackFailed: string
  /** Bellhop */
  readonly answerTitle: string
  /** Close */
  readonly close: string
  readonly actions: {
    readonly 'jobs.start': {
      /** Who may start jobs */
      readonly setting: string
      /** Start a job */
      readonly name: string
    }
    readonly 'jobs.steer': {
      /** Who may manage jobs */
      readonly setting: string
      /** Manage a job */
      readonly name: string
    }
    readonly 'mail.read': {
      /** Who may read quarantined mail */
      readonly setting: string
      /** Read quarantined mail */
      readonly name: string
    }
    readonly 'mail.reply': {
      /** Who may reply to mail */
      readonly setting: string
      /** Reply to mail */
      readonly name: string
    }
    readonly 'mail.release': {
      /** Who may release quarantined mail */
      readonly setting: string
      /** Release or delete quarantined mail */
      readonly name: string
    }
    readonly 'mail.approve': {
      /** Who must approve what leaves */
      readonly setting: string
      /** Approve mail */
      readonly name: string
    }
    readonly 'mail.administer': {
      /** Who may set up inboxes */
      readonly setting: string
      /** Set up an inbox */
      readonly name: string
    }
    readonly 'workspace.administer': {
      /** Who may change settings for everyone */
      readonly setting: string
      /** Change settings for everyone */
      readonly name: string
    }
  }
  readonly about: {
    /** To follow up on jobs, stop them, try them again or hand them over. */
    readonly 'jobs.steer': string
    /** Or delete it, and block senders. */
    readonly 'mail.release': string
    /** To choose channels for mail, the seconds to cancel a reply, and the people above. */
    readonly 'mail.administer': string
    /** To change the settings of channels, projects and the workspace, and to see the audit. */
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
    /** To find groups, reinstall the app with usergroups:read. */
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
    /** You can’t start jobs here: the settings don’t allow it. */
    readonly 'jobs.start': string
    /** You can’t manage jobs here: the settings don’t allow it. */
    readonly 'jobs.steer': string
    /** You can’t read quarantined mail here: the settings don’t allow it. */
    readonly 'mail.read': string
    /** You can’t reply to mail here: the settings don’t allow it. */
    readonly 'mail.reply': string
    /** You can’t release quarantined mail or block senders here: the settings don’t allow it. */
    readonly 'mail.release': string
    /** You can’t approve mail here: the settings don’t allow it. */
    readonly 'mail.approve': string
    /** You can’t set up inboxes here: the settings don’t allow it. */
    readonly 'mail.administer': string
    /** You can’t change settings for everyone: the settings don’t allow it. */
    readonly 'workspace.administer': string
    /** You can’t see the audit: the settings don’t allow it. */
    readonly audit: string
  }
  /** An admin of this workspace can change that. */
  readonly askAdmin: string
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
  /** Ask them */
  readonly ask: string
  /** Bellhop has asked {names}. */
  readonly asked: (values: { names: string }) => string
  /** You’ve already asked {names}. */
  readonly askedAlready: (values: { names: string }) => string
  /** Bellhop can’t ask anybody else for you until tomorrow. Write to {names} yourself. */
  readonly askedTooOften: (values: { names: string }) => string
  /** Bellhop doesn’t know whom to ask. Ask an admin of this workspace. */
  readonly nobodyToAsk: string
  /** You’re allowed to do this now. Try it again. */
  readonly mayNow: string
  /** This button is too old. Try what you wanted to do again, then press *Ask them*. */
  readonly askExpired: string
  readonly wanted: {
    /** {who} would like to start jobs, but the settings don’t allow it. */
    readonly 'jobs.start': (values: { who: string }) => string
    /** {who} would like to manage jobs, but the settings don’t allow it. */
    readonly 'jobs.steer': (values: { who: string }) => string
    /** {who} would like to read quarantined mail, but the settings don’t allow it. */
    readonly 'mail.read': (values: { who: string }) => string
    /** {who} would like to reply to mail, but the settings don’t allow it. */
    readonly 'mail.reply': (values: { who: string }) => string
    /** {who} would like to release quarantined mail or block senders, but the settings don’t allow it. */
    readonly 'mail.release': (values: { who: string }) => string
    /** {who} would like to approve mail, but the settings don’t allow it. */
    readonly 'mail.approve': (values: { who: string }) => string
    /** {who} would like to set up inboxes, but the settings don’t allow it. */
    readonly 'mail.administer': (values: { who: string }) => string
    /** {who} would like to change settings for everyone, but the settings don’t allow it. */
    readonly 'workspace.administer': (values: { who: string }) => string
    /** {who} would like to see the audit, but the settings don’t allow it. */
    readonly audit: (values: { who: string }) => string
  }
  /** Can you help? */
  readonly help: string
  /** Can you help in {channel}? */
  readonly helpIn: (values: { channel: string }) => string
  /** See what it’s about */
  readonly seeObject: string
  /** Write to {user}. */
  readonly writeTo: (values: { user: string }) => string
}

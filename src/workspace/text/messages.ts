// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface WorkspaceMessages {
  readonly audit: {
    /** Audit */
    readonly title: string
    /** Close */
    readonly close: string
    /** Anyone */
    readonly anyone: string
    /** Any action */
    readonly anything: string
    /** From */
    readonly from: string
    /** To */
    readonly to: string
    /** Clear filters */
    readonly clear: string
    /** Download CSV */
    readonly download: string
    /** Older */
    readonly older: string
    /** Newer */
    readonly newer: string
    /** Newest */
    readonly newest: string
    /** Keep looking */
    readonly keepLooking: string
    /** Show only entries about this */
    readonly only: string
    /** Show all entries */
    readonly anyObject: string
    readonly actions: {
      /** Change personal settings */
      readonly 'settings.change': string
      /** Replace a webhook */
      readonly 'webhook.replace': string
      /** Quarantine an email */
      readonly 'mail.hold_back': string
      /** Give up on a task */
      readonly 'task.give_up': string
      /** Delete a failed task from the command line */
      readonly 'task.drop': string
      /** Run a failed task again from the command line */
      readonly 'task.retry': string
    }
    readonly verbs: {
      /** Start a job */
      readonly 'jobs.start start': string
      /** Decide to start a job */
      readonly 'jobs.start anyway': string
      /** Edit a job and start it */
      readonly 'jobs.start edit': string
      /** Edit the message that asks for a job */
      readonly 'jobs.start reword': string
      /** Add a message to the docs list */
      readonly 'jobs.start collect': string
      /** Continue in a new job */
      readonly 'jobs.start continue': string
      /** Start another job instead */
      readonly 'jobs.start instead': string
      /** Choose the project of a job */
      readonly 'jobs.start pick': string
      /** Try a job again */
      readonly 'jobs.start retry': string
      /** Pause a job to change it */
      readonly 'jobs.steer before_start': string
      /** Take a job out of the line */
      readonly 'jobs.steer cancel': string
      /** Check on a job */
      readonly 'jobs.steer check': string
      /** Dismiss a job */
      readonly 'jobs.steer drop': string
      /** Dismiss a follow-up */
      readonly 'jobs.steer drop_follow_up': string
      /** Edit a job and try again */
      readonly 'jobs.steer edit': string
      /** Follow up on a job */
      readonly 'jobs.steer follow_up': string
      /** Link a job */
      readonly 'jobs.steer found': string
      /** Assign a job */
      readonly 'jobs.steer hand': string
      /** Follow up on another job instead */
      readonly 'jobs.steer instead': string
      /** Mirror a job to a channel */
      readonly 'jobs.steer mirror': string
      /** Post the card of a job again */
      readonly 'jobs.steer post_here': string
      /** Save a job for a later start */
      readonly 'jobs.steer put_back': string
      /** Try a job again */
      readonly 'jobs.steer retry': string
      /** Edit the message that asks for a job */
      readonly 'jobs.steer reword': string
      /** Follow up on a job */
      readonly 'jobs.steer say': string
      /** Send a follow-up again */
      readonly 'jobs.steer send_again': string
      /** Send a thread reply to the agent */
      readonly 'jobs.steer send_reply': string
      /** Show a job in direct messages */
      readonly 'jobs.steer show_direct': string
      /** Ask a job to stop */
      readonly 'jobs.steer stop': string
      /** Undo a job */
      readonly 'jobs.steer undo': string
      /** Stop watching a job */
      readonly 'jobs.steer unwatch': string
      /** Watch a job again */
      readonly 'jobs.steer watch': string
      /** Change the undo window */
      readonly 'mail.administer hold': string
      /** Import the email of an inbox */
      readonly 'mail.administer import': string
      /** Move waiting email */
      readonly 'mail.administer move_waiting': string
      /** Move waiting email to another channel */
      readonly 'mail.administer place_in': string
      /** Choose the channel for quarantined email */
      readonly 'mail.administer quarantine': string
      /** Choose the channel for an inbox’s email */
      readonly 'mail.administer route': string
      /** Add an email rule */
      readonly 'mail.administer rule_add': string
      /** Delete an email rule */
      readonly 'mail.administer rule_delete': string
      /** Change an email rule */
      readonly 'mail.administer rule_edit': string
      /** Move an email rule */
      readonly 'mail.administer rule_move': string
      /** Change a setting */
      readonly 'mail.administer settings.change': string
      /** View the mailbox’s webhooks */
      readonly 'mail.administer webhooks': string
      /** Quarantine email from a blocked sender */
      readonly 'mail.hold_back blocked': string
      /** Quarantine an email by a rule */
      readonly 'mail.hold_back rule': string
      /** Quarantine an email as spam */
      readonly 'mail.hold_back spam': string
      /** Quarantine email from an unverified sender */
      readonly 'mail.hold_back unauthenticated': string
      /** Get the files of an email */
      readonly 'mail.read files': string
      /** Read the headers of quarantined email */
      readonly 'mail.read headers': string
      /** Get an original email */
      readonly 'mail.read original': string
      /** Read the text of quarantined email */
      readonly 'mail.read text': string
      /** Read why quarantined email is here */
      readonly 'mail.read why': string
      /** Block a sender */
      readonly 'mail.release block': string
      /** Block a sender’s address */
      readonly 'mail.release block_address': string
      /** Block a sender’s domain */
      readonly 'mail.release block_domain': string
      /** Delete quarantined email */
      readonly 'mail.release delete': string
      /** Mark an email as not spam */
      readonly 'mail.release not_spam': string
      /** Release quarantined email */
      readonly 'mail.release release': string
      /** Choose who must approve email */
      readonly 'mail.administer approval': string
      /** Approve an email */
      readonly 'mail.approve approve': string
      /** Request approval of an email */
      readonly 'mail.approve ask': string
      /** Decline an email */
      readonly 'mail.approve decline': string
      /** Edit an email awaiting approval */
      readonly 'mail.approve edit': string
      /** Approval of an email expired */
      readonly 'mail.approve expire': string
      /** Review an email awaiting approval */
      readonly 'mail.approve review': string
      /** Approval was turned off for an email awaiting it */
      readonly 'mail.approve switch_off': string
      /** Send a reply again */
      readonly 'mail.reply again': string
      /** Undo or stop an email */
      readonly 'mail.reply cancel': string
      /** Change when a reply is sent */
      readonly 'mail.reply change_time': string
      /** Claim an email */
      readonly 'mail.reply claim': string
      /** Mark an email as done */
      readonly 'mail.reply done': string
      /** Dismiss a reply */
      readonly 'mail.reply drop': string
      /** Assign an email */
      readonly 'mail.reply hand_over': string
      /** Check again whether a reply was sent */
      readonly 'mail.reply look': string
      /** Open an email */
      readonly 'mail.reply open': string
      /** Mute an email thread */
      readonly 'mail.reply mute': string
      /** Post email that waits for a channel */
      readonly 'mail.reply place': string
      /** Unclaim an email */
      readonly 'mail.reply release': string
      /** Reopen an email */
      readonly 'mail.reply reopen': string
      /** Clear a suppressed address */
      readonly 'mail.administer unsuppress': string
      /** Delete a channel’s saved reply */
      readonly 'mail.reply saved_delete': string
      /** Schedule an email */
      readonly 'mail.reply schedule': string
      /** Change a channel’s saved reply */
      readonly 'mail.reply saved_save': string
      /** Send an email */
      readonly 'mail.reply send': string
      /** Send a scheduled reply now */
      readonly 'mail.reply send_now': string
      /** Send a paused reply as scheduled */
      readonly 'mail.reply send_planned': string
      /** Snooze an email */
      readonly 'mail.reply snooze': string
      /** Stop trying to send a reply */
      readonly 'mail.reply stop': string
      /** Tell the admins about a reply */
      readonly 'mail.reply tell_admins': string
      /** Unmute an email thread */
      readonly 'mail.reply unmute': string
      /** End the snooze of an email */
      readonly 'mail.reply wake': string
      /** Register a webhook */
      readonly 'webhook.replace register': string
      /** Replace a webhook */
      readonly 'webhook.replace replace': string
      /** View the audit */
      readonly 'workspace.administer read': string
      /** Download the audit */
      readonly 'workspace.administer download': string
      /** Change a setting */
      readonly 'workspace.administer settings.change': string
    }
    readonly past: {
      /** {who} started {what} */
      readonly 'jobs.start start': (values: { who: string; what: string }) => string
      /** {who} decided to start {what} */
      readonly 'jobs.start anyway': (values: { who: string; what: string }) => string
      /** {who} edited {what} and started it */
      readonly 'jobs.start edit': (values: { who: string; what: string }) => string
      /** {who} edited the text of {what} before it started */
      readonly 'jobs.start reword': (values: { who: string; what: string }) => string
      /** {who} added {what} to the docs list */
      readonly 'jobs.start collect': (values: { who: string; what: string }) => string
      /** {who} continued in a new job: {what} */
      readonly 'jobs.start continue': (values: { who: string; what: string }) => string
      /** {who} started another job instead of {what} */
      readonly 'jobs.start instead': (values: { who: string; what: string }) => string
      /** {who} chose the project of {what} */
      readonly 'jobs.start pick': (values: { who: string; what: string }) => string
      /** {who} tried {what} again */
      readonly 'jobs.start retry': (values: { who: string; what: string }) => string
      /** {who} paused {what} to change it */
      readonly 'jobs.steer before_start': (values: { who: string; what: string }) => string
      /** {who} took {what} out of the line */
      readonly 'jobs.steer cancel': (values: { who: string; what: string }) => string
      /** {who} checked on {what} */
      readonly 'jobs.steer check': (values: { who: string; what: string }) => string
      /** {who} dismissed {what} */
      readonly 'jobs.steer drop': (values: { who: string; what: string }) => string
      /** {who} dismissed a follow-up on {what} */
      readonly 'jobs.steer drop_follow_up': (values: { who: string; what: string }) => string
      /** {who} edited {what} and tried again */
      readonly 'jobs.steer edit': (values: { who: string; what: string }) => string
      /** {who} followed up on {what} */
      readonly 'jobs.steer follow_up': (values: { who: string; what: string }) => string
      /** {who} linked {what} */
      readonly 'jobs.steer found': (values: { who: string; what: string }) => string
      /** {who} assigned {what} */
      readonly 'jobs.steer hand': (values: { who: string; what: string }) => string
      /** {who} followed up on {what} instead of starting a job */
      readonly 'jobs.steer instead': (values: { who: string; what: string }) => string
      /** {who} mirrored {what} to a channel */
      readonly 'jobs.steer mirror': (values: { who: string; what: string }) => string
      /** {who} posted the card of {what} again */
      readonly 'jobs.steer post_here': (values: { who: string; what: string }) => string
      /** {who} saved {what} for a later start */
      readonly 'jobs.steer put_back': (values: { who: string; what: string }) => string
      /** {who} tried {what} again */
      readonly 'jobs.steer retry': (values: { who: string; what: string }) => string
      /** {who} edited the text of {what} before it started */
      readonly 'jobs.steer reword': (values: { who: string; what: string }) => string
      /** {who} followed up on {what} */
      readonly 'jobs.steer say': (values: { who: string; what: string }) => string
      /** {who} sent a follow-up on {what} again */
      readonly 'jobs.steer send_again': (values: { who: string; what: string }) => string
      /** {who} sent a thread reply to the agent for {what} */
      readonly 'jobs.steer send_reply': (values: { who: string; what: string }) => string
      /** {who} had {what} shown in direct messages */
      readonly 'jobs.steer show_direct': (values: { who: string; what: string }) => string
      /** {who} asked {what} to stop */
      readonly 'jobs.steer stop': (values: { who: string; what: string }) => string
      /** {who} undid {what} */
      readonly 'jobs.steer undo': (values: { who: string; what: string }) => string
      /** {who} stopped watching {what} */
      readonly 'jobs.steer unwatch': (values: { who: string; what: string }) => string
      /** {who} watched {what} again */
      readonly 'jobs.steer watch': (values: { who: string; what: string }) => string
      /** {who} changed the undo window of {what} */
      readonly 'mail.administer hold': (values: { who: string; what: string }) => string
      /** {who} imported the email of {what} */
      readonly 'mail.administer import': (values: { who: string; what: string }) => string
      /** {who} moved the waiting email of {what} */
      readonly 'mail.administer move_waiting': (values: { who: string; what: string }) => string
      /** {who} moved the waiting email of {what} to another channel */
      readonly 'mail.administer place_in': (values: { who: string; what: string }) => string
      /** {who} chose the channel for quarantined email */
      readonly 'mail.administer quarantine': (values: { who: string }) => string
      /** {who} chose the channel for the email of {what} */
      readonly 'mail.administer route': (values: { who: string; what: string }) => string
      /** {who} added an {what} */
      readonly 'mail.administer rule_add': (values: { who: string; what: string }) => string
      /** {who} deleted an {what} */
      readonly 'mail.administer rule_delete': (values: { who: string; what: string }) => string
      /** {who} changed an {what} */
      readonly 'mail.administer rule_edit': (values: { who: string; what: string }) => string
      /** {who} moved an {what} */
      readonly 'mail.administer rule_move': (values: { who: string; what: string }) => string
      /** {who} changed {what} */
      readonly 'mail.administer settings.change': (values: { who: string; what: string }) => string
      /** {who} viewed the mailbox’s webhooks */
      readonly 'mail.administer webhooks': (values: { who: string }) => string
      /** {who} quarantined {what}: the sender is blocked */
      readonly 'mail.hold_back blocked': (values: { who: string; what: string }) => string
      /** {who} quarantined {what} by a rule */
      readonly 'mail.hold_back rule': (values: { who: string; what: string }) => string
      /** {who} quarantined {what} as spam */
      readonly 'mail.hold_back spam': (values: { who: string; what: string }) => string
      /** {who} quarantined {what}: the sender is unverified */
      readonly 'mail.hold_back unauthenticated': (values: { who: string; what: string }) => string
      /** {who} got the files of {what} */
      readonly 'mail.read files': (values: { who: string; what: string }) => string
      /** {who} read the headers of {what} */
      readonly 'mail.read headers': (values: { who: string; what: string }) => string
      /** {who} got the original of {what} */
      readonly 'mail.read original': (values: { who: string; what: string }) => string
      /** {who} read the text of {what} in quarantine */
      readonly 'mail.read text': (values: { who: string; what: string }) => string
      /** {who} read why {what} is here */
      readonly 'mail.read why': (values: { who: string; what: string }) => string
      /** {who} blocked the sender of {what} */
      readonly 'mail.release block': (values: { who: string; what: string }) => string
      /** {who} blocked the sender’s address of {what} */
      readonly 'mail.release block_address': (values: { who: string; what: string }) => string
      /** {who} blocked the sender’s domain of {what} */
      readonly 'mail.release block_domain': (values: { who: string; what: string }) => string
      /** {who} deleted {what} from quarantine */
      readonly 'mail.release delete': (values: { who: string; what: string }) => string
      /** {who} marked {what} as not spam */
      readonly 'mail.release not_spam': (values: { who: string; what: string }) => string
      /** {who} released {what} from quarantine */
      readonly 'mail.release release': (values: { who: string; what: string }) => string
      /** {who} chose who must approve email from {what} */
      readonly 'mail.administer approval': (values: { who: string; what: string }) => string
      /** {who} approved {what} */
      readonly 'mail.approve approve': (values: { who: string; what: string }) => string
      /** {who} requested approval of {what} */
      readonly 'mail.approve ask': (values: { who: string; what: string }) => string
      /** {who} declined {what} */
      readonly 'mail.approve decline': (values: { who: string; what: string }) => string
      /** {who} edited {what} while it awaited approval */
      readonly 'mail.approve edit': (values: { who: string; what: string }) => string
      /** {who} ended the approval of {what}: it expired */
      readonly 'mail.approve expire': (values: { who: string; what: string }) => string
      /** {who} reviewed {what} */
      readonly 'mail.approve review': (values: { who: string; what: string }) => string
      /** {who} ended the approval of {what}: approval was turned off */
      readonly 'mail.approve switch_off': (values: { who: string; what: string }) => string
      /** {who} sent {what} again */
      readonly 'mail.reply again': (values: { who: string; what: string }) => string
      /** {who} stopped {what} */
      readonly 'mail.reply cancel': (values: { who: string; what: string }) => string
      /** {who} changed when {what} is sent */
      readonly 'mail.reply change_time': (values: { who: string; what: string }) => string
      /** {who} claimed {what} */
      readonly 'mail.reply claim': (values: { who: string; what: string }) => string
      /** {who} marked {what} as done */
      readonly 'mail.reply done': (values: { who: string; what: string }) => string
      /** {who} dismissed {what} */
      readonly 'mail.reply drop': (values: { who: string; what: string }) => string
      /** {who} assigned {what} */
      readonly 'mail.reply hand_over': (values: { who: string; what: string }) => string
      /** {who} checked whether {what} was sent */
      readonly 'mail.reply look': (values: { who: string; what: string }) => string
      /** {who} opened {what} */
      readonly 'mail.reply open': (values: { who: string; what: string }) => string
      /** {who} muted {what} */
      readonly 'mail.reply mute': (values: { who: string; what: string }) => string
      /** {who} posted {what}, which waited for a channel */
      readonly 'mail.reply place': (values: { who: string; what: string }) => string
      /** {who} unclaimed {what} */
      readonly 'mail.reply release': (values: { who: string; what: string }) => string
      /** {who} reopened {what} */
      readonly 'mail.reply reopen': (values: { who: string; what: string }) => string
      /** {who} cleared a {what} */
      readonly 'mail.administer unsuppress': (values: { who: string; what: string }) => string
      /** {who} deleted a {what} */
      readonly 'mail.reply saved_delete': (values: { who: string; what: string }) => string
      /** {who} scheduled {what} */
      readonly 'mail.reply schedule': (values: { who: string; what: string }) => string
      /** {who} changed a {what} */
      readonly 'mail.reply saved_save': (values: { who: string; what: string }) => string
      /** {who} sent {what} */
      readonly 'mail.reply send': (values: { who: string; what: string }) => string
      /** {who} sent {what} before its time */
      readonly 'mail.reply send_now': (values: { who: string; what: string }) => string
      /** {who} let {what} be sent as scheduled */
      readonly 'mail.reply send_planned': (values: { who: string; what: string }) => string
      /** {who} snoozed {what} */
      readonly 'mail.reply snooze': (values: { who: string; what: string }) => string
      /** {who} stopped the attempts to send {what} */
      readonly 'mail.reply stop': (values: { who: string; what: string }) => string
      /** {who} reported {what} to the admins */
      readonly 'mail.reply tell_admins': (values: { who: string; what: string }) => string
      /** {who} unmuted {what} */
      readonly 'mail.reply unmute': (values: { who: string; what: string }) => string
      /** {who} ended the snooze of {what} */
      readonly 'mail.reply wake': (values: { who: string; what: string }) => string
      /** {who} registered a webhook */
      readonly 'webhook.replace register': (values: { who: string }) => string
      /** {who} replaced a webhook */
      readonly 'webhook.replace replace': (values: { who: string }) => string
      /** {who} viewed the audit */
      readonly 'workspace.administer read': (values: { who: string }) => string
      /** {who} downloaded the audit */
      readonly 'workspace.administer download': (values: { who: string }) => string
      /** {who} changed {what} */
      readonly 'workspace.administer settings.change': (values: { who: string; what: string }) => string
      /** {who} changed {what} */
      readonly 'settings.change': (values: { who: string; what: string }) => string
      /** {who} gave up on {what} */
      readonly 'task.give_up': (values: { who: string; what: string }) => string
      /** {who} deleted {what} from the command line */
      readonly 'task.drop': (values: { who: string; what: string }) => string
      /** {who} ran {what} again from the command line */
      readonly 'task.retry': (values: { who: string; what: string }) => string
    }
    readonly unsuccessful: {
      /** *Refused:* {who}: {act} */
      readonly refused: (values: { who: string; act: string }) => string
      /** *Failed:* {who}: {act} */
      readonly failed: (values: { who: string; act: string }) => string
    }
    /** {who}: {act} */
    readonly otherAct: (values: { who: string; act: string }) => string
    readonly objects: {
      /** the audit */
      readonly audit: string
      /** inbox */
      readonly inbox: string
      /** the form */
      readonly form: string
      /** job */
      readonly job: string
      /** email */
      readonly mail: string
      /** email thread */
      readonly mail_thread: string
      /** all inboxes */
      readonly mailbox: string
      /** message */
      readonly message: string
      /** project */
      readonly project: string
      /** reply */
      readonly reply: string
      /** email rule */
      readonly rule: string
      /** saved reply */
      readonly saved_reply: string
      /** setting */
      readonly setting: string
      /** settings */
      readonly settings: string
      /** suppressed address */
      readonly suppression: string
      /** task */
      readonly task: string
      /** thread */
      readonly thread: string
      /** one channel to another */
      readonly waiting_mail: string
      /** webhook */
      readonly webhook: string
    }
    /** Bellhop */
    readonly bellhop: string
    /** {name}: {verb} */
    readonly namedVerb: (values: { name: string; verb: string }) => string
    /** {kind} {id} */
    readonly object: (values: { kind: string; id: string }) => string
    /** in {channel} */
    readonly inChannel: (values: { channel: string }) => string
    /** in a private channel */
    readonly inPrivate: string
    /** in direct messages */
    readonly inDirect: string
    /** fingerprint `{hash}` */
    readonly hash: (values: { hash: string }) => string
    /** Only entries about {object} */
    readonly onlyObject: (values: { object: string }) => string
    /** Nothing has been recorded yet. Actions on jobs, email and settings will be listed here. */
    readonly empty: string
    /** Nothing matches these filters. */
    readonly noMatch: string
    /** “From” is later than “To”. Choose other days. */
    readonly wrongDays: string
    /** {hasFound, select, true {These are all the matches since {time}.} other {Nothing matches since {time}.}} Press *Keep looking* for older ones. */
    readonly readBackTo: (values: { hasFound: boolean; time: string }) => string
    /** No more entries. */
    readonly end: string
    /** Bellhop is writing the file. You’ll get it in a direct message in a moment. */
    readonly preparing: string
    readonly csv: {
      /** Bellhop audit, {day} */
      readonly title: (values: { day: string }) => string
      /** The audit you asked for: {entries, plural, one {# entry} other {# entries}}. It names people and what they did, so share it with care. */
      readonly comment: (values: { entries: number }) => string
      readonly columns: {
        /** time */
        readonly time: string
        /** person */
        readonly person: string
        /** action */
        readonly action: string
        /** object */
        readonly object: string
        /** place */
        readonly location: string
        /** outcome */
        readonly outcome: string
        /** hash */
        readonly hash: string
        /** opId */
        readonly opId: string
        /** correlation */
        readonly correlation: string
      }
      /** Slack doesn’t let Bellhop send files yet, so the audit wasn’t sent. Ask the people who manage the app in Slack to add the permission `files:write` and reinstall the app. Then download it again. */
      readonly missingScope: string
      /** Slack didn’t accept the file with the audit (`{code}`). Download it again, or choose fewer days. */
      readonly refused: (values: { code: string }) => string
    }
  }
  readonly settings: {
    /** Settings */
    readonly title: string
    /** Save */
    readonly save: string
    /** Close */
    readonly close: string
    /** Section */
    readonly choose: string
    /** Choose one */
    readonly chooseTarget: string
    readonly sections: {
      /** Mine */
      readonly mine: string
      /** This channel */
      readonly channel: string
      /** Inboxes */
      readonly inboxes: string
      /** Workspace */
      readonly workspace: string
    }
    readonly groups: {
      /** Notifications */
      readonly notifications: string
      /** Jobs */
      readonly jobs: string
      /** Incoming email */
      readonly incoming: string
      /** Outgoing email */
      readonly outgoing: string
      /** Reminders */
      readonly reminders: string
      /** Working hours */
      readonly hours: string
      /** Permissions */
      readonly permissions: string
    }
    /** All inboxes */
    readonly allInboxes: string
    /** Everywhere */
    readonly everywhere: string
    /** Mine for {inbox} */
    readonly mineFor: (values: { inbox: string }) => string
    /** Whole workspace */
    readonly wholeWorkspace: string
    /** Project {name} */
    readonly project: (values: { name: string }) => string
    /** “{label}” */
    readonly settingName: (values: { label: string }) => string
    /** “{label}” for {target} */
    readonly settingFor: (values: { label: string; target: string }) => string
    /** one inbox */
    readonly oneInbox: string
    /** Only you see these settings, and they apply only to you. */
    readonly forYou: string
    /** Applies only to email you send from *{inbox}*. Fields you leave empty use your general setting. */
    readonly forYouInInbox: (values: { inbox: string }) => string
    /** For everyone in {channel}. */
    readonly forChannel: (values: { channel: string }) => string
    /** For email in all inboxes. */
    readonly forAllInboxes: string
    /** For email in *{name}*. */
    readonly forInbox: (values: { name: string }) => string
    /** For the whole workspace. */
    readonly forEveryone: string
    /** For jobs of *{name}*. */
    readonly forProject: (values: { name: string }) => string
    /** The menu lists the first {shown, number}. For another inbox, use `/mail route`. */
    readonly onlySome: (values: { shown: number }) => string
    /** Only admins can change these. */
    readonly admins: string
    /** Slack is slow to respond, so some settings may be missing. Open the settings again in a moment to see all of them. */
    readonly slackTooSlow: string
    /** There’s nothing to set here. */
    readonly nothingHere: string
    /** Last changed by {by}, {time} */
    readonly lastChanged: (values: { by: string; time: string }) => string
    /** Saving *{page}*. You get a message if it can’t be saved. */
    readonly saved: (values: { page: string }) => string
    /** ⚠️ This page isn’t saved yet. Save it, and *{next}* opens. Closing this form discards your changes. */
    readonly notSavedHere: (values: { next: string }) => string
    /** Someone else changed these settings while you had them open. Check the fields marked ⚠️, then save again or close the form. */
    readonly someoneSaved: string
    /** These changes aren’t saved yet. Correct the fields marked ⚠️, then save again. */
    readonly correctThese: string
    /** ⚠️ This couldn’t be used, so the page wasn’t saved. Choose something else. */
    readonly rejectedHere: string
    /** Someone */
    readonly someone: string
    /** ⚠️ {by} has set this to *{value}*. */
    readonly changedTo: (values: { by: string; value: string }) => string
    /** ⚠️ {by} has set this to *{value}* ({time}). */
    readonly changedToAt: (values: { by: string; value: string; time: string }) => string
    /** Save again to use yours instead. */
    readonly yoursInstead: string
    readonly gone: {
      /** {count, plural, one {{names} no longer exists, or Bellhop can’t see it. Choose something else.} other {{names} no longer exist, or Bellhop can’t see them. Choose something else.}} */
      readonly lost: (values: { count: number; names: string }) => string
      /** {count, plural, one {{names} is archived.} other {{names} are archived.}} */
      readonly archived: (values: { count: number; names: string }) => string
      /** {count, plural, one {{names} is no longer a member of this workspace. Remove them or choose someone else.} other {{names} are no longer members of this workspace. Remove them or choose other people.}} */
      readonly left: (values: { count: number; names: string }) => string
      /** {count, plural, one {{names} isn’t a full member of this workspace. Remove them or choose someone else.} other {{names} aren’t full members of this workspace. Remove them or choose other people.}} */
      readonly outside: (values: { count: number; names: string }) => string
    }
    /** Unarchive it in Slack, or choose something else. */
    readonly chooseOther: string
    readonly goneOption: {
      /** {name} (no longer exists) */
      readonly lost: (values: { name: string }) => string
      /** {name} (archived) */
      readonly archived: (values: { name: string }) => string
      /** {name} (no longer a member) */
      readonly left: (values: { name: string }) => string
      /** {name} (not a full member) */
      readonly outside: (values: { name: string }) => string
    }
    /** Bellhop can’t find {names}. Choose something else. */
    readonly goneChosen: (values: { names: string }) => string
    /** This can’t be used here. Choose something else. */
    readonly wrong: string
    /** This form has expired, so nothing was saved. Close it and open the settings again. */
    readonly tooOld: string
    /** You can no longer change these settings, so your changes weren’t saved. */
    readonly mayNotSave: string
    /** You can’t change this here, so nothing was saved. Close the form and open the settings again. */
    readonly notOffered: string
    /** On */
    readonly on: string
    /** Off */
    readonly off: string
    /** None */
    readonly none: string
    /** Either you or Bellhop isn’t in this channel. Invite Bellhop with /invite @Bellhop, or open the settings somewhere else. */
    readonly channelHidden: string
    /** The channel’s settings weren’t saved, because either you or Bellhop is no longer in the channel. */
    readonly notReader: string
    /** Your changes weren’t saved, because their inbox or project no longer exists. */
    readonly targetGone: string
    /** Your changes weren’t saved. Bellhop kept what you entered. */
    readonly rejected: string
    /** Your changes weren’t saved, because someone else changed the same settings first. Bellhop kept what you entered. */
    readonly lostRace: string
    /** Saved: {saved}. The rest wasn’t, because someone else changed the same settings first. Bellhop kept what you entered. */
    readonly lostRest: (values: { saved: string }) => string
    /** Compare and save */
    readonly reopen: string
    /** Correct and save */
    readonly correct: string
  }
  readonly died: {
    /** Something went wrong in Bellhop, so it stopped working on something you asked for. Check whether it was done before you ask again. Your admins can look it up: reference {reference}. */
    readonly person: (values: { reference: string }) => string
    /** Something went wrong in Bellhop, so it stopped working on something you asked for in {channel}. Check whether it was done before you ask again. Your admins can look it up: reference {reference}. */
    readonly personIn: (values: { channel: string; reference: string }) => string
    /** Bellhop gave up on a task of kind `{kind}`, reference {reference}. `npm run dead -- show {reference}` shows why, `npm run dead -- retry {reference}` runs it again. You won’t get another message about this kind within the hour. */
    readonly admin: (values: { kind: string; reference: string }) => string
  }
  /** {service, select, slack {Slack} agent {The agent} mailbox {The mailbox} store {The storage} other {The storage}} asked Bellhop to wait {duration} before it repeats a request. Nothing is lost: Bellhop keeps what it couldn’t send, and tries again every 5 minutes until it’s accepted. Check whether the account has reached a limit, whether something else uses it, or whether a proxy is responding. You won’t get this message again unless it happens again after an hour without it. */
  readonly longWait: (values: { service: 'slack' | 'agent' | 'mailbox' | 'store'; duration: string }) => string
  /** more than a year */
  readonly overAYear: string
  readonly home: {
    /** Settings */
    readonly settings: string
    /** Audit */
    readonly audit: string
    /** Nothing here yet. */
    readonly empty: string
    /** There’s more than fits here. */
    readonly cut: string
    /** You’re a guest here */
    readonly guestTitle: string
    /** In your channels you can read what Bellhop posts: docs jobs, and email with its replies. Only full members of this workspace can start jobs and reply to email. */
    readonly guest: string
    /** To have something done, ask a full member in that channel, or an admin: {people}. */
    readonly guestAsks: (values: { people: string }) => string
    /** To have something done, ask a full member in that channel. */
    readonly guestAsksMember: string
  }
}

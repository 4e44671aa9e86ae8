/** Action ids that are not in the tables of actions in `records/`. Frozen: messages already posted and open forms contain them. */
export const mailActionIds = {
  mailMenu: 'mail.more',
  turnPage: 'mail.page',
  /** The windows that More… opened in earlier versions; Details and Home show the same. */
  why: 'mail.why',
  badges: 'mail.badges',
  settings: 'mail.settings',
  /** The menu of a mail in a list. */
  listed: 'mail.listed',
  /** The view of a list, and its pages. */
  listView: 'mail.list_view',
  listOlder: 'mail.list_older',
  listNewer: 'mail.list_newer',
  listNewest: 'mail.list_newest',
  listOrder: 'mail.list_order',
  openList: 'mail.list',
  /** Opens the form for several mails of a list or a digest. */
  bulk: 'mail.bulk',
  postHere: 'mail.place',
  /** Prefix of the menu that moves waiting mail to another channel. */
  placeIn: 'mail.place_in',
  moreFiles: 'mail.more_files',
  fileLinks: 'mail.file_links',
  /** Prefix of the recipient fields of the reply form; Slack reports each change. */
  recipients: 'mail.recipients',
  editRecipients: 'mail.edit_recipients',
  /** The menus below To and Cc with the people that the inbox has written to. */
  addTo: 'mail.add_to',
  addCc: 'mail.add_cc',
  preview: 'mail.preview',
  /** Prefix of the buttons that turn the pages of a preview. */
  previewPage: 'mail.preview_page',
  /** Switches between answering the sender and everyone. */
  switchReply: 'mail.switch_reply',
  /** Makes a form that answers an older mail answer the newest one. */
  answerNewest: 'mail.answer_newest',
  /** Shows the rarely used fields. */
  showMore: 'mail.show_more',
  showCc: 'mail.show_cc',
  /** Decides whether the answered mail is quoted. */
  quote: 'mail.quote',
  /** Decides whether the thread is done once the reply was sent. */
  closes: 'mail.closes',
  /** Shown on the message about a kept draft, and in the form that contains it. */
  continueDraft: 'mail.continue_draft',
  dropDraft: 'mail.drop_draft',
  openDrafts: 'mail.drafts',
  /** Home's buttons for a new mail and for the search. */
  write: 'mail.write',
  openFind: 'mail.find_open',
  startEmpty: 'mail.start_empty',
  /** The inbox that sends a new mail. */
  fromInbox: 'mail.from_inbox',
  openListed: 'mail.open_listed',
  /** Posts the card of a mail that only a list shows. */
  postListed: 'mail.post_listed',
  /** The fields of the reply form for the send time. */
  sendWhen: 'mail.send_when',
  sendDay: 'mail.send_day',
  sendHour: 'mail.send_hour',
  /** The fields of the form that changes the send time. */
  timeWhen: 'mail.time_when',
  timeDay: 'mail.time_day',
  timeHour: 'mail.time_hour',
  openScheduled: 'mail.open_scheduled',
  findWords: 'mail.find_words',
  findOlder: 'mail.find_older',
  findNewer: 'mail.find_newer',
  findNewest: 'mail.find_newest',
  declineApproval: 'mail.decline',
  /** Prefix of the buttons that turn the pages of a reviewed mail. */
  turnReview: 'mail.review_page',
  reviewFiles: 'mail.review_files',
  /** Prefix of the buttons that assign an email to a person. */
  assignTo: 'mail.assign_to',
  /** Opens the list of mail that waits for approval. */
  openApprovals: 'mail.approvals',
} as const

/** Callback ids of modals; frozen. */
export const mailCallbackIds = {
  find: 'mail.find',
  reply: 'mail.reply',
  mail: 'mail.read',
  snooze: 'mail.snooze',
  handOver: 'mail.hand_over',
  sendTime: 'mail.send_time',
  askNow: 'mail.ask_now',
  askPlanned: 'mail.ask_planned',
  askCancel: 'mail.ask_cancel',
  /** The questions before Send again and Dismiss, and before decisions about quarantined mail. */
  askReply: 'mail.ask_reply',
  askVerdict: 'mail.ask_verdict',
  scheduled: 'mail.scheduled',
  list: 'mail.list',
  bulk: 'mail.bulk',
  drafts: 'mail.drafts',
  draftText: 'mail.draft_text',
  approve: 'mail.approve',
  decline: 'mail.decline',
  approvals: 'mail.approvals',
  preview: 'mail.preview',
} as const
/** Callback ids of shortcuts, as in `manifest.yml`; frozen. */
export const shortcutIds = { sendAsReply: 'mail.send_as_reply' } as const
/** Kinds of cards. Frozen: stored cards contain them. */
export const cardKinds = {
  threadHead: 'mail.card',
  mail: 'mail.mail',
  quarantined: 'mail.held',
  reply: 'mail.reply',
  outcome: 'mail.outcome',
  paused: 'mail.paused',
  returned: 'mail.returned',
  digest: 'mail.digest',
  files: 'mail.files',
  reminder: 'mail.reminder',
} as const

/** The entry of a mail's ⋯ menu that opens the further actions; frozen. */
export const MORE_VERB = 'more'

/** The value of a button: a mail thread and one of its mails, or without one the newest. */
export interface MailTarget {
  thread: string
  mail?: string
}

/** Formats the value of a button. Frozen. */
export const formatMailTarget = ({ thread, mail }: MailTarget): string => (mail ? `${thread}.${mail}` : thread)

/** Parses the value of a button; undefined if it names no thread. */
export function parseMailTarget(value: string | undefined): MailTarget | undefined {
  const [thread = '', mail] = (value ?? '').split('.', 2)
  return thread === '' ? undefined : { thread, ...(mail && { mail }) }
}

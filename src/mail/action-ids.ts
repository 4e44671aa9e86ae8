/** Frozen: messages already posted carry these as action ids, and forms that are open as callback ids. */
export const actionIds = {
  reply: 'mail.reply',
  replyAll: 'mail.reply_all',
  readAll: 'mail.read',
  mailMenu: 'mail.more',
  showText: 'mail.show',
  release: 'mail.release',
  discard: 'mail.discard',
  cancel: 'mail.cancel',
  stopTrying: 'mail.stop',
  editAndSendAgain: 'mail.edit',
  lookUp: 'mail.look',
  sendAgain: 'mail.again',
  drop: 'mail.drop',
  turnPage: 'mail.page',
  postHere: 'mail.place',
  /** Prefix of the recipient fields of the reply form; Slack reports each change. */
  recipients: 'mail.recipients',
} as const

/** Callback ids of modals; frozen. */
export const callbackIds = { reply: 'mail.reply', mail: 'mail.read' } as const
/** Callback ids of shortcuts, as in `manifest.yml`; frozen. */
export const shortcutIds = { sendAsReply: 'mail.send_as_reply' } as const
/** Kinds of cards; frozen, since stored cards carry them. */
export const cardKinds = {
  threadHead: 'mail.card',
  mail: 'mail.mail',
  quarantined: 'mail.held',
  reply: 'mail.reply',
} as const

/** A button's value: a mail thread, and one of its mails (without one, the newest). */
export interface MailTarget {
  thread: string
  mail?: string
}

/** The value of a button; frozen. */
export const formatTarget = ({ thread, mail }: MailTarget): string => (mail ? `${thread}.${mail}` : thread)

/** Undefined for a value that names no thread. */
export function parseTarget(value: string | undefined): MailTarget | undefined {
  const [thread = '', mail] = (value ?? '').split('.', 2)
  return thread === '' ? undefined : { thread, ...(mail && { mail }) }
}

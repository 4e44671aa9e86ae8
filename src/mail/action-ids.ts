/** Frozen: messages already posted carry these as action ids, and forms that are open as callback ids. */
export const act = {
  reply: 'mail.reply',
  replyAll: 'mail.reply_all',
  read: 'mail.read',
  more: 'mail.more',
  show: 'mail.show',
  release: 'mail.release',
  discard: 'mail.discard',
  cancel: 'mail.cancel',
  stop: 'mail.stop',
  edit: 'mail.edit',
  look: 'mail.look',
  again: 'mail.again',
  drop: 'mail.drop',
  page: 'mail.page',
  place: 'mail.place',
  /** Recipient fields of the reply form; each change is told. */
  recipients: 'mail.recipients',
} as const

export const form = { reply: 'mail.reply', read: 'mail.read' } as const
export const shortcut = { sendAsReply: 'mail.send_as_reply' } as const
export const card = { head: 'mail.card', mail: 'mail.mail', held: 'mail.held', reply: 'mail.reply' } as const

/** A button's value: a mail thread, and which of its mails (the newest one where none is named). */
export interface Target {
  thread: string
  mail?: string
}

export const target = ({ thread, mail }: Target): string => (mail ? `${thread}.${mail}` : thread)

export function readTarget(value: string | undefined): Target | undefined {
  const [thread = '', mail] = (value ?? '').split('.', 2)
  return thread === '' ? undefined : { thread, ...(mail && { mail }) }
}

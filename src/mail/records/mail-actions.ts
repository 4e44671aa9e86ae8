import type { ButtonRow } from './action-row.ts'
import { isAnswerable, type Mail } from './mail/mail.ts'
import { isFalsePositive } from './sender-actions.ts'

/** Opens the form of a docs job that quotes the mail. Offered only if an agent is connected. */
export const startJob: ButtonRow<Mail> = {
  verb: 'start_job',
  actionId: 'mail.start_job',
  at: ['more'],
  needs: 'nothing',
  label: ({ jobs }) => jobs.start,
  hint: ({ jobs }) => jobs.startHint,
  isAllowed: isAnswerable,
}

/** Also offered beside the whole text of a mail. */
export const forwardAction: ButtonRow<Mail> = {
  verb: 'forward',
  actionId: 'mail.forward',
  at: ['menu'],
  needs: 'mail.reply',
  label: ({ compose }) => compose.forward,
  isAllowed: isAnswerable,
}

/** Behind More… only if the card shows no files. Also offered beside the whole text of a mail. */
export const filesAction: ButtonRow<Mail> = {
  verb: 'files',
  actionId: 'mail.files',
  at: ['card', 'more'],
  needs: 'mail.read',
  label: (text) => text.getFiles,
  hint: (text) => text.filesHint,
  isAllowed: ({ attachments }) => attachments.length > 0,
}

/** All actions on a mail, in the order on the card and behind More…. The feature that carries out an action listens to its action id. */
export const mailActions: ButtonRow<Mail>[] = [
  {
    verb: 'reply',
    actionId: 'mail.reply',
    at: ['card'],
    needs: 'mail.reply',
    label: (text) => text.reply,
    style: 'primary',
    isAllowed: isAnswerable,
  },
  {
    verb: 'reply_all',
    actionId: 'mail.reply_all',
    at: ['card'],
    needs: 'mail.reply',
    label: (text) => text.replyAll,
    isAllowed: (mail) => isAnswerable(mail) && mail.to.length + mail.cc.length > 1,
  },
  {
    verb: 'read',
    actionId: 'mail.read',
    at: ['card'],
    needs: 'mail.read',
    label: (text) => text.readAll,
    isAllowed: () => true,
  },
  filesAction,
  forwardAction,
  startJob,
  {
    verb: 'details',
    actionId: 'mail.details',
    at: ['more'],
    needs: 'mail.read',
    label: ({ details }) => details.open,
    hint: ({ details }) => details.hint,
    isAllowed: () => true,
  },
  {
    verb: 'headers',
    actionId: 'mail.headers',
    at: ['details'],
    needs: 'mail.read',
    label: ({ headers }) => headers,
    isAllowed: () => true,
  },
  {
    verb: 'original',
    actionId: 'mail.original',
    at: ['details'],
    needs: 'mail.read',
    label: ({ original }) => original.label,
    isAllowed: ({ messageId }) => messageId !== '',
  },
  {
    verb: 'like',
    actionId: 'mail.rules.like',
    at: ['more'],
    needs: 'mail.administer',
    label: ({ rules }) => rules.like,
    hint: ({ rules }) => rules.likeHint,
    isAllowed: () => true,
  },
  {
    verb: 'block',
    actionId: 'mail.block',
    at: ['more'],
    needs: 'mail.release',
    label: ({ trust }) => trust.block,
    hint: ({ trust }) => trust.blockHint,
    isAllowed: ({ from, own }) => from.address !== '' && from.address.toLowerCase() !== own?.toLowerCase(),
  },
  {
    verb: 'not_spam',
    actionId: 'mail.not_spam',
    at: ['more'],
    needs: 'mail.release',
    label: ({ trust }) => trust.notSpam,
    hint: ({ trust }) => trust.notSpamHint,
    isAllowed: isFalsePositive,
  },
]

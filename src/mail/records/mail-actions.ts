import type { MailText } from '../text/mail-text.ts'
import type { ActionRow, MailAccess } from './allowed-actions.ts'
import { isAnswerable, isQuarantined, type Mail } from './mail/mail.ts'
import { isMistaken } from './sender-actions.ts'

/** A further action on a mail, one row of what More… opens. */
export interface MoreAction extends Omit<ActionRow<Mail>, 'needs'> {
  /** Entries of ⋯ on older cards carry it, frozen. */
  verb: string
  /** `nothing`: what it opens asks. */
  needs: MailAccess | 'nothing'
  /** What it is good for, in one sentence. */
  hint(this: void, text: MailText): string
  /** Only if an agent is connected. */
  needsJobs?: true
}

/** Opens the form of a docs job that quotes the mail. */
export const startJob: MoreAction = {
  actionId: 'mail.start_job',
  verb: 'start_job',
  needs: 'nothing',
  label: ({ jobs }) => jobs.start,
  hint: ({ jobs }) => jobs.startHint,
  needsJobs: true,
  isAllowed: (mail) => !isQuarantined(mail),
}

/** Beside the whole text of a mail, too. */
export const forwardAction: MoreAction = {
  actionId: 'mail.forward',
  verb: 'forward',
  needs: 'mail.reply',
  label: ({ compose }) => compose.forward,
  hint: ({ compose }) => compose.forwardHint,
  isAllowed: isAnswerable,
}

/** Every row of More…, in the order in which it is shown. The feature that carries it out listens to its action id. */
export const moreActions: MoreAction[] = [
  forwardAction,
  startJob,
  {
    actionId: 'mail.headers',
    verb: 'headers',
    needs: 'mail.read',
    label: ({ headers }) => headers,
    hint: ({ moreHints }) => moreHints.headers,
    isAllowed: () => true,
  },
  {
    actionId: 'mail.original',
    verb: 'original',
    needs: 'mail.read',
    label: ({ original }) => original.label,
    hint: ({ original }) => original.hint,
    isAllowed: ({ messageId }) => messageId !== '',
  },
  {
    actionId: 'mail.why',
    verb: 'why',
    needs: 'mail.read',
    label: ({ why }) => why,
    hint: ({ moreHints }) => moreHints.why,
    isAllowed: () => true,
  },
  {
    actionId: 'mail.rules.like',
    verb: 'like',
    needs: 'mail.administer',
    label: ({ rules }) => rules.like,
    hint: ({ rules }) => rules.likeHint,
    isAllowed: () => true,
  },
  {
    actionId: 'mail.badges',
    verb: 'badges',
    needs: 'mail.read',
    label: ({ trust }) => trust.badges,
    hint: ({ trust }) => trust.badgesHint,
    isAllowed: () => true,
  },
  {
    actionId: 'mail.block',
    verb: 'block',
    needs: 'mail.release',
    label: ({ trust }) => trust.block,
    hint: ({ trust }) => trust.blockHint,
    isAllowed: ({ from, own }) => from.address !== '' && from.address.toLowerCase() !== own?.toLowerCase(),
  },
  {
    actionId: 'mail.not_spam',
    verb: 'not_spam',
    needs: 'mail.release',
    label: ({ trust }) => trust.notSpam,
    hint: ({ trust }) => trust.notSpamHint,
    isAllowed: isMistaken,
  },
  {
    actionId: 'mail.settings',
    verb: 'settings',
    needs: 'nothing',
    label: ({ openSettings }) => openSettings,
    hint: ({ moreHints }) => moreHints.settings,
    isAllowed: () => true,
  },
]

import type { ActionRow } from './allowed-actions.ts'
import type { Mail } from './mail/mail.ts'

/** How a person decides about quarantined mail; frozen. */
export const quarantineVerdicts = ['released', 'deleted'] as const
export type QuarantineVerdict = (typeof quarantineVerdicts)[number]

/** `verdict`: the decision that the button makes; without one it opens the text. */
export interface QuarantineAction extends ActionRow<Mail> {
  verdict?: QuarantineVerdict
  /** The mailbox is told that the sender is welcome. */
  isWelcoming?: true
}

/** The decisions as the audit names them; frozen. */
export const verdictVerbs: Record<QuarantineVerdict, string> = { released: 'release', deleted: 'delete' }

const isUndecided = ({ held }: Mail): boolean => held === undefined || held.state === 'held'

/** Every button of a quarantined mail's card, in the order in which it is shown. */
export const quarantineActions: QuarantineAction[] = [
  { actionId: 'mail.show', needs: 'mail.read', label: ({ quarantine }) => quarantine.show, isAllowed: isUndecided },
  {
    verdict: 'released',
    actionId: 'mail.release',
    needs: 'mail.release',
    label: ({ quarantine }) => quarantine.release,
    confirm: ({ quarantine: { releaseAsk, releaseText, release, keep } }) => ({
      title: releaseAsk,
      text: releaseText,
      yes: release,
      no: keep,
    }),
    isAllowed: isUndecided,
  },
  {
    verdict: 'released',
    isWelcoming: true,
    actionId: 'mail.not_spam',
    needs: 'mail.release',
    label: ({ trust }) => trust.notSpam,
    confirm: ({ trust, quarantine }) => ({
      title: trust.notSpamAsk,
      text: trust.notSpamText,
      yes: trust.notSpam,
      no: quarantine.keep,
    }),
    isAllowed: (mail) => isUndecided(mail) && (mail.restriction === 'spam' || mail.restriction === 'blocked'),
  },
  {
    verdict: 'deleted',
    actionId: 'mail.discard',
    needs: 'mail.release',
    label: ({ quarantine }) => quarantine.delete,
    style: 'danger',
    confirm: ({ quarantine }) => ({
      title: quarantine.deleteAsk,
      text: quarantine.deleteText,
      yes: quarantine.delete,
      no: quarantine.keep,
    }),
    isAllowed: isUndecided,
  },
]

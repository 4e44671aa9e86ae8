import type { ButtonRow } from './action-row.ts'
import type { Mail } from './mail/mail.ts'

/** Decisions about quarantined mail; frozen. */
export const quarantineVerdicts = ['released', 'deleted'] as const
export type QuarantineVerdict = (typeof quarantineVerdicts)[number]

/** The decisions as the audit names them; frozen. */
export const verdictVerbs = { released: 'release', deleted: 'delete' } as const

const isUndecided = ({ held }: Mail): boolean => held === undefined || held.state === 'held'

/** Every button of a quarantined mail's card, in the order in which it is shown. */
export const quarantineActions: ButtonRow<Mail, 'show' | 'release' | 'not_spam' | 'delete'>[] = [
  {
    verb: 'show',
    actionId: 'mail.show',
    at: ['card'],
    needs: 'mail.read',
    label: ({ quarantine }) => quarantine.show,
    isAllowed: isUndecided,
  },
  {
    verb: 'release',
    actionId: 'mail.release',
    at: ['card'],
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
    verb: 'not_spam',
    actionId: 'mail.not_spam',
    at: ['card'],
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
    verb: 'delete',
    actionId: 'mail.discard',
    at: ['card'],
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

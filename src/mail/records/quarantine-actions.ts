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
    asks: {
      actionId: 'mail.ask_release',
      words: ({ quarantine: { releaseText, release } }) => ({ title: release, text: releaseText, yes: release }),
    },
    isAllowed: isUndecided,
  },
  {
    verb: 'not_spam',
    actionId: 'mail.not_spam',
    at: ['card'],
    needs: 'mail.release',
    label: ({ trust }) => trust.notSpam,
    asks: {
      actionId: 'mail.ask_not_spam',
      words: ({ trust }) => ({ title: trust.notSpamAsk, text: trust.notSpamText, yes: trust.notSpam }),
    },
    isAllowed: (mail) => isUndecided(mail) && (mail.restriction === 'spam' || mail.restriction === 'blocked'),
  },
  {
    verb: 'delete',
    actionId: 'mail.discard',
    at: ['card'],
    needs: 'mail.release',
    label: ({ quarantine }) => quarantine.delete,
    style: 'danger',
    asks: {
      actionId: 'mail.ask_discard',
      words: ({ quarantine }) => ({
        title: quarantine.deleteAsk,
        text: quarantine.deleteText,
        yes: quarantine.delete,
      }),
    },
    isAllowed: isUndecided,
  },
]

import type { ButtonRow } from './action-row.ts'
import type { Mail } from './mail/mail.ts'

/** Verbs of what people report to the mailbox about a sender; frozen. */
export const senderVerbs = ['block_address', 'block_domain', 'not_spam'] as const
export type SenderVerb = (typeof senderVerbs)[number]

/** Whether a person released a mail that the mailbox still restricts, and nobody has reported that yet. The next mail of its sender may also be restricted. */
export const isFalsePositive = ({ restriction, held, isWelcome }: Mail): boolean =>
  restriction !== undefined && restriction !== 'rule' && held?.state === 'released' && !isWelcome

/** The mail without the badge of its restriction: a person says that it is wrong. */
export const withoutRestrictionBadge = (mail: Mail): Mail => ({
  ...mail,
  badges: mail.badges.filter((badge) => badge !== mail.restriction),
})

/** The buttons of the form that blocks a sender. The sender's domain decides which ones are offered. */
export const blockActions: ButtonRow<Mail, SenderVerb>[] = [
  {
    verb: 'block_address',
    actionId: 'mail.block_address',
    at: ['form'],
    needs: 'mail.release',
    label: ({ trust }) => trust.blockAddress,
    style: 'danger',
    isAllowed: ({ from }) => from.address !== '',
  },
  {
    verb: 'block_domain',
    actionId: 'mail.block_domain',
    at: ['form'],
    needs: 'mail.release',
    label: ({ trust }) => trust.blockDomain,
    style: 'danger',
    isAllowed: ({ from }) => from.address !== '',
  },
]

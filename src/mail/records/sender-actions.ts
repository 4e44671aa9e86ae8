import type { ButtonRow } from './action-row.ts'
import type { Mail } from './mail/mail.ts'

/** What the mailbox is told about a sender; frozen. */
export const senderVerbs = ['block_address', 'block_domain', 'not_spam'] as const
export type SenderVerb = (typeof senderVerbs)[number]

/** Released by a person, it is still restricted for the mailbox, and the next mail of its sender may be, too. */
export const isMistaken = ({ restriction, held }: Mail): boolean =>
  restriction !== undefined && held?.state === 'released'

/** The buttons of the form that blocks a sender. Which of them are offered depends on the sender's domain. */
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

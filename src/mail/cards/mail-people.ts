import { plainText, section } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { isolateLineStart } from '../../core/isolate-direction.ts'
import { type Address, displayAddress, domainOf } from '../records/address.ts'
import { type Badge, isImitation, type Mail, warnsOfImitation } from '../records/mail/mail.ts'
import type { MailText } from '../text/mail-text.ts'
import { describeOtherRecipients, nameWithMore } from '../text/name-people.ts'

const SHOWN_PEOPLE = 3
/** Limit of a long name; an address is never cut. */
const NAME_CHARS = 40
/** Room for six of the longest addresses with their names. */
const PEOPLE_CHARS = 2000
const BADGES_CHARS = 300

const nameShortly = ({ name, address }: Address): string =>
  displayAddress({ address, ...(name && { name: truncate(name, NAME_CHARS) }) })

/** Names the sender of a mail in a list, by name alone unless the mail imitates someone: a name is what its sender claims. */
export function nameSentBy({ noSender }: MailText, mail: Pick<Mail, 'from' | 'badges'>): string {
  const { from } = mail
  if (from.address === '') return noSender
  return from.name && !isImitation(mail) ? isolateLineStart(from.name) : nameShortly(from)
}

/** The first people of a list with their addresses, and how many others there are, never only one; `unread` counts those that are not in the list. */
function chooseShown(people: Address[], unread = 0): { names: string[]; more: number } {
  const isOneMore = people.length === SHOWN_PEOPLE + 1 && unread === 0
  const shown = isOneMore ? people : people.slice(0, SHOWN_PEOPLE)
  return { names: shown.map(nameShortly), more: people.length - shown.length + unread }
}

/** Names the first people of a list with their addresses, and counts the others. */
export function nameSomePeople(text: MailText, people: Address[]): string {
  const { names, more } = chooseShown(people)
  return nameWithMore(text, names, more)
}

/** Names the other recipients of a mail, as part of a line; undefined if the inbox is alone. */
export function nameOtherRecipients(text: MailText, mail: Mail): ReturnType<typeof plainText> | undefined {
  const { to, cc, own, inboxId, leftOut = 0, leftOutCc = 0 } = mail
  const isOther = ({ address }: Address) => address.toLowerCase() !== (own ?? inboxId).toLowerCase()
  const shorten = (people: Address[], unread: number) => chooseShown(people.filter(isOther), unread)
  const line = describeOtherRecipients(text, shorten(to, leftOut - leftOutCc), shorten(cc, leftOutCc))
  return line === '' ? undefined : plainText(line, PEOPLE_CHARS)
}

/** Warnings that a person must see before they believe or answer a mail; each has its own line. */
const warningOf: Partial<Record<Badge, (text: MailText, mail: Mail) => string>> = {
  look_alike: (text, { from, looksLike }) =>
    looksLike ? text.looksLike({ domain: domainOf(from.address), known: looksLike }) : text.badges.look_alike,
  claimed_name: (text, { from, claims, claimsMember }) =>
    claimsMember
      ? text.claimsMember({ name: from.name ?? '', address: from.address })
      : claims
        ? text.claimsName({ name: from.name ?? '', known: claims })
        : text.badges.claimed_name,
  unauthenticated: ({ badges }) => badges.unauthenticated,
  reply_to_differs: (text, { from, replyTo }) => {
    const others = replyTo.filter(({ address }) => address.toLowerCase() !== from.address.toLowerCase())
    return text.repliesGoTo({
      addresses: nameSomePeople(
        text,
        others.map(({ address }) => ({ address })),
      ),
    })
  },
}

const buildWarnings = (text: MailText, mail: Mail, badges: Badge[]): MessageBlock[] =>
  badges.flatMap((badge) => {
    const warning = warningOf[badge]
    return warning ? [section(plainText(`⚠️ ${warning(text, mail)}`, PEOPLE_CHARS))] : []
  })

/** The warnings about the sender of a mail, except the one that the card already shows. */
export const buildSenderWarnings = (text: MailText, mail: Mail, said?: Badge): MessageBlock[] =>
  buildWarnings(
    text,
    mail,
    mail.badges.filter((badge) => badge !== said),
  )

/** The same in two parts: that the sender imitates somebody, which stands above the subject, and the others. */
export function splitSenderWarnings(
  text: MailText,
  mail: Mail,
): { aboveSubject: MessageBlock[]; belowSubject: MessageBlock[] } {
  const [above = [], below = []] = [true, false].map((isAbove) =>
    buildWarnings(
      text,
      mail,
      mail.badges.filter((badge) => warnsOfImitation(badge) === isAbove),
    ),
  )
  return { aboveSubject: above, belowSubject: below }
}

/** The badges that are no warnings, as part of a line; undefined if there are none. Badges of a later version are left out. */
export function buildQuietBadges(text: MailText, { badges, isExternalUsual }: Mail, said?: Badge) {
  const known: Partial<Record<string, string>> = text.badges
  const isSaid = (badge: Badge) => badge === said || (badge === 'external' && isExternalUsual === true)
  const names = badges.flatMap((badge) => (isSaid(badge) || warningOf[badge] ? [] : (known[badge] ?? [])))
  return names.length > 0 ? plainText(names.join(' · '), BADGES_CHARS) : undefined
}

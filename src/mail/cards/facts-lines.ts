import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { dateToken, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { type Address, displayAddress } from '../records/address.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { BounceFacts, ContactFacts, EventFacts, EventMoment } from '../../mail-content/attachments/mail-facts.ts'
import { describeNotDelivered } from '../text/delivery-sentences.ts'
import { describeEvent, describeSpan, describeZone } from '../text/fact-sentences.ts'
import type { MailText } from '../text/mail-text.ts'
import { nameWithMore } from '../text/name-people.ts'

const LINE_CHARS = 600
const PEOPLE_CHARS = 900
const DAY_MS = 24 * 3_600_000

type Part = Parameters<typeof contextBlock>[number]

const isDay = ({ local }: EventMoment): boolean => local !== '' && !local.includes('T')
const previousDay = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** Describes a time in each reader's zone if its own zone is known; otherwise as it was written. */
function describeWhen(text: MailText, { start, end, repeats }: EventFacts): Part[] {
  if (!start) return []
  const { facts: words, formats } = text
  const repeated = repeats === undefined ? undefined : words.repeats[repeats as keyof typeof words.repeats]
  if (start.at !== undefined) {
    const isSameDay = end?.local.slice(0, 10) === start.local.slice(0, 10)
    const until = end?.at === undefined ? '' : dateToken(end.at, isSameDay ? '{time}' : '{date_long} {time}')
    const from = dateToken(start.at, '{date_long} {time}')
    return [describeSpan(text, from, until), repeated]
  }
  // A whole day ends on the day after.
  const last = end && isDay(end) && isDay(start) ? previousDay(end.local) : end?.local
  const shown = [start.local, last]
    .filter((one) => one !== undefined && one !== '')
    .map((one) => formats.localTime(one ?? ''))
  const [from = '', until = ''] = shown
  const span = describeSpan(text, from, until)
  const zone = isDay(start) ? undefined : (start.zone ?? '')
  return [plainText(zone === undefined ? span : describeZone(text, span, zone), LINE_CHARS), repeated]
}

/** Names a person, who may have no mail address in a calendar file. */
const nameParty = ({ facts }: MailText, party: Address): string =>
  party.address === '' ? facts.noAddress({ name: isolateDirection(party.name ?? '') }) : displayAddress(party)

function buildEventLines(text: MailText, event: EventFacts): MessageBlock[] {
  const { facts: words } = text
  const { method, title, where, organizer, people, peopleCount, others } = event
  const [first] = people
  const who = first ? nameParty(text, first) : ''
  const shownTitle = isolateDirection(title || text.noSubject)
  const line = describeEvent(text, { method, answer: first?.answer ?? '', title: shownTitle, who })
  const names = people.map((person) => nameParty(text, person))
  const hasPeople = names.length > 0 && method !== 'answer'
  return [
    section(plainText(`📅 ${line}`, LINE_CHARS)),
    ...contextBlock(
      ...describeWhen(text, event),
      where !== undefined && plainText(words.where({ place: isolateDirection(where) }), LINE_CHARS),
    ),
    ...contextBlock(
      organizer && plainText(words.organizer({ who: nameParty(text, organizer) }), LINE_CHARS),
      hasPeople &&
        plainText(
          words.people({ names: nameWithMore(text, names, Math.max(0, peopleCount - names.length)) }),
          PEOPLE_CHARS,
        ),
    ),
    ...contextBlock(others !== undefined && words.otherEvents({ count: others })),
  ]
}

const buildContactLine = (
  { facts: words }: MailText,
  { name, organization, addresses, phones }: ContactFacts,
): MessageBlock[] =>
  contextBlock(
    plainText(
      `👤 ${[words.contact({ name: isolateDirection(name) }), organization, ...addresses, ...phones].filter(Boolean).join(' · ')}`,
      LINE_CHARS,
    ),
  )

function buildBounceLines(text: MailText, { recipients, link }: BounceFacts): MessageBlock[] {
  const { facts: words } = text
  return [
    ...recipients
      .slice(0, 5)
      .flatMap(({ address, status, said }) => [
        section(plainText(`⚠️ ${describeNotDelivered(text, address, status)}`, LINE_CHARS)),
        ...contextBlock(said !== undefined && plainText(words.serverSaid({ words: said }), LINE_CHARS)),
      ]),
    ...contextBlock(
      recipients.length > 5 && text.forms.moreRecipients({ count: recipients.length - 5 }),
      link === undefined ? words.noReplyFound : mrkdwnLink(link, words.reply),
    ),
  ]
}

/** Shows facts from the attachments of a mail, which are named with its other files. */
export function buildFactsLines(text: MailText, mail: Mail): MessageBlock[] {
  const { event, contacts = [], bounce } = mail.facts ?? {}
  return [
    ...(event ? buildEventLines(text, event) : []),
    ...contacts.flatMap((contact) => buildContactLine(text, contact)),
    ...(bounce ? buildBounceLines(text, bounce) : []),
  ]
}

import type { Feature } from '../../slice.ts'
import { readSearchText } from '../content/mail-preview.ts'
import { type Address, domainOf } from '../model/address.ts'
import { isDeleted, isQuarantined, type Mail } from '../model/mail.ts'
import { formatTerm, splitWords } from '../model/word-index.ts'
import type { MailServices } from '../services.ts'
import { indexMailTask } from '../routing/index-task.ts'

/** Keeps the index of `/mail find`. */
export const indexMailFeature = (services: MailServices): Feature => ({
  tasks: [indexMailTask.handler(({ team, mail }) => indexMail(services, team, mail))],
})

/** Restricted mail is indexed once somebody has released it. */
async function indexMail({ mailStore, wordIndex }: MailServices, team: string, key: string): Promise<void> {
  const mail = await mailStore.findMail(team, key)
  if (!mail || isQuarantined(mail) || isDeleted(mail)) return
  const channel = (await mailStore.findThread(team, mail.thread))?.channel
  const { at, thread } = mail
  await wordIndex.add(team, listTerms(mail, channel), { key, at, thread })
}

const wordsOf = ({ name = '', address }: Address): string[] => [...splitWords(name), ...splitWords(address)]

/** Everything that a mail is found by, the most telling first. */
export function listTerms(mail: Mail, channel: string | undefined): string[] {
  const { from, to, cc, subject, inboxId, own } = mail
  const sender = [from.address, domainOf(from.address), ...wordsOf(from)].filter((word) => word !== '')
  const places = [inboxId, ...(own === undefined ? [] : [own]), ...(channel === undefined ? [] : [channel])]
  return [
    ...sender.map((word) => formatTerm('from', word)),
    ...places.map((place) => formatTerm('in', place)),
    ...splitWords(subject),
    ...[from, ...to, ...cc].flatMap(wordsOf),
    ...splitWords(readSearchText(mail)),
  ]
}

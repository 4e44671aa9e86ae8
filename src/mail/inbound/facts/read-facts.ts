import type { Feature } from '../../../slice.ts'
import { cardKinds } from '../../action-ids.ts'
import { isDeleted, isQuarantined, type Mail } from '../../records/mail/mail.ts'
import type { BounceFacts, MailFacts } from '../../../mail-content/attachments/mail-facts.ts'
import type { InboundServices } from '../inbound-services.ts'
import { refreshMailCards } from '../../cards/refresh-cards.ts'
import {
  findReturnedId,
  listReferences,
  readDeliveryReport,
  readProse,
} from '../../../mail-content/attachments/bounce-report.ts'
import { readCalendarEvent } from '../../../mail-content/attachments/calendar-event.ts'
import { readContactCards } from '../../../mail-content/attachments/contact-cards.ts'
import { type FactSources, readFactSources } from './fact-sources.ts'
import { factsTask } from './facts-task.ts'

/** Shows on the card of a mail which appointment it is about, whose contacts it brings, or which of our replies did not arrive. */
export const mailFactsFeature = (services: InboundServices): Feature => ({
  tasks: [factsTask.handler(({ team, mail }) => readFacts(services, team, mail))],
})

async function readFacts(services: InboundServices, team: string, key: string): Promise<void> {
  const { mailStore } = services
  const mail = await mailStore.findMail(team, key)
  if (!mail || isDeleted(mail) || isQuarantined(mail)) return
  const facts = mail.facts ?? (await collectFacts(services, team, mail))
  const stored = await mailStore
    .mails(team)
    .update(key, (now) => (now && !isDeleted(now) ? { ...now, facts } : undefined))
  if (stored) await refreshMailCards(services, team, key, stored)
}

async function collectFacts(services: InboundServices, team: string, mail: Mail): Promise<MailFacts> {
  const sources = await readFactSources(services, mail)
  const event = sources.calendar === undefined ? undefined : readCalendarEvent(sources.calendar)
  const contacts = sources.contacts === undefined ? [] : readContactCards(sources.contacts)
  const bounce = (mail.kinds ?? []).includes('bounce') ? await readBounce(services, team, mail, sources) : undefined
  return { ...(event && { event }), ...(contacts.length > 0 && { contacts }), ...(bounce && { bounce }) }
}

async function readBounce(
  services: InboundServices,
  team: string,
  mail: Mail,
  { report, returned }: FactSources,
): Promise<BounceFacts> {
  const reported = report === undefined ? [] : readDeliveryReport(report)
  const failed = Object.entries(mail.headers).find(([name]) => name.toLowerCase() === 'x-failed-recipients')?.[1] ?? ''
  const recipients = reported.length > 0 ? reported : report === undefined ? readProse(mail.text ?? '', failed) : []
  const returnedId = returned === undefined ? undefined : findReturnedId(returned)
  const ids = [...(returnedId === undefined ? [] : [returnedId]), ...listReferences(mail.headers)]
  return { recipients, ...(await findReply(services, team, mail.inboxId, ids)) }
}

/** The reply that left under one of these ids, and the link to its card. */
async function findReply(
  { replyStore, cards, slack: { conversations } }: InboundServices,
  team: string,
  inboxId: string,
  ids: string[],
): Promise<Pick<BounceFacts, 'reply' | 'link'>> {
  for (const messageId of ids) {
    const reply = (await replyStore.findDeliveryReport(team, { inboxId, messageId }))?.reply
    if (reply === undefined) continue
    const shown = await cards.findNewestMessage({ team, kind: cardKinds.reply, id: reply })
    const link = shown && (await conversations.permalink(team, shown.channel, shown.ts))
    return { reply, ...(link !== undefined && { link }) }
  }
  return {}
}

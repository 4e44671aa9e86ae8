import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { cardKinds } from '../../action-ids.ts'
import { isDeleted, isQuarantined, type Mail } from '../../records/mail/mail.ts'
import type { BounceFacts, MailFacts } from '../../../mail-content/attachments/mail-facts.ts'
import type { InboundScope } from '../inbound-scope.ts'
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

/** Shows on the card of a mail the appointment that it is about, the contacts that it contains, or the reply of ours that bounced. */
export const mailFactsFeature: ScopedFeature<InboundScope> = {
  tasks: [scopedHandler(factsTask, (scope, { mail }) => readFacts(scope, mail))],
}

async function readFacts(scope: InboundScope, key: string): Promise<void> {
  const { mailStore } = scope
  const mail = await mailStore.findMail(key)
  if (!mail || isDeleted(mail) || isQuarantined(mail)) return
  const facts = mail.facts ?? (await collectFacts(scope, mail))
  const stored = await mailStore.mails.update(key, (now) => (now && !isDeleted(now) ? { ...now, facts } : undefined))
  if (stored) await refreshMailCards(scope, key, stored)
}

async function collectFacts(scope: InboundScope, mail: Mail): Promise<MailFacts> {
  const sources = await readFactSources(scope, mail)
  const event = sources.calendar === undefined ? undefined : readCalendarEvent(sources.calendar)
  const contacts = sources.contacts === undefined ? [] : readContactCards(sources.contacts)
  const bounce = (mail.kinds ?? []).includes('bounce') ? await readBounce(scope, mail, sources) : undefined
  return { ...(event && { event }), ...(contacts.length > 0 && { contacts }), ...(bounce && { bounce }) }
}

async function readBounce(scope: InboundScope, mail: Mail, { report, returned }: FactSources): Promise<BounceFacts> {
  const reported = report === undefined ? [] : readDeliveryReport(report)
  const failed = Object.entries(mail.headers).find(([name]) => name.toLowerCase() === 'x-failed-recipients')?.[1] ?? ''
  const recipients = reported.length > 0 ? reported : report === undefined ? readProse(mail.text ?? '', failed) : []
  const returnedId = returned === undefined ? undefined : findReturnedId(returned)
  const ids = [...(returnedId === undefined ? [] : [returnedId]), ...listReferences(mail.headers)]
  return { recipients, ...(await findReply(scope, mail.inboxId, ids)) }
}

/** Finds the sent reply with one of these ids, and the link to its card. */
async function findReply(
  { team, replyStore, cards, slack: { conversations } }: InboundScope,
  inboxId: string,
  ids: string[],
): Promise<Pick<BounceFacts, 'reply' | 'link'>> {
  for (const messageId of ids) {
    const reply = (await replyStore.findDeliveryReport({ inboxId, messageId }))?.reply
    if (reply === undefined) continue
    const shown = await cards.findNewestMessage({ team, kind: cardKinds.reply, id: reply })
    const link = shown && (await conversations.permalink(team, shown.channel, shown.ts))
    return { reply, ...(link !== undefined && { link }) }
  }
  return {}
}

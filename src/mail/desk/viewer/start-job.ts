import type { Action } from '../../../slack/inbound/listeners.ts'
import type { Feature, JobsForMail, JobSource } from '../../../slice.ts'
import { findMailForReader, type ShownMail } from '../../access/mail-for-reader.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import { readOwnText } from '../../records/mail/mail-preview.ts'
import { displayAddress } from '../../records/address.ts'
import { isQuarantined } from '../../records/mail/mail.ts'
import { startJob } from '../../records/more-actions.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { DeskServices } from '../desk-services.ts'

/** The form that starts a docs job from a mail, for people who may read the mail; jobs say who may start one. */
export const startJobFeature = (services: DeskServices): Feature => ({
  listen(slack) {
    const {
      slices: { jobs },
    } = services
    if (jobs) slack.action(startJob.actionId, (action) => openJobForm(services, jobs, action))
  },
})

async function openJobForm(services: DeskServices, jobs: JobsForMail, action: Action): Promise<void> {
  const shown = await findMailForReader(services, action, action.value)
  if (!shown) return
  // A button from before it was restricted.
  if (isQuarantined(shown.mail)) return refuseClick(services, action, plainTextMessage(shown.text.forms.gone))
  await jobs.openForm(action, await describeSource(services, action.team, shown))
}

async function describeSource(
  services: DeskServices,
  team: string,
  { text, key, mail }: ShownMail,
): Promise<JobSource> {
  const { thread } = mail
  const shownBy = [
    { kind: cardKinds.mail, id: key },
    { kind: cardKinds.threadHead, id: thread },
  ]
  const channel = await findThreadChannel(services, team, thread)
  const [own, head] = await Promise.all(shownBy.map((card) => services.cards.findNewestMessage({ team, ...card })))
  const isHere = head !== undefined && head.channel === channel
  return {
    thread,
    mail: key,
    ...(channel !== undefined && { channel }),
    ...(isHere && { ts: (own?.channel === channel ? own : head).ts, threadTs: head.ts }),
    cards: shownBy,
    from: mail.from.address ? displayAddress(mail.from) : text.noSender,
    at: mail.at,
    subject: mail.subject,
    text: readOwnText(mail),
    files: mail.attachments.map(({ name }) => name),
  }
}

import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import type { JobSource } from '../../../slice.ts'
import { findMailForReader, type ShownMail } from '../../access/mail-for-reader.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import { readOwnText } from '../../records/mail/mail-preview.ts'
import { displayAddress } from '../../records/address.ts'
import { isAnswerable } from '../../records/mail/mail.ts'
import { startJob } from '../../records/mail-actions.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { DeskScope } from '../desk-scope.ts'

/** Opens the form that starts a docs job from a mail, for people who may read the mail. The jobs slice decides who may start a job. */
export const startJobFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    slack.action(startJob.actionId, openJobForm)
  },
}

async function openJobForm(scope: DeskScope, action: Action): Promise<void> {
  const { jobs } = scope.slices
  const shown = await findMailForReader(scope, action, action.value)
  if (!shown) return
  if (!jobs) return refuseClick(scope, action, plainTextMessage(shown.text.jobs.notConnected))
  // The button may be older than the restriction, and a click can be forged.
  if (!isAnswerable(shown.mail)) return refuseClick(scope, action, plainTextMessage(shown.text.forms.gone))
  await jobs.openForm(action, await describeSource(scope, shown))
}

async function describeSource(scope: DeskScope, { text, key, mail }: ShownMail): Promise<JobSource> {
  const { thread } = mail
  const shownBy = [
    { kind: cardKinds.mail, id: key },
    { kind: cardKinds.threadHead, id: thread },
  ]
  const channel = await findThreadChannel(scope, thread)
  const [own, head] = await Promise.all(
    shownBy.map((card) => scope.cards.findNewestMessage({ team: scope.team, ...card })),
  )
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

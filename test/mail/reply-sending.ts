import type { Fault } from '../../tools/sandbox-types.ts'
import type { Harness, Message, Where } from '../support/harness.ts'

export const noHold = { env: { MAIL_UNDO_SECONDS: '0' } }

export const busy: Omit<Fault, 'target'> = { mode: 'status', status: 503, error: 'service_unavailable' }

/** A customer writes, Maria answers, and her send meets these troubles, one after the other. */
export async function replied(app: Harness, ...troubles: Omit<Fault, 'target'>[]) {
  const support = await app.slack.channel('support')
  const maria = await app.slack.user('maria')
  await app.mail.inbound({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await app.slack.saw(support, /The total looks wrong/)
  await app.slack.click(maria, head, /^Reply$/)
  const form = await app.slack.form(maria)
  for (const trouble of troubles) await app.fault({ target: 'mail', match: '/reply', ...trouble })
  await app.slack.fill(maria, form, [[/^Text$/, 'A new invoice is on its way.']])
  return { support, maria, head }
}

export const inThread = (app: Harness, head: Message & Where, fits: RegExp) =>
  app.slack.saw(head.channel, fits, head.ts)

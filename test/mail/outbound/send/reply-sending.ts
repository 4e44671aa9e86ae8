import type { ActionAnswer, Fault, View } from '../../../../sandbox/control-types.ts'
import { findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../../support/harness.ts'

export const withoutHold = { env: { MAIL_UNDO_SECONDS: '0' } }

export const unavailable: Omit<Fault, 'target'> = { mode: 'status', status: 503, error: 'service_unavailable' }

/** Receives a customer's mail and replies as Maria, with these faults in order. */
export async function sendReply(app: Harness, ...faults: Omit<Fault, 'target'>[]) {
  const support = await app.slack.channel('support')
  const maria = await app.slack.user('maria')
  const inbound = await app.mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await app.slack.findMessage(support, /The total looks wrong/)
  await app.slack.click(maria, head, 'mail.reply')
  const form = await app.slack.findForm(maria)
  for (const fault of faults) await app.addFault({ target: 'mail', match: '/reply', ...fault })
  await app.slack.fillForm(maria, form, [['mail.text', 'A new invoice is on its way.']])
  return { support, maria, head, inbound }
}

/** Claims the mail of a card, which then has Reply all. Returns the card. */
export async function claim({ slack }: Harness, user: string, head: Message & MessageRef) {
  await slack.click(user, head, 'mail.claim')
  return slack.findCard(head.channel, 'claimed', { kind: 'mail.card' })
}

export const findInThread = (app: Harness, head: Message & MessageRef, fits: RegExp) =>
  app.slack.findMessage(head.channel, fits, head.ts)

/** Waits for the question whether a person sends or stops the mail of somebody else. */
export const findQuestion = ({ slack }: Harness, user: string): Promise<View> =>
  until(async () => (await slack.views(user)).findLast((view) => /wrote this email to/.test(readText(view))))

/** Sends a form with all required ticks. */
export async function sendTicked({ slack }: Harness, person: string, view: View): Promise<ActionAnswer> {
  const ticks = listTicks(view)
  if (Object.keys(ticks).length === 0) throw new Error(`nothing to tick in ${readText(view)}`)
  return slack.submit(person, view.id, ticks)
}

/** The ticks that a form requires before Send; empty if it requires none. */
export const listTicks = (form: View): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    findElements(form).flatMap(({ action_id: id, block_id: block, options }) =>
      id === 'mail.ticks' ? [[block, { [id]: (options as { value: string }[]).map(({ value }) => value) }]] : [],
    ),
  )

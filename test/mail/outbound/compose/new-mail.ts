import type { Fault } from '../../../../sandbox/control-types.ts'
import { type Harness, type Message, type MessageRef, type View } from '../../../support/harness.ts'
import { pickEntry } from '../../mail-menu.ts'
import { claim, listTicks } from '../send/reply-sending.ts'
import { lookAround } from '../../../support/until.ts'

/** Sends an open form with all required ticks. */
export async function sendForm(
  app: Harness,
  user: string,
  form: View,
  answers: [RegExp | string, unknown][],
): Promise<void> {
  const answer = await app.slack.fillForm(user, form, answers)
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  if (answer.response_action !== 'update') return
  const shown = (await lookAround(() => app.slack.views(user))).find(({ id }) => id === form.id)
  const again = await app.slack.submit(user, form.id, shown && listTicks(shown))
  if (again.errors) throw new Error(JSON.stringify(again.errors))
}

/** Opens the form of `/mail write`. */
export async function openWriteForm(app: Harness, user: string, channel: string, words = ''): Promise<View> {
  await app.slack.command(user, channel, `/mail write ${words}`.trim())
  return app.slack.findForm(user)
}

/** Writes a new mail to Rita from this channel, and returns the head of its thread. */
export async function writeMail(app: Harness, user: string, channel: string): Promise<Message & MessageRef> {
  const form = await openWriteForm(app, user, channel, 'rita@partner.test')
  await sendForm(app, user, form, [
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, 'Hello Rita, here is our offer.'],
  ])
  return app.slack.findMessage(channel, /here is our offer/)
}

export const otherSends = ['reply all', 'forward', 'new mail'] as const
const routes = { 'reply all': '/reply', forward: '/forward', 'new mail': '/messages/send' }

/** Receives a customer's mail, and sends a mail of this kind as Maria, with these faults in order. Returns the head of its thread. */
export async function sendOther(
  app: Harness,
  kind: (typeof otherSends)[number],
  ...faults: Omit<Fault, 'target'>[]
): Promise<{ maria: string; head: Message & MessageRef }> {
  const support = await app.slack.channel('support')
  const maria = await app.slack.user('maria')
  await app.mail.receive({ subject: 'Contract', text: 'Please sign this.', cc: ['ann@customer.test'] })
  const head = await app.slack.findMessage(support, /Please sign this/)
  for (const fault of faults) await app.addFault({ target: 'mail', match: routes[kind], ...fault })
  if (kind === 'new mail') return { maria, head: await writeMail(app, maria, support) }
  if (kind === 'forward') {
    const form = await openForwardForm(app, maria, head)
    await sendForm(app, maria, form, [
      [/^To$/, 'legal@partner.test'],
      [/^Your message$/, 'Is this all right?'],
    ])
    return { maria, head }
  }
  await app.slack.click(maria, await claim(app, maria, head), /^Reply all$/)
  await sendForm(app, maria, await app.slack.findForm(maria), [[/^Your reply$/, 'We have signed it.']])
  return { maria, head }
}

/** Opens the form that forwards the mail of a head. */
export async function openForwardForm(app: Harness, user: string, head: Message & MessageRef): Promise<View> {
  await pickEntry(app.slack, user, head, 'forward')
  return app.slack.findForm(user)
}

import type { Harness } from '../../../support/harness.ts'
import { chooseTime } from './choose-time.ts'

const answer = 'You are right, a new invoice is on its way.'

/** Receives a mail, and schedules Maria's answer for tomorrow morning. */
export async function scheduleReply(app: Harness, choice = 'own') {
  const { slack, mail } = app
  const support = await slack.channel('support')
  const maria = await slack.user('maria')
  const { thread_id: threadId } = await mail.receive({
    subject: 'Invoice 4711',
    text: 'The total looks wrong.',
    headers: { Date: 'Mon, 23 Nov 2026 10:00:00 +0530' },
  })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await chooseTime(app, maria, await slack.findForm(maria), choice)
  await slack.fillForm(maria, form, [['mail.text', answer]])
  const find = (fits: RegExp) => slack.findMessage(support, fits, head.ts)
  return {
    support,
    maria,
    head,
    form,
    threadId,
    find,
    write: (text: string, more = {}) => mail.receive({ thread_id: threadId, text, ...more }),
  }
}

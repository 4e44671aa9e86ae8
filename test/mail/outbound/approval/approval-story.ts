import { type Harness, type Message, type MessageRef, until, type View } from '../../../support/harness.ts'
import { readText } from '../../../support/block-queries.ts'
import { lookAround } from '../../../support/until.ts'

/** Sets the approvers of the inbox as an admin, in Slack's notation. */
export async function setApproval({ slack, mail }: Harness, whom: string): Promise<void> {
  const [aiko, docs] = await Promise.all([slack.user('aiko'), slack.channel('docs')])
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} ${whom}`)
  await slack.findEphemeral(docs, aiko, whom === 'off' ? /is now sent without approval/ : /now needs approval by/)
}

/** Receives a customer's mail and answers it as Maria. Returns the mail's head in Slack. */
export async function writeReply(app: Harness, text = 'A new invoice is on its way.') {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  const inbound = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', text]])
  return { support, maria, head, inbound }
}

export const findInThread = ({ slack }: Harness, head: Message & MessageRef, fits: RegExp) =>
  slack.findMessage(head.channel, fits, head.ts)

/** Opens the window from the request to this person. */
export async function openReview({ slack }: Harness, user: string): Promise<View> {
  const before = (await lookAround(() => slack.views(user))).at(-1)
  const asked = await slack.findPost(user, 'mail.approval')
  await slack.click(user, asked, 'mail.review')
  return slack.findForm(user, before)
}

/** Makes this person the approver, writes a reply as Maria, and opens the approver's window. */
export async function openReviewOfReply(app: Harness, approver: string) {
  await setApproval(app, `<@${approver}>`)
  const written = await writeReply(app)
  return { ...written, window: await openReview(app, approver) }
}

/** Counts the person's direct messages that match now. */
export const countDirect = async ({ slack }: Harness, user: string, fits: RegExp): Promise<number> =>
  (await slack.messages(user)).filter((one) => fits.test(readText(one))).length

/** The person's newest window or Home that matches. */
export const findView = ({ slack }: Harness, user: string, fits: RegExp): Promise<View> =>
  until(async () => (await slack.views(user)).findLast((view) => fits.test(readText(view))))

import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import type { Fields, Message, View } from '../sandbox/control-types.ts'
import { isFields } from '../tools/fields.ts'
import { writeMailText, writeReplyText } from './card-parser.ts'
import type { Fixture, Operation, SendKind } from './fixture.ts'
import type { RecordedPost } from './history.ts'
import { startMailThread } from './mail-operations.ts'
import { listAddresses, readListedRecipients, type ShownMail } from './sent-content.ts'
import { closeForms, findCards, isSuccessful, pickAt, POLL_MS } from './person.ts'
import type { PlannedOperation } from './plan.ts'

const SUBMIT_ATTEMPTS = 40
const SUBMIT_AGAIN_MS = 400
/** Slack's answer to a click is lost as often as any other, and the first mails may be shown late: a person tries again for so long. */
const PATIENCE_MS = 300_000
const RECIPIENT = 'rita@partner.test'

/** The recipient of a new mail or a forward: the other inbox of the account for every second one. */
const chooseRecipient = ({ inboxes }: Fixture, marker: string, from: string): string =>
  Number(marker.slice(1, 6)) % 2 === 0 ? (inboxes.find(({ id }) => id !== from)?.id ?? RECIPIENT) : RECIPIENT

interface Element extends Fields {
  action_id: string
  block_id: string
}

const listObjects = (value: unknown): Fields[] =>
  isFields(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(listObjects)] : []

export const listElements = ({ blocks = [] }: Pick<View | Message, 'blocks'>): Element[] =>
  blocks.flatMap((block) =>
    listObjects(block).flatMap((one) =>
      typeof one['action_id'] === 'string'
        ? [{ ...one, action_id: one['action_id'], block_id: String(block['block_id']) }]
        : [],
    ),
  )

const valuesOf = (element: Element | undefined): string[] =>
  listObjects(element?.['options']).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))

/** The newest form or window that has this field or button, and these words in it, once it is open. */
export async function waitForView(
  { sandbox, formPolls }: Fixture,
  user: string,
  actionId: string,
  words = '',
): Promise<View | undefined> {
  const fits = ({ action_id: id, initial_value: value }: Element): boolean =>
    // The text of a formatted field is inside its elements.
    id === actionId && JSON.stringify(value ?? '').includes(words)
  for (let poll = 0; poll < formPolls; poll += 1) {
    const views = await sandbox.slack.views(user)
    const found = views.findLast((view) => listElements(view).some(fits))
    if (found) return found
    await sleep(POLL_MS)
  }
  return undefined
}

const WHEN = 'mail.send_when'
const TIME = { text: { type: 'plain_text', text: 'A time' } }
const MINUTE_MS = 60_000

/** When a mail is to leave: one in six at a time of its own, and of those every fourth tomorrow, unless somebody decides otherwise. */
export const chooseTime = (marker: string): 'now' | 'soon' | 'tomorrow' => {
  const number = Number(marker.slice(1, 6))
  if (number % 6 !== 3) return 'now'
  return number % 24 === 3 ? 'tomorrow' : 'soon'
}

/** A choice of the menu of times: a moment within the hour, half a minute at this clock. */
export const writeSoon = (marker: string): Fields => ({
  ...TIME,
  value: `own|${Date.now() + (10 + (Number(marker.slice(-2)) % 40)) * MINUTE_MS}`,
})

/** Fills in a form as a person does, with all required ticks. */
function fillIn(view: View, { marker, words }: Pick<PlannedOperation, 'marker' | 'words'>, recipient: string): Fields {
  const texts: Record<string, unknown> = {
    'mail.text': `${writeReplyText(marker)} ${words}`,
    'mail.subject': `${marker} ${words}`,
    'mail.recipients:to': recipient,
  }
  const isAnswer = !listElements(view).some(({ action_id: id }) => id === 'mail.subject')
  const values: Fields = {}
  for (const element of listElements(view)) {
    const { action_id: action, block_id: block } = element
    if (action === WHEN && chooseTime(marker) !== 'now')
      values[block] = { [action]: chooseTime(marker) === 'soon' ? writeSoon(marker) : valuesOf(element)[1] }
    else if (action === 'mail.ticks') values[block] = { [action]: valuesOf(element) }
    else if (action in texts && !(isAnswer && action === 'mail.recipients:to'))
      values[block] = { [action]: texts[action] }
  }
  return values
}

/** The mail that will be sent, by the form and the values entered. */
function readEntered(view: View, values: Fields): ShownMail {
  const listed = readListedRecipients(view)
  const read = (id: string): string | undefined => {
    const element = listElements(view).find(({ action_id: action }) => action === id)
    const entered = element && values[element.block_id]
    const value = (isFields(entered) ? entered[id] : undefined) ?? element?.['initial_value']
    return typeof value === 'string' ? value : element && ''
  }
  const [to, cc, subject] = ['mail.recipients:to', 'mail.recipients:cc', 'mail.subject'].map(read)
  return {
    ...(to === undefined ? listed : { to: listAddresses(to), cc: listAddresses(cc ?? '') }),
    ...(subject !== undefined && { subject }),
    text: read('mail.text') ?? '',
  }
}

/** Whether a mail with this marker is shown, for a person who does not know whether the form was taken. */
async function isShown({ history, formPolls }: Fixture, marker: string): Promise<boolean> {
  for (let poll = 0; poll < formPolls; poll += 1) {
    if ([...history.posts.values()].some(({ content }) => content.includes(writeReplyText(marker)))) return true
    await sleep(POLL_MS)
  }
  return false
}

/** A person submits until the form closes; a form that comes back changed is submitted once more. */
async function submitMail(
  fixture: Fixture,
  user: string,
  form: View,
  planned: Pick<PlannedOperation, 'marker' | 'words'>,
  inbox: string,
): Promise<{ accepted: boolean; entered?: ShownMail }> {
  const { slack } = fixture.sandbox
  let entered: ShownMail | undefined
  for (let attempt = 0; attempt < SUBMIT_ATTEMPTS; attempt += 1) {
    // A form that was asked for earlier may open above this one, late: it's another mail's.
    const view = (await slack.views(user)).find(({ id }) => id === form.id)
    if (!view) break
    const values = fillIn(view, planned, chooseRecipient(fixture, planned.marker, inbox))
    entered = readEntered(view, values)
    const answer = await ifPossible(slack.submitView({ user, view_id: view.id, values }))
    const stays = answer?.response_action === 'errors' || answer?.response_action === 'update'
    if (isSuccessful(answer) && !stays) return { accepted: true, entered }
    if (!isSuccessful(answer)) await sleep(SUBMIT_AGAIN_MS)
  }
  return { accepted: entered !== undefined && (await isShown(fixture, planned.marker)), ...(entered && { entered }) }
}

/** A person fills in an open form and sends it. */
export async function sendOpenForm(
  fixture: Fixture,
  user: string,
  form: View,
  planned: Pick<PlannedOperation, 'marker' | 'words'>,
  about: Pick<Operation, 'sends' | 'thread' | 'root' | 'needsApproval'> & { inbox: string },
): Promise<boolean> {
  const { accepted, entered } = await submitMail(fixture, user, form, planned, about.inbox)
  if (entered)
    fixture.operations.push({ kind: 'reply', ...about, marker: planned.marker, accepted, entered, writer: user })
  await closeForms(fixture, user)
  return accepted
}

/** Presses a button of a mail's card, or picks Forward from its ⋯ menu. False if the form does not open. */
async function openFromCard(fixture: Fixture, user: string, card: RecordedPost, kind: SendKind): Promise<boolean> {
  const { slack } = fixture.sandbox
  const on = { user, channel: card.channel, message_ts: card.ts }
  if (kind !== 'forward') {
    const wanted = kind === 'reply-all' ? 'mail.reply_all' : 'mail.reply'
    return isSuccessful(await ifPossible(slack.click({ ...on, action_id: wanted })))
  }
  const shown = (await ifPossible(slack.messages(card.channel, card.threadTs ?? card.ts))) ?? []
  const message = shown.find(({ ts }) => ts === card.ts)
  const menu = message && listElements(message).find(({ action_id: id }) => id === 'mail.more')
  const entry = valuesOf(menu).find((value) => value.startsWith('forward:'))
  return (
    entry !== undefined && isSuccessful(await ifPossible(slack.click({ ...on, action_id: 'mail.more', value: entry })))
  )
}

/** Whether a person with this card can send that kind: one that nobody has claimed, and a mail to the inbox alone, have no Reply all. */
const takes = (kind: SendKind, { content }: RecordedPost): boolean =>
  kind === 'forward' || content.includes(kind === 'reply-all' ? '"mail.reply_all"' : '"mail.reply"')

/** Claims a mail, whose card then offers Reply all if there are several recipients. */
async function claimMail({ sandbox }: Fixture, user: string, card: RecordedPost): Promise<void> {
  const on = { user, channel: card.channel, message_ts: card.ts }
  await ifPossible(sandbox.slack.click({ ...on, action_id: 'mail.claim' }))
}

/** The mail cards in Slack, the heads of threads first. */
const findMailCards = (fixture: Fixture): RecordedPost[] => [
  ...findCards(fixture, 'card:mail.card:'),
  ...findCards(fixture, 'card:mail.mail:'),
]

/** Replies to everybody where a card offers that, or will once its mail is claimed; otherwise replies as usual. */
async function chooseKind(fixture: Fixture, user: string, wanted: SendKind): Promise<SendKind> {
  const cards = findMailCards(fixture)
  if (wanted !== 'reply-all' || cards.some((card) => takes(wanted, card))) return wanted
  const unclaimed = cards.find(({ content }) => content.includes('"mail.claim"'))
  if (unclaimed) await claimMail(fixture, user, unclaimed)
  return unclaimed ? wanted : 'reply'
}

async function trySending(fixture: Fixture, planned: PlannedOperation, wanted: SendKind): Promise<boolean | undefined> {
  const { people, sandbox, inboxes } = fixture
  const user = pickAt(people, planned.user) ?? people[0]
  await closeForms(fixture, user)
  const kind = await chooseKind(fixture, user, wanted)
  const able = kind === 'new' ? [] : findMailCards(fixture).filter((one) => takes(kind, one))
  const card = pickAt(able, planned.pick)
  if (kind === 'new') {
    const command = { command: '/mail', text: `write ${RECIPIENT}` }
    const typed = await ifPossible(sandbox.slack.sendCommand({ user, channel: inboxes[0].channel, ...command }))
    if (!isSuccessful(typed)) return undefined
  } else if (!card || !(await openFromCard(fixture, user, card, kind))) return undefined
  const form = await waitForView(fixture, user, 'mail.text')
  if (!form) return undefined
  const thread = card && `${card.channel}:${card.threadTs ?? card.ts}`
  const { id, needsApproval } = inboxes.find(({ channel }) => channel === card?.channel) ?? inboxes[0]
  return sendOpenForm(fixture, user, form, planned, {
    inbox: id,
    sends: kind,
    needsApproval,
    ...(thread && { thread }),
  })
}

/** A person sends a mail of this kind, trying until its form is submitted. */
export async function sendMail(fixture: Fixture, planned: PlannedOperation, kind: SendKind): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (let attempt = 0; Date.now() < end; attempt += 1) {
    // A form whose submission nobody confirmed may have been taken: the next one has words of its own.
    const marker = planned.marker.replace(/x\d{4}/, `x${String(attempt).padStart(4, '0')}`)
    if (await trySending(fixture, attempt === 0 ? planned : { ...planned, marker }, kind)) return
    await sleep(SUBMIT_AGAIN_MS)
  }
  await startMailThread(fixture, planned)
}

/** Somebody answers a mail that began in Slack. */
export async function answerNewMail(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const begun = fixture.operations.filter(({ sends, entered }) => sends === 'new' && entered?.to[0] === RECIPIENT)
  const parent = pickAt(begun, planned.pick)?.marker
  const sent =
    parent !== undefined &&
    (await fixture.sandbox.mail.sent()).find(({ text }) => text?.startsWith(writeReplyText(parent)))
  if (parent === undefined || !sent) return startMailThread(fixture, planned)
  const received = await fixture.sandbox.mail.receive({
    inbox_id: sent.inbox_id,
    from: `Rita <${RECIPIENT}>`,
    subject: `Re: ${sent.subject}`,
    text: `${writeMailText(planned.marker)} ${planned.words}`,
    in_reply_to: sent.message_id,
  })
  fixture.operations.push({
    kind: 'mail',
    marker: planned.marker,
    accepted: undefined,
    event: received.event_id,
    parent,
    inbox: sent.inbox_id,
    mailThread: received.thread_id,
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import { isFields, type Fields, type Message, type View } from '../tools/sandbox-types.ts'
import { writeMailText, writeReplyText } from './card-parser.ts'
import type { Fixture, SendKind } from './fixture.ts'
import type { RecordedPost } from './history.ts'
import { startMailThread } from './mail-operations.ts'
import { closeForms, findCards, isSuccessful, pickAt, POLL_MS } from './person.ts'
import type { PlannedOperation } from './plan.ts'

const POLLS = 12
const SUBMIT_ATTEMPTS = 40
const SUBMIT_AGAIN_MS = 400
/** Slack's answer to a click is lost as often as any other: a person tries again. */
const ATTEMPTS = 60
const RECIPIENT = 'rita@partner.test'

interface Element extends Fields {
  action_id: string
  block_id: string
}

const listObjects = (value: unknown): Fields[] =>
  isFields(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(listObjects)] : []

const listElements = ({ blocks = [] }: Pick<View | Message, 'blocks'>): Element[] =>
  blocks.flatMap((block) =>
    listObjects(block).flatMap((one) =>
      typeof one['action_id'] === 'string'
        ? [{ ...one, action_id: one['action_id'], block_id: String(block['block_id']) }]
        : [],
    ),
  )

const valuesOf = (element: Element | undefined): string[] =>
  listObjects(element?.['options']).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))

async function waitForView({ sandbox }: Fixture, user: string, actionId: string): Promise<View | undefined> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const views = await sandbox.slack.views(user)
    const found = views.findLast((view) => listElements(view).some(({ action_id: id }) => id === actionId))
    if (found) return found
    await sleep(POLL_MS)
  }
  return undefined
}

const WHEN = 'mail.send_when'
/** One send in eight leaves tomorrow, or when somebody presses Send now. */
const isLater = (marker: string): boolean => Number(marker.slice(1, 6)) % 8 === 3

/** What a person enters; what has to be ticked is ticked. */
function fillIn(view: View, { marker, words }: PlannedOperation, hasDecisions: boolean): Fields {
  const texts: Record<string, unknown> = {
    'mail.text': `${writeReplyText(marker)} ${words}`,
    'mail.subject': `${marker} ${words}`,
    'mail.recipients:to': RECIPIENT,
  }
  const isAnswer = !listElements(view).some(({ action_id: id }) => id === 'mail.subject')
  const values: Fields = {}
  for (const element of listElements(view)) {
    const { action_id: action, block_id: block } = element
    if (action === WHEN && hasDecisions && isLater(marker)) values[block] = { [action]: valuesOf(element)[1] }
    else if (action === 'mail.ticks') values[block] = { [action]: valuesOf(element) }
    else if (action in texts && !(isAnswer && action === 'mail.recipients:to'))
      values[block] = { [action]: texts[action] }
  }
  return values
}

/** A person submits until the form closes; a form that comes back changed is submitted once more. */
async function submitMail(fixture: Fixture, user: string, planned: PlannedOperation): Promise<boolean> {
  const { slack } = fixture.sandbox
  for (let attempt = 0; attempt < SUBMIT_ATTEMPTS; attempt += 1) {
    const view = await waitForView(fixture, user, 'mail.text')
    if (!view) return false
    const answer = await ifPossible(
      slack.submitView({ user, view_id: view.id, values: fillIn(view, planned, fixture.hasDecisions ?? false) }),
    )
    const stays = answer?.response_action === 'errors' || answer?.response_action === 'update'
    if (isSuccessful(answer) && !stays) return true
    if (!isSuccessful(answer)) await sleep(SUBMIT_AGAIN_MS)
  }
  return false
}

/** Presses a button of a mail's card, or what its ⋯ menu leads to. False if the form does not open. */
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
  const more = valuesOf(menu).find((value) => value.startsWith('more:'))
  if (
    more === undefined ||
    !isSuccessful(await ifPossible(slack.click({ ...on, action_id: 'mail.more', value: more })))
  )
    return false
  const view = await waitForView(fixture, user, 'mail.forward')
  const button = view && listElements(view).find(({ action_id: id }) => id === 'mail.forward')
  if (!view || !button) return false
  const press = { user, view_id: view.id, action_id: 'mail.forward', value: button['value'] }
  return isSuccessful(await ifPossible(slack.click(press)))
}

/** Whether a person with this card can send that kind: a mail to the inbox alone has no Reply all. */
const takes = (kind: SendKind, { content }: RecordedPost): boolean =>
  kind === 'forward' || content.includes(kind === 'reply-all' ? '"mail.reply_all"' : '"mail.reply"')

async function trySending(fixture: Fixture, planned: PlannedOperation, kind: SendKind): Promise<boolean | undefined> {
  const { people, sandbox, mailChannel } = fixture
  const user = pickAt(people, planned.user) ?? people[0]
  await closeForms(fixture, user)
  const cards = [...findCards(fixture, 'card:mail.card:'), ...findCards(fixture, 'card:mail.mail:')]
  const card =
    kind === 'new'
      ? undefined
      : pickAt(
          cards.filter((one) => takes(kind, one)),
          planned.pick,
        )
  if (kind === 'new') {
    const command = { command: '/mail', text: `write ${RECIPIENT}` }
    const typed = await ifPossible(sandbox.slack.sendCommand({ user, channel: mailChannel, ...command }))
    if (!isSuccessful(typed)) return undefined
  } else if (!card || !(await openFromCard(fixture, user, card, kind))) return undefined
  if (!(await waitForView(fixture, user, 'mail.text'))) return undefined
  const accepted = await submitMail(fixture, user, planned)
  const thread = card && `${card.channel}:${card.threadTs ?? card.ts}`
  fixture.operations.push({ kind: 'reply', sends: kind, marker: planned.marker, accepted, ...(thread && { thread }) })
  await closeForms(fixture, user)
  return accepted
}

/** A person sends a mail of this kind, with as many attempts as it takes until its form is submitted. */
export async function sendMail(fixture: Fixture, planned: PlannedOperation, kind: SendKind): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // A form whose submission nobody confirmed may have been taken: the next one has words of its own.
    const marker = planned.marker.replace(/x\d/, `x${attempt % 10}`)
    if (await trySending(fixture, attempt === 0 ? planned : { ...planned, marker }, kind)) return
    await sleep(SUBMIT_AGAIN_MS)
  }
  await startMailThread(fixture, planned)
}

/** Somebody answers a mail that began in Slack. */
export async function answerNewMail(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const begun = fixture.operations.filter(({ sends }) => sends === 'new').map(({ marker }) => marker)
  const parent = pickAt(begun, planned.pick)
  const sent =
    parent && (await fixture.sandbox.mail.sent()).find(({ text }) => text?.startsWith(writeReplyText(parent)))
  if (!parent || !sent) return startMailThread(fixture, planned)
  const received = await fixture.sandbox.mail.receive({
    inbox_id: fixture.inbox,
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
    mailThread: received.thread_id,
  })
}

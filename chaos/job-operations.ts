import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import { findMarkers, parseCardState } from './card-parser.ts'
import type { Fixture } from './fixture.ts'
import { closeForms, findCards, isSuccessful, pickAt, POLL_MS, submitForm, waitForForm } from './person.ts'
import type { PlannedOperation } from './plan.ts'

/** The card may come late, and its hold is short. */
const POLLS_FOR_UNDO = 50
/** Of the commands. */
const UNDO_SHARE = 0.4

const JOB_CARD = 'card:jobs.card:'

const pickUser = ({ people }: Fixture, { user }: PlannedOperation): string => pickAt(people, user) ?? people[0]
const pickChannel = ({ channels }: Fixture, { channel }: PlannedOperation): string =>
  pickAt(channels, channel) ?? channels[0]

async function sendCommand(fixture: Fixture, planned: PlannedOperation, isUndone = false): Promise<void> {
  const channel = pickChannel(fixture, planned)
  const text = `${planned.marker} ${planned.words}`
  const answer = await ifPossible(
    fixture.sandbox.slack.sendCommand({ channel, user: pickUser(fixture, planned), command: '/docs', text }),
  )
  fixture.operations.push({
    kind: 'job',
    marker: planned.marker,
    accepted: isSuccessful(answer),
    channel,
    isUndone,
  })
}

/** A person changes their mind while the card still offers Undo; when it is too late, the job continues. */
async function undoCommand(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  await sendCommand(fixture, planned, true)
  for (let poll = 0; poll < POLLS_FOR_UNDO; poll += 1) {
    const card = findCards(fixture, JOB_CARD).find(({ content }) => content.includes(planned.marker))
    const target = card && { channel: card.channel, message_ts: card.ts, action_id: 'jobs.undo' }
    const user = pickUser(fixture, planned)
    if (target && isSuccessful(await ifPossible(fixture.sandbox.slack.click({ user, ...target })))) return
    await sleep(POLL_MS)
  }
}

export const startByCommand = (fixture: Fixture, planned: PlannedOperation): Promise<void> =>
  planned.pick < UNDO_SHARE ? undoCommand(fixture, planned) : sendCommand(fixture, planned)

/** Mentions the app; returns the key of the message in the history. */
async function mentionApp(
  fixture: Fixture,
  planned: PlannedOperation,
  { channel, threadTs }: { channel: string; threadTs?: string },
): Promise<string> {
  const text = `<@${fixture.bot}> ${planned.marker} ${planned.words}`
  const user = pickUser(fixture, planned)
  const message = { channel, user, text, ...(threadTs !== undefined && { thread_ts: threadTs }) }
  const { ts } = await fixture.sandbox.slack.sendMessage(message)
  return `${channel}:${ts}`
}

export async function startByMention(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const channel = pickChannel(fixture, planned)
  const event = await mentionApp(fixture, planned, { channel })
  fixture.operations.push({ kind: 'job', marker: planned.marker, accepted: undefined, event, channel })
}

export async function startByForm(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const { slack } = fixture.sandbox
  const user = pickUser(fixture, planned)
  const channel = pickChannel(fixture, planned)
  await closeForms(fixture, user)
  const opened = await ifPossible(slack.sendCommand({ channel, user, command: '/docs', text: '' }))
  if (!isSuccessful(opened)) return sendCommand(fixture, planned)
  if (!(await waitForForm(fixture, user, 'jobs.new'))) return sendCommand(fixture, planned)
  const values = { 'prompt-0': { prompt: `${planned.marker} ${planned.words}` }, channel: { channel } }
  const accepted = await submitForm(fixture, user, { callbackId: 'jobs.new', values })
  fixture.operations.push({ kind: 'job', marker: planned.marker, accepted, channel })
  await closeForms(fixture, user)
}

export async function sendFollowUp(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  // A card that asks whether to start a second job names the first one as well.
  const heads = findCards(fixture, JOB_CARD).filter(
    ({ threadTs, content }) => threadTs === undefined && parseCardState(content) !== 'asking',
  )
  const card = pickAt(heads, planned.pick)
  const parent = card && findMarkers(card.content)[0]
  if (!card || parent === undefined) return startByMention(fixture, planned)
  const event = await mentionApp(fixture, planned, { channel: card.channel, threadTs: card.ts })
  fixture.operations.push({ kind: 'follow-up', marker: planned.marker, accepted: undefined, event, parent })
}

export async function redeliverSlackEvent(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const redelivered = await ifPossible(fixture.sandbox.slack.redeliver(planned.times))
  if (!redelivered) await startByMention(fixture, planned)
}

import { expect } from 'vitest'
import type { Sandbox } from '../../../sandbox/create-sandbox.ts'
import type { Channel, Message } from '../../../sandbox/slack/workspace/workspace-types.ts'
import { createChannel } from '../../../sandbox/slack/workspace/seed-data.ts'
import { accessTextIn } from '../../../src/access/text/access-text.ts'
import { isFields } from '../../../tools/fields.ts'
import { createInbox, listInboxesOf } from '../../mail/mailbox-calls.ts'
import { type Fields, type Harness, type HarnessOptions, openHarness } from '../harness.ts'
import { test } from '../story-test.ts'
import { lookAround } from '../until.ts'
import { findLeaks, type SendingFacts, type Shown } from './find-leaks.ts'

/** An inbox that the story does not use, with a private channel of its own. Two of the people in it approve its mail. */
interface OtherInbox {
  inbox: string
  readers: string[]
  /** The words of a mail in it. */
  words: string
}

const CHANNEL = { id: 'C08PARTN07G', name: 'partners' }
const TRIES_MAX = 3
const WORDS = 'Our confidential terms'
/** The member who is not in the channel is the one who writes in most stories. */
const READERS = ['tom', 'aiko', 'li']

function findPerson({ slack: { workspace } }: Sandbox, name: string): string {
  const person = [...workspace.people.values()].find((one) => one.name === name)
  if (!person) throw new Error(`the sandbox has no ${name}`)
  return person.id
}

/** Sends a command; again, as it asks, if the app found the simulated Slack too slow, as it may be on a busy machine. */
async function sendCommand(app: Harness, channel: Channel, user: string, line: string): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const { error } = await app.slack.command(user, channel.id, line)
    await app.settled()
    const isLate = channel.ephemerals.some((one) => readMessage(one).includes(accessTextIn('en').slackTooSlow))
    if (error === undefined && !isLate) return
    channel.ephemerals.length = 0
  }
  throw new Error(`${line} was not answered in time`)
}

/** Adds an inbox with a route, two approvers and a mail from the customer of the stories. */
async function addOtherInbox(app: Harness): Promise<OtherInbox> {
  const { mail, sandbox } = app
  const { workspace } = sandbox.slack
  const readers = READERS.map((name) => findPerson(sandbox, name))
  const [tom = '', aiko = '', li = ''] = readers
  const members = new Set([...readers, ...workspace.apps.map(({ botUser }) => botUser)])
  const channel = createChannel(CHANNEL.id, CHANNEL.name, 'private', { members })
  workspace.channels.set(channel.id, channel)
  const inbox = await createInbox(app, 'partners')
  await sendCommand(app, channel, aiko, `/mail route ${inbox} #${channel.name}`)
  await sendCommand(app, channel, aiko, `/mail approval ${inbox} <@${tom}> <@${li}>`)
  await mail.receive({ inbox_id: inbox, subject: 'Terms', text: `${WORDS} are attached.` })
  await app.settled()
  // Read as at the end of a story, so a check that reads nothing is noticed.
  const shown = listShown(sandbox).filter(({ text }) => text.includes(WORDS))
  expect(shown.map(({ where }) => where)).toContain(channel.name)
  return { inbox, readers, words: WORDS }
}

const readMessage = ({ text, blocks, attachments, files }: Message): string =>
  JSON.stringify([text, blocks, attachments, files])

/** Everything that the app has posted or opened and that is still there. */
function listShown({ slack: { workspace } }: Sandbox): Shown[] {
  const { botUser, botId } = workspace.primary
  const messages = [...workspace.channels.values()].flatMap((channel) => {
    const readers = [...channel.members].filter((member) => workspace.people.get(member)?.is_bot !== true)
    const all = [...channel.timeline, ...[...channel.threads.values()].flat(), ...channel.ephemerals]
    return all
      .filter(({ bot_id: bot, user }) => bot === botId || user === botUser)
      .map((message): Shown => {
        const only = message.ephemeral_for
        return {
          where: channel.name || `the direct messages of ${String(channel.user)}`,
          readers: only === undefined ? readers : [only],
          isPrivate: only !== undefined || channel.kind === 'im',
          isShared: channel.is_ext_shared && only === undefined,
          text: readMessage(message),
        }
      })
  })
  const views = [...workspace.views.values()]
    .filter(({ app }) => app === workspace.primary)
    .map(({ user, type, fields, blocks }): Shown => {
      const where = `the ${type} of ${user}`
      return { where, readers: [user], isPrivate: true, isShared: false, text: JSON.stringify([fields, blocks]) }
    })
  return [...messages, ...views]
}

/** The texts in a rich text or a typed value, each run of equal style by itself. */
const collectTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : isFields(value)
      ? Object.entries(value).flatMap(([key, one]) =>
          isFields(one) || key === 'text' || key === 'value' ? collectTexts(one) : [],
        )
      : []

/** The texts in the fields of a mail when this request was sent to the app. */
function readTyped(requestBody: string): string[] {
  const payload = new URLSearchParams(requestBody).get('payload')
  const { view } = payload === null ? {} : (JSON.parse(payload) as { view?: { state?: { values?: Fields } } })
  return Object.values(view?.state?.values ?? {}).flatMap((block) =>
    isFields(block) ? ['mail.text', 'mail.reason'].flatMap((field) => collectTexts(block[field])) : [],
  )
}

/** Every text that somebody has typed into a form or a channel. */
function listWritten({ slack: { workspace }, server }: Sandbox): string[] {
  const said = [...workspace.channels.values()].flatMap((channel) =>
    [...channel.timeline, ...[...channel.threads.values()].flat()]
      .filter(({ bot_id: bot, subtype }) => bot === undefined && subtype === undefined)
      .map(({ text }) => text),
  )
  const typed = server.exchanges.flatMap(({ direction, requestBody }) =>
    direction === 'to-app' && requestBody.includes('mail.text') ? readTyped(requestBody) : [],
  )
  return [...new Set([...said, ...typed])]
}

async function readFacts(app: Harness, other: OtherInbox): Promise<SendingFacts> {
  const { people } = app.sandbox.slack.workspace
  const sent = await lookAround(() => app.mail.sent())
  return {
    guest: findPerson(app.sandbox, 'gwen'),
    outsiders: [...people.values()].flatMap((one) => (one.is_stranger ? [one.id] : [])),
    shown: listShown(app.sandbox),
    sent: await Promise.all(
      sent.map(async (mail) => ({
        ...mail,
        threadInboxes: mail.in_reply_to === null ? [] : await listInboxesOf(app, mail.in_reply_to),
      })),
    ),
    written: listWritten(app.sandbox),
    other,
  }
}

/**
 * A test of a story of sending. Its workspace also has another inbox: two people approve its mail, and the usual writer cannot read its channel. A
 * guest and a channel shared with another organization are in every workspace. Fails after the story if `findLeaks` finds anything.
 */
export const testSending = (options: HarnessOptions = {}) =>
  test.extend<{ app: Harness }>({
    app: async ({ onTestFinished, task }, use) => {
      const app = await openHarness(options, { onTestFinished })
      const other = await addOtherInbox(app)
      await use(app)
      if (task.result?.state === 'fail') return
      // An app of its own is quiet only after a second, or killed by now.
      if (!options.ownProcess) await app.settled()
      await app.clearFaults()
      expect(findLeaks(await readFacts(app, other))).toEqual([])
    },
  })

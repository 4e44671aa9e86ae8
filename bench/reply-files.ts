import { setTimeout as sleep } from 'node:timers/promises'
import { type StoreName, STORE_NAMES, createProcessGroup, waitUntil } from '../tools/processes.ts'
import type { SandboxClient } from '../tools/sandbox-client.ts'
import type { Fields, View } from '../sandbox/control-types.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { readUsage, startApp } from './running-app.ts'

const INBOX = 'support@sandbox.test'
const MB = 1024 * 1024
const LIMIT_MB = 80
const SAMPLE_MS = 5
const SETTLE_MS = 3000
/** The same number of bytes in one file and in as many as a mail takes. */
const SIZES: [name: string, files: number[]][] = [
  ['1 file of 25 MB', [25 * MB]],
  ['10 files of 2.5 MB', Array.from({ length: 10 }, () => 2.5 * MB)],
]

type Person = { user: string; channel: string }

/** The only field of this type, with what is entered there. */
function fillField({ blocks }: View, type: string, value: unknown): Record<string, Fields> {
  const found = blocks.find(({ element }) => (element as Fields | undefined)?.['type'] === type)
  if (!found) throw new Error(`no ${type}`)
  return { [String(found['block_id'])]: { [String((found['element'] as Fields)['action_id'])]: value } }
}

async function findReplyButton(client: SandboxClient, channel: string, subject: string) {
  for (const message of await client.slack.messages(channel)) {
    if (!JSON.stringify(message.blocks ?? []).includes(subject)) continue
    const actions = (message.blocks ?? []).flatMap((block) => (block['elements'] ?? []) as Fields[])
    const reply = actions.find(({ text }) => (text as { text?: string } | undefined)?.text === 'Reply')
    if (reply) return { channel, message_ts: message.ts, action_id: String(reply['action_id']), value: reply['value'] }
  }
  return undefined
}

/** A customer writes, and a person answers with these files; resolves when the answer has been sent. */
async function answerWithFiles(client: SandboxClient, { user, channel }: Person, subject: string, files: number[]) {
  await client.mail.receive({ inbox_id: INBOX, from: 'one@customer.test', subject, text: 'Where is it?' })
  let button: Awaited<ReturnType<typeof findReplyButton>>
  await waitUntil('the mail', async () => {
    button = await findReplyButton(client, channel, subject)
    return button !== undefined
  })
  if (!button) throw new Error('no Reply')
  await client.slack.click({ user, ...button })
  const view = (await client.slack.views(user)).findLast(({ type }) => type === 'modal')
  if (!view) throw new Error('no form')
  const content = files.map((bytes, index) => ({
    name: `${subject} ${index}.bin`,
    content_type: 'application/octet-stream',
    content: Buffer.alloc(bytes, `${index}`).toString('base64'),
  }))
  const before = (await client.mail.sent()).length
  await client.slack.submitView({
    user,
    view_id: view.id,
    values: { ...fillField(view, 'rich_text_input', subject), ...fillField(view, 'file_input', content) },
  })
  await waitUntil('the reply', async () => (await client.mail.sent()).length > before, 60_000)
}

/** By how much a fresh app grows while it sends files, after it has sent a small one. */
async function measureFiles(store: StoreName, [name, files]: (typeof SIZES)[number]): Promise<string> {
  const group = createProcessGroup()
  try {
    const { client, env } = await startSandbox(group)
    const app = await startApp(group, { ...env, MAIL_UNDO_SECONDS: '0', STORE_URL: await group.createStore(store) })
    const [users, channels] = await Promise.all([client.slack.users(), client.slack.channels()])
    const person = {
      user: users.find((one) => one.name === 'maria')?.id ?? '',
      channel: channels.find((one) => one.name === 'support')?.id ?? '',
    }
    await answerWithFiles(client, person, 'Warm-up', [MB])
    await sleep(SETTLE_MS)
    const { residentMb: before } = readUsage(app.pid)
    let peak = before
    const timer = setInterval(() => (peak = Math.max(peak, readUsage(app.pid).residentMb)), SAMPLE_MS)
    await answerWithFiles(client, person, name, files)
    clearInterval(timer)
    return formatRow(STORE_NAMES[store], name, `${(peak - before).toFixed(0)} MB`, `${LIMIT_MB} MB`)
  } finally {
    await group.close()
  }
}

/** `npm run bench reply-files`: the memory that a reply with 25 MB of files costs while it is sent. */
export async function benchReplyFiles(stores: StoreName[], print: PrintLine): Promise<void> {
  print(formatHead('store', 'a reply with', 'extra resident memory', 'limit'))
  for (const store of stores) for (const size of SIZES) print(await measureFiles(store, size))
}

import { postControl } from '../model/control-api.ts'
import { markStepDone } from '../model/first-steps.ts'
import type { UploadedFile } from '../model/field-values.ts'
import { installedApp, currentUser } from '../model/workspace-state.ts'
import type { ActionAnswer } from '../../../control-types.ts'
import { encodeMessage } from './typed-text.ts'

/** Whether the command worked. If it didn't, Slackbot explains why in the channel. */
async function sendCommand(channel: string, name: string, text: string, thread: string | undefined): Promise<boolean> {
  if (!installedApp.value.commands.some((one) => one.command === name)) {
    throw new Error(
      `${installedApp.value.name} has no command ${name}. To send this as a message, put a word before the slash.`,
    )
  }
  if (thread) throw new Error(`${name} doesn’t work in threads. Use it in the channel.`)
  const body = { channel, user: currentUser.value, command: name, text }
  const answer = await postControl<ActionAnswer>('/slack/command', body)
  if (answer.error !== undefined) return false
  if (name === '/docs' && text !== '') markStepDone('command')
  return true
}

/**
 * Sends typed text as a command if it begins with one, otherwise as a message. Resolves to false if it failed and Slackbot explains why; throws an
 * error whose message is shown.
 */
export async function sendMessage(
  at: { channel: string; thread: string | undefined; broadcast: boolean },
  typed: string,
  files: UploadedFile[],
): Promise<boolean> {
  const slash = /^(\/[a-z0-9_-]+)(?:\s+([\s\S]*))?$/i.exec(typed)
  if (slash) return sendCommand(at.channel, slash[1] ?? '', slash[2] ?? '', at.thread)
  await postControl('/slack/message', {
    channel: at.channel,
    user: currentUser.value,
    text: encodeMessage(typed),
    ...(at.thread && { thread_ts: at.thread, reply_broadcast: at.broadcast }),
    ...(files.length > 0 && { files }),
  })
  return true
}

import { postControl } from '../model/control-api.ts'
import { describeFailure } from '../model/block-surface.ts'
import type { UploadedFile } from '../model/field-values.ts'
import { installedApp, currentUser } from '../model/workspace-state.ts'
import type { AppAnswer } from '../model/control-types.ts'
import { encodeMessage } from './typed-text.ts'

async function sendCommand(channel: string, name: string, text: string, thread: string | undefined): Promise<void> {
  if (!installedApp.value.commands.some((one) => one.command === name)) {
    throw new Error(
      `${installedApp.value.name} has no command ${name}. To send this as a message, put a word before the slash.`,
    )
  }
  if (thread) throw new Error(`${name} doesn’t work in threads. Use it in the channel.`)
  const words = describeFailure(
    await postControl<AppAnswer>('/slack/command', { channel, user: currentUser.value, command: name, text }),
  )
  if (words) throw new Error(`${name} failed. ${words}`)
}

/** Sends typed text as a command if it begins with one, otherwise as a message. Throws an error whose message is shown. */
export async function sendMessage(
  at: { channel: string; thread: string | undefined },
  typed: string,
  files: UploadedFile[],
): Promise<void> {
  const slash = /^(\/[a-z0-9_-]+)(?:\s+([\s\S]*))?$/i.exec(typed)
  if (slash) return sendCommand(at.channel, slash[1] ?? '', slash[2] ?? '', at.thread)
  await postControl('/slack/message', {
    channel: at.channel,
    user: currentUser.value,
    text: encodeMessage(typed),
    ...(at.thread && { thread_ts: at.thread }),
    ...(files.length > 0 && { files }),
  })
}

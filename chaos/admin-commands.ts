import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible, type SandboxClient } from '../tools/sandbox-client.ts'

const COMMANDS = 20
const POLLS_FOR_ANSWER = 20
const ANSWER_POLL_MS = 300

/** An admin types a command until the app confirms it with these words in the channel. Slack's answer may be lost on a busy machine. */
export async function typeUntilConfirmed(
  { slack }: SandboxClient,
  command: { user: string; channel: string; command: string; text: string },
  words: string,
): Promise<void> {
  for (let attempt = 0; attempt < COMMANDS; attempt += 1) {
    const answer = await ifPossible(slack.sendCommand(command))
    if (answer?.status !== 200) continue
    for (let poll = 0; poll < POLLS_FOR_ANSWER; poll += 1) {
      const shown = await slack.messages(command.channel)
      if (shown.some(({ text, blocks }) => `${text}${JSON.stringify(blocks)}`.includes(words))) return
      await sleep(ANSWER_POLL_MS)
    }
  }
  throw new Error(`the app did not confirm ${command.command} ${command.text}`)
}

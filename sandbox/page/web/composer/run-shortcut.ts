import { postControl } from '../model/control-api.ts'
import { describeFailure } from '../model/block-surface.ts'
import { currentUser } from '../model/workspace-state.ts'
import { runWithToast, showToast } from '../ui/toast-messages.tsx'
import type { ActionAnswer } from '../../../control-types.ts'

/** Runs a global shortcut, or a message shortcut on a message, as the current user; a failure is shown in a toast. */
export async function runShortcut(callbackId: string, at?: { channel: string; message_ts: string }): Promise<void> {
  const answer = await runWithToast(() =>
    postControl<ActionAnswer>('/slack/shortcut', { user: currentUser.value, callback_id: callbackId, ...at }),
  )
  const words = describeFailure(answer)
  if (words) showToast(words, true)
}

import { postControl } from '../model/control-api.ts'
import { describeFailure } from '../elements/block-surface.ts'
import { currentUser } from '../model/workspace-state.ts'
import { runWithToast, showToast } from '../ui/toast-messages.tsx'
import type { AppAnswer } from '../model/control-types.ts'

/** A message shortcut or a global one, as the person who one is; a failure is said. */
export async function runShortcut(callbackId: string, at?: { channel: string; message_ts: string }): Promise<void> {
  const answer = await runWithToast(() =>
    postControl<AppAnswer>('/slack/shortcut', { user: currentUser.value, callback_id: callbackId, ...at }),
  )
  const words = describeFailure(answer)
  if (words) showToast(words, true)
}

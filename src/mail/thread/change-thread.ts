import { cardKinds } from '../action-ids.ts'
import type { MailThread } from '../model/mail-thread.ts'
import type { MailServices } from '../services.ts'

/**
 * Changes a mail thread and shows it on its card; call it only from a task in the thread's lane. Shown even if `change` returns undefined, because an
 * earlier attempt may have crashed in between. Returns the thread afterwards; undefined if there is none.
 */
export async function changeThread(
  { mailStore, cards }: MailServices,
  team: string,
  id: string,
  change: (thread: MailThread) => MailThread | undefined,
): Promise<MailThread | undefined> {
  const thread = await mailStore.threads(team).update(id, (now) => now && change(now))
  if (thread) await cards.refresh({ team, kind: cardKinds.threadHead, id })
  return thread
}

import type { Feature } from '../../slice.ts'
import type { MailServices } from '../services.ts'
import { changeThread } from '../thread/change-thread.ts'
import { sendWriting, type WritingChange, writingTask } from './writing-task.ts'

const WRITING_MS = 10 * 60_000

/** The card of a thread says who is writing an answer, so that nobody writes a second one. */
export const showWritingFeature = (services: MailServices): Feature => ({
  tasks: [writingTask.handler((change) => showWriting(services, change))],
})

async function showWriting(services: MailServices, change: WritingChange): Promise<void> {
  const { team, user, thread: id, form } = change
  const now = services.clock.now()
  const until = now + services.clock.scaled(WRITING_MS)
  const thread = await changeThread(services, team, id, (known) => {
    const { writing, ...others } = known
    // Of two people who write at the same time, the first one is named; the second one reads it in their form.
    if (form === 'opened')
      return writing && writing.user !== user && writing.until > now
        ? undefined
        : { ...known, writing: { user, until } }
    const isMeant = writing?.user === user && (form === 'closed' || writing.until === change.until)
    return isMeant ? others : undefined
  })
  const writing = thread?.writing
  if (form === 'opened' && writing?.user === user)
    await sendWriting(
      services.queue,
      `${id}:${writing.until}`,
      { team, user, thread: id, form: 'over', until: writing.until },
      Math.max(0, writing.until - now),
    )
}

import type { MailThread } from './mail-thread.ts'
import type { ThreadVerb } from './thread-actions.ts'

/** What a person did with a thread. */
export interface ThreadChange {
  verb: ThreadVerb
  user: string
  at: number
}

/** The thread after somebody did something with it, whether or not that was allowed. */
export function withThreadAct(thread: MailThread, { verb, user, at }: ThreadChange): MailThread {
  const { owner: _, ...unowned } = thread
  const { snooze: __, ...awake } = thread
  const { muted: ___, ...loud } = thread
  switch (verb) {
    case 'claim': {
      const { group: ____, ...rest } = thread
      return { ...rest, owner: { user, at } }
    }
    case 'release':
      return unowned
    case 'done':
      return { ...awake, work: 'done', workAt: at }
    case 'reopen':
      return { ...thread, work: 'open', workAt: at }
    case 'wake':
      return awake
    case 'mute':
      return { ...thread, muted: { by: user, at } }
    case 'unmute':
      return loud
    case 'hand_over':
    case 'snooze':
      return thread
  }
}

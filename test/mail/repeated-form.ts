import type { Json } from '../../src/core/json.ts'
import type { OpenView, SubmissionAnswer } from '../../src/slack/inbound/listeners.ts'
import { createListenerTable } from '../support/listener-table.ts'
import type { openMailSlice } from '../support/mail-services.ts'

interface RepeatedForm {
  callbackId: string
  /** The kind of the task that a submission sends. */
  task: string
  team: string
  user: string
}

/** Opens a form that stays open when it is submitted, as if each answer were lost. */
export function openRepeatedForm(
  { slice, sent, runTask }: Pick<Awaited<ReturnType<typeof openMailSlice>>, 'slice' | 'sent' | 'runTask'>,
  { callbackId, task, team, user }: RepeatedForm,
) {
  const { listeners, find } = createListenerTable()
  slice.listen?.(listeners)
  const done = new Set<string>()
  return {
    submit: async (form: Pick<OpenView, 'privateMetadata' | 'values'>): Promise<SubmissionAnswer> => {
      const view = { id: 'V1', hash: 'h', type: 'modal' as const, callbackId, ...form }
      return find('submit', callbackId)?.({ team, user, eventId: 'V1', triggerId: 't', view })
    },
    /** Runs the tasks that were sent and have not run, once per event, as the queue does. Returns how many ran. */
    runTasks: async (): Promise<number> => {
      const before = done.size
      for (const { data } of sent.filter(({ kind }) => kind === task)) {
        const { event } = data as { event: string }
        if (!done.has(event)) await runTask(task, data as Json)
        done.add(event)
      }
      return done.size - before
    },
  }
}

import { z } from 'zod'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

const messageSchema = z.object({ opId: z.string(), user: z.string().exactOptional() })

/** Stored once per workspace. */
export const webhookAlarmSchema = z.object({
  /** The alerts about checks of the webhook that the mailbox refused, until one succeeds. Each with its reader; without one, it is in a channel. */
  messages: z.array(messageSchema),
  /** Set while the mailbox does not accept the app's key. */
  isKeyRejected: z.boolean().exactOptional(),
  /** When a check last succeeded after refused ones: a refusal after that is reported again on the same day. */
  solvedAt: z.number().exactOptional(),
})
type Alarm = z.infer<typeof webhookAlarmSchema>

const REFUSED = 'refused'
/** The limit of messages that are edited once a check succeeds, the newest. */
const MAX_KEPT = 50

/** Stores the alarm about refused checks of the app's own webhook. */
export function createWebhookAlarm({ store, team }: WorkspaceStore) {
  const records = createTable(store, { partition: `${team}/mail.webhook-alarm`, schema: webhookAlarmSchema })
  return {
    find: async (): Promise<Alarm | undefined> => (await records.get(REFUSED))?.value,
    /** Adds alerts. Safe to repeat. */
    open: ({ messages, isKeyRejected }: Pick<Alarm, 'messages'> & { isKeyRejected: boolean }) =>
      records.update(REFUSED, (known) => {
        const { isKeyRejected: _, ...rest } = known ?? {}
        const others = known?.messages.filter(({ opId }) => !messages.some((one) => one.opId === opId)) ?? []
        return {
          ...rest,
          messages: [...others, ...messages].slice(-MAX_KEPT),
          ...(isKeyRejected && { isKeyRejected }),
        }
      }),
    /** Removes alerts that show that a check succeeded. */
    close: (closed: Alarm['messages'], solvedAt: number) =>
      records.update(REFUSED, (known) => {
        if (!known) return undefined
        const { isKeyRejected: _, ...rest } = known
        const messages = known.messages.filter(({ opId }) => !closed.some((one) => one.opId === opId))
        return { ...rest, messages, solvedAt }
      }),
  }
}

export type WebhookAlarm = ReturnType<typeof createWebhookAlarm>

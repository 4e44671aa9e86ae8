import { z } from 'zod'
import type { MailboxClient } from '../../../clients/mailbox/mailbox-client.ts'
import { type Clock, isRecent } from '../../../core/clock.ts'
import { createSharedAnswers } from '../../../core/shared-answers.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** A refusal to send, because the key lacks a permission. */
export const sendRefusalSchema = z.object({ at: z.number(), permission: z.string() })

/** How long an answer about the key counts; shorter if it may not send, because an admin may be changing that. */
const KNOWN_MS = 10 * 60_000
const LACKING_MS = 60_000
/** A refusal is forgotten after this time: its reason may be gone. */
const REFUSED_MS = 15 * 60_000
const ROW = 'key'
/** Short, because a form opens within three seconds of the click and asks for more than this. */
const SOON_MS = 500

/** Whether the mailbox's key may send, which people learn before they write. */
export function createSendPermission(
  { store, team }: WorkspaceStore,
  mailbox: Pick<MailboxClient, 'findSendPermission'>,
  { clock, permission }: { clock: Clock; permission: string },
) {
  const refusals = createTable(store, {
    partition: `${team}/mail.send-refused`,
    schema: sendRefusalSchema,
    ttlMs: REFUSED_MS,
  })
  const soon = createSharedAnswers<boolean | undefined>({ limitMs: SOON_MS, keptMs: LACKING_MS })
  let last: { at: number; answer: boolean | undefined } | undefined

  async function maySend(): Promise<boolean | undefined> {
    if (last && isRecent(clock, last.at, clock.scaled(last.answer === false ? LACKING_MS : KNOWN_MS)))
      return last.answer
    return soon.find(ROW, async () => {
      const answer = await mailbox.findSendPermission().catch(() => undefined)
      last = { at: clock.now(), answer }
      return answer
    })
  }

  return {
    /** Returns the permission that the key lacks, according to the mailbox or else to its last refusal. */
    async findMissing(): Promise<string | undefined> {
      const answer = await maySend()
      if (answer !== undefined) return answer ? undefined : permission
      return (await refusals.get(ROW))?.value.permission
    },
    /** Returns the same only if the mailbox itself reports it: after a refusal, the permission may have been granted. */
    findForbidden: async (): Promise<string | undefined> => ((await maySend()) === false ? permission : undefined),
    async recordRefusal(lacking: string = permission): Promise<void> {
      await refusals.update(ROW, () => ({ at: clock.now(), permission: lacking }))
    },
    /** Called after a successful send. */
    async forgetRefusal(): Promise<void> {
      const row = await refusals.get(ROW)
      if (row) await refusals.delete(ROW, row.version)
    },
  }
}

export type SendPermission = ReturnType<typeof createSendPermission>

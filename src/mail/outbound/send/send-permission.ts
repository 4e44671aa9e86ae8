import { z } from 'zod'
import type { MailboxClient } from '../../../clients/mailbox/mailbox-client.ts'
import { type Clock, isRecent } from '../../../core/clock.ts'
import { createSharedAnswers } from '../../../core/shared-answers.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** The mailbox refused to send, because the key may not. */
export const sendRefusalSchema = z.object({ at: z.number(), permission: z.string() })

/** How long an answer about the key counts: that it may not send, only for as long as an admin waits. */
const KNOWN_MS = 10 * 60_000
const LACKING_MS = 60_000
/** A refusal whose reason may have gone since. */
const REFUSED_MS = 15 * 60_000
const ROW = 'key'
/** A form opens within three seconds of the click, and asks for more than this. */
const SOON_MS = 500

/** Whether the mailbox's key may send, so that people hear of it before they write. */
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
    /** The permission that the key lacks, by what the mailbox says of the key, or else by its last refusal. */
    async findMissing(): Promise<string | undefined> {
      const answer = await maySend()
      if (answer !== undefined) return answer ? undefined : permission
      return (await refusals.get(ROW))?.value.permission
    },
    /** The same only if the mailbox itself says so: after a refusal, somebody may have granted it. */
    findForbidden: async (): Promise<string | undefined> => ((await maySend()) === false ? permission : undefined),
    async recordRefusal(lacking: string = permission): Promise<void> {
      await refusals.update(ROW, () => ({ at: clock.now(), permission: lacking }))
    },
    /** Something has left. */
    async forgetRefusal(): Promise<void> {
      const row = await refusals.get(ROW)
      if (row) await refusals.delete(ROW, row.version)
    },
  }
}

export type SendPermission = ReturnType<typeof createSendPermission>

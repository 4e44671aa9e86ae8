import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { Mail } from '../../records/mail/mail.ts'

/** Stored by the keyed hash of the inbox: how many of its mails were counted, and how many of those came from outside. */
export const senderCountsSchema = z.object({ mails: z.number(), external: z.number() })

/** Before so many mails, nothing is usual. */
const ENOUGH = 10
/** A badge that more mails have than this says nothing. */
const USUAL_SHARE = 0.25
/** From then on one mail in sixteen is counted, so that a flood of mail does not wait for its count. */
const SAMPLED_FROM = 100
const SAMPLED_KEY = /0$/
/** Then both numbers are halved: what came long ago counts less. */
const MOST = 200

/** Counts where the mails of an inbox come from. */
export function createSenderCounts({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  return {
    /** Counts a mail, and says whether mail from outside was usual for its inbox before. A repeated attempt may count it again. */
    countSender: async (key: string, mail: Mail): Promise<boolean> => {
      const table = createTable(store, { partition: `${team}/mail.senders`, schema: senderCountsSchema })
      const id = keyedHash('senders', mail.inboxId.toLowerCase())
      const { mails = 0, external = 0 } = (await table.get(id))?.value ?? {}
      const share = mails >= MOST ? 0.5 : 1
      if (mails < SAMPLED_FROM || SAMPLED_KEY.test(key))
        await table.update(id, (now = { mails: 0, external: 0 }) => ({
          ...now,
          mails: now.mails * share + 1,
          external: now.external * share + (mail.badges.includes('external') ? 1 : 0),
        }))
      return mails >= ENOUGH && external > mails * USUAL_SHARE
    },
  }
}

export type SenderCounts = ReturnType<typeof createSenderCounts>

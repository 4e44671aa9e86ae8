import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { Mail } from '../../records/mail/mail.ts'

/** Stored by the keyed hash of the inbox: the number of its counted mails, and of those from outside. */
export const senderCountsSchema = z.object({ mails: z.number(), external: z.number() })

/** Below this number of mails, nothing counts as usual. */
const ENOUGH = 10
/** A badge on more than this share of mail means nothing. */
const USUAL_SHARE = 0.25
/** From this number on, one mail in sixteen is counted: in a flood of mail, the others need not wait for a write. */
const SAMPLED_FROM = 100
const SAMPLED_KEY = /0$/
/** At this number both counts are halved, which gives recent mail more weight. */
const MOST = 200

/** Counts the origins of an inbox's mail. */
export function createSenderCounts({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  return {
    /** Counts a mail. Returns whether mail from outside was usual for its inbox before. A repeated attempt may count the mail again. */
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

import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { mailSchema } from './mail.ts'
import { mailThreadSchema } from './mail-thread.ts'

const contact = z.object({
  /** The mail or reply in which this address was first seen. */
  seenIn: z.string(),
  /** The first mail that came from it. */
  wroteIn: z.string().optional(),
})

/** The records of mail, by team. */
export function createMailStore(store: Store) {
  return {
    mails: (team: string) => createTable(store, { partition: `${team}/mails`, schema: mailSchema }),
    threads: (team: string) => createTable(store, { partition: `${team}/mail.threads`, schema: mailThreadSchema }),
    /** Slack thread → mail thread; ids are `<channel>:<ts>`. */
    places: (team: string) =>
      createTable(store, { partition: `${team}/mail.places`, schema: z.object({ thread: z.string() }) }),
    /** Mail threads that stand nowhere, because no channel takes them. */
    unplaced: (team: string) =>
      createTable(store, {
        partition: `${team}/mail.unplaced`,
        schema: z.object({ inboxId: z.string(), at: z.number() }),
      }),
    /** Restricted mails that stand nowhere, and which card each of them gets next: a lost one is followed by a copy. */
    unheld: (team: string) =>
      createTable(store, {
        partition: `${team}/mail.unheld`,
        schema: z.object({ thread: z.string(), card: z.number(), at: z.number() }),
      }),
    contacts: (team: string) => createTable(store, { partition: `${team}/mail.contacts`, schema: contact }),
  }
}

export type MailStore = ReturnType<typeof createMailStore>

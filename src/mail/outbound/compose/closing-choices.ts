import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

/** Stored by the keyed hash of a person and an inbox. */
export const closingChoiceSchema = z.object({ closes: z.boolean() })

/** Remembers whether a person's last reply from an inbox was to mark its thread as done; the next form begins with that. */
export function createClosingChoices({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const choices = createTable(store, { partition: `${team}/mail.closing`, schema: closingChoiceSchema })
  const keyOf = (user: string, inbox: string): string => keyedHash('closing', user, inbox.toLowerCase())
  return {
    /** False until the person has chosen. */
    read: async (user: string, inbox: string): Promise<boolean> =>
      (await choices.get(keyOf(user, inbox)))?.value.closes ?? false,
    keep: async (user: string, inbox: string, closes: boolean): Promise<void> =>
      void (await choices.update(keyOf(user, inbox), (now) => (now?.closes === closes ? undefined : { closes }))),
  }
}

export type ClosingChoices = ReturnType<typeof createClosingChoices>

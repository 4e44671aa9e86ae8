import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import { createTable } from '../../store/typed-table.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'

/** The last submission of an open form: its number, and what was in the form. */
export const formSubmissionSchema = z.object({ n: z.number(), content: z.string() })

/** Tasks are remembered for as long. */
const KEPT_MS = 3 * DAY_MS

/** Numbers the submissions of open forms. */
export function createFormSubmissions({ store, team }: WorkspaceStore) {
  const table = createTable(store, {
    partition: `${team}/mail.submissions`,
    schema: formSubmissionSchema,
    ttlMs: KEPT_MS,
  })
  return {
    /**
     * Names a submission of the form with this id. One with the same content as the last is the same: Slack may lose the answer, and the form is
     * submitted again. Other content is another one, even if an earlier submission had it: A, B, A ends with A.
     */
    async name(this: void, form: string, content: string): Promise<string> {
      const last = await table.update(form, (now) =>
        now?.content === content ? undefined : { n: (now?.n ?? 0) + 1, content },
      )
      const { n } = last ?? { n: 1 }
      return n > 1 ? `${form}:${content}:${n}` : `${form}:${content}`
    },
  }
}

export type FormSubmissions = ReturnType<typeof createFormSubmissions>

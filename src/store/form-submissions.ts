import { z } from 'zod'
import { DAY_MS } from '../core/clock.ts'
import type { Store } from './store.ts'
import { createTable } from './typed-table.ts'

/** The last submission of an open form: its number, and what was in the form. */
export const formSubmissionSchema = z.object({ n: z.number(), content: z.string() })

/** Tasks are remembered for as long. */
const KEPT_MS = 3 * DAY_MS

/** Numbers the submissions of open forms. The partition begins with the team. */
export function createFormSubmissions(store: Store, partition: string) {
  const table = createTable(store, { partition, schema: formSubmissionSchema, ttlMs: KEPT_MS })
  return {
    /** Whether the form was submitted before. It may have been refused, or its task may still wait. */
    async has(this: void, form: string): Promise<boolean> {
      return (await table.get(form)) !== undefined
    },
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

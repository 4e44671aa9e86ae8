import { onTestFinished } from 'vitest'
import { openAccessRecords } from '../support/access-rules.ts'
import type { Harness } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

/** A test with two projects that reads the app's records. */
export const test = testWith({
  file: true,
  env: (env) => ({
    JOB_UNDO_SECONDS: '0',
    AGENT_PROJECTS: JSON.stringify([
      { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
    ]),
  }),
})

/** Opens the app's records and its audit. Closed after the test. */
export async function openRecords(app: Harness) {
  const records = await openAccessRecords(app)
  onTestFinished(records.close)
  return {
    ...records,
    /** Person, verb and outcome of each act, oldest first. */
    readActs: async () =>
      (await records.readAudit()).toReversed().map(({ user, verb, outcome }) => [user, verb, outcome]),
  }
}

import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { followUpId } from '../model/follow-up.ts'
import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The name of the person who last asked the agent to stop this run; undefined if nobody did. */
export async function readStopper(
  { jobs, people }: JobScope,
  text: JobText,
  { id, team, stopAsked, stops = [], unsent = [] }: Job,
): Promise<string | undefined> {
  if (!stopAsked) return undefined
  const n = stops.findLast((one) => !unsent.includes(one))
  const row = n === undefined ? undefined : await jobs.store.followUps(id).get(followUpId(n))
  const user = row?.value.users.at(-1)
  return user === undefined ? text.someone : readQuietName(text, people, team, user)
}

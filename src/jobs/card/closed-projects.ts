import { withinDeadline } from '../../core/question-time.ts'
import type { JobScope } from '../job-scope.ts'

/** Returns the projects in which this person may not start jobs; without those that Slack does not answer about in time. */
export async function findClosedProjects(
  { team, access, projects: { names } }: JobScope,
  user: string,
): Promise<string[]> {
  if (names.length < 2) return []
  const decisions = await Promise.all(
    names.map((project) => withinDeadline(access.decide({ team, user, action: 'jobs.start', project }))),
  )
  return names.filter((_, index) => decisions[index]?.isAllowed === false)
}

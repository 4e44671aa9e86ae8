import { withinDeadline } from '../../core/question-time.ts'
import { readWorkspaceZone } from '../records/reminder-settings.ts'
import type { MailScope } from '../mail-scope.ts'

/** The person's own time zone, or the workspace's if Slack does not answer in time. */
export async function findOwnZone(
  { team, people, settings }: MailScope,
  user: string,
): Promise<{ zone: string; isOwn: boolean }> {
  const own = (await withinDeadline(people.person(team, user, { isShownOnly: true })))?.timeZone
  return { zone: own ?? (await readWorkspaceZone(settings, team)), isOwn: own !== undefined }
}

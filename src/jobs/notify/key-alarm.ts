import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'

/** Notifies the admins, for this person, that the agent rejects the key of the job's project; once per attempt of the job. Returns whether there are admins. */
export async function alertAboutKey(scope: JobScope, job: Job, user: string): Promise<boolean> {
  const { access, outbox, people, languages, jobs } = scope
  const { team, id, attempt, project } = job
  const admins = await access.listAppointedAdmins(team)
  const solved = (await jobs.keyAlarms.get(project))?.solved ?? 0
  // A key that is rejected again after the alarm was solved is another problem.
  const messages = admins.map((admin) => {
    const first = `jobs.admins:${id}:${attempt}:${admin}`
    return { opId: solved === 0 ? first : `${first}:${solved}`, user: admin }
  })
  // Recorded before: a message that is not recorded would never be closed.
  await jobs.keyAlarms.update(project, (now) => {
    const isNew = ({ opId }: { opId: string }) => now.messages.every((one) => one.opId !== opId)
    return { ...now, messages: [...now.messages, ...messages.filter(isNew)] }
  })
  for (const { opId, user: admin } of messages) {
    const text = jobTextIn(await languages.ofPerson(team, admin))
    const by = await readQuietName(text, people, team, user)
    const reference = job.trouble?.reference ?? ''
    const message = textMessage(text.tellAdmins({ by, project: escapeMrkdwn(project), reference }))
    await outbox.postDirect({ team, user: admin, opId, message })
  }
  return admins.length > 0
}

/** Closes the messages to the admins, because the agent accepted the project's key. Safe to repeat. */
export async function solveKeyAlarm(scope: JobScope, { team, project }: Job): Promise<void> {
  const { outbox, languages, jobs } = scope
  const open = (await jobs.keyAlarms.get(project))?.messages ?? []
  if (open.length === 0) return
  for (const { opId, user } of open) {
    const text = jobTextIn(await languages.ofPerson(team, user))
    await outbox.replace({ team, opId, message: textMessage(text.keyAccepted({ project: escapeMrkdwn(project) })) })
  }
  const isOpen = ({ opId }: { opId: string }) => open.every((one) => one.opId !== opId)
  await jobs.keyAlarms.update(project, (now) => ({
    ...now,
    messages: now.messages.filter(isOpen),
    solved: now.solved + 1,
  }))
}

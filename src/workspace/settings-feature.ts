import { z } from 'zod'
import { answerSoon } from '../access/access-policy.ts'
import { accessTextIn } from '../access/text/access-text.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { Submission, SubmissionAnswer } from '../slack/inbound/listeners.ts'
import { replyPrivately } from '../slack/outbox/private-reply.ts'
import type { Feature } from '../slice.ts'
import type { WorkspaceServices } from './services.ts'
import { readSettingsChoices, SETTINGS_FORM_ID, settingsModal } from './settings-modal.ts'
import { followUpSchema, noticeSchema } from './settings-store.ts'
import { workspaceTextIn } from './text/workspace-text.ts'

const choicesSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  channel: z.string().optional(),
  person: z.object({
    project: z.string().optional(),
    success: noticeSchema.optional(),
    failure: noticeSchema.optional(),
  }),
  here: z.object({ project: z.string().optional(), followUp: followUpSchema, holdSeconds: z.number() }).optional(),
  everywhere: z.object({ emoji: z.string().optional() }).optional(),
})
const saveTask = taskKind('workspace.settings', choicesSchema)

/** The settings of a person, a channel and the workspace, in one form. */
export function settingsFeature(services: WorkspaceServices): Feature {
  return {
    tasks: [saveTask.handler((choices) => saveSettings(services, choices))],
    listen(slack) {
      slack.action(SETTINGS_FORM_ID, (action) => openSettings(services, action))
      slack.submit(SETTINGS_FORM_ID, (submission) => submitSettings(services, submission))
    },
  }
}

/** Opens the form; the channel's part is only offered in channels, and only admins can change it and the workspace's part. */
export async function openSettings(
  { access, settings, views, languages, projects, undoMs }: WorkspaceServices,
  at: { team: string; user: string; triggerId: string; channel?: string },
): Promise<void> {
  const { team, user } = at
  const channel = at.channel !== undefined && /^[CG]/.test(at.channel) ? at.channel : undefined
  const [language, isAdmin, person, here, everywhere] = await Promise.all([
    languages.ofPerson(team, user),
    access.mayAdminister(team, user),
    settings.person(team, user),
    channel === undefined ? {} : settings.channel(team, channel),
    settings.team(team),
  ])
  const state = { channel, projects, isAdmin, holdSeconds: undoMs / 1000, person, here, team: everywhere }
  await views.open(team, at.triggerId, settingsModal(workspaceTextIn(language), state))
}

async function submitSettings(
  { access, queue, keyedHash, languages, projects, undoMs }: WorkspaceServices,
  { team, user, view }: Submission,
): Promise<SubmissionAnswer> {
  const text = workspaceTextIn(await languages.ofPerson(team, user))
  const choices = readSettingsChoices(text, view, projects)
  if ('errors' in choices) return choices
  const { person, here, team: everywhere } = choices
  const channel = view.privateMetadata
  // The channel comes back from the client. If Slack does not answer in time, the task asks again.
  if (here && channel && (await answerSoon(access.mayRead(team, user, channel))) === false)
    return { errors: { rule: text.settings.channelHidden } }
  const data = {
    team,
    user,
    viewId: view.id,
    person,
    ...(channel && { channel }),
    ...(here && {
      here: { ...here, followUp: here.followUp ?? 'mention', holdSeconds: here.holdSeconds ?? undoMs / 1000 },
    }),
    ...(everywhere && { everywhere }),
  }
  // Saved in the order of submission. The id contains the choices: a form whose first answer was lost may be submitted again with others.
  await queue.send(saveTask.of(data), {
    id: `workspace.settings:${team}:${view.id}:${keyedHash('settings', JSON.stringify(data))}`,
    lane: `workspace.settings:${team}`,
  })
}

/** Saves the person's own settings, and the others if the person is still an admin by then. What was not saved is said where the form was asked for. */
async function saveSettings(
  { access, outbox, languages, settings }: WorkspaceServices,
  choices: z.infer<typeof choicesSchema>,
): Promise<void> {
  const { team, user, viewId, channel, person, here, everywhere } = choices
  const language = await languages.ofPerson(team, user)
  const text = workspaceTextIn(language).settings
  const answer = { team, user, opId: `workspace.settings:${viewId}` }
  const tell = (said: string): Promise<void> => replyPrivately(outbox, { ...answer, channel }, textMessage(said))
  if (!(await access.mayAct(team, user))) return tell(accessTextIn(language).membersOnly)
  await settings.setPerson(team, user, person)
  if (!here && !everywhere) return
  if (!(await access.mayAdminister(team, user))) return tell(text.notAdmin)
  if (everywhere) await settings.setTeam(team, everywhere, user)
  if (!here || !channel) return
  // A private answer in a channel that either of the two cannot see would be lost.
  if (!(await access.mayRead(team, user, channel)))
    return outbox.postDirect({ ...answer, message: textMessage(text.notReader) })
  await settings.setChannel(team, channel, here, user)
}

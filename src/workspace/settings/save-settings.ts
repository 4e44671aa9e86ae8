import { z } from 'zod'
import { accessField } from '../../access/access-rules.ts'
import { accessActions } from '../../access/actions.ts'
import type { Act } from '../../access/authorize.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Setting } from '../../settings/setting.ts'
import { actionsBlock, button } from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately } from '../../slack/outbox/private-reply.ts'
import { jsonSchema } from '../../store/json-schema.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { sendSettleRequests } from '../settle-requests-task.ts'
import { toEntries } from './controls.ts'
import { findNamedThings, listNamed } from './find-gone.ts'
import { type PageTopic, pageTopicSchema, settingsOf, settingTargetOf } from './page-topics.ts'
import { describeLastChange, type FormOwner } from './prepare-page.ts'
import type { FormServices } from './settings-form.ts'
import { formatSettingName } from './setting-name.ts'
import { REOPEN_ID } from './settings-modal.ts'
import {
  followChanges,
  isInForce,
  isMadeBy,
  isSameValue,
  readSettingValues,
  type WantedChange,
  writeSettingValues,
} from './setting-values.ts'
import { findValueProblem } from './find-value-problem.ts'

const saveSchema = z.object({
  team: z.string(),
  user: z.string(),
  at: z.number(),
  form: z.string(),
  page: z.number(),
  topic: pageTopicSchema,
  changes: z.array(z.object({ name: z.string(), before: jsonSchema, value: jsonSchema })),
  /** The conversation in which the form was opened. */
  channel: z.string().optional(),
})
type SaveData = z.infer<typeof saveSchema>

const accessFields: ReadonlySet<string> = new Set(accessActions.map((action) => accessField(action)))

/** Frozen: in the audit, the action of a change of one's own settings, and the verb of any other change. */
const SETTINGS_CHANGE = 'settings.change'

/** Frozen. Saves a page of the settings. */
export const saveTask = taskKind('settings.save', saveSchema)

/**
 * Saves in the order of submission. A form whose first answer was lost may be submitted again, with other changes or with those of an earlier
 * submission: the task id contains the changes, and the number of the submission from the second one on.
 */
export async function sendSave(
  { queue, keyedHash, clock, forms }: FormServices,
  { channel, ...data }: Omit<SaveData, 'at'>,
): Promise<void> {
  const { team, form, page, changes } = data
  const hash = keyedHash('settings', JSON.stringify(changes))
  const names = changes.map(({ name }) => name)
  const submission = await forms.countSubmission(data, { id: form, n: page }, { names, hash })
  const content = submission > 1 ? `${hash}:${submission}` : hash
  const save = { ...data, at: clock.now(), ...(channel !== undefined && { channel }) }
  await queue.send(saveTask.of(save), {
    id: `settings.save:${team}:${form}:${page}:${content}`,
    lane: `settings.save:${team}`,
  })
}

/**
 * Saves a person's changes, if they may and no other person has changed the same values since; otherwise explains why not, where the form was opened.
 */
export async function saveSettings(
  services: FormServices,
  data: SaveData,
  { id: taskId }: { id: string },
): Promise<void> {
  const { team, user, topic, channel } = data
  const language = await services.languages.ofPerson(team, user)
  const owner = { team, user, language }
  const settings = settingsOf(topic, await services.declared.listSettings(team))
  const changes = data.changes.filter(({ name }) => settings.some((setting) => setting.name === name))
  const changed = settings.filter(({ name }) => changes.some((change) => change.name === name))
  const refusal = (await wasSaved(services, owner, data, changed))
    ? undefined
    : ((await findRefusal(services, owner, data, { taskId, settings: changed })) ??
      (await rejectValues(services, owner, data, { settings: changed, changes })))
  const message = refusal ?? (await saveChanges(services, owner, data, { taskId, settings, changes }))
  if (!message) return
  // A private answer is lost in a channel that the person or the app cannot see.
  const isShown = channel !== undefined && (await services.access.mayRead(team, user, channel))
  await replyPrivately(services.outbox, { team, user, opId: taskId, ...(isShown && { channel }) }, message)
}

/** Whether an earlier run of this task has written all changes. They may have removed the person's own permission, so it is not checked again. */
async function wasSaved(
  services: FormServices,
  owner: FormOwner,
  { topic, at, changes }: SaveData,
  settings: Setting[],
): Promise<boolean> {
  const now = await readSettingValues(services.settings, settingTargetOf(topic, owner), settings)
  return settings.every((setting) => {
    const wanted = changes.find(({ name }) => name === setting.name)
    if (!wanted || !isInForce(setting, wanted.value, now)) return false
    // An old value that is submitted again may never have been away.
    return isSameValue(wanted.before, wanted.value) || isMadeBy(now.changes[setting.name], { by: owner.user, at })
  })
}

/** Returns the channel as the location of an act on its settings; other settings have none. */
const findLocation = ({ section, id }: PageTopic): Pick<Act, 'location'> =>
  section === 'channel' ? { location: { channel: id } } : {}

/** Checks permission again, because the page may have been open for hours. */
async function findRefusal(
  services: FormServices,
  { team, user, language }: FormOwner,
  { topic }: SaveData,
  { taskId, settings }: { taskId: string; settings: Setting[] },
): Promise<Message | undefined> {
  const { access, authorizer, declared } = services
  const text = workspaceTextIn(language).settings
  if (!(await access.mayUse(team, user))) return textMessage(accessTextIn(language).membersOnly)
  const acts = settings.flatMap((setting): Act[] =>
    setting.mayChange === 'self'
      ? []
      : [
          {
            team,
            user,
            ...describeChange(services, topic, taskId, setting),
            action: setting.mayChange,
            ...(setting.scope === 'inbox' && { inbox: topic.id }),
          },
        ],
  )
  for (const act of acts) {
    const permission = await authorizer.ask(act)
    if (permission.is !== 'allowed') return permission.message
  }
  if (topic.section === 'channel' && !(await access.mayRead(team, user, topic.id))) {
    for (const act of acts) await authorizer.recordAct(act, { outcome: 'refused' })
    return textMessage(text.notReader)
  }
  if (topic.id === '' || topic.section === 'channel') return undefined
  const isThere = await declared.hasTarget(topic.section === 'workspace' ? 'project' : 'inbox', team, topic.id)
  return isThere ? undefined : textMessage(text.targetGone)
}

/** Keeps the entries of the page if a value cannot be used. Returns a message with the reasons, and a button that opens the page again. */
async function rejectValues(
  services: FormServices,
  owner: FormOwner,
  data: SaveData,
  { settings, changes }: { settings: Setting[]; changes: WantedChange[] },
): Promise<Message | undefined> {
  const checked = await Promise.all(
    settings.map(async (setting) => {
      const change = changes.find(({ name }) => name === setting.name)
      const problem = change && (await findValueProblem(services, owner, setting, change))
      return { setting, problem }
    }),
  )
  const found = checked.flatMap(({ setting, problem }) => (problem === undefined ? [] : [{ setting, problem }]))
  if (found.length === 0) return undefined
  const rejected = found.map(({ setting }) => setting.name)
  await keepLost(services, owner, data, { settings, unsaved: changes, rejected })
  const text = workspaceTextIn(owner.language).settings
  const lines = found.map(
    ({ setting, problem }) => `*${escapeMrkdwn(setting.text(owner.language).label)}*: ${escapeMrkdwn(problem)}`,
  )
  return textMessage([text.rejected, ...lines].join('\n'), reopenRow(data, text.correct))
}

const reopenRow = ({ form, page }: SaveData, label: string): MessageBlock[] =>
  actionsBlock(button({ actionId: REOPEN_ID, text: label, value: `${form}:${page}` }))

/** Writes the changes and records them. Returns a message for the person if another person saved first. */
async function saveChanges(
  services: FormServices,
  owner: FormOwner,
  data: SaveData,
  { taskId, settings, changes }: { taskId: string; settings: Setting[]; changes: WantedChange[] },
): Promise<Message | undefined> {
  const { user, topic, at } = data
  const target = settingTargetOf(topic, owner)
  const { saved, lost } = await writeSettingValues(services.settings, target, settings, { changes, by: user, at })
  const changed = settings.filter((setting) => saved.some(({ name }) => name === setting.name))
  await recordChanges(services, owner, data, { taskId, changed })
  await followChanges(target, settings, saved, { by: user, at })
  if (changed.some(({ name }) => accessFields.has(name)))
    await sendSettleRequests(services.queue, taskId, { team: data.team, by: user })
  if (lost.length === 0) return undefined
  const unsaved = changes.filter((change) => !saved.includes(change))
  await keepLost(services, owner, data, { settings, unsaved, rejected: [] })
  return describeLost(services, owner, data, settings, { saved, lost })
}

/** A change as the audit records it, done or refused: under the action that it needs. */
const describeChange = (
  services: FormServices,
  topic: PageTopic,
  taskId: string,
  { mayChange, scope, name }: Setting,
) => ({
  ...(mayChange === 'self' ? { action: SETTINGS_CHANGE } : { action: mayChange, verb: SETTINGS_CHANGE }),
  object: { kind: 'setting', id: formatSettingName(services, topic, { scope, name }) },
  ...findLocation(topic),
  opId: `${taskId}:${name}`,
})

async function recordChanges(
  services: FormServices,
  { team, user }: FormOwner,
  { topic }: SaveData,
  { taskId, changed }: { taskId: string; changed: Setting[] },
): Promise<void> {
  for (const setting of changed)
    await services.audit.record({
      team,
      user,
      ...describeChange(services, topic, taskId, setting),
      outcome: 'done',
    })
}

/** Keeps unsaved entries with the form, for when the person opens it again. */
function keepLost(
  { forms }: FormServices,
  owner: FormOwner,
  { form, page }: SaveData,
  { settings, unsaved, rejected }: { settings: Setting[]; unsaved: WantedChange[]; rejected: string[] },
): Promise<void> {
  const entered = settings.flatMap(({ name, control }) => {
    const change = unsaved.find((one) => one.name === name)
    return change ? [[name, toEntries(control, change.value)] as const] : []
  })
  return forms.keepLost(owner, { id: form, n: page }, { lost: Object.fromEntries(entered), rejected })
}

/** Describes the other person's changes, with a button that opens the form again with the entries. */
async function describeLost(
  services: FormServices,
  owner: FormOwner,
  data: SaveData,
  settings: Setting[],
  { saved, lost }: Record<'saved' | 'lost', WantedChange[]>,
): Promise<Message> {
  const { team, user, language } = owner
  const { settings: text, formats } = workspaceTextIn(language)
  const now = await readSettingValues(services.settings, settingTargetOf(data.topic, owner), settings)
  const projects = await services.declared.listProjects(team)
  const lostSettings = settings.filter((setting) => lost.some(({ name }) => name === setting.name))
  const lines = await Promise.all(
    lostSettings.map(async (setting) => {
      const { control, name, fallback } = setting
      const about = { team, user, control, projects, text: accessTextIn(language) }
      const things = await findNamedThings(services, about, listNamed(control, now.values[name] ?? fallback))
      const words = setting.text(language)
      return `*${escapeMrkdwn(words.label)}*: ${describeLastChange(language, { setting, text: words, things }, now)}`
    }),
  )
  const savedNames = settings
    .filter((setting) => saved.some(({ name }) => name === setting.name))
    .map((setting) => text.settingName({ label: escapeMrkdwn(setting.text(language).label) }))
  const opening = savedNames.length > 0 ? text.lostRest({ saved: formats.list(savedNames) }) : text.lostRace
  return textMessage([opening, ...lines].join('\n'), reopenRow(data, text.reopen))
}

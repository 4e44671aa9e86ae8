import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Feature } from '../../../slice.ts'
import { buildSavedAct, findRefusalSoon } from '../../access/mail-acts.ts'
import { isChannelScope } from './saved-reply.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { changeSaved } from './change-saved.ts'
import { buildSavedForm, submitSaved } from './saved-form.ts'
import {
  isOwnScope,
  parseSaved,
  readSavedList,
  savedActionIds,
  savedCallbackIds,
  type SavedFormMeta,
} from './saved-ids.ts'
import { renderSaved } from './saved-list.ts'
import { savedChangeTask, sendSavedChange } from './saved-task.ts'

/** Replies that a person or a channel keeps to use again: `/mail saved`. */
export const savedRepliesFeature = (services: OutboundServices): Feature => ({
  listen(slack) {
    slack.action(savedActionIds.add, (action) => openForm(services, action, action.user))
    slack.action(savedActionIds.addHere, (action) => openForm(services, action, action.value ?? ''))
    slack.action(savedActionIds.edit, (action) => editSaved(services, action))
    slack.action(savedActionIds.delete, (action) => deleteSaved(services, action))
    slack.action(/^mail\.saved\.page:/, (action) => turnPage(services, action))
    slack.submit(savedCallbackIds.form, (submission) => submitSaved(services, submission))
  },
  tasks: [savedChangeTask.handler((change) => changeSaved(services, change))],
})

/** Opens the list, with the replies of the channel in which the command was typed. */
export const openSaved = async (services: OutboundServices, command: Command): Promise<void> =>
  void (await services.views.open(
    command.team,
    command.triggerId,
    await renderSaved(services, command, { channel: command.channel, page: 0 }),
  ))

async function turnPage(services: OutboundServices, action: Action): Promise<void> {
  const { team, view, value } = action
  if (!view) return
  const { channel } = readSavedList(view.privateMetadata)
  const page = Math.max(0, Math.trunc(Number(value)) || 0)
  await services.views.update(team, view.id, await renderSaved(services, action, { channel, page }))
}

/** The list that a form was opened from. */
const findList = ({ view }: Action): Required<Pick<SavedFormMeta, 'list'>> | Record<string, never> =>
  view?.callbackId === savedCallbackIds.list ? { list: { view: view.id, ...readSavedList(view.privateMetadata) } } : {}

/** Whether the person may change what this channel keeps; if not, they read why. */
async function mayChange(
  services: OutboundServices,
  action: Action,
  { scope, id, verb }: { scope: string; id: string; verb: 'saved_save' | 'saved_delete' },
): Promise<boolean> {
  const { team, user, eventId } = action
  if (!isOwnScope(scope, user)) return false
  if (!isChannelScope(scope)) return true
  const actor = { team, user, opId: `mail.saved:${eventId}`, channel: scope }
  const refusal = await findRefusalSoon(services, await buildSavedAct(services, actor, verb, { id, channel: scope }))
  if (refusal) await refuseClick(services, action, refusal.message)
  return !refusal
}

async function openForm(services: OutboundServices, action: Action, scope: string): Promise<void> {
  if (!(await mayChange(services, action, { scope, id: 'unknown', verb: 'saved_save' }))) return
  const text = mailTextIn(await services.languages.ofPerson(action.team, action.user))
  await services.views.push(action, buildSavedForm(text, { scope, ...findList(action) }))
}

async function editSaved(services: OutboundServices, action: Action): Promise<void> {
  const { team, user } = action
  const target = parseSaved(action.value, user)
  if (!target || !(await mayChange(services, action, { ...target, verb: 'saved_save' }))) return
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const saved = await services.outbound.savedReplies.find(team, target.scope, target.id)
  if (!saved) return refuseClick(services, action, plainTextMessage(text.saved.gone))
  const meta = { ...target, seen: saved.revision, ...findList(action) }
  await services.views.push(action, buildSavedForm(text, meta, saved))
}

async function deleteSaved(services: OutboundServices, action: Action): Promise<void> {
  const { team, user, eventId: event } = action
  const target = parseSaved(action.value, user)
  if (!target || !(await mayChange(services, action, { ...target, verb: 'saved_delete' }))) return
  const at = services.clock.now()
  await sendSavedChange(services.queue, { team, user, event, at, ...target, do: 'delete', ...findList(action) })
}

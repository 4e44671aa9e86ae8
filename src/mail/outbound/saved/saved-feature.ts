import { questionTimeMs } from '../../../core/question-time.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { buildSavedAct } from '../../access/mail-acts.ts'
import { isChannelScope } from './saved-reply.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
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

/** Replies that a person or a channel saves for reuse: `/mail saved`. */
export const savedRepliesFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(savedActionIds.add, (scope, action) => openForm(scope, action, action.user))
    slack.action(savedActionIds.addHere, (scope, action) => openForm(scope, action, action.value ?? ''))
    slack.action(savedActionIds.edit, editSaved)
    slack.action(savedActionIds.delete, deleteSaved)
    slack.action(/^mail\.saved\.page:/, turnPage)
    slack.submit(savedCallbackIds.form, submitSaved)
  },
  tasks: [scopedHandler(savedChangeTask, changeSaved)],
}

/** Opens the list, with the replies of the channel where the command was typed. */
export const openSaved = async (scope: OutboundScope, command: Command): Promise<void> =>
  void (await scope.views.open(
    command.team,
    command.triggerId,
    await renderSaved(scope, command.user, { channel: command.channel, page: 0 }),
  ))

async function turnPage(scope: OutboundScope, action: Action): Promise<void> {
  const { team, view, value } = action
  if (!view) return
  const { channel } = readSavedList(view.privateMetadata)
  const page = Math.max(0, Math.trunc(Number(value)) || 0)
  await scope.views.update(team, view.id, await renderSaved(scope, action.user, { channel, page }))
}

/** The list that a form was opened from. */
const findList = ({ view }: Action): Required<Pick<SavedFormMeta, 'list'>> | Record<string, never> =>
  view?.callbackId === savedCallbackIds.list ? { list: { view: view.id, ...readSavedList(view.privateMetadata) } } : {}

/** Whether the person may change this channel's saved replies; if not, answers with the reason. */
async function mayChange(
  scope: OutboundScope,
  action: Action,
  { scope: keeper, id, verb }: { scope: string; id: string; verb: 'saved_save' | 'saved_delete' },
): Promise<boolean> {
  const { team, user, eventId } = action
  if (!isOwnScope(keeper, user)) return false
  if (!isChannelScope(keeper)) return true
  const actor = { team, user, opId: `mail.saved:${eventId}`, channel: keeper }
  const act = await buildSavedAct(scope, actor, verb, { id, channel: keeper })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') await refuseClick(scope, action, permission.message)
  return permission.is === 'allowed'
}

async function openForm(scope: OutboundScope, action: Action, keeper: string): Promise<void> {
  if (!(await mayChange(scope, action, { scope: keeper, id: 'unknown', verb: 'saved_save' }))) return
  const text = mailTextIn(await scope.languages.ofPerson(action.team, action.user))
  await scope.views.push(action, buildSavedForm(text, { scope: keeper, ...findList(action) }))
}

async function editSaved(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user } = action
  const target = parseSaved(action.value, user)
  if (!target || !(await mayChange(scope, action, { ...target, verb: 'saved_save' }))) return
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const saved = await scope.outbound.savedReplies.find(target.scope, target.id)
  if (!saved) return refuseClick(scope, action, plainTextMessage(text.saved.gone))
  const meta = { ...target, seen: saved.revision, ...findList(action) }
  await scope.views.push(action, buildSavedForm(text, meta, saved))
}

async function deleteSaved(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, eventId: event } = action
  const target = parseSaved(action.value, user)
  if (!target || !(await mayChange(scope, action, { ...target, verb: 'saved_delete' }))) return
  const at = scope.clock.now()
  await sendSavedChange(scope.queue, { team, user, event, at, ...target, do: 'delete', ...findList(action) })
}

import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { Shortcut } from '../../slack/inbound/listeners.ts'
import { askToStart } from '../access/authorize-start.ts'
import { describeStartAct } from '../access/job-act.ts'
import { jobCallbackIds } from '../action-ids.ts'
import type { FormDraft } from '../model/form-draft.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { buildLoadingModal } from './job-form-modal.ts'
import { renderJobForm } from './job-form.ts'

const fillFormSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  channel: z.string(),
  channelName: z.string().optional(),
  ts: z.string(),
  threadTs: z.string().optional(),
  text: z.string(),
})
const fillFormTask = taskKind('jobs.fill', fillFormSchema)

/** The form from a message: opens immediately and is filled when the thread around the message has been read. */
export const messageFormFeature: ScopedFeature<JobScope> = {
  listen: (slack) => slack.shortcut(jobCallbackIds.fromMessage, openMessageForm),
  tasks: [scopedHandler(fillFormTask, fillMessageForm)],
}

async function openMessageForm({ views, queue, languages }: JobScope, shortcut: Shortcut): Promise<void> {
  const { team, user, triggerId, message } = shortcut
  if (!message) return
  const text = jobTextIn(await languages.ofPerson(team, user))
  const { viewId } = await views.open(
    team,
    triggerId,
    buildLoadingModal(text, text.form.startTitle, jobCallbackIds.start),
  )
  const { channel, channelName, ts, threadTs } = message
  const request = { team, user, viewId, channel, channelName, ts, text: message.text, ...(threadTs && { threadTs }) }
  await queue.send(fillFormTask.of(request), { id: `jobs.fill:${team}:${viewId}` })
}

async function fillMessageForm(scope: JobScope, request: z.infer<typeof fillFormSchema>): Promise<void> {
  const {
    people,
    threads,
    drafts,
    views,
    languages,
    slack: { conversations },
  } = scope
  const { team, user, viewId, channel, channelName = '', ts, threadTs, text } = request
  const actor = { team, user, verb: 'start', opId: `jobs.fill:${viewId}`, channel, threadTs }
  const act = describeStartAct(actor, { kind: 'message', id: `${channel}:${ts}` })
  const permission = await askToStart(scope, act, undefined)
  if (permission.is !== 'allowed') {
    const { blocks } = permission.message
    const { startTitle: title, close } = jobTextIn(await languages.ofPerson(team, user)).form
    await views.update(team, viewId, modal({ callbackId: jobCallbackIds.start, title, close, blocks }))
    return
  }
  const source = await conversations.permalink(team, channel, ts)
  const thread = threadTs ? await threads.quoteThread({ team, channel, threadTs }, user) : undefined
  const isAmongPeople = channelName.startsWith('mpdm') || (await conversations.isInaccessible(team, user, channel))
  const quotes = thread?.quotes.filter((quote) => quote.ts !== ts) ?? []
  const draft: FormDraft = {
    door: 'shortcut',
    text: (await decodeMessage(people, team, text)).trim(),
    // The app cannot post in a conversation between people.
    ...(!isAmongPeople && { channel, threadTs: threadTs ?? ts }),
    quotes,
    ...(source && { source }),
    ...(thread && { used: { ...thread.used, messages: quotes.length } }),
  }
  await drafts.save(user, viewId, draft)
  await views.update(team, viewId, await renderJobForm(scope, user, viewId, draft))
}

import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn, formatMoment, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { Action, Command, Shortcut } from '../../slack/inbound/listeners.ts'
import { jobActionIds, jobCallbackIds } from '../action-ids.ts'
import { askToStart, refuseForm } from '../access/authorize-start.ts'
import { describeStartAct } from '../access/job-act.ts'
import { openJobForm } from '../form/job-form.ts'
import { limitQuotes } from '../model/job-prompt.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import type { CollectedMessage } from '../model/docs-list-store.ts'

const collectSchema = z.object({
  team: z.string(),
  user: z.string(),
  eventId: z.string(),
  channel: z.string(),
  ts: z.string(),
  author: z.string().optional(),
  text: z.string(),
  responseUrl: z.string().optional(),
})
const collectTask = taskKind('jobs.collect', collectSchema)

/** Messages that a person collects over days, to start one job from all of them. */
export const docsListFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(collectTask, collectMessage)],
  listen(slack) {
    slack.shortcut(jobCallbackIds.collect, sendCollect, () => true)
    slack.action(jobActionIds.uncollect, removeMessage)
    slack.action(jobActionIds.startCollected, openFormFromList)
  },
}

export async function openDocsList(scope: JobScope, { team, user, triggerId }: Command): Promise<void> {
  await scope.views.open(team, triggerId, await renderDocsList(scope, user))
}

async function sendCollect({ queue }: JobScope, shortcut: Shortcut): Promise<void> {
  const { team, user, eventId, message, responseUrl } = shortcut
  if (!message) return
  const { channel, ts, text, user: author } = message
  const request = { team, user, eventId, channel, ts, text }
  await queue.send(collectTask.of({ ...request, ...(author && { author }), ...(responseUrl && { responseUrl }) }), {
    id: `jobs.collect:${team}:${eventId}`,
  })
}

async function collectMessage(scope: JobScope, request: z.infer<typeof collectSchema>): Promise<void> {
  const {
    docsList,
    people,
    slack: { conversations },
  } = scope
  const { team, user, channel, ts, author, eventId, responseUrl } = request
  const requester = { team, user, channel, opId: `jobs.collect:${eventId}`, responseUrl }
  const act = describeStartAct({ ...requester, verb: 'collect' }, { kind: 'message', id: `${channel}:${ts}` })
  const permission = await askToStart(scope, act, undefined)
  if (permission.is !== 'allowed') return answerRequester(scope, requester, permission.message)
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const permalink = await conversations.permalink(team, channel, ts)
  const message: CollectedMessage = {
    by: eventId,
    channel,
    ts,
    name: (author && (await conversations.personName(team, author))) || text.someone,
    atMs: timestampToMs(ts),
    text: (await decodeMessage(people, team, request.text)).trim(),
    ...(permalink && { permalink }),
  }
  const known = await docsList.find(user, { channel, ts })
  // A repeat of the same click gets the same answer.
  if (known && known.by !== eventId) return answerRequester(scope, requester, text.collectedAlready)
  await docsList.add(user, message)
  await answerRequester(scope, requester, text.collected({ count: (await docsList.read(user)).length }))
}

function renderMessage(text: JobText, id: string, message: CollectedMessage): MessageBlock[] {
  const { name, atMs, permalink, channel } = message
  const remove = button({ actionId: jobActionIds.uncollect, text: text.collect.remove, value: id })
  // Slack shows no name for direct messages.
  const place = /^[CG]/.test(channel) && channelMention(channel)
  const origin = [escapeMrkdwn(name), place, formatMoment(atMs), permalink && mrkdwnLink(permalink, text.form.see)]
  return [
    section(escapeMrkdwn(truncate(message.text, 300)) || ' ', remove),
    ...contextBlock(origin.filter(Boolean).join(' · ')),
  ]
}

async function renderDocsList({ team, docsList, languages }: JobScope, user: string): Promise<View> {
  const text = jobTextIn(await languages.ofPerson(team, user))
  const messages = await docsList.read(user)
  const start = button({ actionId: jobActionIds.startCollected, text: text.collect.start, style: 'primary' })
  return modal({
    callbackId: jobCallbackIds.collected,
    title: text.collect.title,
    close: text.form.close,
    blocks:
      messages.length === 0
        ? [section(text.collect.empty)]
        : [...messages.flatMap(({ id, value }) => renderMessage(text, id, value)), ...actionsBlock(start)],
  })
}

async function removeMessage(scope: JobScope, { team, user, value = '', view }: Action): Promise<void> {
  await scope.docsList.remove(user, value)
  if (view) await scope.views.update(team, view.id, await renderDocsList(scope, user))
}

async function openFormFromList(scope: JobScope, action: Action): Promise<void> {
  if (await refuseForm(scope, action)) return
  const { team, user } = action
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const messages = await scope.docsList.read(user)
  const { quotes, older } = limitQuotes(
    messages.map(({ value: { name, atMs, ts, text: said, channel } }) => ({
      name,
      atMs,
      ts,
      text: said,
      channel,
      by: user,
    })),
  )
  await openJobForm(scope, action, {
    door: 'list',
    text: text.collect.instruction,
    channel: messages.at(-1)?.value.channel,
    quotes,
    used: { messages: quotes.length, older, files: 0, images: 0 },
    collected: true,
  })
}

import { z } from 'zod'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Feature } from '../../slice.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import { dateToken, escapeMrkdwn, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { Action, Command, Shortcut } from '../../slack/inbound/listeners.ts'
import { jobActionIds, jobCallbackIds } from '../action-ids.ts'
import { findStartRefusal, refuseForm } from '../access/authorize-start.ts'
import { describeStartAct } from '../access/job-act.ts'
import { openJobForm } from '../form/job-form.ts'
import { limitQuotes } from '../model/job-prompt.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import {
  addToDocsList,
  type CollectedMessage,
  findCollected,
  readDocsList,
  removeFromDocsList,
} from './docs-list-store.ts'

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
export function docsListFeature(services: JobServices): Feature {
  return {
    tasks: [collectTask.handler((request) => collectMessage(services, request))],
    listen(slack) {
      slack.shortcut(
        jobCallbackIds.collect,
        (shortcut) => sendCollect(services, shortcut),
        () => true,
      )
      slack.action(jobActionIds.uncollect, (action) => removeMessage(services, action))
      slack.action(jobActionIds.startCollected, (action) => openFormFromList(services, action))
    },
  }
}

export async function openDocsList(services: JobServices, { team, user, triggerId }: Command): Promise<void> {
  await services.views.open(team, triggerId, await renderDocsList(services, team, user))
}

async function sendCollect({ queue }: JobServices, shortcut: Shortcut): Promise<void> {
  const { team, user, eventId, message, responseUrl } = shortcut
  if (!message) return
  const { channel, ts, text, user: author } = message
  const request = { team, user, eventId, channel, ts, text }
  await queue.send(collectTask.of({ ...request, ...(author && { author }), ...(responseUrl && { responseUrl }) }), {
    id: `jobs.collect:${team}:${eventId}`,
  })
}

async function collectMessage(services: JobServices, request: z.infer<typeof collectSchema>): Promise<void> {
  const {
    store,
    people,
    slack: { conversations },
  } = services
  const { team, user, channel, ts, author, eventId, responseUrl } = request
  const requester = { team, user, channel, opId: `jobs.collect:${eventId}`, responseUrl }
  const act = describeStartAct({ ...requester, verb: 'collect' }, { kind: 'message', id: `${channel}:${ts}` })
  const refusal = await findStartRefusal(services, act, undefined)
  if (refusal) return answerRequester(services, requester, refusal)
  const text = jobTextIn(await services.languages.ofPerson(team, user))
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
  const known = await findCollected(store, { team, user, channel, ts })
  // A repeat of the same click is answered as before.
  if (known && known.by !== eventId) return answerRequester(services, requester, text.collectedAlready)
  await addToDocsList(store, { team, user }, message)
  await answerRequester(services, requester, text.collected((await readDocsList(store, team, user)).length))
}

function renderMessage(text: JobText, id: string, message: CollectedMessage): MessageBlock[] {
  const { name, atMs, permalink } = message
  const remove = button({ actionId: jobActionIds.uncollect, text: text.collect.remove, value: id })
  const origin = [
    escapeMrkdwn(name),
    dateToken(atMs, '{date_short_pretty} {time}'),
    permalink && mrkdwnLink(permalink, text.form.see),
  ]
  return [
    section(escapeMrkdwn(truncate(message.text, 300)) || ' ', remove),
    ...contextBlock(origin.filter(Boolean).join(' · ')),
  ]
}

async function renderDocsList({ store, languages }: JobServices, team: string, user: string): Promise<View> {
  const text = jobTextIn(await languages.ofPerson(team, user))
  const messages = await readDocsList(store, team, user)
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

async function removeMessage(services: JobServices, { team, user, value = '', view }: Action): Promise<void> {
  await removeFromDocsList(services.store, team, user, value)
  if (view) await services.views.update(team, view.id, await renderDocsList(services, team, user))
}

async function openFormFromList(services: JobServices, action: Action): Promise<void> {
  if (await refuseForm(services, action)) return
  const { team, user } = action
  const text = jobTextIn(await services.languages.ofPerson(team, user))
  const messages = await readDocsList(services.store, team, user)
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
  await openJobForm(services, action, {
    door: 'list',
    text: text.collect.instruction,
    channel: messages.at(-1)?.value.channel,
    quotes,
    used: { messages: quotes.length, older, files: 0, images: 0 },
    collected: true,
  })
}

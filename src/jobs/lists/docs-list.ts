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
import { actionIds, callbackIds } from '../action-ids.ts'
import { openJobForm } from '../form/job-form.ts'
import { limitQuotes } from '../model/job-prompt.ts'
import { authorizeRequester, replyToRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { jobText } from '../text/en.ts'
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
        callbackIds.collect,
        (shortcut) => sendCollect(services, shortcut),
        () => true,
      )
      slack.action(actionIds.uncollect, (action) => removeMessage(services, action))
      slack.action(actionIds.startCollected, (action) => openFormFromList(services, action))
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
  const { store, people, conversations } = services
  const { team, user, channel, ts, text, author, eventId, responseUrl } = request
  const requester = { team, user, channel, opId: `jobs.collect:${eventId}`, responseUrl }
  if (!(await authorizeRequester(services, requester))) return
  const permalink = await conversations.permalink(team, channel, ts)
  const message: CollectedMessage = {
    by: eventId,
    channel,
    ts,
    name: (author && (await conversations.personName(team, author))) || jobText.someone,
    atMs: timestampToMs(ts),
    text: (await decodeMessage(people, team, text)).trim(),
    ...(permalink && { permalink }),
  }
  const known = await findCollected(store, { team, user, channel, ts })
  // A repeat of the same click is answered as before.
  if (known && known.by !== eventId) return replyToRequester(services, requester, jobText.collectedAlready)
  await addToDocsList(store, { team, user }, message)
  await replyToRequester(services, requester, jobText.collected((await readDocsList(store, team, user)).length))
}

function renderMessage(id: string, { text, name, atMs, permalink }: CollectedMessage): MessageBlock[] {
  const remove = button({ actionId: actionIds.uncollect, text: jobText.collect.remove, value: id })
  const origin = [
    escapeMrkdwn(name),
    dateToken(atMs, '{date_short_pretty} {time}'),
    permalink && mrkdwnLink(permalink, jobText.form.see),
  ]
  return [
    section(escapeMrkdwn(truncate(text, 300)) || ' ', remove),
    ...contextBlock(origin.filter(Boolean).join(' · ')),
  ]
}

async function renderDocsList({ store }: JobServices, team: string, user: string): Promise<View> {
  const messages = await readDocsList(store, team, user)
  const start = button({ actionId: actionIds.startCollected, text: jobText.collect.start, style: 'primary' })
  return modal({
    callbackId: callbackIds.collected,
    title: jobText.collect.title,
    close: jobText.form.close,
    blocks:
      messages.length === 0
        ? [section(jobText.collect.empty)]
        : [...messages.flatMap(({ id, value }) => renderMessage(id, value)), ...actionsBlock(start)],
  })
}

async function removeMessage(services: JobServices, { team, user, value = '', view }: Action): Promise<void> {
  await removeFromDocsList(services.store, team, user, value)
  if (view) await services.views.update(team, view.id, await renderDocsList(services, team, user))
}

async function openFormFromList(services: JobServices, action: Action): Promise<void> {
  const { team, user } = action
  const messages = await readDocsList(services.store, team, user)
  const { quotes, older } = limitQuotes(
    messages.map(({ value: { name, atMs, ts, text, channel } }) => ({ name, atMs, ts, text, channel, by: user })),
  )
  await openJobForm(services, action, {
    door: 'list',
    text: jobText.collect.instruction,
    channel: messages.at(-1)?.value.channel,
    quotes,
    used: { messages: quotes.length, older, files: 0, images: 0 },
    collected: true,
  })
}

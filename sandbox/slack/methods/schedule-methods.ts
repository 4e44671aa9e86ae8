import { chatMethods, postTarget } from './chat-methods.ts'
import { composeContent } from '../messages/message-content.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newSlackId } from '../workspace/slack-ids.ts'
import type { MethodCall, ApiMethods } from '../api/api-method.ts'
import type { App } from '../workspace/app-types.ts'
import type { Channel, JsonObject, Workspace } from '../workspace/workspace-types.ts'

const FURTHEST_S = 120 * 86_400
const TOO_LATE_TO_DELETE_S = 60
const WINDOW_S = 300
const PER_WINDOW = 30

interface Scheduled {
  id: string
  app: App
  channel: Channel
  postAt: number
  created: number
  text: string
  timer: { cancel(): void }
}

const nowS = (): number => Math.floor(Date.now() / 1000)

function listScheduled(scheduled: Iterable<Scheduled>, { app, args }: MethodCall): JsonObject {
  const channel = args.text('channel')
  const [oldest, latest] = [args.number('oldest', 0), args.number('latest', Infinity)]
  const from = Number(Buffer.from(args.text('cursor') ?? '', 'base64').toString() || 0)
  const limit = Math.min(100, args.number('limit', 100) || 100)
  const all = [...scheduled]
    .filter((one) => one.app === app && (channel === undefined || one.channel.id === channel))
    .filter((one) => one.postAt >= oldest && one.postAt <= latest)
    .toSorted((a, b) => a.postAt - b.postAt)
  const more = from + limit < all.length
  return {
    scheduled_messages: all.slice(from, from + limit).map((one) => ({
      id: one.id,
      channel_id: one.channel.id,
      post_at: one.postAt,
      date_created: one.created,
      text: one.text,
    })),
    response_metadata: { next_cursor: more ? Buffer.from(String(from + limit)).toString('base64') : '' },
  }
}

/** Scheduled messages: validated when they are scheduled, posted with `chat.postMessage` when they are due. */
export function createScheduleMethods(workspace: Workspace): ApiMethods {
  const waiting = new Map<string, Scheduled>()
  workspace.server.onReset(() => waiting.clear())

  function timeOf(call: MethodCall, channel: Channel): number {
    const postAt = call.args.number('post_at', 0)
    if (postAt === 0) throw new SlackError('invalid_time')
    if (postAt <= nowS()) throw new SlackError('time_in_past')
    if (postAt > nowS() + FURTHEST_S) throw new SlackError('time_too_far')
    const near = [...waiting.values()].filter(
      (one) => one.channel === channel && Math.floor(one.postAt / WINDOW_S) === Math.floor(postAt / WINDOW_S),
    )
    if (near.length >= PER_WINDOW) throw new SlackError('restricted_too_many')
    return postAt
  }

  function schedule(call: MethodCall): JsonObject {
    const { app, args } = call
    const channel = postTarget(call)
    const postAt = timeOf(call, channel)
    const content = composeContent(workspace, args, (one) => call.warn(one))
    const timer = workspace.server.clock.after(postAt * 1000 - Date.now(), () => {
      waiting.delete(one.id)
      void Promise.resolve()
        .then(() => chatMethods['chat.postMessage']?.run({ ...call, warn: () => undefined }))
        .catch((error: unknown) => workspace.server.emit({ type: 'slack.scheduled', id: one.id, error: String(error) }))
    })
    const one: Scheduled = { id: newSlackId('Q'), app, channel, postAt, created: nowS(), text: content.text, timer }
    waiting.set(one.id, one)
    workspace.server.emit({ type: 'slack.scheduled', id: one.id, channel: channel.id, post_at: postAt })
    return {
      channel: channel.id,
      scheduled_message_id: one.id,
      post_at: postAt,
      message: {
        type: 'delayed_message',
        subtype: 'bot_message',
        text: content.text,
        bot_id: app.botId,
        ...(content.blocks.length > 0 && { blocks: content.blocks }),
        ...(content.attachments && { attachments: content.attachments }),
      },
    }
  }

  function withdraw(call: MethodCall): JsonObject {
    const one = waiting.get(call.args.required('scheduled_message_id'))
    const mine = one?.app === call.app && one.channel === postTarget(call)
    if (!one || !mine || one.postAt - nowS() < TOO_LATE_TO_DELETE_S)
      throw new SlackError('invalid_scheduled_message_id')
    one.timer.cancel()
    waiting.delete(one.id)
    return {}
  }

  return {
    'chat.scheduleMessage': { rate: 3, scopes: ['chat:write'], run: schedule },
    'chat.deleteScheduledMessage': { rate: 3, scopes: ['chat:write'], run: withdraw },
    'chat.scheduledMessages.list': {
      rate: 3,
      scopes: ['chat:write'],
      run: (call) => listScheduled(waiting.values(), call),
    },
  }
}

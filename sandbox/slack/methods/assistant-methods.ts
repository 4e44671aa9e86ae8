import { invalidArguments, SlackError } from '../api/slack-errors.ts'
import { visibleChannel, type ApiMethods, type MethodCall } from '../api/api-method.ts'
import { isJsonObject, stringField, type JsonObject } from '../workspace/workspace-types.ts'

/** The status line under a thread. It disappears after two minutes or with the app's next message. */
function setStatus(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const channel = visibleChannel(call, 'channel_id')
  const threadTs = args.required('thread_ts')
  const messages = args.list('loading_messages')
  if (messages && messages.length > 10)
    throw invalidArguments('no more than 10 items allowed [json-pointer:/loading_messages]')
  if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
  const status = args.text('status') ?? ''
  workspace.server.emit({ type: 'slack.status', channel: channel.id, thread_ts: threadTs, app: app.id, status })
  return {}
}

/** Refuses a call about an assistant's thread in a channel that the app is not in. */
function assistantThread(call: MethodCall): void {
  const channel = visibleChannel(call, 'channel_id')
  if (!channel.members.has(call.app.botUser)) throw new SlackError('not_in_channel')
}

function setTitle(call: MethodCall): JsonObject {
  assistantThread(call)
  call.args.required('thread_ts')
  call.args.required('title')
  return {}
}

const PROMPTS_MOST = 4

function setPrompts(call: MethodCall): JsonObject {
  assistantThread(call)
  const prompts = call.args.list('prompts')
  if (!prompts || prompts.length === 0) throw invalidArguments('missing required field: prompts')
  if (prompts.length > PROMPTS_MOST)
    throw invalidArguments(`no more than ${PROMPTS_MOST} items allowed [json-pointer:/prompts]`)
  for (const [index, one] of prompts.entries())
    for (const name of ['title', 'message'])
      if (!isJsonObject(one) || !stringField(one, name))
        throw invalidArguments(`missing required field: ${name} [json-pointer:/prompts/${index}]`)
  return {}
}

const SESSION = ['active', 'processing', 'suspended', 'closed']

function sessionStatus(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  if (!app.manifest.agent) throw new SlackError('not_an_agent')
  const channel = visibleChannel(call, 'channel_id')
  const status = args.required('status')
  if (!SESSION.includes(status)) throw invalidArguments('must be a valid enum value [json-pointer:/status]')
  const title = args.text('title') ?? ''
  if (title.length > 200) throw invalidArguments('must be less than 201 characters [json-pointer:/title]')
  const thread = args.text('thread_ts')
  workspace.server.emit({
    type: 'slack.session',
    channel: channel.id,
    ...(thread !== undefined && { thread_ts: thread }),
    app: app.id,
    status,
    title,
  })
  return { status, agent_status: status, title }
}

/** The status, title and prompts of an assistant, and the status of an agent's session. */
export const assistantMethods: ApiMethods = {
  'assistant.threads.setStatus': {
    rate: { perMinute: 60 },
    scopes: ['assistant:write', 'chat:write'],
    run: setStatus,
  },
  'assistant.threads.setTitle': { rate: 3, scopes: ['assistant:write', 'chat:write'], run: setTitle },
  'assistant.threads.setSuggestedPrompts': { rate: 3, scopes: ['assistant:write', 'chat:write'], run: setPrompts },
  'agents.sessions.setStatus': { rate: 3, scopes: ['chat:write'], run: sessionStatus },
}

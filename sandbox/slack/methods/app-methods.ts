import { announce } from '../events/publish-event.ts'
import { badArguments, SlackError } from '../api/slack-errors.ts'
import { visible, type Asked, type Methods } from '../api/api-method.ts'
import { isFields, textField, type App, type Fields, type World } from '../workspace/workspace-types.ts'

function authTest({ world, app }: Asked): Fields {
  return {
    url: `${world.base()}/`,
    team: world.team.name,
    user: world.people.get(app.botUser)?.name,
    team_id: world.team.id,
    user_id: app.botUser,
    bot_id: app.botId,
    is_enterprise_install: false,
  }
}

function apiTest({ args }: Asked): Fields {
  const error = args.text('error')
  const { token: _token, ...rest } = args.all
  if (error) throw new SlackError(error, { args: rest })
  return Object.keys(rest).length > 0 ? { args: rest } : {}
}

/** An app's token is good for nothing any more, and the app is told. */
export function revokeToken(world: World, app: App): void {
  app.tokenRevoked = true
  const event = { type: 'tokens_revoked', tokens: { oauth: [], bot: [app.botUser] } }
  announce(world, { key: 'tokens_revoked', app, anyway: true, event })
}

function revoke({ world, app, args }: Asked): Fields {
  if (args.flag('test')) return { revoked: false }
  revokeToken(world, app)
  return { revoked: true }
}

/** The status line under a thread; it goes by itself after two minutes or with the app's next message. */
function setStatus(asked: Asked): Fields {
  const { world, app, args } = asked
  const channel = visible(asked, 'channel_id')
  const threadTs = args.need('thread_ts')
  const messages = args.list('loading_messages')
  if (messages && messages.length > 10)
    throw badArguments('no more than 10 items allowed [json-pointer:/loading_messages]')
  if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
  const status = args.text('status') ?? ''
  world.host.tell({ type: 'slack.status', channel: channel.id, thread_ts: threadTs, app: app.id, status })
  return {}
}

/** Where an assistant speaks: the title of its thread, and what it offers to be asked. */
function assistantThread(asked: Asked): void {
  const channel = visible(asked, 'channel_id')
  if (!channel.members.has(asked.app.botUser)) throw new SlackError('not_in_channel')
}

function setTitle(asked: Asked): Fields {
  assistantThread(asked)
  asked.args.need('thread_ts')
  asked.args.need('title')
  return {}
}

const PROMPTS_MOST = 4

function setPrompts(asked: Asked): Fields {
  assistantThread(asked)
  const prompts = asked.args.list('prompts')
  if (!prompts || prompts.length === 0) throw badArguments('missing required field: prompts')
  if (prompts.length > PROMPTS_MOST)
    throw badArguments(`no more than ${PROMPTS_MOST} items allowed [json-pointer:/prompts]`)
  for (const [index, one] of prompts.entries())
    for (const name of ['title', 'message'])
      if (!isFields(one) || !textField(one, name))
        throw badArguments(`missing required field: ${name} [json-pointer:/prompts/${index}]`)
  return {}
}

const SESSION = ['active', 'processing', 'suspended', 'closed']

function sessionStatus(asked: Asked): Fields {
  const { world, app, args } = asked
  if (!app.manifest.agent) throw new SlackError('not_an_agent')
  const channel = visible(asked, 'channel_id')
  const status = args.need('status')
  if (!SESSION.includes(status)) throw badArguments('must be a valid enum value [json-pointer:/status]')
  const title = args.text('title') ?? ''
  if (title.length > 200) throw badArguments('must be less than 201 characters [json-pointer:/title]')
  const thread = args.text('thread_ts')
  world.host.tell({ type: 'slack.session', channel: channel.id, thread_ts: thread, app: app.id, status, title })
  return { status, agent_status: status, title }
}

/** Credentials, the workspace, validation and statuses. */
export const basics: Methods = {
  'api.test': { rate: 4, token: 'none', run: apiTest },
  'auth.test': { rate: { perMinute: 600 }, run: authTest },
  'auth.revoke': { rate: 3, run: revoke },
  'team.info': {
    rate: 3,
    scopes: ['team:read'],
    run: ({ world }) => ({
      team: {
        id: world.team.id,
        name: world.team.name,
        url: `${world.base()}/`,
        domain: world.team.domain,
        email_domain: 'acme.test',
        icon: { image_default: true },
        avatar_base_url: `${world.base()}/avatars/`,
        is_verified: false,
      },
    }),
  },
  'bots.info': {
    rate: 3,
    scopes: ['users:read'],
    run({ world, args }) {
      const app = world.apps.find(({ botId }) => botId === args.need('bot'))
      if (!app) throw new SlackError('bot_not_found')
      const { botId, id, botUser, name } = app
      return {
        bot: { id: botId, deleted: false, name, updated: 1_760_000_000, app_id: id, user_id: botUser, icons: {} },
      }
    },
  },
  'assistant.threads.setStatus': {
    rate: { perMinute: 60 },
    scopes: ['assistant:write', 'chat:write'],
    run: setStatus,
  },
  'assistant.threads.setTitle': { rate: 3, scopes: ['assistant:write', 'chat:write'], run: setTitle },
  'assistant.threads.setSuggestedPrompts': { rate: 3, scopes: ['assistant:write', 'chat:write'], run: setPrompts },
  'agents.sessions.setStatus': { rate: 3, scopes: ['chat:write'], run: sessionStatus },
}

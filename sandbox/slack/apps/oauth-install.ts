import { randomUUID } from 'node:crypto'
import type { HttpAnswer, MountedArea, HttpCall } from '../../server/http-types.ts'
import { SlackError } from '../api/slack-errors.ts'
import type { ApiMethods } from '../api/api-method.ts'
import type { App } from '../workspace/app-types.ts'
import type { JsonObject, Workspace } from '../workspace/workspace-types.ts'

const CODE_MS = 600_000

interface Code {
  app: App
  user: string
  scopes: string[]
  redirect: string
  at: number
  used: boolean
}

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, body: string, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><meta charset="utf-8"><title>${html(title)}</title><h1>${html(title)}</h1>${body}`,
})

interface Request {
  app: App
  redirect: string
  scopes: string[]
}

/** The request of an authorize link, or why it cannot be granted. */
function readRequest(workspace: Workspace, query: URLSearchParams): Request | string {
  const app = workspace.apps.find((one) => one.clientId === query.get('client_id'))
  if (!app) return 'invalid client_id'
  const redirect = query.get('redirect_uri') ?? app.manifest.redirects?.[0] ?? ''
  if (!URL.canParse(redirect)) return 'redirect_uri is missing'
  const known = app.manifest.redirects ?? []
  if (known.length > 0 && !known.some((one) => redirect.startsWith(one)))
    return 'redirect_uri did not match any configured URIs'
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
  const stray = scopes.filter((one) => !app.manifest.scopes.includes(one))
  return stray.length > 0 ? `invalid scope requested: ${stray.join(', ')}` : { app, redirect, scopes }
}

const failurePage = (words: string): HttpAnswer => page('Something went wrong', `<p>${html(words)}</p>`, 400)

function authorizePage(workspace: Workspace, call: HttpCall): HttpAnswer {
  const wanted = readRequest(workspace, call.query)
  if (typeof wanted === 'string') return failurePage(wanted)
  const link = (answer: string): string =>
    html(`${workspace.baseUrl()}/slack/oauth/v2/${answer}?${call.query.toString()}`)
  const scopes = wanted.scopes.map((one) => `<li>${html(one)}</li>`).join('')
  return page(
    `${wanted.app.name} asks to work in ${workspace.team.name}`,
    `<ul>${scopes}</ul><p><a href="${link('allow')}">Allow</a> <a href="${link('cancel')}">Cancel</a></p>`,
  )
}

/** Installs the app with the scopes of a code; they add up over installations until the token is revoked. */
function install(workspace: Workspace, app: App, code: Code): JsonObject {
  const before = app.installed && !app.tokenRevoked ? [...app.scopes] : []
  const scopes = new Set([...before, ...code.scopes])
  Object.assign(app, { installed: true, tokenRevoked: false, scopes })
  return {
    access_token: app.botToken,
    token_type: 'bot',
    scope: [...scopes].join(','),
    bot_user_id: app.botUser,
    app_id: app.id,
    team: { id: workspace.team.id, name: workspace.team.name },
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: code.user },
  }
}

/** Installing an app: the page on which a person allows it, and the exchange of the code for a bot token. */
export function createOauthInstall(workspace: Workspace): { methods: ApiMethods; area: MountedArea } {
  const codes = new Map<string, Code>()
  workspace.server.onReset(() => codes.clear())

  function answered(call: HttpCall, allowed: boolean): HttpAnswer {
    const wanted = readRequest(workspace, call.query)
    if (typeof wanted === 'string') return failurePage(wanted)
    const back = new URL(wanted.redirect)
    const state = call.query.get('state')
    if (allowed) {
      const user = call.query.get('user') ?? [...workspace.people.values()].find((one) => one.is_admin)?.id ?? ''
      const code = `${workspace.team.id}.${randomUUID()}`
      codes.set(code, { ...wanted, user, at: Date.now(), used: false })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    if (state !== null) back.searchParams.set('state', state)
    return { status: 302, headers: { location: back.href } }
  }

  const methods: ApiMethods = {
    'oauth.v2.access': {
      token: 'none',
      rate: 4,
      run({ args }) {
        const app = workspace.apps.find((one) => one.clientId === args.text('client_id'))
        if (!app) throw new SlackError('invalid_client_id')
        if (args.text('client_secret') !== app.clientSecret) throw new SlackError('bad_client_secret')
        const code = codes.get(args.required('code'))
        if (!code || code.app !== app || Date.now() - code.at > CODE_MS) throw new SlackError('invalid_code')
        if (code.used) throw new SlackError('code_already_used')
        const redirect = args.text('redirect_uri')
        if (redirect !== undefined && redirect !== code.redirect) throw new SlackError('bad_redirect_uri')
        code.used = true
        return install(workspace, app, code)
      },
    },
  }

  return {
    methods,
    area: {
      routes: [
        { method: 'GET', pattern: '/v2/authorize', run: (call) => authorizePage(workspace, call) },
        { method: 'GET', pattern: '/v2/allow', run: (call) => answered(call, true) },
        { method: 'GET', pattern: '/v2/cancel', run: (call) => answered(call, false) },
      ],
      notFound: (call) => ({ status: 404, body: `Slack has nothing at ${call.method} /oauth${call.path}` }),
    },
  }
}

import type { Answer, Area, Call } from '../../server/http-types.ts'
import { args, decoded } from './call-arguments.ts'
import { RateLimited, SlackError } from './slack-errors.ts'
import { requireScope, type Asked, type Method, type Methods } from './api-method.ts'
import type { App, Fields, World } from '../workspace/workspace-types.ts'
import type { Rates } from './rate-limits.ts'

const CALLS_KEPT = 50_000

interface Heard {
  method: string
  token: string
  fields: Fields
}

const bearer = (call: Call): string | undefined => /^Bearer (.+)$/i.exec(call.headers['authorization'] ?? '')?.[1]

function authorized(world: World, method: Method, token: string): App {
  if (method.token === 'none') return world.tokens.get(token)?.app ?? world.primary
  if (token === '') throw new SlackError('not_authed')
  const found = world.tokens.get(token)
  if (!found) throw new SlackError('invalid_auth')
  if (!found.app.installed) throw new SlackError('account_inactive')
  if (found.app.tokenRevoked) throw new SlackError('token_revoked')
  if (found.kind !== (method.token ?? 'bot')) throw new SlackError('not_allowed_token_type')
  requireScope(found.app, ...(found.kind === 'app' ? [] : (method.scopes ?? [])))
  return found.app
}

function heard(world: World, { method, token, fields }: Heard, error?: string): void {
  const { token: _token, ...rest } = fields
  world.calls.push({ at: Date.now(), method, token, args: rest, ok: error === undefined, ...(error && { error }) })
  if (world.calls.length > CALLS_KEPT) world.calls.shift()
}

function headers(world: World, method: Method | undefined, token: string): Record<string, string> {
  const app = world.tokens.get(token)?.app
  return {
    'x-slack-req-id': crypto.randomUUID(),
    ...(app && { 'x-oauth-scopes': [...app.scopes].join(',') }),
    ...(method?.scopes && { 'x-accepted-oauth-scopes': method.scopes.join(',') }),
  }
}

/** The Web API: credentials, scopes, rates and arguments as Slack checks them, then the method. */
export function webApi(world: World, methods: Methods, rates: Rates): Area {
  async function run(call: Call, name: string): Promise<Answer> {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    const seen: Heard = { method: name, token: bearer(call) ?? '', fields: {} }
    const answer = (status: number, body: Fields, extra: Record<string, string> = {}): Answer => {
      heard(world, seen, body['ok'] === true ? undefined : String(body['error']))
      return { status, body, headers: { ...headers(world, method, seen.token), ...extra } }
    }
    try {
      const { fields, json, warning } = decoded(call)
      seen.fields = fields
      if (seen.token === '' && !json && typeof fields['token'] === 'string') seen.token = fields['token']
      if (!method) {
        console.error(`sandbox: Slack has no method ${name} here`)
        world.host.tell({ type: 'slack.unknown', method: name })
        return answer(200, { ok: false, error: 'unknown_method', req_method: name })
      }
      const app = authorized(world, method, seen.token)
      const waitMs = rates.take(app, name, method.rate)
      if (waitMs > 0) throw new RateLimited(waitMs)
      const warnings = warning ? [warning] : []
      const asked: Asked = { world, app, args: args(fields), rates, warn: (one) => void warnings.push(one) }
      const result = await method.run(asked)
      const metadata = result['response_metadata']
      return answer(200, {
        ok: true,
        ...result,
        ...(warnings.length > 0 && {
          warning: warnings.join(','),
          response_metadata: { ...(typeof metadata === 'object' ? metadata : {}), warnings },
        }),
      })
    } catch (error) {
      if (error instanceof RateLimited)
        return answer(
          429,
          { ok: false, error: 'ratelimited' },
          { 'retry-after': String(world.host.clock.seconds(error.waitMs)) },
        )
      if (error instanceof SlackError) return answer(200, { ok: false, error: error.code, ...error.more })
      throw error
    }
  }

  return {
    routes: ['GET', 'POST'].map((method) => ({
      method,
      pattern: '/:method',
      run: (call, { method: name = '' }) => run(call, name),
    })),
    unknown: (call) => {
      console.error(`sandbox: Slack has nothing at ${call.method} ${call.path}`)
      return { status: 404, body: { ok: false, error: 'unknown_method', req_method: call.path.slice(1) } }
    },
    weather: {
      target: 'slack',
      failure(fault, call) {
        const error = fault.error ?? (fault.status === 429 ? 'ratelimited' : 'internal_error')
        heard(world, faulted(call), error)
        return { status: fault.status ?? 200, body: { ok: false, error } }
      },
      unanswered: (call) => heard(world, faulted(call), 'no_answer'),
    },
  }
}

/** What a call that fell into bad weather had said. */
function faulted(call: Call): Heard {
  let fields: Fields = {}
  try {
    fields = decoded(call).fields
  } catch {
    // Nothing that could be read.
  }
  const token = bearer(call) ?? (typeof fields['token'] === 'string' ? fields['token'] : '')
  return { method: call.path.slice(1), token, fields }
}

import type { HttpAnswer, MountedArea, HttpCall } from '../../server/http-types.ts'
import { readArguments, decodeCall } from './call-arguments.ts'
import { RateLimitError, SlackError } from './slack-errors.ts'
import { requireScope, type MethodCall, type ApiMethod, type ApiMethods } from './api-method.ts'
import type { App } from '../workspace/app-types.ts'
import type { JsonObject, Workspace } from '../workspace/workspace-types.ts'
import type { RateLimiter } from './rate-limits.ts'

const CALLS_KEPT = 50_000

interface CallRecord {
  method: string
  token: string
  fields: JsonObject
}

const bearerToken = (call: HttpCall): string | undefined =>
  /^Bearer (.+)$/i.exec(call.headers['authorization'] ?? '')?.[1]

function authorized(workspace: Workspace, method: ApiMethod, token: string): App {
  if (method.token === 'none') return workspace.tokens.get(token)?.app ?? workspace.primary
  if (token === '') throw new SlackError('not_authed')
  const found = workspace.tokens.get(token)
  if (!found) throw new SlackError('invalid_auth')
  if (!found.app.installed) throw new SlackError('account_inactive')
  if (found.app.tokenRevoked) throw new SlackError('token_revoked')
  if (found.kind !== (method.token ?? 'bot')) throw new SlackError('not_allowed_token_type')
  requireScope(found.app, ...(found.kind === 'app' ? [] : (method.scopes ?? [])))
  return found.app
}

function recordCall(workspace: Workspace, { method, token, fields }: CallRecord, error?: string): void {
  const { token: _token, ...rest } = fields
  workspace.calls.push({ at: Date.now(), method, token, args: rest, ok: error === undefined, ...(error && { error }) })
  if (workspace.calls.length > CALLS_KEPT) workspace.calls.shift()
}

function answerHeaders(workspace: Workspace, method: ApiMethod | undefined, token: string): Record<string, string> {
  const app = workspace.tokens.get(token)?.app
  return {
    'x-slack-req-id': crypto.randomUUID(),
    ...(app && { 'x-oauth-scopes': [...app.scopes].join(',') }),
    ...(method?.scopes && { 'x-accepted-oauth-scopes': method.scopes.join(',') }),
  }
}

/** The Web API: credentials, scopes, rates and arguments as Slack checks them, then the method. */
export function webApiArea(workspace: Workspace, methods: ApiMethods, rates: RateLimiter): MountedArea {
  async function run(call: HttpCall, name: string): Promise<HttpAnswer> {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    const seen: CallRecord = { method: name, token: bearerToken(call) ?? '', fields: {} }
    const answer = (status: number, body: JsonObject, extra: Record<string, string> = {}): HttpAnswer => {
      recordCall(workspace, seen, body['ok'] === true ? undefined : String(body['error']))
      return { status, body, headers: { ...answerHeaders(workspace, method, seen.token), ...extra } }
    }
    try {
      const { fields, json, warning } = decodeCall(call)
      seen.fields = fields
      const isInHeader = seen.token !== ''
      if (!isInHeader && !json && typeof fields['token'] === 'string') seen.token = fields['token']
      if (!method) {
        console.error(`sandbox: the Slack simulator has no method ${name}`)
        workspace.server.emit({ type: 'slack.unknown', method: name })
        return answer(200, { ok: false, error: 'unknown_method', req_method: name })
      }
      // Apps created since February 2021 may put their token into a header or a form, not into the address.
      const isInAddress = !isInHeader && call.query.get('token') === seen.token
      if (isInAddress && method.token !== 'none') throw new SlackError('invalid_auth')
      const app = authorized(workspace, method, seen.token)
      const waitMs = rates.take(app, name, method.rate)
      if (waitMs > 0) throw new RateLimitError(waitMs)
      const warnings = warning ? [warning] : []
      const methodCall: MethodCall = {
        workspace,
        app,
        args: readArguments(fields),
        rates,
        warn: (one) => void warnings.push(one),
      }
      const result = await method.run(methodCall)
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
      if (error instanceof RateLimitError)
        return answer(
          429,
          { ok: false, error: 'ratelimited' },
          { 'retry-after': String(workspace.server.clock.realSeconds(error.waitMs)) },
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
    notFound: (call) => {
      console.error(`sandbox: Slack has nothing at ${call.method} ${call.path}`)
      return { status: 404, body: { ok: false, error: 'unknown_method', req_method: call.path.slice(1) } }
    },
    faults: {
      target: 'slack',
      failure(fault, call) {
        const error = fault.error ?? (fault.status === 429 ? 'ratelimited' : 'internal_error')
        recordCall(workspace, readFaultedCall(call), error)
        return { status: fault.status ?? 200, body: { ok: false, error } }
      },
      unanswered: (call) => recordCall(workspace, readFaultedCall(call), 'no_answer'),
    },
  }
}

/** The record of a call that was answered by a fault. */
function readFaultedCall(call: HttpCall): CallRecord {
  let fields: JsonObject = {}
  try {
    fields = decodeCall(call).fields
  } catch {
    // The arguments cannot be read.
  }
  const token = bearerToken(call) ?? (typeof fields['token'] === 'string' ? fields['token'] : '')
  return { method: call.path.slice(1), token, fields }
}

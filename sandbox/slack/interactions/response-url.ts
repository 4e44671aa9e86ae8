import { randomBytes } from 'node:crypto'
import type { MountedArea } from '../../server/http-types.ts'
import { readArguments } from '../api/call-arguments.ts'
import { composeContent } from '../messages/message-content.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newSlackId } from '../workspace/slack-ids.ts'
import { changeMessage, addMessage, removeMessage } from '../messages/channel-messages.ts'
import { isJsonObject, type JsonObject, type ResponseHook, type Workspace } from '../workspace/workspace-types.ts'

/** A `response_url` works five times within thirty minutes. */
const USES_MOST = 5
const LIFE_MS = 30 * 60_000
const HOOKS_KEPT = 5000

/** Creates the `response_url` of an interaction. */
export function createResponseUrl(
  workspace: Workspace,
  kind: 'commands' | 'actions',
  hook: Omit<ResponseHook, 'uses' | 'at'>,
): string {
  const path = `/${kind}/${workspace.team.id}/${newSlackId('').slice(1)}/${randomBytes(12).toString('hex')}`
  for (const oldest of workspace.responseHooks.keys()) {
    if (workspace.responseHooks.size < HOOKS_KEPT) break
    workspace.responseHooks.delete(oldest)
  }
  workspace.responseHooks.set(path, { ...hook, uses: 0, at: workspace.server.clock.elapsed() })
  return `${workspace.baseUrl()}/slack/hooks${path}`
}

/** Applies an app's answer to a command or `response_url`: a new message (ephemeral unless `in_channel`), or a change of the original. */
export function applyResponse(
  workspace: Workspace,
  { app, user, channel, original }: Omit<ResponseHook, 'uses' | 'at'>,
  given: JsonObject,
): void {
  if (given['delete_original'] === true || given['delete_original'] === 'true') {
    if (original) removeMessage(workspace, channel, original)
    return
  }
  const read = readArguments(given)
  const content = composeContent(workspace, read, () => undefined)
  const blocks = content.blocks.length > 0 ? content.blocks : undefined
  if (original && read.flag('replace_original')) {
    changeMessage(workspace, channel, original, {
      text: content.text,
      blocks,
      derived: content.derived || undefined,
      ...(content.attachments && { attachments: content.attachments }),
      ...(content.metadata && { metadata: content.metadata }),
    })
    return
  }
  const threadTs = read.text('thread_ts')
  const loud = read.text('response_type') === 'in_channel'
  addMessage(workspace, {
    channel,
    app,
    ...content,
    ...(threadTs && { thread_ts: threadTs }),
    ...(!loud && { ephemeral_for: user }),
  })
}

/** Reads an answer's body: JSON, or plain text. */
export function parseResponse(body: string, type: string): JsonObject | undefined {
  if (body.trim() === '') return undefined
  if (type.includes('json') || body.trimStart().startsWith('{')) {
    try {
      const value: unknown = JSON.parse(body)
      return isJsonObject(value) ? value : undefined
    } catch {
      return type.includes('json') ? undefined : { text: body }
    }
  }
  return { text: body }
}

/** Where the `response_url`s answer. */
export function responseUrlArea(workspace: Workspace): MountedArea {
  const refused = (status: number, error: string): { status: number; body: JsonObject } => ({
    status,
    body: { ok: false, error },
  })
  return {
    routes: [
      {
        method: 'POST',
        pattern: '/:kind/:team/:id/:secret',
        run(call) {
          const hook = workspace.responseHooks.get(call.path)
          if (!hook) return refused(404, 'no_service')
          if (workspace.server.clock.elapsed() - hook.at > LIFE_MS) return refused(404, 'expired_url')
          if (hook.uses >= USES_MOST) return refused(404, 'used_url')
          const text = call.body.toString('utf8')
          const form = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
          const given = parseResponse(form ? (new URLSearchParams(text).get('payload') ?? '') : text, 'json')
          if (!given) return refused(400, 'invalid_payload')
          try {
            applyResponse(workspace, hook, given)
          } catch (error) {
            if (!(error instanceof SlackError)) throw error
            return { status: 400, body: { ok: false, error: error.code, ...error.more } }
          }
          hook.uses += 1
          return { status: 200, body: { ok: true } }
        },
      },
    ],
    notFound: () => refused(404, 'no_service'),
    faults: {
      target: 'slack',
      failure: (fault) => ({
        status: fault.status ?? 500,
        body: { ok: false, error: fault.error ?? 'internal_error' },
      }),
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { Area } from '../../server/http-types.ts'
import { args } from '../api/call-arguments.ts'
import { composed } from '../messages/message-content.ts'
import { SlackError } from '../api/slack-errors.ts'
import { id } from '../workspace/slack-ids.ts'
import { change, post, remove } from '../messages/channel-messages.ts'
import { isFields, type Fields, type Hook, type World } from '../workspace/workspace-types.ts'

/** A `response_url` works five times within thirty minutes. */
const USES_MOST = 5
const LIFE_MS = 30 * 60_000
const HOOKS_KEPT = 5000

/** A new `response_url` for what a person just did. */
export function responseUrl(world: World, kind: 'commands' | 'actions', hook: Omit<Hook, 'uses' | 'at'>): string {
  const path = `/${kind}/${world.team.id}/${id('').slice(1)}/${randomBytes(12).toString('hex')}`
  for (const oldest of world.hooks.keys()) {
    if (world.hooks.size < HOOKS_KEPT) break
    world.hooks.delete(oldest)
  }
  world.hooks.set(path, { ...hook, uses: 0, at: world.host.clock.elapsed() })
  return `${world.base()}/slack/hooks${path}`
}

/** What an app answers to a command, or sends to a `response_url`: a new message (for the person alone unless it says `in_channel`), or a change of the original. */
export function respond(
  world: World,
  { app, user, channel, original }: Omit<Hook, 'uses' | 'at'>,
  given: Fields,
): void {
  if (given['delete_original'] === true || given['delete_original'] === 'true') {
    if (original) remove(world, channel, original)
    return
  }
  const read = args(given)
  const content = composed(world, read, () => undefined)
  const blocks = content.blocks.length > 0 ? content.blocks : undefined
  if (original && read.flag('replace_original')) {
    change(world, channel, original, {
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
  post(world, {
    channel,
    app,
    ...content,
    ...(threadTs && { thread_ts: threadTs }),
    ...(!loud && { ephemeral_for: user }),
  })
}

/** Reads an answer's body: JSON, or plain text. */
export function answerFields(body: string, type: string): Fields | undefined {
  if (body.trim() === '') return undefined
  if (type.includes('json') || body.trimStart().startsWith('{')) {
    try {
      const value: unknown = JSON.parse(body)
      return isFields(value) ? value : undefined
    } catch {
      return type.includes('json') ? undefined : { text: body }
    }
  }
  return { text: body }
}

/** Where the `response_url`s answer. */
export function responseUrls(world: World): Area {
  const refused = (status: number, error: string): { status: number; body: Fields } => ({
    status,
    body: { ok: false, error },
  })
  return {
    routes: [
      {
        method: 'POST',
        pattern: '/:kind/:team/:id/:secret',
        run(call) {
          const hook = world.hooks.get(call.path)
          if (!hook) return refused(404, 'no_service')
          if (world.host.clock.elapsed() - hook.at > LIFE_MS) return refused(404, 'expired_url')
          if (hook.uses >= USES_MOST) return refused(404, 'used_url')
          const text = call.body.toString('utf8')
          const form = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
          const given = answerFields(form ? (new URLSearchParams(text).get('payload') ?? '') : text, 'json')
          if (!given) return refused(400, 'invalid_payload')
          try {
            respond(world, hook, given)
          } catch (error) {
            if (!(error instanceof SlackError)) throw error
            return { status: 400, body: { ok: false, error: error.code, ...error.more } }
          }
          hook.uses += 1
          return { status: 200, body: { ok: true } }
        },
      },
    ],
    unknown: () => refused(404, 'no_service'),
    weather: {
      target: 'slack',
      failure: (fault) => ({
        status: fault.status ?? 500,
        body: { ok: false, error: fault.error ?? 'internal_error' },
      }),
    },
  }
}

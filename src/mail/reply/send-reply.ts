import { createHash } from 'node:crypto'
import type { MailboxClient } from '../../clients/mailbox/mailbox-client.ts'
import type { ReplyAttachment, ReplyBody } from '../../clients/mailbox/mailbox-schemas.ts'
import { explainError } from '../../clients/mailbox/error-messages.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError, UserError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import { formatAddress } from '../model/address.ts'
import { KEY_MS, sendLane, sendTask } from './send-task.ts'
import type { MailDeaths } from '../notify/failed-task-notices.ts'
import { type Reply, type SendProblem } from '../model/reply.ts'
import type { ReplyStore } from '../model/reply-store.ts'

const CLASH_WAITS_MS = [2_000, 5_000, 15_000]
const CLASH_WAIT_MS = 60_000
const CLASH_MS = 10 * 60_000
const MAX_WAIT_MS = 5 * 60_000
/** They travel in one request. */
const MAX_FILES_BYTES = 64 * 1024 * 1024

export interface SendDeps {
  outgoing: ReplyStore
  queue: Queue
  clock: Clock
  log: Log
  reply: MailboxClient['reply']
  /** The bytes of a file that a person attached; throws `UserError` when it can no longer be read. */
  file: (team: string, id: string) => Promise<{ name: string; type: string; bytes: Buffer }>
  /** The reply's message in Slack follows. */
  changed: (team: string, reply: string) => Promise<void>
  /** It left, under this id. */
  sent: (team: string, reply: string, letter: Reply, messageId: string) => Promise<void>
  /** It did not leave, or nobody knows: the writer is told once per occasion. */
  stopped: (team: string, reply: string, letter: Reply) => Promise<void>
  deaths: Pick<MailDeaths, 'send'>
}

/** Sends stored replies under their own key: the same bytes each time, and an end that somebody sees. */
export function sender(deps: SendDeps) {
  const { outgoing, clock, log } = deps

  async function body(team: string, letter: Reply): Promise<ReplyBody> {
    const attachments: ReplyAttachment[] = []
    let size = 0
    for (const { id } of letter.files) {
      const { name, type, bytes } = await deps.file(team, id)
      size += bytes.length
      if (size > MAX_FILES_BYTES)
        throw new UserError(
          'The attached files are together larger than 64 MB. Attach fewer, or put links into the text.',
        )
      attachments.push({
        filename: name,
        content_type: type,
        content_disposition: 'attachment',
        content: bytes.toString('base64'),
      })
    }
    return {
      to: letter.to.map(formatAddress),
      ...(letter.cc.length > 0 && { cc: letter.cc.map(formatAddress) }),
      ...(letter.bcc.length > 0 && { bcc: letter.bcc.map(formatAddress) }),
      text: letter.text,
      html: letter.html,
      ...(attachments.length > 0 && { attachments }),
    }
  }

  async function change(team: string, id: string, edit: (letter: Reply) => Reply | undefined) {
    const letter = await outgoing.replies(team).update(id, (now) => now && edit(now))
    await deps.changed(team, id)
    return letter
  }

  /** Nothing leaves any more by itself; a person reads why and decides. */
  async function stop(team: string, id: string, state: 'failed' | 'unknown', trouble: SendProblem): Promise<void> {
    const letter = await change(team, id, (now) => (now.state === 'sending' ? { ...now, state, trouble } : undefined))
    if (letter?.state === state) await deps.stopped(team, id, letter)
  }

  async function later(
    team: string,
    id: string,
    letter: Reply,
    error: UpstreamError,
  ): Promise<void | { againMs: number }> {
    const trouble = told(error)
    const { firstTriedAt, dueAt, tries } = letter
    // Without a try its files cannot be had: it waits as long again as it has waited, up to a day.
    const waitedMs = firstTriedAt === undefined ? Math.max(clock.now() - dueAt, 1000) : 2 ** tries * 1000
    if (firstTriedAt === undefined && waitedMs > clock.scaled(KEY_MS)) return stop(team, id, 'failed', trouble)
    if (letter.trouble?.code !== trouble.code) await change(team, id, (now) => ({ ...now, trouble }))
    return { againMs: error.details.retryAfterMs ?? clock.scaled(Math.min(waitedMs, MAX_WAIT_MS)) }
  }

  /** 409 `conflict` on our own bytes: the first attempt is still in flight. */
  async function clashed(team: string, id: string, error: UpstreamError): Promise<{ againMs: number } | undefined> {
    const now = clock.now()
    const letter = await change(team, id, (one) => ({
      ...one,
      clashes: one.clashes + 1,
      clashedAt: one.clashedAt ?? now,
      trouble: told(error),
    }))
    const since = letter?.clashedAt ?? now
    if (!letter || now - since > clock.scaled(CLASH_MS)) {
      await stop(team, id, 'unknown', told(error))
      return undefined
    }
    return { againMs: clock.scaled(CLASH_WAITS_MS[letter.clashes - 1] ?? CLASH_WAIT_MS) }
  }

  async function attempt(team: string, id: string, letter: Reply): Promise<{ againMs: number } | undefined> {
    const request = await body(team, letter)
    const bodyHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
    const isRepeat = letter.bodyHash !== undefined
    if (isRepeat && letter.bodyHash !== bodyHash) {
      log.error({ team, reply: id }, 'a stored reply no longer makes the same request and is not repeated')
      await stop(team, id, 'unknown', changedBytes)
      return undefined
    }
    const now = clock.now()
    const tried = await outgoing
      .replies(team)
      .update(id, (one) =>
        one?.state === 'sending'
          ? { ...one, bodyHash, tries: one.tries + 1, firstTriedAt: one.firstTriedAt ?? now, lastTriedAt: now }
          : undefined,
      )
    if (tried?.state !== 'sending') return undefined
    const { inboxId, messageId, key } = letter
    const call = { inboxId, messageId, body: request, idempotencyKey: key, identical: isRepeat }
    const answer = await deps.reply(call)
    await change(team, id, (one) => {
      const { trouble: _, ...rest } = one
      return { ...rest, state: 'sent', sentAt: clock.now(), sentId: answer.message_id }
    })
    await deps.sent(team, id, tried, answer.message_id)
    return undefined
  }

  async function run(team: string, id: string): Promise<void | { againMs: number }> {
    const found = (await outgoing.replies(team).get(id))?.value
    const wait = found?.state === 'held' ? found.dueAt - clock.now() : 0
    if (wait > 0) return { againMs: wait }
    const letter = await outgoing
      .replies(team)
      .update(id, (now) => (now?.state === 'held' ? { ...now, state: 'sending' } : undefined))
    if (letter?.state === 'sent' && letter.sentId) return deps.sent(team, id, letter, letter.sentId)
    if (letter?.state === 'failed' || letter?.state === 'unknown') {
      // Found after a crash: the record was written, its message and the call to the writer perhaps not.
      await deps.changed(team, id)
      return deps.stopped(team, id, letter)
    }
    if (letter?.state !== 'sending') return undefined
    if (found?.state === 'held') await deps.changed(team, id)
    if (letter.firstTriedAt !== undefined && clock.now() - letter.firstTriedAt > clock.scaled(KEY_MS))
      return stop(team, id, 'unknown', letter.trouble ?? noAnswer)
    try {
      return await attempt(team, id, letter)
    } catch (error) {
      if (error instanceof UserError) return stop(team, id, 'failed', unreadableFile(error))
      if (!(error instanceof UpstreamError)) {
        await stop(team, id, 'unknown', ourFault)
        throw error
      }
      if (error.details.service === 'store') throw error
      const { service, outcome, code } = error.details
      if (service === 'mailbox' && code === 'conflict' && outcome === 'not_sent') return clashed(team, id, error)
      if (outcome === 'not_sent') return later(team, id, letter, error)
      return stop(team, id, outcome === 'unknown' ? 'unknown' : 'failed', told(error))
    }
  }

  return {
    task: sendTask.handler(({ team, reply }) => run(team, reply), deps.deaths.send),
    /** Leaves when the hold is over; `round` names a further look at an unknown outcome. */
    send: (team: string, reply: string, user: string, options: { delayMs?: number; round?: number } = {}) =>
      deps.queue.send(sendTask.of({ team, reply, user }), {
        id: `mail.send:${team}:${reply}:${options.round ?? 0}`,
        lane: sendLane(team, reply),
        ...(options.delayMs !== undefined && { delayMs: options.delayMs }),
      }),
  }
}

function told(error: UpstreamError): SendProblem {
  const { text, resolvedBy: who, fix, said, docs, upgradeUrl } = explainError(error)
  return {
    code: error.details.code,
    text,
    who,
    ...(fix && { fix }),
    ...(said && { said }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
  }
}

const changedBytes: SendProblem = {
  code: 'changed_bytes',
  who: 'writer',
  text: 'The first attempt got no answer, and an attached file has changed since, so it cannot be asked for again.',
}
const ourFault: SendProblem = {
  code: 'internal',
  who: 'admin',
  text: 'Something went wrong on our side while it was sent.',
}
const noAnswer: SendProblem = { code: 'no_answer', who: 'writer', text: 'The mailbox gave no answer for a whole day.' }
const unreadableFile = (error: UserError): SendProblem => ({ code: 'file_gone', who: 'writer', text: error.message })

import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { limitedList } from '../api/limited-list.ts'
import { FILE_GONE, hasErrorCode, toRetryableError } from '../api/slack-errors.ts'
import { uploadFile } from '../api/upload-file.ts'
import { clearConversation, clearedWrites } from './cleared-writes.ts'
import type { PostServices } from './post-once.ts'

/** Where a file is shown: in a person's direct messages with the app, or in a thread. */
export type FileLocation = { user: string } | { channel: string; threadTs: string }

/** A file for a person or a thread. */
export interface SharedFile {
  team: string
  location: FileLocation
  /** Names the effect: the same `opId` sends one file, even if the process is killed in between. */
  opId: string
  name: string
  title: string
  /** Stands next to the file; our own markup. */
  comment?: string
  /** In bytes; the content must have exactly that many. */
  length: number
  content(this: void): AsyncIterable<Uint8Array>
  /** Ends the upload. */
  signal?: AbortSignal
}

/** The file is sent, with its id in Slack if that is known; or Slack's error code if it never will be. */
export type FileOutcome = { isSent: true; file?: string } | { refused: string }

const ids = limitedList(z.string()).default([])

const openedAnswer = z.object({ channel: z.object({ id: z.string() }) })
const sharesAnswer = z.object({
  file: z.object({ ims: ids, channels: ids, groups: ids }),
})
const attemptSchema = z.object({ file: z.string() })

/** The file that an earlier attempt was about to share. */
const readAttempt = (data: Json | undefined): string | undefined => attemptSchema.safeParse(data).data?.file

const createSent = (file: string | undefined): FileOutcome => ({ isSent: true, ...(file !== undefined && { file }) })

const createRefusal = (code: string): UpstreamError =>
  new UpstreamError('a file may not be shown there', { service: 'slack', code, outcome: 'refused' })

/**
 * Sends a file once, to people of this organization only. Until it is shared, an uploaded file is on nobody's screen, so only sharing counts: an attempt with an unknown outcome is looked
 * up. Throws `UpstreamError` if Slack does not answer.
 */
export function createFileSender(services: PostServices & { apiUrl: string }) {
  const { api, effectsOf, apiUrl } = services

  /** Undefined if Slack does not know the file: the attempt did not reach it. */
  async function isShared(team: string, file: string): Promise<boolean | undefined> {
    try {
      const { ims, channels, groups } = (await api.call(team, 'files.info', { file }, sharesAnswer)).file
      return ims.length + channels.length + groups.length > 0
    } catch (error) {
      if (hasErrorCode(error, FILE_GONE)) return undefined
      throw error
    }
  }

  async function openLocation(team: string, location: FileLocation): Promise<{ channel: string; thread_ts?: string }> {
    if ('channel' in location) return { channel: location.channel, thread_ts: location.threadTs }
    const { channel } = await api.call(team, 'conversations.open', { users: location.user }, openedAnswer)
    return { channel: channel.id }
  }

  async function share({ team, location, opId, title, comment }: SharedFile, file: string): Promise<void> {
    const where = await openLocation(team, location)
    // Asked again after the upload, which may have taken minutes.
    const clearing = await clearConversation(services, { team, channel: where.channel })
    if ('refused' in clearing) throw createRefusal(clearing.refused)
    await effectsOf(team).attempt(opId, { data: { file } })
    const { thread_ts } = where
    await clearedWrites.shareFiles(api, team, clearing.cleared, {
      files: [{ id: file, title }],
      ...(thread_ts !== undefined && { thread_ts }),
      ...(comment !== undefined && { initial_comment: comment }),
    })
  }

  return async function sendFile(file: SharedFile): Promise<FileOutcome> {
    const { team, opId } = file
    const effects = effectsOf(team)
    const before = await effects.get(opId)
    if (before?.state === 'done') return createSent(readAttempt(before.data))
    if (before?.state === 'dropped') return { refused: before.reason ?? 'dropped' }
    try {
      if ('channel' in file.location) {
        const clearing = await clearConversation(services, { team, channel: file.location.channel })
        if ('refused' in clearing) throw createRefusal(clearing.refused)
      }
      const earlier = readAttempt(before?.data)
      const known = earlier === undefined ? undefined : await isShared(team, earlier)
      // A file that Slack has and has not shared yet is shared again: it stays one file.
      const id = known !== undefined && earlier !== undefined ? earlier : await uploadFile(api, apiUrl, file)
      if (known !== true) await share(file, id)
      await effects.done(opId)
      return createSent(id)
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw toRetryableError(error)
      const { code } = error.details
      await effects.drop(opId, code)
      return { refused: code }
    }
  }
}

/** Sends files to people and threads, each one once. */
export type FileSender = ReturnType<typeof createFileSender>

import { randomBytes } from 'node:crypto'
import type { HttpCall, Route } from '../../server/http-types.ts'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import { codedAnswer } from '../api/error-codes.ts'
import type { Attachment } from '../api/mailbox-types.ts'

const OFFER_MS = 60 * 60 * 1000

interface Offer {
  download_url: string
  expires_at: string
}

export interface AttachmentDownloads {
  offer(call: HttpCall, bytes: Buffer, type: string | undefined): Offer
  attachment(call: HttpCall, attachment: Attachment): Omit<Attachment, 'content'> & Offer
  route: Route
  reset(): void
}

/** Download addresses that answer without credentials until they expire on the simulated clock. */
export function createAttachmentDownloads(server: SandboxServer): AttachmentDownloads {
  const offers = new Map<string, { bytes: Buffer; type: string; until: number }>()
  const offer: AttachmentDownloads['offer'] = (call, bytes, type = 'application/octet-stream') => {
    const token = randomBytes(18).toString('base64url')
    offers.set(token, { bytes, type, until: server.clock.elapsed() + OFFER_MS })
    return {
      download_url: `http://${call.headers['host']}/mail/files/${token}`,
      expires_at: new Date(Date.now() + OFFER_MS / server.clock.scale).toISOString(),
    }
  }
  return {
    offer,
    attachment(call, { content, ...metadata }) {
      return { ...metadata, ...offer(call, content, metadata.content_type) }
    },
    route: {
      method: 'GET',
      pattern: '/files/:token',
      run(_call, { token = '' }) {
        const found = offers.get(token)
        if (!found) return codedAnswer('not_found', { message: 'File not found' })
        if (found.until <= server.clock.elapsed())
          return codedAnswer('forbidden', { message: 'The download address has expired' })
        return { status: 200, headers: { 'content-type': found.type }, body: found.bytes }
      },
    },
    reset: () => offers.clear(),
  }
}

import { randomBytes } from 'node:crypto'
import type { Call, Route } from '../../server/http-types.ts'
import type { Host } from '../../server/sandbox-server.ts'
import { coded } from '../api/error-codes.ts'
import type { Attachment } from '../model/mailbox-state.ts'

const OFFER_MS = 60 * 60 * 1000

interface Offer {
  download_url: string
  expires_at: string
}

export interface Files {
  offer(call: Call, bytes: Buffer, type: string | undefined): Offer
  attachment(call: Call, attachment: Attachment): Omit<Attachment, 'content'> & Offer
  route: Route
  reset(): void
}

/** Download addresses that answer without credentials until they expire on the simulated clock. */
export function files(host: Host): Files {
  const offers = new Map<string, { bytes: Buffer; type: string; until: number }>()
  const offer: Files['offer'] = (call, bytes, type = 'application/octet-stream') => {
    const token = randomBytes(18).toString('base64url')
    offers.set(token, { bytes, type, until: host.clock.elapsed() + OFFER_MS })
    return {
      download_url: `http://${call.headers['host']}/mail/files/${token}`,
      expires_at: new Date(Date.now() + OFFER_MS / host.clock.scale).toISOString(),
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
        if (!found) return coded('not_found', { message: 'File not found' })
        if (found.until <= host.clock.elapsed())
          return coded('forbidden', { message: 'The download address has expired' })
        return { status: 200, headers: { 'content-type': found.type }, body: found.bytes }
      },
    },
    reset: () => offers.clear(),
  }
}

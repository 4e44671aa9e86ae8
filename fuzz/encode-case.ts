import type { Prng } from '../tools/prng.ts'
import { encodeRequest, mutateHeaders, type RequestDraft } from './http-request.ts'
import type { WireCase } from './send-cases.ts'

/** The bytes of a drafted request, some of them with odd headers. A forged one must be refused on its own path; others have public answers. */
export function encodeCase(
  prng: Prng,
  draft: RequestDraft,
  { label, forgery }: { label: string; forgery: { name: string } | undefined },
): WireCase {
  const sent = prng.next() < 0.2 ? mutateHeaders(prng, draft) : draft
  const request = encodeRequest(prng, sent, prng.next() < 0.1 ? 'odd' : 'plain')
  const isOwnPath = sent.path === draft.path && sent.method === 'POST'
  return {
    ...request,
    mustBeRefused: forgery !== undefined && isOwnPath,
    label: forgery ? `${label}, forged (${forgery.name})` : label,
  }
}

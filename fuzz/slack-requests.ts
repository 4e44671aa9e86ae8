import type { Prng } from '../tools/prng.ts'
import type { SlackSample } from './capture-samples.ts'
import { marksOf, type EntranceRun } from './entrance.ts'
import { freshenSlackPayload, type CaseMarks } from './freshen-samples.ts'
import { encodeCase } from './encode-case.ts'
import type { RequestDraft } from './http-request.ts'
import { isRecord, writeJson } from './json-text.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateJson } from './mutate-json.ts'
import { createWireEntrance, type WireCase } from './send-cases.ts'
import { forgeSignature, signSlackRequest, type SignatureHeaders } from './sign-requests.ts'

const PATH = '/slack/events'
const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

/** The one menu whose choices the app finds. */
const SUBJECTS_MENU = 'workspace.subjects'

const toFormValue = (value: unknown): string => (typeof value === 'string' ? value : writeJson(value))

/** Lone surrogates cannot be percent-encoded; Slack would send a replacement character. */
const encodeValue = (text: string): string => encodeURIComponent(text.toWellFormed())

function encodeBody(value: unknown, encoding: SlackSample['encoding']): { type: string; body: string } {
  if (encoding === 'json') return { type: TYPES.json, body: writeJson(value) }
  if (encoding === 'payload' || !isRecord(value))
    return { type: TYPES.form, body: `payload=${encodeValue(writeJson(value))}` }
  const parts = Object.entries(value).map(([name, part]) => `${encodeValue(name)}=${encodeValue(toFormValue(part))}`)
  return { type: TYPES.form, body: parts.join('&') }
}

/** The same payload as an options request, which only external menus send. */
function toOptionsRequest(prng: Prng, { name, payload }: SlackSample): SlackSample {
  const { actions, ...rest } = payload
  const [action] = Array.isArray(actions) ? (actions as unknown[]) : []
  const clicked: Record<string, unknown> = isRecord(action)
    ? { action_id: action['action_id'], block_id: action['block_id'] }
    : {}
  const ids = prng.next() < 0.5 ? clicked : { ...clicked, action_id: SUBJECTS_MENU }
  const value = prng.pick(['a', '', 'x'.repeat(3000)])
  return {
    name: `options of ${name}`,
    encoding: 'payload',
    payload: { ...rest, ...ids, type: 'block_suggestion', value },
  }
}

function draftRequest(prng: Prng, sample: SlackSample, marks: CaseMarks): { draft: RequestDraft; label: string } {
  const chosen = sample.encoding === 'payload' && prng.next() < 0.1 ? toOptionsRequest(prng, sample) : sample
  const times = prng.weighted({ 0: 1, 1: 5, 2: 3, 4: 2, 8: 1 })
  const value = mutateJson(prng, freshenSlackPayload(chosen.payload, marks), Number(times))
  const encoding = prng.next() < 0.05 ? prng.pick(['json', 'form', 'payload'] as const) : chosen.encoding
  const { type, body } = encodeBody(value, encoding)
  const bytes = prng.next() < 0.12 ? mutateBytes(prng, Buffer.from(body), prng.integer(1, 4)) : Buffer.from(body)
  const draft = { method: 'POST', path: PATH, headers: [['content-type', type]] as [string, string][], body: bytes }
  return { draft, label: `a Slack request (${chosen.name})` }
}

function addRetryHeaders(prng: Prng, headers: [string, string][]): void {
  if (prng.next() > 0.05) return
  headers.push(['x-slack-retry-num', prng.pick(['1', '-1', '1e9', 'NaN', ''])])
  headers.push(['x-slack-retry-reason', prng.pick(['http_timeout', 'x'.repeat(5000), ''])])
}

function createCase(run: EntranceRun, prng: Prng, index: number, isForged: boolean): WireCase {
  const secret = run.sandbox.env['SLACK_SIGNING_SECRET'] ?? ''
  const { draft, label } = draftRequest(prng, prng.pick(run.samples.slack), marksOf(run, index))
  const sign = (which: 'right' | 'wrong', body: Buffer, stamp?: string): SignatureHeaders =>
    signSlackRequest(which === 'right' ? secret : 'f'.repeat(32), body, stamp)
  const forgery = isForged ? forgeSignature(prng, draft.body, sign) : undefined
  draft.headers.push(...(forgery?.headers ?? sign('right', draft.body)))
  addRetryHeaders(prng, draft.headers)
  return encodeCase(prng, draft, { label, forgery })
}

/** Commands, events, interactions and options that Slack signed. */
export const slackSigned = createWireEntrance({ name: 'slack-signed', isForged: false }, (run, prng, index) =>
  createCase(run, prng, index, false),
)

/** The same, without a valid signature. */
export const slackForged = createWireEntrance({ name: 'slack-forged', isForged: true }, (run, prng, index) =>
  createCase(run, prng, index, true),
)

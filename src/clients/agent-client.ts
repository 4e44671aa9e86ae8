import { z } from 'zod'
import { type RequestOutcome, UpstreamError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { LONGEST_WAIT_MS, type LongWaitListener, readRetryAfter } from '../core/retry-after.ts'
import { type ServiceResponse, sendRequest } from './http-client.ts'
import { lenientText, limitedText } from './lenient-schema.ts'
import { codeOfStatus } from './status-code.ts'
import { fillPath, joinUrl } from './url-path.ts'

const DEADLINE_MS = 30_000
/** A job is described in a few hundred bytes. */
const MAX_ANSWER_BYTES = 256 * 1024
/** Maximum length of the sentence with which the agent refuses. */
const SENTENCE_CHARS = 2_000

const OWN_STATUSES: ReadonlySet<string> = new Set(['active', 'completed', 'archived', 'failed'])

const jobSchema = z.looseObject({
  id: lenientText,
  /** `active`, `completed`, `archived`, `failed`, or a status that we do not know yet. */
  status: lenientText,
  source: z.looseObject({ repository: lenientText, ref: lenientText }).optional().catch(undefined),
  model: lenientText,
  prLink: lenientText,
  createdAt: lenientText,
  archivedAt: lenientText,
})

/** The agent's record of a job; every field except the id may be missing. */
export type AgentJob = z.output<typeof jobSchema> & { id: string }

/** The agent's id of a project, and the key for it. */
export interface AgentProjectKey {
  projectId: string
  apiKey: string
}

/** The agent's API, with the key of the project in each call. */
export interface AgentClient {
  /** Has no idempotency key: if the outcome is unknown, only a person may decide to repeat it. */
  createJob(call: AgentProjectKey & { prompt: string }): Promise<AgentJob>
  /** Like `createJob`: never repeated automatically. */
  sendFollowUp(call: AgentProjectKey & { id: string; prompt: string }): Promise<AgentJob>
  getJob(call: AgentProjectKey & { id: string }): Promise<AgentJob>
}

/** Only the agent itself refuses for good: the page of a proxy, whatever its status, is an outage. */
function outcomeOf(status: number, isOwnForm: boolean, repeatable: boolean): RequestOutcome {
  if (status === 429) return 'not_sent'
  if (isOwnForm && status >= 400 && status < 500) return 'refused'
  return repeatable ? 'not_sent' : 'unknown'
}

/** Whether an answer describes the job that was asked for. An answer without an id counts only with one of the agent's own statuses. */
function isAbout(job: { id?: string | undefined; status?: string | undefined }, id: string | undefined): boolean {
  if (job.id) return id === undefined || job.id.toLowerCase() === id.toLowerCase()
  return job.status !== undefined && OWN_STATUSES.has(job.status)
}

const QUOTED_WORDS = 4

const splitWords = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.toLowerCase())].flatMap((part) =>
    part.isWordLike ? part.segment : [],
  )

/** Whether a sentence of the agent repeats some words of the prompt in a row, or names an address: it may contain a person's mail. */
function mayQuote(sentence: string, prompt: string): boolean {
  if (sentence.includes('@')) return true
  const [said, sent] = [splitWords(sentence), splitWords(prompt)]
  const length = Math.min(QUOTED_WORDS, sent.length)
  const runsOf = (words: string[]): string[] => words.map((_, at) => words.slice(at, at + length).join(' '))
  const sentRuns = new Set(runsOf(sent))
  return length > 0 && runsOf(said).some((run) => sentRuns.has(run))
}

function createRefusal(method: string, route: string, answer: ServiceResponse): UpstreamError {
  const { status } = answer
  const said = z.object({ error: limitedText(SENTENCE_CHARS) }).safeParse(answer.json).data?.error
  return new UpstreamError(`agent answered ${status}: ${method} ${route}`, {
    service: 'agent',
    code: codeOfStatus(status, said !== undefined),
    isCodeDerived: true,
    status,
    outcome: outcomeOf(status, said !== undefined, method === 'GET'),
    ...readRetryAfter(answer.headers['retry-after']),
    ...(said && { serviceMessage: said }),
  })
}

/** The documentation agent's three operations. Each call throws `UpstreamError`. */
export function createAgentClient(options: {
  baseUrl: string
  log: Log
  deadlineMs?: number
  onLongWait?: LongWaitListener
}): AgentClient {
  const { baseUrl, log, deadlineMs = DEADLINE_MS, onLongWait = () => {} } = options

  async function call(
    method: 'GET' | 'POST',
    route: string,
    project: AgentProjectKey,
    id: string | undefined,
    prompt?: string,
  ): Promise<AgentJob> {
    const ids = { projectId: project.projectId, ...(id !== undefined && { id }) }
    const repeatable = method === 'GET'
    const startedAt = performance.now()
    try {
      const answer = await sendRequest({
        service: 'agent',
        method,
        route,
        url: joinUrl(baseUrl, fillPath('agent', route, ids)),
        headers: { authorization: `Bearer ${project.apiKey}` },
        ...(prompt !== undefined && { json: { prompt } }),
        deadlineMs,
        maxBytes: MAX_ANSWER_BYTES,
        idempotent: repeatable,
      })
      if (answer.status < 200 || answer.status > 299) throw createRefusal(method, route, answer)
      const job = jobSchema.safeParse(answer.json)
      const jobId = job.data?.id || id
      if (!job.success || !jobId || !isAbout(job.data, id))
        throw new UpstreamError(`agent gave an answer that cannot be read: ${method} ${route}`, {
          service: 'agent',
          code: 'bad_response',
          status: answer.status,
          outcome: repeatable ? 'not_sent' : 'unknown',
        })
      return { ...job.data, id: jobId }
    } catch (error) {
      const details = error instanceof UpstreamError ? error.details : undefined
      const { code, status, outcome, retryAfterMs, askedWaitMs, serviceMessage } = details ?? {}
      const said = serviceMessage !== undefined && mayQuote(serviceMessage, prompt ?? '') ? undefined : serviceMessage
      // With its hourly quota used up, the agent asks for up to an hour, which the cards explain.
      const expectedMs = status === 429 ? LONGEST_WAIT_MS : 0
      if (askedWaitMs !== undefined && askedWaitMs > expectedMs) onLongWait('agent', askedWaitMs)
      const ms = Math.round(performance.now() - startedAt)
      log.warn(
        { route: `${method} ${route}`, ids, status, code, outcome, said, retryAfterMs, askedWaitMs, ms, err: error },
        'agent call failed',
      )
      throw error
    }
  }

  return {
    createJob: (job) => call('POST', '/v2/agent/{projectId}/job', job, undefined, job.prompt),
    sendFollowUp: (job) => call('POST', '/v2/agent/{projectId}/job/{id}/message', job, job.id, job.prompt),
    getJob: (job) => call('GET', '/v2/agent/{projectId}/job/{id}', job, job.id),
  }
}

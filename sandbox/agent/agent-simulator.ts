import { randomBytes } from 'node:crypto'
import { parseJsonBody } from '../server/control-routes.ts'
import type { HttpAnswer, HttpCall, Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import { agentControlRoutes } from './agent-control.ts'
import type { AgentJob } from '../control-types.ts'
import { toApiJob, createJobStore, type JobStore } from './agent-jobs.ts'
import type { AgentKey, AgentProject } from './agent-types.ts'

export interface AgentSimulator {
  control: Route[]
  env: Record<'AGENT_PROJECT_ID' | 'AGENT_PROJECT_NAME' | 'AGENT_API_KEY', string>
  /** Restores the first script: jobs finish by themselves. */
  restoreScript: () => void
}

const HOURLY_LIMIT = 100
const HOUR_MS = 60 * 60 * 1000

/** The words of a failure that a fault injects without an error text. */
const ERROR_TEXTS: Record<number, string> = {
  400: 'Invalid request',
  401: 'Invalid API key',
  403: 'This operation requires an administrator API key',
  404: 'Job not found',
  429: 'Rate limit exceeded',
  503: 'Service unavailable',
}

const refused = (status: number, error: string, headers?: Record<string, string>): HttpAnswer => ({
  status,
  body: { error },
  ...(headers && { headers }),
})

/** The parts that the API works on. */
interface Parts {
  server: SandboxServer
  projects: AgentProject[]
  keys: AgentKey[]
  jobs: JobStore
  hourlyLimit: number
}

/** The quota of each operation and project: a sliding hour of simulated time. Only accepted requests count. */
function createQuota(server: SandboxServer, hourlyLimit: number): (name: string) => HttpAnswer | undefined {
  const uses = new Map<string, number[]>()
  server.onReset(() => uses.clear())
  return (name) => {
    const now = server.clock.elapsed()
    const recent = (uses.get(name) ?? []).filter((at) => at > now - HOUR_MS)
    uses.set(name, recent)
    const [oldest] = recent
    if (recent.length >= hourlyLimit && oldest !== undefined) {
      const seconds = server.clock.realSeconds(oldest + HOUR_MS - now)
      return refused(429, `Rate limit exceeded: ${hourlyLimit} per project per hour`, { 'retry-after': `${seconds}` })
    }
    recent.push(now)
    return undefined
  }
}

/** Checks the credentials, then the project. A request refused here does not count against the quota. */
function refusal({ projects, keys }: Parts, call: HttpCall, projectId: string | undefined): HttpAnswer | undefined {
  const [, token] = /^Bearer (\S+)$/.exec(call.headers['authorization'] ?? '') ?? []
  if (!token) return refused(401, 'Missing or malformed Authorization header: send `Bearer <API_KEY>`')
  const key = keys.find((one) => one.key === token)
  if (!key) return refused(401, 'Invalid API key')
  if (!key.admin) return refused(403, 'This operation requires an administrator API key')
  if (!projects.some((one) => one.projectId === projectId)) return refused(404, `Project not found: ${projectId}`)
  if (key.projectId && key.projectId !== projectId)
    return refused(403, `The API key is not valid for project ${projectId}`)
  return undefined
}

function readPrompt(call: HttpCall): string | undefined {
  const prompt = parseJsonBody(call)?.['prompt']
  return typeof prompt === 'string' && prompt.length > 0 ? prompt : undefined
}

const PROMPT_NEEDED = 'Invalid request: prompt is required and must be a string of at least 1 character'

/** The three operations of the API. */
function agentRoutes(parts: Parts): Route[] {
  const { jobs } = parts
  const useQuota = createQuota(parts.server, parts.hourlyLimit)
  const findJob = ({ projectId, id = '' }: Record<string, string>): AgentJob | undefined => {
    const job = jobs.find(id)
    return job?.projectId === projectId ? job : undefined
  }
  const guarded =
    (run: (call: HttpCall, params: Record<string, string>) => HttpAnswer): Route['run'] =>
    (call, params) =>
      refusal(parts, call, params['projectId']) ?? run(call, params)
  return [
    {
      method: 'POST',
      pattern: '/v2/agent/:projectId/job',
      run: guarded((call, { projectId = '' }) => {
        const prompt = readPrompt(call)
        if (prompt === undefined) return refused(400, PROMPT_NEEDED)
        return useQuota(`create ${projectId}`) ?? { status: 201, body: toApiJob(jobs.create(projectId, prompt)) }
      }),
    },
    {
      method: 'POST',
      pattern: '/v2/agent/:projectId/job/:id/message',
      run: guarded((call, params) => {
        const job = findJob(params)
        if (!job) return refused(404, `Job not found: ${params['id']}`)
        const prompt = readPrompt(call)
        if (prompt === undefined) return refused(400, PROMPT_NEEDED)
        const limited = useQuota(`message ${job.projectId}`)
        if (limited) return limited
        jobs.followUp(job, prompt)
        return { status: 200, body: toApiJob(job) }
      }),
    },
    {
      method: 'GET',
      pattern: '/v2/agent/:projectId/job/:id',
      run: guarded((_call, params) => {
        const job = findJob(params)
        return job ? { status: 200, body: toApiJob(job) } : refused(404, `Job not found: ${params['id']}`)
      }),
    },
  ]
}

/** The documentation agent below `/agent`, as its documentation describes it: three operations, jobs that move by script. */
export function createAgentSimulator(
  server: SandboxServer,
  { manual = false, hourlyLimit = HOURLY_LIMIT }: { manual?: boolean; hourlyLimit?: number } = {},
): AgentSimulator {
  const projects: AgentProject[] = [
    { projectId: 'prj_sandboxdocs', name: 'Acme Docs' },
    { projectId: 'prj_sandboxguides', name: 'Acme Guides' },
  ]
  const keys: AgentKey[] = [{ key: `adm_${randomBytes(24).toString('hex')}`, admin: true }]
  const jobs = createJobStore(server)
  if (manual) jobs.reset()
  server.onReset(() => jobs.reset())
  server.mount('/agent', {
    routes: agentRoutes({ server, projects, keys, jobs, hourlyLimit }),
    notFound: (call) => refused(404, `Not found: ${call.method} ${call.path} is not an operation of this API`),
    faults: {
      target: 'agent',
      failure: ({ status = 500, error }) => refused(status, error ?? ERROR_TEXTS[status] ?? 'Internal server error'),
    },
  })

  return {
    control: agentControlRoutes({ server, jobs, projects, keys }),
    restoreScript: jobs.restoreScript,
    env: {
      AGENT_PROJECT_ID: projects[0]?.projectId ?? '',
      AGENT_PROJECT_NAME: projects[0]?.name ?? '',
      AGENT_API_KEY: keys[0]?.key ?? '',
    },
  }
}

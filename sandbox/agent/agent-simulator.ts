import { randomBytes } from 'node:crypto'
import { parseJsonBody } from '../server/control-routes.ts'
import type { HttpAnswer, HttpCall, Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import { agentControlRoutes } from './agent-control.ts'
import { toApiJob, createJobStore, type StoredJob } from './agent-jobs.ts'
import type { AgentKey, AgentProject } from './agent-types.ts'

export interface AgentSimulator {
  control: Route[]
  env: Record<'AGENT_PROJECT_ID' | 'AGENT_PROJECT_NAME' | 'AGENT_API_KEY', string>
}

const QUOTA = 100
const HOUR_MS = 60 * 60 * 1000

/** How a plain failure reads when the weather brings it without words of its own. */
const WORDS: Record<number, string> = {
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

/** The documentation agent below `/agent`, after the agent's documentation: three operations, jobs that move by script. */
export function createAgentSimulator(server: SandboxServer, options: { manual?: boolean } = {}): AgentSimulator {
  const projects: AgentProject[] = [
    { projectId: 'prj_sandboxdocs', name: 'Acme Docs' },
    { projectId: 'prj_sandboxguides', name: 'Acme Guides' },
  ]
  const keys: AgentKey[] = [{ key: `adm_${randomBytes(24).toString('hex')}`, admin: true }]
  const kept = createJobStore(server)
  if (options.manual) kept.reset()
  const uses = new Map<string, number[]>()
  server.onReset(() => {
    kept.reset()
    uses.clear()
  })

  /** A sliding hour on the simulated clock; only accepted requests count. */
  function use(name: string): HttpAnswer | undefined {
    const now = server.clock.elapsed()
    const recent = (uses.get(name) ?? []).filter((at) => at > now - HOUR_MS)
    uses.set(name, recent)
    const [oldest] = recent
    if (recent.length >= QUOTA && oldest !== undefined) {
      const seconds = server.clock.realSeconds(oldest + HOUR_MS - now)
      return refused(429, `Rate limit exceeded: ${QUOTA} per project per hour`, { 'retry-after': `${seconds}` })
    }
    recent.push(now)
    return undefined
  }

  function prompted(call: HttpCall): string | undefined {
    const prompt = parseJsonBody(call)?.['prompt']
    return typeof prompt === 'string' && prompt.length > 0 ? prompt : undefined
  }

  /** Credentials, then the project: what is refused here never counts against the quota. */
  function admitted(call: HttpCall, projectId: string | undefined): HttpAnswer | undefined {
    const { authorization } = call.headers
    const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
    if (!token) return refused(401, 'Missing or malformed Authorization header: send `Bearer <API_KEY>`')
    const key = keys.find((one) => one.key === token)
    if (!key) return refused(401, 'Invalid API key')
    if (!key.admin) return refused(403, 'This operation requires an administrator API key')
    if (!projects.some((one) => one.projectId === projectId)) return refused(404, `Project not found: ${projectId}`)
    if (key.projectId && key.projectId !== projectId)
      return refused(403, `The API key is not valid for project ${projectId}`)
    return undefined
  }

  const jobOf = ({ projectId, id = '' }: Record<string, string>): StoredJob | undefined => {
    const job = kept.find(id)
    return job?.projectId === projectId ? job : undefined
  }
  const guarded =
    (run: (call: HttpCall, params: Record<string, string>) => HttpAnswer): Route['run'] =>
    (call, params) =>
      admitted(call, params['projectId']) ?? run(call, params)

  const PROMPT_NEEDED = 'Invalid request: prompt is required and must be a string of at least 1 character'
  const routes: Route[] = [
    {
      method: 'POST',
      pattern: '/v2/agent/:projectId/job',
      run: guarded((call, { projectId = '' }) => {
        const prompt = prompted(call)
        if (prompt === undefined) return refused(400, PROMPT_NEEDED)
        return use(`create ${projectId}`) ?? { status: 201, body: toApiJob(kept.create(projectId, prompt)) }
      }),
    },
    {
      method: 'POST',
      pattern: '/v2/agent/:projectId/job/:id/message',
      run: guarded((call, params) => {
        const job = jobOf(params)
        if (!job) return refused(404, `Job not found: ${params['id']}`)
        const prompt = prompted(call)
        if (prompt === undefined) return refused(400, PROMPT_NEEDED)
        const limited = use(`message ${job.projectId}`)
        if (limited) return limited
        kept.followUp(job, prompt)
        return { status: 200, body: toApiJob(job) }
      }),
    },
    {
      method: 'GET',
      pattern: '/v2/agent/:projectId/job/:id',
      run: guarded((_call, params) => {
        const job = jobOf(params)
        return job ? { status: 200, body: toApiJob(job) } : refused(404, `Job not found: ${params['id']}`)
      }),
    },
  ]

  server.mount('/agent', {
    routes,
    notFound: (call) => refused(404, `Not found: ${call.method} ${call.path} is not an operation of this API`),
    faults: {
      target: 'agent',
      failure: ({ status = 500, error }) => refused(status, error ?? WORDS[status] ?? 'Internal server error'),
    },
  })

  return {
    control: agentControlRoutes({ kept, projects, keys }),
    env: {
      AGENT_PROJECT_ID: projects[0]?.projectId ?? '',
      AGENT_PROJECT_NAME: projects[0]?.name ?? '',
      AGENT_API_KEY: keys[0]?.key ?? '',
    },
  }
}

import { randomBytes } from 'node:crypto'
import {
  controlRoute,
  ControlError,
  requiredText,
  optionalNumber,
  optionalChoice,
  optionalText,
  type JsonObject,
} from '../server/control-routes.ts'
import type { Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import type { AgentKey, AgentProject } from './agent-types.ts'
import { JOB_OUTCOMES, JOB_STATUSES, type JobChange, type JobStore, type ScriptStep } from './agent-jobs.ts'

const MINUTE_MS = 60 * 1000

/** Named scripts of a job. Each step counts from the start or the last follow-up. */
const STORIES: Record<string, ScriptStep[]> = {
  'pull-request': [{ outcome: 'completed', afterMs: 8000 }],
  slow: [{ outcome: 'completed', afterMs: 10 * MINUTE_MS }],
  failing: [{ outcome: 'failed', afterMs: 20_000 }],
  'nothing-changed': [{ outcome: 'nothing-changed', afterMs: 12_000 }],
  archived: [
    { outcome: 'completed', afterMs: 8000 },
    { outcome: 'archived', afterMs: 2 * MINUTE_MS },
  ],
}

function steps(fields: JsonObject): ScriptStep[] {
  const story = optionalText(fields, 'story')
  if (story !== undefined) {
    const found = STORIES[story]
    if (!found) throw new ControlError(`story is one of ${Object.keys(STORIES).join(', ')}`)
    return found
  }
  const outcome = optionalChoice(fields, 'outcome', JOB_OUTCOMES)
  if (!outcome) throw new ControlError(`outcome is one of ${JOB_OUTCOMES.join(', ')}, or name a story`)
  return [{ outcome, afterMs: optionalNumber(fields, 'afterMs') ?? 0 }]
}

function link(fields: JsonObject): string | null {
  const value = optionalText(fields, 'prLink')
  if (value === undefined) return null
  if (!URL.canParse(value)) throw new ControlError('prLink is a URL or null')
  return value
}

/** The control routes of the agent, with which the page and the tests move jobs. */
export function agentControlRoutes(parts: {
  server: SandboxServer
  jobs: JobStore
  projects: AgentProject[]
  keys: AgentKey[]
}): Route[] {
  const { server, jobs, projects, keys } = parts
  return [
    controlRoute('GET', '/agent/jobs', () => jobs.list()),
    controlRoute('POST', '/agent/jobs/:id', (fields, { id = '' }) => {
      const job = jobs.find(id)
      if (!job) throw new ControlError(`there is no job ${id}; GET /control/agent/jobs lists them`, 404)
      const status = optionalChoice(fields, 'status', JOB_STATUSES)
      const model = optionalText(fields, 'model')
      const change: JobChange = {
        ...(status && { status }),
        ...('prLink' in fields && { prLink: link(fields) }),
        ...(model && { model }),
      }
      if ('ref' in fields) job.source.ref = optionalText(fields, 'ref') ?? null
      jobs.change(job, change)
      return job
    }),
    controlRoute('GET', '/agent/script', () => ({
      ...jobs.script.steps.at(-1),
      steps: jobs.script.steps,
      stories: STORIES,
    })),
    controlRoute('POST', '/agent/script', (fields) => {
      jobs.script.steps = steps(fields)
      server.emit({ type: 'agent.script' })
      return { ...jobs.script.steps.at(-1), steps: jobs.script.steps }
    }),
    controlRoute('GET', '/agent/projects', () => projects),
    controlRoute('POST', '/agent/projects', (fields) => {
      const projectId = requiredText(fields, 'projectId')
      if (projects.some((one) => one.projectId === projectId))
        throw new ControlError(`${projectId} exists already`, 409)
      const project = { projectId, name: optionalText(fields, 'name') ?? projectId }
      projects.push(project)
      return project
    }),
    controlRoute('POST', '/agent/keys', (fields) => {
      const projectId = optionalText(fields, 'projectId')
      if (projectId && !projects.some((one) => one.projectId === projectId))
        throw new ControlError(`there is no project ${projectId}`, 404)
      const admin = fields['admin'] !== false
      const key = {
        key: `${admin ? 'adm' : 'usr'}_${randomBytes(24).toString('hex')}`,
        admin,
        ...(projectId && { projectId }),
      }
      keys.push(key)
      return key
    }),
  ]
}

import { randomBytes } from 'node:crypto'
import { control, ControlError, needed, number, oneOf, text, type Fields } from '../server/control-routes.ts'
import type { Route } from '../server/http-types.ts'
import type { Key, Project } from './agent-types.ts'
import { OUTCOMES, STATUSES, type Change, type jobs, type Step } from './agent-jobs.ts'

const MINUTE_MS = 60 * 1000

/** Whole lives of a job, by name: each step counts from the start or the last follow-up. */
const STORIES: Record<string, Step[]> = {
  'pull-request': [{ outcome: 'completed', afterMs: 8000 }],
  slow: [{ outcome: 'completed', afterMs: 10 * MINUTE_MS }],
  failing: [{ outcome: 'failed', afterMs: 20_000 }],
  'nothing-changed': [{ outcome: 'nothing-changed', afterMs: 12_000 }],
  archived: [
    { outcome: 'completed', afterMs: 8000 },
    { outcome: 'archived', afterMs: 2 * MINUTE_MS },
  ],
}

function steps(fields: Fields): Step[] {
  const story = text(fields, 'story')
  if (story !== undefined) {
    const found = STORIES[story]
    if (!found) throw new ControlError(`story is one of ${Object.keys(STORIES).join(', ')}`)
    return found
  }
  const outcome = oneOf(fields, 'outcome', OUTCOMES)
  if (!outcome) throw new ControlError(`outcome is one of ${OUTCOMES.join(', ')}, or name a story`)
  return [{ outcome, afterMs: number(fields, 'afterMs') ?? 0 }]
}

function link(fields: Fields): string | null {
  const value = text(fields, 'prLink')
  if (value === undefined) return null
  if (!URL.canParse(value)) throw new ControlError('prLink is a URL or null')
  return value
}

/** The control routes of the agent: the agent desk and the tests move jobs with them. */
export function agentControl(place: { kept: ReturnType<typeof jobs>; projects: Project[]; keys: Key[] }): Route[] {
  const { kept, projects, keys } = place
  return [
    control('GET', '/agent/jobs', () => kept.list()),
    control('POST', '/agent/jobs/:id', (fields, { id = '' }) => {
      const job = kept.find(id)
      if (!job) throw new ControlError(`there is no job ${id}; GET /control/agent/jobs lists them`, 404)
      const status = oneOf(fields, 'status', STATUSES)
      const model = text(fields, 'model')
      const change: Change = {
        ...(status && { status }),
        ...('prLink' in fields && { prLink: link(fields) }),
        ...(model && { model }),
      }
      if ('ref' in fields) job.source.ref = text(fields, 'ref') ?? null
      kept.change(job, change)
      return job
    }),
    control('GET', '/agent/script', () => ({
      ...kept.script.steps.at(-1),
      steps: kept.script.steps,
      stories: STORIES,
    })),
    control('POST', '/agent/script', (fields) => {
      kept.script.steps = steps(fields)
      return { ...kept.script.steps.at(-1), steps: kept.script.steps }
    }),
    control('GET', '/agent/projects', () => projects),
    control('POST', '/agent/projects', (fields) => {
      const projectId = needed(fields, 'projectId')
      if (projects.some((one) => one.projectId === projectId))
        throw new ControlError(`${projectId} exists already`, 409)
      const project = { projectId, name: text(fields, 'name') ?? projectId }
      projects.push(project)
      return project
    }),
    control('POST', '/agent/keys', (fields) => {
      const projectId = text(fields, 'projectId')
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

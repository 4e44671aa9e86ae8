import { randomBytes } from 'node:crypto'
import type { AgentJob, ServiceScript } from '../control-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'

type Status = AgentJob['status']
export const JOB_STATUSES = ['active', 'completed', 'archived', 'failed'] as const satisfies Status[]

export const JOB_OUTCOMES = ['completed', 'failed', 'nothing-changed', 'archived', 'manual'] as const
type Outcome = (typeof JOB_OUTCOMES)[number]

export type ScriptStep = ServiceScript<Outcome>

export interface JobChange {
  status?: Status
  prLink?: string | null
  model?: string
}

const REPOSITORY = 'https://git.example.test/acme/docs'
const MODEL = 'docs-writer-1'

const USUAL_STEPS: ScriptStep[] = [{ outcome: 'completed', afterMs: 8000 }]

const LONGEST = 32

/** The first words of the prompt as a branch name. */
function slug(prompt: string): string {
  const words = prompt
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const cut = words.length > LONGEST ? words.slice(0, LONGEST + 1).replace(/-[^-]*$/, '') : words
  return cut || 'docs'
}

export interface JobStore {
  create(projectId: string, prompt: string): AgentJob
  followUp(job: AgentJob, prompt: string): void
  /** Changes a job by hand; the script no longer moves it. */
  change(job: AgentJob, change: JobChange): void
  find(id: string): AgentJob | undefined
  list(): AgentJob[]
  script: { steps: ScriptStep[] }
  /** Restores the first script: jobs finish by themselves. */
  restoreScript: () => void
  reset(): void
}

const newJob = (projectId: string, prompt: string): AgentJob => ({
  id: `job_${randomBytes(9).toString('hex')}`,
  status: 'active',
  source: { repository: REPOSITORY, ref: `agent/${slug(prompt)}` },
  model: MODEL,
  prLink: null,
  createdAt: new Date().toISOString(),
  archivedAt: null,
  projectId,
  prompt,
  followUps: [],
})

/** The jobs of all projects and the script that moves them on the simulated clock. */
export function createJobStore(server: SandboxServer): JobStore {
  const all = new Map<string, AgentJob>()
  const scheduled = new Map<string, { cancel(): void }[]>()
  const script: { steps: ScriptStep[] } = { steps: USUAL_STEPS }
  let lastPull = 100

  const told = (job: AgentJob): void => server.emit({ type: 'agent.job', job })

  function change(job: AgentJob, to: JobChange): void {
    const { status, ...rest } = to
    Object.assign(job, rest)
    if (status) {
      job.status = status
      job.archivedAt = status === 'archived' ? new Date().toISOString() : null
      if (status === 'active') job.prLink = null
    }
    told(job)
  }

  function stop(job: AgentJob): void {
    for (const timer of scheduled.get(job.id) ?? []) timer.cancel()
    scheduled.delete(job.id)
  }

  function end(job: AgentJob, outcome: Outcome): void {
    if (outcome === 'completed') change(job, { status: 'completed', prLink: `${REPOSITORY}/pull/${++lastPull}` })
    else if (outcome === 'nothing-changed') change(job, { status: 'completed', prLink: null })
    else if (outcome !== 'manual') change(job, { status: outcome })
  }

  /** Each step counts from the moment the job (or its follow-up) started. */
  function play(job: AgentJob): void {
    stop(job)
    const timers = script.steps
      .filter(({ outcome }) => outcome !== 'manual')
      .map(({ outcome, afterMs }) => server.clock.after(afterMs, () => end(job, outcome)))
    scheduled.set(job.id, timers)
  }

  return {
    script,
    create(projectId, prompt) {
      const job = newJob(projectId, prompt)
      all.set(job.id, job)
      told(job)
      play(job)
      return job
    },
    followUp(job, prompt) {
      job.followUps.push({ prompt, at: Date.now() })
      change(job, { status: 'active' })
      play(job)
    },
    change(job, to) {
      stop(job)
      change(job, to)
    },
    find: (id) => all.get(id),
    list: () => [...all.values()],
    restoreScript: () => void (script.steps = USUAL_STEPS),
    reset() {
      all.clear()
      scheduled.clear()
      script.steps = [{ outcome: 'manual', afterMs: 0 }]
    },
  }
}

export const toApiJob = (job: AgentJob): Omit<AgentJob, 'projectId' | 'prompt' | 'followUps'> => ({
  id: job.id,
  status: job.status,
  source: job.source,
  model: job.model,
  prLink: job.prLink,
  createdAt: job.createdAt,
  archivedAt: job.archivedAt,
})

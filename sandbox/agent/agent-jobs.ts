import { randomBytes } from 'node:crypto'
import type { Host } from '../server/sandbox-server.ts'

export const STATUSES = ['active', 'completed', 'archived', 'failed'] as const
type Status = (typeof STATUSES)[number]

export const OUTCOMES = ['completed', 'failed', 'nothing-changed', 'archived', 'manual'] as const
type Outcome = (typeof OUTCOMES)[number]

export interface Step {
  outcome: Outcome
  afterMs: number
}

/** The job as the API returns it. */
export interface Job {
  id: string
  status: Status
  source: { repository: string; ref: string | null }
  model: string
  prLink: string | null
  createdAt: string
  archivedAt: string | null
}

export interface KeptJob extends Job {
  projectId: string
  prompt: string
  followUps: { prompt: string; at: number }[]
}

export interface Change {
  status?: Status
  prLink?: string | null
  model?: string
}

const REPOSITORY = 'https://git.example.test/acme/docs'
const MODEL = 'docs-writer-1'

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

/** The jobs of all projects and the script that moves them on the simulated clock. */
export function jobs(host: Host): {
  create(projectId: string, prompt: string): KeptJob
  followUp(job: KeptJob, prompt: string): void
  change(job: KeptJob, change: Change): void
  find(id: string): KeptJob | undefined
  list(): KeptJob[]
  script: { steps: Step[] }
  reset(): void
} {
  const all = new Map<string, KeptJob>()
  const scheduled = new Map<string, { cancel(): void }[]>()
  const script: { steps: Step[] } = { steps: [{ outcome: 'completed', afterMs: 8000 }] }
  let lastPull = 100

  const told = (job: KeptJob): void => host.tell({ type: 'agent.job', job })

  function change(job: KeptJob, to: Change): void {
    const { status, ...rest } = to
    Object.assign(job, rest)
    if (status) {
      job.status = status
      job.archivedAt = status === 'archived' ? new Date().toISOString() : null
      if (status === 'active') job.prLink = null
    }
    told(job)
  }

  function stop(job: KeptJob): void {
    for (const timer of scheduled.get(job.id) ?? []) timer.cancel()
    scheduled.delete(job.id)
  }

  function end(job: KeptJob, outcome: Outcome): void {
    if (outcome === 'completed') change(job, { status: 'completed', prLink: `${REPOSITORY}/pull/${++lastPull}` })
    else if (outcome === 'nothing-changed') change(job, { status: 'completed', prLink: null })
    else if (outcome !== 'manual') change(job, { status: outcome })
  }

  /** Each step counts from the moment the job (or its follow-up) started. */
  function play(job: KeptJob): void {
    stop(job)
    const timers = script.steps
      .filter(({ outcome }) => outcome !== 'manual')
      .map(({ outcome, afterMs }) => host.clock.after(afterMs, () => end(job, outcome)))
    scheduled.set(job.id, timers)
  }

  return {
    script,
    create(projectId, prompt) {
      const job: KeptJob = {
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
      }
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
    reset() {
      all.clear()
      scheduled.clear()
      script.steps = [{ outcome: 'manual', afterMs: 0 }]
    },
  }
}

export const asReturned = (job: KeptJob): Job => ({
  id: job.id,
  status: job.status,
  source: job.source,
  model: job.model,
  prLink: job.prLink,
  createdAt: job.createdAt,
  archivedAt: job.archivedAt,
})

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../model/control-api.ts'
import { formatDelay } from '../text/format-delay.ts'
import { formatAge, parseTime } from '../text/format-time.ts'
import { Skeleton, EmptyState, FailedState } from '../ui/load-states.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import type { AgentJob, ServiceScript } from '../../../control-types.ts'
import { SelectField, PanelEntry, Panel, type PillTone } from './panel-parts.tsx'
import { useControlRead } from './use-control-read.ts'
import { JobView } from './agent-job.tsx'

function describeJobState(job: AgentJob): [string, PillTone] {
  switch (job.status) {
    case 'active':
      return ['Working', 'busy']
    case 'completed':
      return job.prLink ? ['Pull request', 'good'] : ['Nothing changed', 'calm']
    case 'failed':
      return ['Failed', 'bad']
    case 'archived':
      return ['Archived', 'calm']
  }
}

const SCRIPTS: [string, string][] = [
  ['completed', 'finish with a pull request'],
  ['nothing-changed', 'find nothing to change'],
  ['failed', 'fail'],
  ['archived', 'are archived'],
  ['manual', 'wait for you'],
]
const DELAYS_MS = [0, 3000, 8000, 30_000, 300_000]

export function AgentPanel(): JSX.Element {
  const read = useControlRead<AgentJob[]>('/agent/jobs', ['agent'])
  const script = useControlRead<ServiceScript>('/agent/script', ['agent.script'])
  const [open, setOpen] = useState<string | undefined>(undefined)
  const jobs = read.value
  const outcome = script.value?.outcome ?? 'completed'
  const afterMs = script.value?.afterMs ?? 8000
  const delays = [...new Set([...DELAYS_MS, afterMs])].toSorted((one, other) => one - other)
  const set = (next: { outcome: string; afterMs: number }): void =>
    void runWithToast(() => postControl('/agent/script', next)).then(script.reload)
  return (
    <div class="desk-single">
      <Panel
        title="Jobs"
        more={
          <span class="row wrap">
            <small>New jobs</small>
            <SelectField
              label="What new jobs do"
              value={outcome}
              options={SCRIPTS}
              onPick={(value) => set({ outcome: value, afterMs })}
            />
            {outcome !== 'manual' && (
              <SelectField
                label="When"
                value={`${afterMs}`}
                options={delays.map((ms) => [`${ms}`, formatDelay(ms)])}
                onPick={(value) => set({ outcome, afterMs: Number(value) })}
              />
            )}
          </span>
        }
      >
        {read.error && !jobs ? (
          <FailedState error={read.error} onRetry={() => void read.reload()} />
        ) : !jobs ? (
          <Skeleton />
        ) : jobs.length === 0 ? (
          <EmptyState icon="agent" title="No jobs yet">
            Start one in a channel with /docs and a few words, and it appears here.
          </EmptyState>
        ) : (
          <ul class="outbox">
            {jobs.toReversed().map((job, at) => {
              const on = (open ?? jobs.at(-1)?.id) === job.id
              const more = job.followUps.length
              return (
                <PanelEntry
                  key={job.id}
                  title={job.prompt.split('\n')[0]}
                  about={`${formatAge(parseTime(job.createdAt))}${more > 0 ? ` · ${more} ${more === 1 ? 'follow-up' : 'follow-ups'}` : ''}`}
                  state={describeJobState(job)}
                  open={on}
                  onToggle={() => setOpen(on ? '' : job.id)}
                >
                  <JobView job={job} index={jobs.length - at} onChanged={read.reload} />
                </PanelEntry>
              )
            })}
          </ul>
        )}
      </Panel>
    </div>
  )
}

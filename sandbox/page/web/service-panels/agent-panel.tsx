import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../model/control-api.ts'
import { formatAge, parseTime } from '../text/format-time.ts'
import { Skeleton, EmptyState, FailedState } from '../ui/load-states.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import type { Job, ServiceScript } from '../model/control-types.ts'
import { SelectField, PanelEntry, Panel, type PillTone } from './panel-parts.tsx'
import { useControlRead } from './use-control-read.ts'
import { JobView } from './agent-job.tsx'

function describeJobState(job: Job): [string, PillTone] {
  switch (job.status) {
    case 'active':
      return ['Working', 'busy']
    case 'completed':
      return job.prLink ? ['Pull request', 'good'] : ['Nothing changed', 'calm']
    case 'failed':
      return ['Failed', 'bad']
    case 'archived':
      return ['Archived', 'calm']
    default:
      return [job.status, 'warn']
  }
}

const SCRIPTS: [string, string][] = [
  ['completed', 'finish with a pull request'],
  ['nothing-changed', 'find nothing to change'],
  ['failed', 'fail'],
  ['archived', 'are archived'],
  ['manual', 'wait for you'],
]
const DELAYS: [string, string][] = [
  ['0', 'immediately'],
  ['3000', 'after 3 s'],
  ['8000', 'after 8 s'],
  ['30000', 'after 30 s'],
  ['300000', 'after 5 min'],
]

export function AgentPanel(): JSX.Element {
  const read = useControlRead<Job[]>('/agent/jobs', ['agent'])
  const script = useControlRead<ServiceScript>('/agent/script', ['agent.script'])
  const [open, setOpen] = useState<string | undefined>(undefined)
  const jobs = read.value
  const outcome = script.value?.outcome ?? 'completed'
  const afterMs = `${script.value?.afterMs ?? 8000}`
  const delays = DELAYS.some(([value]) => value === afterMs)
    ? DELAYS
    : [...DELAYS, [afterMs, `after ${Number(afterMs) / 1000} s`] satisfies [string, string]]
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
              onPick={(value) => set({ outcome: value, afterMs: Number(afterMs) })}
            />
            {outcome !== 'manual' && (
              <SelectField
                label="When"
                value={afterMs}
                options={delays}
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
              const more = job.followUps?.length ?? 0
              return (
                <PanelEntry
                  key={job.id}
                  title={job.prompt.split('\n')[0]}
                  about={`${job.createdAt ? formatAge(parseTime(job.createdAt)) : job.id}${more > 0 ? ` · ${more} ${more === 1 ? 'follow-up' : 'follow-ups'}` : ''}`}
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

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../model/control-api.ts'
import { Link } from '../text/mrkdwn-text.tsx'
import { formatAge, formatTime, parseTime } from '../text/format-time.ts'
import { Skeleton, EmptyState, FailedState } from '../ui/load-states.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import type { Job, ServiceScript } from '../model/control-types.ts'
import { SelectField, PanelEntry, FactList, Panel, useControlRead, type PillTone } from './panel-parts.tsx'

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

const JOB_ACTIONS: [label: string, move: (index: number) => Record<string, unknown>, primary?: boolean][] = [
  [
    'Finish with a pull request',
    (index) => ({ status: 'completed', prLink: `https://git.example.test/acme/docs/pull/${100 + index}` }),
    true,
  ],
  ['Nothing changed', () => ({ status: 'completed', prLink: null })],
  ['Fail', () => ({ status: 'failed' })],
  ['Archive', () => ({ status: 'archived' })],
  ['Back to work', () => ({ status: 'active' })],
]

function JobView({ job, index, again }: { job: Job; index: number; again: () => Promise<void> }): JSX.Element {
  const facts: Parameters<typeof FactList>[0]['of'] = [
    ['Job', job.id],
    ['Project', job.projectId],
    ['Repository', job.source?.repository],
    ['Branch', job.source?.ref],
    ['Model', job.model],
    [
      'Created',
      job.createdAt ? `${formatTime(parseTime(job.createdAt))}, ${formatAge(parseTime(job.createdAt))}` : undefined,
    ],
    ['Archived', job.archivedAt ? formatTime(parseTime(job.archivedAt)) : undefined],
    ['Pull request', job.prLink ? <Link url={job.prLink} /> : undefined],
  ]
  return (
    <div class="job-detail">
      <h4>Prompt</h4>
      <pre class="mail-text">{job.prompt}</pre>
      {(job.followUps ?? []).map((followUp, at) => (
        <div key={at}>
          <h4>
            Follow-up {at + 1} <small>{formatTime(parseTime(followUp.at))}</small>
          </h4>
          <pre class="mail-text">{followUp.prompt}</pre>
        </div>
      ))}
      <FactList of={facts} />
      <div class="actions">
        {JOB_ACTIONS.map(([label, move, primary]) => (
          <button
            key={label}
            type="button"
            class={`button slim${primary ? ' primary' : ''}`}
            onClick={() =>
              void runWithToast(() => postControl(`/agent/jobs/${encodeURIComponent(job.id)}`, move(index))).then(again)
            }
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

const SCRIPTS: [string, string][] = [
  ['completed', 'finish with a pull request'],
  ['nothing-changed', 'find nothing to change'],
  ['failed', 'fail'],
  ['archived', 'are archived'],
  ['manual', 'wait for you'],
]
const DELAYS: [string, string][] = [
  ['0', 'at once'],
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
    void runWithToast(() => postControl('/agent/script', next)).then(script.again)
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
          <FailedState error={read.error} again={() => void read.again()} />
        ) : !jobs ? (
          <Skeleton />
        ) : jobs.length === 0 ? (
          <EmptyState icon="agent" title="No jobs yet">
            Start one in a channel with /docs and a few words, and it stands here.
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
                  <JobView job={job} index={jobs.length - at} again={read.again} />
                </PanelEntry>
              )
            })}
          </ul>
        )}
      </Panel>
    </div>
  )
}

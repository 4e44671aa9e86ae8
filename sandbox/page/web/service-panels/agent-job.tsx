import type { JSX } from 'preact'
import { postControl } from '../model/control-api.ts'
import { Link } from '../text/inline-links.tsx'
import { formatAge, formatTime, parseTime } from '../text/format-time.ts'
import { runWithToast } from '../ui/toast-messages.tsx'
import type { AgentJob } from '../../../control-types.ts'
import { FactList } from './panel-parts.tsx'

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

export function JobView({
  job,
  index,
  onChanged,
}: {
  job: AgentJob
  index: number
  onChanged: () => Promise<void>
}): JSX.Element {
  const facts: Parameters<typeof FactList>[0]['of'] = [
    ['Job', job.id],
    ['Project', job.projectId],
    ['Repository', job.source.repository],
    ['Branch', job.source.ref],
    ['Model', job.model],
    ['Created', `${formatTime(parseTime(job.createdAt))}, ${formatAge(parseTime(job.createdAt))}`],
    ['Archived', job.archivedAt ? formatTime(parseTime(job.archivedAt)) : undefined],
    ['Pull request', job.prLink ? <Link url={job.prLink} /> : undefined],
  ]
  return (
    <div class="job-detail">
      <h4>Prompt</h4>
      <pre class="mail-text">{job.prompt}</pre>
      {job.followUps.map((followUp, at) => (
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
              void runWithToast(() => postControl(`/agent/jobs/${encodeURIComponent(job.id)}`, move(index))).then(
                onChanged,
              )
            }
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

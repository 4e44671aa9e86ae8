import type { JSX } from 'preact'
import { Link } from '../text/inline-links.tsx'
import { RichTextView } from '../text/rich-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import type { TaskBlock } from '../slack-types/block-types.ts'

const STATES: Record<TaskBlock['status'], string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  complete: 'Done',
  error: 'Error',
}

export function TaskView({ of }: { of: TaskBlock }): JSX.Element {
  const more = of.details || of.output || (of.sources && of.sources.length > 0)
  const head = (
    <>
      <span class={`task-mark ${of.status}`} role="img" aria-label={STATES[of.status] ?? of.status}>
        {of.status === 'complete' && <Icon name="check" size={12} />}
        {of.status === 'error' && <Icon name="close" size={12} />}
      </span>
      <span class="task-title">{of.title}</span>
      <span class="task-state">{STATES[of.status] ?? of.status}</span>
    </>
  )
  if (!more) return <div class="task">{head}</div>
  return (
    <details class="task" open={of.status !== 'complete'}>
      <summary>{head}</summary>
      <div class="task-body">
        {of.details && <RichTextView of={of.details} />}
        {of.output && <RichTextView of={of.output} />}
        {of.sources?.map((source) => (
          <Link key={source.url} url={source.url}>
            {source.text}
          </Link>
        ))}
      </div>
    </details>
  )
}

export function PlanView({ title, tasks = [] }: { title: string; tasks?: TaskBlock[] | undefined }): JSX.Element {
  const done = tasks.filter((task) => task.status === 'complete').length
  return (
    <section class="plan">
      <div class="plan-head">
        <strong>{title}</strong>
        {tasks.length > 0 && (
          <span>
            {done} of {tasks.length}
          </span>
        )}
      </div>
      {tasks.map((task) => (
        <TaskView key={task.task_id} of={task} />
      ))}
    </section>
  )
}

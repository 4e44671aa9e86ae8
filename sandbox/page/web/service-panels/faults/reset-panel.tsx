import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askQuestion } from '../../elements/confirm-dialog.tsx'
import { postControl } from '../../model/control-api.ts'
import { restartFirstSteps } from '../../model/first-steps.ts'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { AppState } from '../../../../control-types.ts'
import { Panel } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'

/** Empties the simulators. Jobs and mail then move by themselves, as they do at first. */
async function emptySandbox(): Promise<void> {
  await postControl('/reset', { usual: true })
}

async function startAgain(): Promise<void> {
  await postControl('/reset', { story: true })
  restartFirstSteps()
}

/** Offers to start over: as at first, with the opening story, or empty. */
export function ResetPanel(): JSX.Element {
  const app = useControlRead<AppState>('/app', ['app'])
  const [busy, setBusy] = useState(false)
  const reset = async (question: string, work: () => Promise<void>, done: string): Promise<void> => {
    if (!(await askQuestion('Reset the sandbox', question, 'Reset', true))) return
    setBusy(true)
    await runWithToast(work, done)
    setBusy(false)
  }
  return (
    <Panel title="Start over">
      <div class="actions" aria-busy={busy}>
        {app.value && app.value.state !== 'by hand' && (
          <button
            type="button"
            class="button"
            disabled={busy}
            onClick={() =>
              void reset(
                'Everything starts as it did at first: the app forgets what it has stored, restarts, and the opening story is played. This takes a few seconds.',
                startAgain,
                'The sandbox has started again with its story',
              )
            }
          >
            Reset with the opening story
          </button>
        )}
        <button
          type="button"
          class="button danger"
          disabled={busy}
          onClick={() =>
            void reset(
              'Messages, jobs, mail, faults and the clock return to an empty start. What the app has stored is kept.',
              emptySandbox,
              'The sandbox is empty now',
            )
          }
        >
          Reset to empty
        </button>
      </div>
    </Panel>
  )
}

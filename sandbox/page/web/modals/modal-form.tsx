import type { JSX } from 'preact'
import { BlockList } from '../blocks/block-list.tsx'
import { SurfaceContext } from '../model/block-surface.ts'
import type { View } from '../slack-types/message-types.ts'
import { InlineText } from '../text/mrkdwn-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { listInputs } from './modal-values.ts'
import { useModalForm } from './use-modal-form.ts'

export function ModalView({ view, depth }: { view: View; depth: number }): JSX.Element {
  const { surface, body, busy, problem, submit, close } = useModalForm(view)
  const hasInputs = listInputs(view).length > 0
  return (
    <form
      class="modal-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit()
      }}
    >
      <header class="modal-head">
        {depth > 1 && (
          <button type="button" class="quiet" aria-label="Back" onClick={() => void close()}>
            <Icon name="back" />
          </button>
        )}
        <h2 dir="auto" id={`title-${view.id}`}>
          <InlineText of={view.title} />
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => void close(true)}>
          <Icon name="close" />
        </button>
      </header>
      <div class="modal-body" ref={body} tabIndex={-1}>
        <SurfaceContext.Provider value={surface}>
          {(problem ?? surface.failed.value) && (
            <p class="error banner" role="alert">
              <Icon name="warning" size={16} /> <span>{problem ?? surface.failed.value}</span>
            </p>
          )}
          <BlockList blocks={view.blocks} />
        </SurfaceContext.Provider>
      </div>
      {(view.submit || view.close || hasInputs) && (
        <footer class="modal-foot">
          <button type="button" class="button" onClick={() => void close()}>
            {view.close ? <InlineText of={view.close} /> : 'Cancel'}
          </button>
          {(view.submit || hasInputs) && (
            <button type="submit" class="button primary" aria-busy={busy} disabled={view.submit_disabled}>
              {view.submit ? <InlineText of={view.submit} /> : 'Submit'}
            </button>
          )}
        </footer>
      )}
    </form>
  )
}
